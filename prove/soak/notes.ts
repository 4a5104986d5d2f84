import type { Answer } from "./caller.ts";
import type { Books } from "./books.ts";
import type { Kind } from "./kind.ts";
import type { Row, Values } from "./values.ts";

/** Answers that are to be kept, until nobody calls: then they are known in the order of their calls. */
export class Notes {
  #waiting: { kind: Kind; values: Values; answer: Answer }[] = [];

  add(kind: Kind, values: Values, answer: Answer): void {
    if (kind.keep !== undefined) this.#waiting.push({ kind, values, answer });
  }

  /**
   * Enters all of them, in the order in which their changes became everybody's. Two that changed a row one after the
   * other have instants that say which was first, since each was asked while its row was held. Over HTTP the instant
   * lies between question and answer: gives what another call was about meanwhile, of which nobody outside knows who
   * was first, by id, and of time by its place (placeOf).
   *
   * @param unreadable is told of answers that the books cannot make sense of
   */
  enter(books: Books, unreadable: (sentence: string) => void): Set<string> {
    const notes = this.#waiting.toSorted((one, other) => one.answer.to - other.answer.to);
    this.#waiting = [];
    for (const { kind, values, answer } of notes) {
      try {
        kind.keep?.(books, answer.rows, values);
      } catch (error) {
        unreadable(`"${kind.name}" answered what the books cannot read: ${error}`);
      }
    }
    const about = notes.flatMap(({ kind, values, answer }) => {
      const { from, to, rows } = answer;
      const rowsAbout = rows.filter(({ work_date }) => work_date !== undefined)
        .flatMap((row) => [`${row.id}`, placeOf(row)]);
      return [...new Set([...rowsAbout, ...kind.places?.(values) ?? []])]
        .map((key) => ({ key, from, to }));
    });
    const unsure = [...Map.groupBy(about, ({ key }) => key)].filter(([, changes]) =>
      changes.some((one, nth) =>
        changes.slice(0, nth).some((other) => one.from <= other.to && other.from <= one.to)
      )
    );
    return new Set(unsure.map(([key]) => key));
  }
}

/** Place of time: its assignment and day. */
export function placeOf({ assignment_id, work_date }: Row): string {
  return `${assignment_id} ${work_date}`;
}
