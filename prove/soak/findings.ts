/** Findings, once each: what is wrong stays so until the run ends. */
export class Findings {
  readonly #sentences = new Map<string, string>();

  constructor(readonly seed: number) {}

  add(today: string, sentences: readonly string[]): void {
    for (const sentence of sentences) {
      if (this.#sentences.has(sentence)) continue;
      this.#sentences.set(sentence, `${sentence} (on ${today}; --only soak --seed ${this.seed})`);
    }
  }

  get all(): string[] {
    return [...this.#sentences.values()];
  }
}
