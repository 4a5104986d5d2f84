/** Answers that callers had, counted by kind. */
import type { Table } from "../part.ts";
import type { Kind } from "./kind.ts";

/** No rows that the call could be about. */
export const NOTHING_TO_DO = "nothing to do";

interface Tally {
  readonly told: Map<string, number>;
  slowest: number;
}

/** Number of slugs that are named of a kind. */
const MOST_SLUGS = 3;
/** SQLSTATEs of waits and conflicts that a caller cannot mend. */
const CONFLICTS = ["40P01", "40001", "57014", "55P03"] as const;
const isConflict = (told: string) => CONFLICTS.some((code) => told.startsWith(code));
/** A limit of time that a statement ran into. */
const isTimeout = (told: string) => told.startsWith("57014");

/** Counts answers. A caller may be told `done` and the slugs of docs/errors.md, nothing else. */
export class Outcomes {
  readonly #tallies = new Map<string, Tally>();

  constructor(readonly kinds: readonly Kind[], readonly slugs: ReadonlySet<string>) {
    for (const { name } of kinds) this.#tallies.set(name, { told: new Map(), slowest: 0 });
  }

  /** @param took milliseconds */
  count(kind: Kind, told: string, took: number): void {
    const tally = this.#tallies.get(kind.name);
    if (tally === undefined) throw new Error(`${kind.name} is not among the kinds`);
    tally.told.set(told, (tally.told.get(told) ?? 0) + 1);
    tally.slowest = Math.max(tally.slowest, took);
  }

  isSentence(told: string): boolean {
    return told === "done" || told === NOTHING_TO_DO || this.slugs.has(told);
  }

  /**
   * Answers that callers should never have had, by kind. One timeout of a kind is none: a machine that others use may stop
   * for as long. The same kind again is.
   */
  wrong(): string[] {
    return [...this.#tallies].flatMap(([name, { told }]) => {
      const wrong = [...told].filter(([answer]) => !this.isSentence(answer));
      const timeouts = wrong.filter(([answer]) => isTimeout(answer));
      const isOne = timeouts.reduce((sum, [, times]) => sum + times, 0) === 1;
      return wrong.filter(([answer]) => !isOne || !isTimeout(answer))
        .map(([answer, times]) => `"${name}" was told "${answer}" (${times} ×)`);
    });
  }

  /** Kinds that were never done. */
  neverDone(): string[] {
    return [...this.#tallies].filter(([, { told }]) => !told.has("done")).map(([name]) => name);
  }

  /** Number of times a caller was told of a wait or a conflict that they cannot mend. */
  conflicts(): number {
    return this.total(isConflict);
  }

  total(answers: (told: string) => boolean = () => true): number {
    return [...this.#tallies.values()].flatMap(({ told }) => [...told])
      .filter(([answer]) => answers(answer)).reduce((sum, [, times]) => sum + times, 0);
  }

  table(): Table {
    return {
      head: [
        "call",
        "done",
        "nothing to do",
        "refused",
        "deadlock, timeout",
        "slowest ms",
        "mostly as",
      ],
      rows: [...this.#tallies].map(([name, { told, slowest }]) => {
        const of = (is: (answer: string) => boolean) =>
          [...told].filter(([answer]) => is(answer)).reduce((sum, [, times]) => sum + times, 0);
        const refused = [...told].filter(([answer]) => this.slugs.has(answer))
          .toSorted(([, one], [, other]) => other - one);
        return [
          name,
          `${told.get("done") ?? 0}`,
          `${told.get(NOTHING_TO_DO) ?? 0}`,
          `${refused.reduce((sum, [, times]) => sum + times, 0)}`,
          `${of(isConflict)}`,
          `${Math.round(slowest)}`,
          refused.slice(0, MOST_SLUGS).map(([slug, times]) => `${slug} ${times}`).join(", "),
        ];
      }),
    };
  }
}
