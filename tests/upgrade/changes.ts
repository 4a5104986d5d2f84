import { z } from "zod";
import type { Difference } from "./rows.ts";

const Changes = z.array(z.strictObject({
  /** The release that changes it. */
  release: z.string(),
  /** A table, a column, or an answer: the name of a {@link Difference}. */
  name: z.string(),
  /** For whoever reads it: why that is right. */
  why: z.string(),
}));

/**
 * Changes that releases make on purpose in rows and answers: `changes.json`, a line each.
 *
 * @param past the releases whose changes are no news: the one that is upgraded, and those before it
 * @returns names of differences that are as they should be
 */
export async function namedChanges(past: readonly string[]): Promise<ReadonlySet<string>> {
  const text = await Deno.readTextFile(new URL("changes.json", import.meta.url));
  const changes = Changes.parse(JSON.parse(text));
  return new Set(changes.filter(({ release }) => !past.includes(release)).map(({ name }) => name));
}

/** The differences that no release names, a line each. */
export function unnamed(
  differences: readonly Difference[],
  named: ReadonlySet<string>,
): string[] {
  return differences.filter(({ name }) => !named.has(name)).map(({ name, what }) =>
    `${name}: ${what}`
  );
}
