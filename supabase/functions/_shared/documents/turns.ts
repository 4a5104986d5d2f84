/** Turns at what only few may do at once: others wait, as long as they are not too many. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  /**
   * @param atOnce how many may have one at the same time
   * @param waiting how many may wait for one
   */
  constructor(readonly atOnce: number, readonly waiting: number) {}

  /** Does something in its turn; null, and nothing is done, where too many wait already. */
  async take<Result>(act: () => Promise<Result>): Promise<Result | null> {
    if (this.#taken < this.atOnce) this.#taken++;
    else if (this.#waiting.length >= this.waiting) return null;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = this.#waiting.shift();
      if (next) next(); // it has this turn
      else this.#taken--;
    }
  }
}
