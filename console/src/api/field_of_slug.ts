/**
 * Which field of a form a refusal is about; null: none, or more than one. Every refusal of status 400 in docs/errors.md
 * stands here, and those of other states that name a field: a test compares.
 */
export const FIELD_OF_SLUG: Readonly<Record<string, string | null>> = {};

/** The field that a refusal is about, where it is about one. */
export function fieldOf(slug: string | null): string | null {
  return slug === null ? null : FIELD_OF_SLUG[slug] ?? null;
}
