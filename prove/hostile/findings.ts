import { messageOf } from "../../stack/stack_error.ts";

/** Findings, collected by their kind, so that a thousand of a kind are one. */
export class Findings {
  readonly #first = new Map<string, { sentence: string; times: number }>();

  /**
   * @param what the kind of finding, without values
   * @param again what brings it back: the call, and what came of it
   */
  add(what: string, again: string): void {
    const kept = this.#first.get(what);
    if (kept === undefined) this.#first.set(what, { sentence: `${what}: ${again}`, times: 1 });
    else kept.times++;
  }

  /**
   * Works; what is thrown, as by a lost connection, is a finding, and loses no other one. Answers null then.
   *
   * @param work what is done, as a name
   * @param last what was under way, told once something is thrown
   */
  async during<T>(
    name: string,
    work: () => Promise<T>,
    last: () => string = () => "nothing else was under way",
  ): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      this.add(`${name} ended: ${shown(messageOf(error), 300)}`, last());
      return null;
    }
  }

  /** Takes what is thrown where nobody waits, as by a connection that the server ended, as findings while this works. */
  async watching<T>(work: () => Promise<T>): Promise<T> {
    const take = (event: ErrorEvent | PromiseRejectionEvent) => {
      event.preventDefault();
      const thrown = event instanceof ErrorEvent ? event.error : event.reason;
      const stack = thrown instanceof Error ? thrown.stack : undefined;
      this.add(`thrown where nobody waits: ${shown(messageOf(thrown), 300)}`, shown(stack ?? ""));
    };
    addEventListener("error", take);
    addEventListener("unhandledrejection", take);
    try {
      return await work();
    } finally {
      removeEventListener("error", take);
      removeEventListener("unhandledrejection", take);
    }
  }

  /** A sentence each, the most frequent first. */
  sentences(): string[] {
    return [...this.#first.values()].sort((a, b) => b.times - a.times).map(({ sentence, times }) =>
      times === 1 ? sentence : `${sentence} (${times} times)`
    );
  }
}

/** A text that is printed: not longer than people read, and without what terminals obey. */
export function shown(text: string, length = 1_500): string {
  const plain = text.replaceAll(/\p{Cc}+/gu, " ");
  return plain.length <= length ? plain : `${plain.slice(0, length)}… (${plain.length} characters)`;
}
