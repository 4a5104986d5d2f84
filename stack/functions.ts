import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { jsonResponse } from "../supabase/functions/_shared/http.ts";
import { forward } from "./gateway.ts";
import { KeptProcess } from "./kept_process.ts";
import { freePort, relay, until } from "./processes.ts";
import type { Surroundings } from "./surroundings.ts";

const PRELOAD = fileURLToPath(new URL("./end_with_stack.ts", import.meta.url));
/** Variables that postgres.js looks up as it starts; none of it is set. */
const LOOKED_UP = ["PG*", "USER", "USERNAME", "LOGNAME"];
const READY_MS = 60_000;

/** Environment of a project's functions. */
export interface FunctionOptions {
  /** The project's root, where deno.json and import_map.json lie. */
  readonly root: string;
  /** Environment of a function, by its name. */
  readonly surroundings: (name: string) => Surroundings;
  /** Variables that their Deno needs, out of their own reach. */
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
  readonly #process: KeptProcess;

  constructor(private readonly name: string, private readonly options: FunctionOptions) {
    this.#process = new KeptProcess(name, () => this.#spawn(), options.log);
  }

  /** Settles when it listens, or has ended before it did. */
  async ready(): Promise<void> {
    const listens = await until(() => this.#listens(), READY_MS, () => this.#process.isDown);
    if (!listens && !this.#process.isClosing) {
      this.options.log(`[${this.name}] does not answer; requests to it get 503 until it does`);
    }
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  #spawn(): Deno.ChildProcess {
    const { root, surroundings, runtimeEnvironment, log } = this.options;
    const { variables, reaches } = surroundings(this.name);
    const own = `127.0.0.1:${this.port}`;
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-prompt",
        "--no-check",
        `--preload=${PRELOAD}`,
        `--config=${join(root, "deno.json")}`,
        reaches === "everything" ? "--allow-net" : `--allow-net=${reaches},${own}`,
        `--allow-env=${[...Object.keys(variables), ...LOOKED_UP, "STACK_PID"].join(",")}`,
        join(root, "supabase", "functions", this.name, "index.ts"),
      ],
      cwd: root,
      clearEnv: true,
      env: {
        ...runtimeEnvironment,
        ...variables,
        STACK_PID: String(Deno.pid),
        DENO_SERVE_ADDRESS: `tcp:${own}`,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      detached: true,
    }).spawn();
    relay(child, this.name, log);
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
}
