import { numbersFrom } from "../numbers.ts";

/** Choices that a seed decides, one after the other. */
export class Choice {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = numbersFrom(seed);
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return this.#next() % end;
  }

  /** True if something happens that happens once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  /** @throws {Error} of an empty list */
  of<T>(list: readonly T[]): T {
    const chosen = list[this.below(list.length)];
    if (chosen === undefined) throw new Error("nothing to choose from");
    return chosen;
  }

  /** Some of a list, at least one where it has any, in its order. */
  some<T>(list: readonly T[], most: number): T[] {
    const wanted = new Set<number>();
    const count = 1 + this.below(most);
    for (let n = 0; n < count && list.length > 0; n++) wanted.add(this.below(list.length));
    return list.filter((_, index) => wanted.has(index));
  }

  /** An id that no row has. */
  uuid(): string {
    const hex = Array.from({ length: 4 }, () => this.#next().toString(16).padStart(8, "0")).join(
      "",
    );
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${
      hex.slice(20)
    }`;
  }
}
