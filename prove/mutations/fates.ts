import type { Outcome } from "../part.ts";
import { describe, type Mutant } from "./bodies.ts";

/** End of a mutant: noticed by a test of its area, by another, by none in time; the same as the tree; or unnoticed. */
export type Fate = "caught" | "caught elsewhere" | "hung" | "equivalent" | "survived";

const FATES: readonly Fate[] = ["caught", "caught elsewhere", "hung", "equivalent", "survived"];

/** Mutant with its fate and the test that caught it. */
export interface Fated {
  readonly mutant: Mutant;
  readonly fate: Fate;
  /** The test file that noticed it. */
  readonly by: string | null;
}

/** Words and figures on what came of mutants. */
export function outcomeOf(
  fates: readonly Fated[],
  { places, bodies, unloadable }: { places: number; bodies: number; unloadable: number },
): Outcome {
  const count = (among: readonly Fated[], fate: Fate) =>
    among.filter((fated) => fated.fate === fate).length;
  const kinds = [...new Set(fates.map(({ mutant }) => mutant.place.kind))].sort();
  const [own, elsewhere, hung, equivalent, survived] = FATES.map((fate) => count(fates, fate));
  const share = 100 * (1 - (survived ?? 0) / Math.max(1, fates.length - (equivalent ?? 0)));
  return {
    calls: fates.length,
    did: [
      `It broke ${fates.length} of ${places} places in ${bodies} functions and views; ${unloadable} more did not load, and so were none.`,
      `The tests caught ${
        share.toFixed(1)
      } %: those of its area ${own}, others ${elsewhere}, and ${hung} hung. ` +
      `${equivalent} say the same as the tree, ${survived} survived.`,
    ],
    tables: [{
      head: ["what was broken", "mutants", ...FATES],
      rows: kinds.map((kind) => {
        const its = fates.filter(({ mutant }) => mutant.place.kind === kind);
        return [kind, String(its.length), ...FATES.map((fate) => String(count(its, fate)))];
      }),
    }],
    findings: fates.filter(({ fate }) => fate === "survived").map(({ mutant }) =>
      `No test noticed ${describe(mutant)}.`
    ),
  };
}
