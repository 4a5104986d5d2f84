import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { prepareCluster } from "./postgres_cluster.ts";
import {
  end,
  freePort,
  lines,
  portIsFree,
  type RunningProcess,
  runningProcesses,
  settled,
  until,
} from "./processes.ts";
import { StackError } from "./stack_error.ts";

/** Options of startPostgres. */
export interface PostgresOptions {
  /** Directory of the cluster; created when it is not there. Only one server may use it. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; without it a free one. */
  readonly port?: number;
  /** Password of the superuser `postgres`, set when the cluster is created. */
  readonly password?: string;
  /** Server settings such as `{ fsync: "off" }`, on top of the defaults. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Prefix of the server's program, such as `env TZ=UTC`. */
  readonly wrapper?: readonly string[];
  /** Receives each line of the server's log. */
  readonly log?: (line: string) => void;
  /** Receives a line when processes of an earlier server had to be ended. */
  readonly report?: (line: string) => void;
}

/** A running PostgreSQL. */
export interface PostgresServer {
  /** Connection string of the superuser, for the database `postgres`. */
  readonly url: string;
  readonly port: number;
  /** Settles when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, what was committed is on disk. */
  stop(): Promise<void>;
}

/**
 * Wrapper that gives each of the server's processes its memory in pages of 2 MiB, where Linux gives such to who asks.
 * Connections and workers are processes, and spend a fifth of their time on getting memory: far more on a virtual
 * machine without the processor's help.
 */
export const IN_LARGE_PAGES: readonly string[] = [
  "env",
  "GLIBC_TUNABLES=glibc.malloc.hugetlb=1",
];

const DEFAULT_FLAGS = {
  "listen_addresses": "127.0.0.1",
  "unix_socket_directories": "",
  "max_connections": "100",
  "timezone": "UTC",
};
/** Line that the server logs when it takes calls; a standby takes read-only ones. */
const READY = /database system is ready to accept (read-only )?connections/;
/** Fast shutdown, immediate shutdown (the next start recovers), and no shutdown at all. */
const STOP_SIGNALS = ["SIGINT", "SIGQUIT", "SIGKILL"] as const;
/** Time limit of each of the first two: a stack stops within 10 s, whatever was under way. */
const SHUTDOWN_MS = [4_000, 1_500];
const LAST_LINES_MS = 500;
const ORPHAN_SHUTDOWN_MS = 10_000;
/** Processes of a server that was killed end by themselves, unless they are busy or hang. */
const WORKERS_PATIENCE_MS = 3_000;
const WORKERS_END_MS = 5_000;

