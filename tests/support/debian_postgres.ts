import { freePort } from "../../stack/ports.ts";
import { serverUser } from "../../stack/server_user.ts";

/** A server of Debian's packages, for what must also hold on an older PostgreSQL. */
export interface DebianPostgres {
  /** As the superuser `postgres`, for the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts Debian's PostgreSQL of a major version on a fresh directory.
 *
 * @returns null where the package is not installed
 */
export async function startDebianPostgres(major: number): Promise<DebianPostgres | null> {
  const bin = `/usr/lib/postgresql/${major}/bin`;
  if (!await Deno.stat(`${bin}/initdb`).then(() => true, () => false)) return null;
  const directory = await Deno.makeTempDir({ prefix: `postgres-${major}-` });
  const dataDir = `${directory}/data`;
  const user = await serverUser(`${bin}/postgres`, dataDir);
  if (user.owner) await Deno.chown(directory, user.owner.uid, user.owner.gid);
  const port = freePort();
  const run = async (...command: string[]) => {
    const [program = "", ...args] = [...user.prefix, ...command];
    const { success, stderr } = await new Deno.Command(program, { args, stdout: "null" }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  };
  await run(`${bin}/initdb`, "-D", dataDir, "-U", "postgres", "--auth=trust", "--no-sync");
  const settings =
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  const log = `${directory}/log`;
  await run(`${bin}/pg_ctl`, "-D", dataDir, "-o", settings, "-l", log, "-w", "start");
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await run(`${bin}/pg_ctl`, "-D", dataDir, "-m", "fast", "-w", "stop");
      await Deno.remove(directory, { recursive: true });
    },
  };
}
