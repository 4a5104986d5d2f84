import { end, settled } from "./processes.ts";

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
/** Having run this long, a process that ends is started again at once. */
const SETTLED_MS = 30_000;
const SHUTDOWN_MS = 1_000;

/** A process of the stack that is started again whenever it ends, and said so of. */
export class KeptProcess {
  #child: Deno.ChildProcess;
  #startedAt = 0;
  #delay = FIRST_DELAY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closing = false;
  #hasEnded = false;

  /**
   * @param name what its lines begin with
   * @param spawn starts it
   * @param log receives a line each time it ends
   */
  constructor(
    private readonly name: string,
    private readonly spawn: () => Deno.ChildProcess,
    private readonly log: (line: string) => void,
  ) {
    this.#child = this.#start();
  }

  /** True if it is not running at this moment, or is not to run any more. */
  get isDown(): boolean {
    return this.#hasEnded || this.#closing;
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  /** Ends it: first asked to, then made to. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#timer);
    await settled(end(this.#child, ["SIGTERM", "SIGKILL"], SHUTDOWN_MS), 2 * SHUTDOWN_MS);
  }

  #start(): Deno.ChildProcess {
    const child = this.spawn();
    this.#startedAt = Date.now();
    this.#hasEnded = false;
    child.status.then(({ code, signal }) => this.#ended(signal ?? `exit code ${code}`));
    return child;
  }

  #ended(how: string): void {
    this.#hasEnded = true;
    if (this.#closing) return;
    if (Date.now() - this.#startedAt > SETTLED_MS) this.#delay = FIRST_DELAY_MS;
    this.log(`[${this.name}] ended (${how}); starting again in ${this.#delay / 1000} s`);
    this.#timer = setTimeout(() => this.#child = this.#start(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY_MS);
  }
}
