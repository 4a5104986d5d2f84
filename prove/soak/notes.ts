import type { Answer } from "./caller.ts";
import type { Books } from "./books.ts";
import type { Kind } from "./kind.ts";
import type { Values } from "./values.ts";

/** Answers that are to be kept, until nobody calls: then they are known in the order of their calls. */
export class Notes {
  #waiting: { kind: Kind; values: Values; answer: Answer }[] = [];

  add(kind: Kind, values: Values, answer: Answer): void {
    if (kind.keep !== undefined) this.#waiting.push({ kind, values, answer });
  }

  /**
   * Enters all of them, in the order in which their changes became everybody's. Two that changed a row one after the
   * other have instants that say which was first, since each was asked while its row was held. Over HTTP the instant
   * lies between question and answer: gives the ids of rows that another call changed meanwhile, of which nobody
   * outside knows who was first.
   */
  enter(books: Books): Set<string> {
    const notes = this.#waiting.toSorted((one, other) => one.answer.from - other.answer.from);
    this.#waiting = [];
    for (const { kind, values, answer } of notes) kind.keep?.(books, answer.rows, values);
    const changed = Map.groupBy(
      notes.flatMap(({ answer }) =>
        answer.rows.map(({ id }) => ({ id: `${id}`, from: answer.from, to: answer.to }))
      ),
      ({ id }) => id,
    );
    const unsure = [...changed].filter(([, changes]) =>
      changes.some((one, nth) => changes.slice(0, nth).some((other) => one.from <= other.to))
    );
    return new Set(unsure.map(([id]) => id));
  }
}
