import { freePort } from "../../../stack/processes.ts";
import { serverUser } from "../../../stack/postgres_cluster.ts";

/** A server of Debian's packages, for what must also hold on an older PostgreSQL. */
export interface DebianPostgres {
  /** As the superuser `postgres`, for the database `postgres`. */
  readonly url: string;
  /** Its log so far. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** A library that the server loads when it starts, of a Debian package of its own. */
export interface PreloadedLibrary {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Starts Debian's PostgreSQL of a major version on a fresh directory.
 *
 * @returns null where the package is not installed
 */
export async function startDebianPostgres(
  major: number,
  library?: PreloadedLibrary,
): Promise<DebianPostgres | null> {
  const bin = `/usr/lib/postgresql/${major}/bin`;
  if (!await exists(`${bin}/initdb`)) return null;
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
  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: "off",
    ...(library && { shared_preload_libraries: library.name, ...library.settings }),
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`).join(" ");
  const log = `${directory}/log`;
  await run(`${bin}/pg_ctl`, "-D", dataDir, "-o", options, "-l", log, "-w", "start");
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    log: () => Deno.readTextFile(log),
    async stop() {
      await run(`${bin}/pg_ctl`, "-D", dataDir, "-m", "fast", "-w", "stop");
      await Deno.remove(directory, { recursive: true });
    },
  };
}

/** True if the package that has a library for a major version of Debian's PostgreSQL is installed. */
export function hasDebianLibrary(major: number, name: string): Promise<boolean> {
  return exists(`/usr/lib/postgresql/${major}/lib/${name}.so`);
}

function exists(path: string): Promise<boolean> {
  return Deno.stat(path).then(() => true, () => false);
}