/**
 * Starts PostgreSQL on a directory, creating the cluster first when there is none. A server left
 * behind by a killed process is stopped, and a half-made cluster is made anew.
 *
 * @throws StackError when it cannot start, with the server's own reason.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const dataDir = resolve(options.dataDir);
  const password = options.password ?? "postgres";
  await stopOrphanedPostgres(dataDir, options.report);
  const port = options.port ?? freePort();
  if (!portIsFree(port)) {
    throw new StackError(
      `Port ${port} (database) is in use: stop what uses it, or set PORT to another number.`,
    );
  }
  const command = await prepareCluster(dataDir, password, options.wrapper);
  const flags = {
    ...DEFAULT_FLAGS,
    port: String(port),
    cluster_name: await clusterName(dataDir),
    ...options.flags,
  };
  const settings = Object.entries(flags).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const started = await launch([...command, ...settings], options.log);
  if (typeof started === "string") {
    throw new StackError(`PostgreSQL did not start on ${dataDir}: ${started}`);
  }
  const url = `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  return { url, port, ...started };
}

/** Runs the server until it is ready; or gives its reason when it ends before. */
async function launch(commandLine: readonly string[], log: (line: string) => void = () => {}) {
  const [program = "", ...args] = commandLine;
  // Detached: Ctrl-C reaches the stack alone, which stops its parts in order.
  const process = new Deno.Command(program, {
    args,
    env: { LC_ALL: "C" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
    detached: true,
  }).spawn();
  // Whoever calls Deno.exit without stopping the server first takes it along all the same.
  const takeAlong = () => process.kill("SIGQUIT");
  addEventListener("unload", takeAlong);
  const ended = process.status.then(() => removeEventListener("unload", takeAlong));
  const complaints: string[] = [];
  const outcome = Promise.withResolvers<boolean>();
  const reading = (async () => {
    for await (const line of lines(process.stderr)) {
      log(line);
      if (/\b(FATAL|ERROR|PANIC):/.test(line)) complaints.push(line.replace(/^.*?: {2}/, ""));
      if (READY.test(line)) outcome.resolve(true);
    }
    outcome.resolve(false);
  })();
  if (!await outcome.promise) {
    await ended;
    return complaints.join("; ") || "it ended without a word";
  }
  const stop = async () => {
    await end(process, STOP_SIGNALS, SHUTDOWN_MS);
    await ended;
    // Of a server that had to be killed, a process may hold the log open.
    await settled(reading, LAST_LINES_MS);
  };
  return { ended, stop };
}

/**
 * Ends what a killed stack left running on this data directory: the server, and processes of a server
 * that was killed itself, which hold its shared memory as long as they are there. Only processes that
 * are PostgreSQL's on this very directory are touched: after a restart of the machine a number may
 * belong to anyone.
 *
 * @param report receives a line when processes did not end by themselves
 * @throws StackError naming those that cannot be ended.
 */
export async function stopOrphanedPostgres(
  dataDir: string,
  report: (line: string) => void = () => {},
): Promise<void> {
  await stopOrphanedServer(dataDir);
  const name = await clusterName(dataDir).catch(() => null);
  if (name === null) return;
  const isOver = async () => (await workersOf(name)).length === 0;
  if (await until(isOver, WORKERS_PATIENCE_MS)) return;
  const workers = await workersOf(name);
  report(`ending what the last PostgreSQL left behind: ${numbers(workers)}`);
  for (const { pid } of workers) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile, or is another user's: then it is named below.
    }
  }
  if (await until(isOver, WORKERS_END_MS)) return;
  throw new StackError(
    `Processes of an earlier PostgreSQL on ${dataDir} cannot be ended: end ${
      numbers(await workersOf(name))
    }, then start again.`,
  );
}

/** Ends a whole server, or clears the lock file of one that is gone. */
async function stopOrphanedServer(dataDir: string): Promise<void> {
  const lockFile = join(dataDir, "postmaster.pid");
  const text = await Deno.readTextFile(lockFile).catch(() => "");
  const pid = Number.parseInt(text, 10);
  if (!Number.isInteger(pid) || pid < 2) return;
  if (!await isPostgresOn(pid, dataDir)) {
    await Deno.remove(lockFile).catch(() => {});
    return;
  }
  for (const signal of STOP_SIGNALS) {
    try {
      Deno.kill(pid, signal);
    } catch {
      return;
    }
    if (await until(async () => !await isPostgresOn(pid, dataDir), ORPHAN_SHUTDOWN_MS)) return;
  }
}

/** True if this process is a PostgreSQL server whose data directory is `dataDir`. */
async function isPostgresOn(pid: number, dataDir: string): Promise<boolean> {
  const resolved = await Deno.realPath(dataDir).catch(() => dataDir);
  const command = (await runningProcesses()).find((process) => process.pid === pid)?.command ?? "";
  return /\bpostgres\b/.test(command) &&
    (command.includes(dataDir) || command.includes(resolved));
}

/** The name by which a server's processes say whose they are; each directory has its own. */
async function clusterName(dataDir: string): Promise<string> {
  const digest = createHash("sha256").update(await Deno.realPath(dataDir)).digest("hex");
  return `stack-${digest.slice(0, 16)}`;
}

/** The processes of a server beside the first one: `postgres: stack-1f…: checkpointer`. */
async function workersOf(clusterName: string): Promise<RunningProcess[]> {
  const title = `postgres: ${clusterName}: `;
  return (await runningProcesses()).filter(({ command }) => command.startsWith(title));
}

function numbers(processes: readonly RunningProcess[]): string {
  return processes.map(({ pid, command }) => `process ${pid} (${command.trim()})`).join(", ");
}
