import { join } from "node:path";
import { FunctionProcess } from "./function_process.ts";
import { forward } from "./forward.ts";
import { json } from "./answers.ts";

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
      if (!process) return json(404, { error: "not_found" });
      try {
        return await forward(request, { port: process.port, path });
      } catch {
        // Nobody listens there: it ended and is being started again.
        return json(503, { error: "function_unavailable" });
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
