import { join } from "node:path";
import { serverUser } from "../../../stack/postgres_cluster.ts";
import { end, freePort, lines, until } from "../../../stack/processes.ts";

/** A PgBouncer in transaction mode in front of a server. */
export interface PgBouncer {
  /** The given database through it, with the same user and password. */
  readonly url: string;
  /** Its log so far. */
  readonly log: readonly string[];
  stop(): Promise<void>;
}

const PROGRAM = "/usr/sbin/pgbouncer";
const START_MS = 10_000;
const STOP_MS = 10_000;

/** True if Debian's package pgbouncer is installed. */
export function hasPgBouncer(): Promise<boolean> {
  return Deno.stat(PROGRAM).then(() => true, () => false);
}

/**
 * Starts one: each transaction gets a connection of a small pool and gives it back at its end.
 *
 * @param url a database, as the user who is to get through
 * @param poolSize connections that it opens to the database at most
 */
export async function startPgBouncer(url: string, poolSize: number): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(url);
  const directory = await Deno.makeTempDir({ prefix: "pgbouncer-" });
  const port = freePort();
  const [settings, users] = [join(directory, "pgbouncer.ini"), join(directory, "users.txt")];
  await Deno.writeTextFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await Deno.writeTextFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 100
`,
  );
  // It refuses to be root; whoever may run the server may run it.
  const user = await serverUser(PROGRAM, join(directory, "data"));
  for (const path of [directory, settings, users]) {
    if (user.owner) await Deno.chown(path, user.owner.uid, user.owner.gid);
  }
  const [program = "", ...args] = [...user.prefix, PROGRAM, settings];
  const process = new Deno.Command(program, {
    args,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  })
    .spawn();
  const log: string[] = [];
  const reading = (async () => {
    for await (const line of lines(process.stderr)) log.push(line);
  })();
  const stop = async () => {
    await end(process, ["SIGTERM", "SIGKILL"], STOP_MS);
    await reading;
    await Deno.remove(directory, { recursive: true });
  };
  const isUp = () => Promise.resolve(log.some((line) => line.includes("process up")));
  if (!await until(isUp, START_MS)) {
    await stop();
    throw new Error(`PgBouncer did not start: ${log.join("\n")}`);
  }
  return { url: `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`, log, stop };
}
