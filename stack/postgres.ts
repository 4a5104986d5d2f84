import { join, resolve } from "node:path";
import { prepareCluster } from "./postgres_cluster.ts";
import { end, freePort, lines, portIsFree, until } from "./processes.ts";
import { StackError } from "./stack_error.ts";

/** What startPostgres needs to know. */
export interface PostgresOptions {
  /** Directory of the cluster; created when it is not there. Only one server may use it. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; without it a free one. */
  readonly port?: number;
  /** Password of the superuser `postgres`, set when the cluster is created. */
  readonly password?: string;
  /** Server settings such as `{ fsync: "off" }`, on top of the defaults. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Receives each line of the server's log. */
  readonly log?: (line: string) => void;
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

const DEFAULT_FLAGS = {
  "listen_addresses": "127.0.0.1",
  "unix_socket_directories": "",
  "max_connections": "100",
  "timezone": "UTC",
};
const READY = "database system is ready to accept connections";
/** A server whose parent was killed takes a moment to give its shared memory back. */
const STILL_ENDING = "pre-existing shared memory block";
const ATTEMPTS = 10;
const RETRY_MS = 500;
/** Fast shutdown, immediate shutdown, and no shutdown at all. */
const STOP_SIGNALS = ["SIGINT", "SIGQUIT", "SIGKILL"] as const;
const SHUTDOWN_MS = 15_000;
const ORPHAN_SHUTDOWN_MS = 10_000;

/**
 * Starts PostgreSQL on a directory, creating the cluster first when there is none. A server left
 * behind by a killed process is stopped, and a half-made cluster is made anew.
 *
 * @throws StackError when it cannot start, with the server's own reason.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const dataDir = resolve(options.dataDir);
  const password = options.password ?? "postgres";
  await stopOrphanedPostgres(dataDir);
  const port = options.port ?? freePort();
  if (!portIsFree(port)) {
    throw new StackError(
      `Port ${port} (database) is in use: stop what uses it, or set PORT to another number.`,
    );
  }
  const flags = { ...DEFAULT_FLAGS, port: String(port), ...options.flags };
  const command = [
    ...await prepareCluster(dataDir, password),
    ...Object.entries(flags).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  for (let attempt = 1;; attempt++) {
    const started = await launch(command, options.log);
    if (typeof started !== "string") {
      const url = `postgresql://postgres:${
        encodeURIComponent(password)
      }@127.0.0.1:${port}/postgres`;
      return { url, port, ...started };
    }
    if (!started.includes(STILL_ENDING) || attempt === ATTEMPTS) {
      throw new StackError(`PostgreSQL did not start on ${dataDir}: ${started}`);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
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
      if (line.includes(READY)) outcome.resolve(true);
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
    await reading;
  };
  return { ended, stop };
}

/**
 * Ends a PostgreSQL that a killed stack left running on this data directory, and clears the
 * lock file of one that is gone. Only a process that is PostgreSQL on this very directory is
 * touched: after a restart of the machine its number may belong to anyone.
 *
 * @returns whether one was running.
 */
export async function stopOrphanedPostgres(dataDir: string): Promise<boolean> {
  const lockFile = join(dataDir, "postmaster.pid");
  const text = await Deno.readTextFile(lockFile).catch(() => "");
  const pid = Number.parseInt(text, 10);
  if (!Number.isInteger(pid) || pid < 2) return false;
  if (!await isPostgresOn(pid, dataDir)) {
    await Deno.remove(lockFile).catch(() => {});
    return false;
  }
  for (const signal of STOP_SIGNALS) {
    try {
      Deno.kill(pid, signal);
    } catch {
      return true;
    }
    if (await until(async () => !await isPostgresOn(pid, dataDir), ORPHAN_SHUTDOWN_MS)) return true;
  }
  return true;
}

/** Whether this process is a PostgreSQL server whose data directory is `dataDir`. */
async function isPostgresOn(pid: number, dataDir: string): Promise<boolean> {
  const command = await commandLine(pid);
  const resolved = await Deno.realPath(dataDir).catch(() => dataDir);
  return /\bpostgres\b/.test(command) &&
    (command.includes(dataDir) || command.includes(resolved));
}

async function commandLine(pid: number): Promise<string> {
  try {
    return (await Deno.readTextFile(`/proc/${pid}/cmdline`)).replaceAll("\0", " ");
  } catch {
    if (Deno.build.os === "linux") return "";
  }
  const ps = new Deno.Command("ps", { args: ["-o", "command=", "-p", String(pid)] });
  return new TextDecoder().decode((await ps.output()).stdout);
}
