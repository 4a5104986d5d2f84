import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FunctionOptions } from "./functions.ts";
import { lines } from "./lines.ts";
import { freePort } from "./ports.ts";

const PRELOAD = fileURLToPath(new URL("./end_with_stack.ts", import.meta.url));
/** What postgres.js looks up as it starts; none of it is set. */
const LOOKED_UP = ["PG*", "USER", "USERNAME", "LOGNAME"];
const READY_MS = 60_000;
const POLL_MS = 20;
const SHUTDOWN_MS = 5_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
/** Having run this long, a function that ends is started again at once. */
const SETTLED_MS = 30_000;

/** One function's unmodified index.ts in a process of its own, started again when it ends. */
export class FunctionProcess {
  readonly port = freePort();
  #child: Deno.ChildProcess;
  #startedAt = 0;
  #delay = FIRST_DELAY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closing = false;
  #hasEnded = false;

  constructor(private readonly name: string, private readonly options: FunctionOptions) {
    this.#child = this.#start();
  }

  /** Settles when it listens, or has ended before it did. */
  async ready(): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (!this.#hasEnded && !this.#closing && Date.now() < deadline) {
      try {
        (await Deno.connect({ hostname: "127.0.0.1", port: this.port })).close();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    }
    if (!this.#closing) {
      this.options.log(`[${this.name}] does not answer; requests to it get 503 until it does`);
    }
  }

  /** Ends it: first asked to, then made to. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#timer);
    const force = setTimeout(() => kill(this.#child, "SIGKILL"), SHUTDOWN_MS);
    kill(this.#child, "SIGTERM");
    await this.#child.status;
    clearTimeout(force);
  }

  #start(): Deno.ChildProcess {
    const { root, variables, databasePort, runtimeEnvironment, log } = this.options;
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-prompt",
        "--no-check",
        `--preload=${PRELOAD}`,
        `--config=${join(root, "deno.json")}`,
        `--allow-net=127.0.0.1:${databasePort},127.0.0.1:${this.port}`,
        `--allow-env=${[...Object.keys(variables), ...LOOKED_UP].join(",")}`,
        join(root, "supabase", "functions", this.name, "index.ts"),
      ],
      cwd: root,
      clearEnv: true,
      env: {
        ...runtimeEnvironment,
        ...variables,
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${this.port}`,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      detached: true,
    }).spawn();
    this.#startedAt = Date.now();
    this.#hasEnded = false;
    const relay = async (output: ReadableStream<Uint8Array>) => {
      for await (const line of lines(output)) log(`[${this.name}] ${line}`);
    };
    void relay(child.stdout);
    void relay(child.stderr);
    child.status.then(({ code, signal }) => this.#ended(signal ?? `exit code ${code}`));
    return child;
  }

  #ended(how: string): void {
    this.#hasEnded = true;
    if (this.#closing) return;
    if (Date.now() - this.#startedAt > SETTLED_MS) this.#delay = FIRST_DELAY_MS;
    this.options.log(`[${this.name}] ended (${how}); starting again in ${this.#delay / 1000} s`);
    this.#timer = setTimeout(() => this.#child = this.#start(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY_MS);
  }
}

function kill(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended already.
  }
}
