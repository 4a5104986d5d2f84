/**
 * Mutants that say the same as the tree, as a run describes them, without the line: no test can tell them from it. The
 * comment says why.
 */
export const EQUIVALENT: ReadonlySet<string> = new Set<string>([]);
