import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LAST_PORT, lines, portIsFree } from "../../../stack/processes.ts";
import { stopOrphanedPostgres } from "../../../stack/postgres.ts";
import { ownEnvironment } from "./function.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const READY = "ready";
/**
 * Above those that are handed out in turn and those of installations (4,000), and below those that systems hand out to
 * clients, so that nobody takes one between two starts.
 */
const FIRST_PORT = LAST_PORT + 4_001;
const PORTS = 6_000;

/** `deno task start` as a process of a test's own. */
export interface StackProcess {
  readonly pid: number;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  /** True when it said `ready`, false when it ended before. */
  readonly ready: Promise<boolean>;
  /** Its end; its output is whole by then. */
  readonly status: Promise<Deno.CommandStatus>;
  kill(signal: Deno.Signal): void;
}

/** Folder in which the stacks of a test live, one after the other. */
export interface StackPlace {
  readonly directory: string;
  readonly dataDir: string;
  /** The gateway's; the database takes the next one. */
  readonly port: number;
  readonly baseUrl: string;
  /** Starts a stack here, with further or other variables, from another copy of the project if need be. */
  start(variables?: Readonly<Record<string, string>>, root?: string): StackProcess;
}

/** Runs a test with a place for stacks, and leaves nothing of them behind. */
export async function withStackPlace(test: (place: StackPlace) => Promise<void>): Promise<void> {
  const place = await makeStackPlace();
  try {
    await test(place);
  } finally {
    await place.leave();
  }
}

/** A place for stacks until it is left: then nothing of them is left behind. */
export async function makeStackPlace(): Promise<StackPlace & { leave(): Promise<void> }> {
  const directory = await Deno.makeTempDir({ prefix: "staffing-test-" });
  const dataDir = join(directory, "data");
  const port = freePortPair();
  const started: StackProcess[] = [];
  const start: StackPlace["start"] = (variables = {}, root = ROOT) => {
    const stack = startStack(root, { DATA_DIR: dataDir, PORT: String(port), ...variables });
    started.push(stack);
    return stack;
  };
  const leave = async () => {
    for (const stack of started) {
      stack.kill("SIGKILL");
      await stack.status;
    }
    await stopOrphanedPostgres(join(dataDir, "postgres"));
    await Deno.remove(directory, { recursive: true });
  };
  return { directory, dataDir, port, baseUrl: `http://127.0.0.1:${port}`, start, leave };
}

/** stack.env as a program reads it; none of the values made by a stack needs quotes. */
export async function stackEnv(place: StackPlace): Promise<Record<string, string>> {
  const text = await Deno.readTextFile(join(place.dataDir, "stack.env"));
  const entries = text.trim().split("\n").map((line) => {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return [name, value] as const;
  });
  return Object.fromEntries(entries);
}

/** The processes that have this text in their command line, by the system's own account. */
export async function processesWith(text: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-A", "-ww", "-o", "args="] }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.includes(text));
}

function startStack(root: string, variables: Readonly<Record<string, string>>): StackProcess {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", join(root, "stack", "main.ts")],
    cwd: root,
    clearEnv: true,
    env: { ...ownEnvironment(), SEED: "none", CONSOLE: "off", ...variables },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const ready = Promise.withResolvers<boolean>();
  const collect = async (stream: ReadableStream<Uint8Array>, into: string[]) => {
    for await (const line of lines(stream)) {
      into.push(line);
      if (line === READY) ready.resolve(true);
    }
  };
  const collected = Promise.all([collect(child.stdout, stdout), collect(child.stderr, stderr)]);
  const status = child.status.then(async (status) => {
    await collected;
    ready.resolve(false);
    return status;
  });
  const kill = (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch {
      // It has ended already.
    }
  };
  return { pid: child.pid, stdout, stderr, ready: ready.promise, status, kill };
}

function freePortPair(): number {
  for (;;) {
    const port = FIRST_PORT + 2 * Math.floor(Math.random() * PORTS / 2);
    if (portIsFree(port) && portIsFree(port + 1)) return port;
  }
}
