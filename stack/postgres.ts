import { join, resolve } from "node:path";
import { lines } from "./lines.ts";
import { stopOrphanedPostgres } from "./orphan.ts";
import { postgresBinaries } from "./postgres_binaries.ts";
import { freePort, portIsFree } from "./ports.ts";
import { type ServerUser, serverUser } from "./server_user.ts";
import { settled } from "./settled.ts";
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
const SHUTDOWN_MS = 15_000;

/**
 * Starts PostgreSQL on a directory, creating the cluster first when there is none. A server left
 * behind by a killed process is stopped, and a half-made cluster is made anew.
 *
 * @throws StackError when it cannot start, with the server's own reason.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const dataDir = resolve(options.dataDir);
  const password = options.password ?? "postgres";
  const binaries = postgresBinaries();
  await stopOrphanedPostgres(dataDir);
  const port = options.port ?? freePort();
  if (!portIsFree(port)) {
    throw new StackError(
      `Port ${port} (database) is in use: stop what uses it, or set PORT to another number.`,
    );
  }
  await Deno.mkdir(resolve(dataDir, ".."), { recursive: true });
  const user = await serverUser(binaries.postgres, dataDir);
  if (!await exists(join(dataDir, "PG_VERSION"))) {
    await createCluster(binaries.initdb, dataDir, password, user);
  }
  const flags = { ...DEFAULT_FLAGS, port: String(port), ...options.flags };
  const args = ["-D", dataDir, ...Object.entries(flags).flatMap(([k, v]) => ["-c", `${k}=${v}`])];
  for (let attempt = 1;; attempt++) {
    const started = await launch([...user.prefix, binaries.postgres, ...args], options.log);
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

/** Creates the cluster beside its place and moves it there when it is whole. */
async function createCluster(initdb: string, dataDir: string, password: string, user: ServerUser) {
  const making = `${dataDir}.making`;
  const passwordFile = `${dataDir}.password`;
  await Deno.remove(making, { recursive: true }).catch(() => {});
  await Deno.mkdir(making, { mode: 0o700 });
  await Deno.writeTextFile(passwordFile, password, { mode: 0o600 });
  if (user.owner) {
    await Deno.chown(making, user.owner.uid, user.owner.gid);
    await Deno.chown(passwordFile, user.owner.uid, user.owner.gid);
  }
  const [program = "", ...args] = [
    ...user.prefix,
    initdb,
    `--pgdata=${making}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The same order of texts on every machine, whatever locales it has.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  const command = new Deno.Command(program, { args, env: { LC_ALL: "C" }, stdout: "null" });
  const { success, stderr } = await command.output();
  await Deno.remove(passwordFile);
  if (!success) {
    const reason = new TextDecoder().decode(stderr).trim().split("\n").at(-1) ?? "";
    throw new StackError(`The database cluster could not be created in ${dataDir}: ${reason}`);
  }
  await Deno.rename(making, dataDir);
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
    for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
      try {
        process.kill(signal);
      } catch {
        break; // It has ended already.
      }
      if (await settled(ended, SHUTDOWN_MS)) break;
    }
    await ended;
    await reading;
  };
  return { ended, stop };
}

async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}
