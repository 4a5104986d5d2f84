import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { jsonResponse } from "../supabase/functions/_shared/http.ts";
import { forward } from "./gateway.ts";
import { end, freePort, lines, until } from "./processes.ts";

const PRELOAD = fileURLToPath(new URL("./end_with_stack.ts", import.meta.url));
/** What postgres.js looks up as it starts; none of it is set. */
const LOOKED_UP = ["PG*", "USER", "USERNAME", "LOGNAME"];
const READY_MS = 60_000;
const SHUTDOWN_MS = 5_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
/** Having run this long, a function that ends is started again at once. */
const SETTLED_MS = 30_000;

/** What the functions of a project run with. */
export interface FunctionOptions {
  /** The project's root, where deno.json and import_map.json lie. */
  readonly root: string;
  /** What the functions may read: SUPABASE_DB_URL, CRON_SHARED_SECRET, CRON_SHARED_SECRET_PREVIOUS. */
  readonly variables: Readonly<Record<string, string>>;
  /** Port of the database on 127.0.0.1, the only address they may open. */
  readonly databasePort: number;
  /** What their Deno needs, out of their own reach. */
  readonly runtimeEnvironment: Readonly<Record<string, string>>;
  /** Receives their output, line by line. */
  readonly log: (line: string) => void;
}

/** The edge functions, each a process of its own. */
export interface Functions {
  readonly names: readonly string[];
  /** Answers as the named function; 404 when there is none, 503 while it is down. */
  fetch(name: string, path: string, request: Request): Promise<Response>;
  /** Settles when each of them answers, or has failed to start. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Starts every `supabase/functions/<name>/index.ts`. */
export async function startFunctions(options: FunctionOptions): Promise<Functions> {
  const processes = new Map<string, FunctionProcess>();
  for (const name of await functionNames(join(options.root, "supabase", "functions"))) {
    processes.set(name, new FunctionProcess(name, options));
  }
  return {
    names: [...processes.keys()],
    fetch: async (name, path, request) => {
      const process = processes.get(name);
      if (!process) return jsonResponse(404, { error: "not_found" });
      try {
        return await forward(request, { port: process.port, path });
      } catch {
        // Nobody listens there: it ended and is being started again.
        return jsonResponse(503, { error: "function_unavailable" });
      }
    },
    ready: async () => {
      await Promise.all([...processes.values()].map((process) => process.ready()));
    },
    close: async () => {
      await Promise.all([...processes.values()].map((process) => process.close()));
    },
  };
}

/** The folders with an index.ts, without `_shared` and its like. */
async function functionNames(directory: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(directory)) {
    if (!entry.isDirectory || entry.name.startsWith("_")) continue;
    const index = join(directory, entry.name, "index.ts");
    if (await Deno.stat(index).then((file) => file.isFile, () => false)) names.push(entry.name);
  }
  return names.sort();
}

/** One function's unmodified index.ts in a process of its own, started again when it ends. */
class FunctionProcess {
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
    const isInVain = () => this.#hasEnded || this.#closing;
    const listens = await until(() => this.#listens(), READY_MS, isInVain);
    if (!listens && !this.#closing) {
      this.options.log(`[${this.name}] does not answer; requests to it get 503 until it does`);
    }
  }

  /** Ends it: first asked to, then made to. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#timer);
    await end(this.#child, ["SIGTERM", "SIGKILL"], SHUTDOWN_MS);
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

  async #listens(): Promise<boolean> {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port: this.port })).close();
      return true;
    } catch {
      return false;
    }
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
