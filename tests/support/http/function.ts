import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, lines } from "../../../stack/processes.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const POLL_MS = 20;

/** A function's real index.ts in a process of a test's own. */
export interface FunctionUnderTest {
  /** Its address, `http://127.0.0.1:…/cron-lock-ended`. */
  readonly url: string;
  /** Everything it wrote to stdout and stderr, line by line. */
  readonly output: readonly string[];
  /** Its end; `output` is whole by then. */
  readonly status: Promise<Deno.CommandStatus>;
  kill(signal: Deno.Signal): void;
}

/** One that runs until it is ended. */
export interface StartedFunction extends FunctionUnderTest {
  end(): Promise<void>;
}

/**
 * Runs a test with a function as a process that has just these variables, and ends it afterwards.
 * Unlike in the stack it may read any variable, so that an unset one is unset and not forbidden. Settled
 * for the test once it listens or has ended.
 */
export async function withFunction<T>(
  name: string,
  variables: Readonly<Record<string, string>>,
  test: (fn: FunctionUnderTest) => Promise<T>,
): Promise<T> {
  const fn = await startFunction(name, variables);
  try {
    return await test(fn);
  } finally {
    await fn.end();
  }
}

/** Starts a function as {@link withFunction} does. Settled once it listens or has ended. */
export async function startFunction(
  name: string,
  variables: Readonly<Record<string, string>>,
): Promise<StartedFunction> {
  const port = freePort();
  const child = spawn(name, port, variables);
  const output: string[] = [];
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const line of lines(stream)) output.push(line);
  };
  const collected = Promise.all([collect(child.stdout), collect(child.stderr)]);
  const status = child.status.then(async (status) => {
    await collected;
    return status;
  });
  const end = async () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await status;
  };
  await listensOrEnds(port, child);
  const url = `http://127.0.0.1:${port}/${name}`;
  return { url, output, status, kill: (signal) => child.kill(signal), end };
}

function spawn(name: string, port: number, variables: Readonly<Record<string, string>>) {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      "--no-check",
      `--preload=${join(ROOT, "stack", "end_with_stack.ts")}`,
      `--config=${join(ROOT, "deno.json")}`,
      "--allow-net=127.0.0.1",
      "--allow-env",
      join(ROOT, "supabase", "functions", name, "index.ts"),
    ],
    clearEnv: true,
    env: { ...ownEnvironment(), ...variables, DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}` },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Environment that a Deno needs to find its cache, and nothing that a test means to leave unset. */
export function ownEnvironment(): Record<string, string> {
  const environment: Record<string, string> = { NO_COLOR: "1" };
  for (const name of ["DENO_DIR", "HOME", "PATH", "XDG_CACHE_HOME"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

/** Settles when a process listens on its port, or has ended. */
export async function listensOrEnds(port: number, child: Deno.ChildProcess): Promise<void> {
  let ended = false;
  child.status.then(() => ended = true);
  while (!ended) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}
