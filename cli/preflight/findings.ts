/** Something that a migration would meet, and what to do about it first. */
export interface Finding {
  /** A sentence, or more. */
  readonly what: string;
  /** Things that it is about, if it is about several. */
  readonly names?: readonly string[];
  readonly todo: string;
}

/** All that was found. */
export interface Findings {
  readonly inTheWay: readonly Finding[];
  /** Changes that are not in the way. */
  readonly toKnow: readonly string[];
}

/** Nothing found. */
export const NOTHING: Findings = { inTheWay: [], toKnow: [] };

/** The findings of several checks. */
export function joined(...checks: readonly Partial<Findings>[]): Findings {
  return {
    inTheWay: checks.flatMap(({ inTheWay = [] }) => inTheWay),
    toKnow: checks.flatMap(({ toKnow = [] }) => toKnow),
  };
}

/** Findings that are in the way, numbered. */
export function textOf(findings: readonly Finding[]): string {
  return findings.map(({ what, names = [], todo }, index) =>
    [`${index + 1}. ${what}`, ...names.map((name) => `     ${name}`), `   ${todo}`].join("\n")
  ).join("\n\n");
}
