import { join } from "node:path";
import type { StackKeys } from "../../stack/keys.ts";
import { binOf, confOf, type Database, databaseAt } from "./cluster.ts";
import type { Files } from "./files.ts";
import type { Places } from "./places.ts";
import { run } from "./run.ts";
import type { Settings } from "./settings.ts";

/** A cluster below the folder of a plain user, made where there is none; somebody has to start it. */
export async function ownCluster(
  settings: Settings,
  places: Places,
  keys: StackKeys,
  files: Files,
): Promise<Database> {
  const bin = binOf(settings);
  await Deno.mkdir(places.backups, { recursive: true, mode: 0o700 });
  await files.put(places.postgresConf, confOf(places));
  if (!await exists(join(places.cluster, "PG_VERSION"))) {
    const making = `${places.cluster}.making`;
    await Deno.remove(making, { recursive: true }).catch(() => {});
    await Deno.mkdir(making, { recursive: true, mode: 0o700 });
    const password = join(places.etc, "initdb.password");
    await files.put(password, keys.databasePassword, 0o600);
    await run([
      join(bin, "initdb"),
      `--pgdata=${making}`,
      "--username=postgres",
      `--pwfile=${password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
    ]);
    await Deno.remove(password);
    await Deno.writeTextFile(
      join(making, "postgresql.conf"),
      `\ninclude '${places.postgresConf}'\n`,
      { append: true },
    );
    await Deno.rename(making, places.cluster);
    files.note(places.cluster);
  }
  return databaseAt(places.ports.postgres, bin, keys);
}

/** The command that serves a plain user's cluster. */
export function serverOf({ bin, port }: Database, { cluster }: Places): [string, ...string[]] {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(port),
  };
  return [
    join(bin, "postgres"),
    "-D",
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

function exists(path: string): Promise<boolean> {
  return Deno.lstat(path).then(() => true, () => false);
}
