/** The services as processes of this one: for a plain user, where there is no systemd. */
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { KeptProcess } from "../../stack/kept_process.ts";
import { stopOrphanedPostgres } from "../../stack/postgres.ts";
import { end, lines, relay, until } from "../../stack/processes.ts";
import { StackError } from "../../stack/stack_error.ts";
import { spawnWatched } from "../../stack/watched_program.ts";
import { type Database, isWritable } from "./cluster.ts";
import { environmentFile } from "./environments.ts";
import type { Files } from "./files.ts";
import { serverOf } from "./own_cluster.ts";
import type { Places } from "./places.ts";
import { run } from "./run.ts";
import type { Service } from "./services.ts";

const READY_MS = 30_000;
/** Fast shutdown, immediate shutdown, and none at all. */
const STOP_SIGNALS = ["SIGINT", "SIGQUIT", "SIGKILL"] as const;

/** Receives what a process says. */
type Log = (line: string) => void;

/** Starts a plain user's PostgreSQL. It ends with this process. */
export async function startCluster(
  database: Database,
  places: Places,
  log: Log,
): Promise<AsyncDisposable> {
  await stopOrphanedPostgres(places.cluster, log);
  const [program, ...args] = serverOf(database, places);
  const child = new Deno.Command(program, {
    args,
    env: { LC_ALL: "C.UTF-8" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
    detached: true, // Ctrl-C reaches this process alone, which stops its parts in order.
  }).spawn();
  const takeAlong = () => child.kill("SIGQUIT");
  addEventListener("unload", takeAlong);
  let hasEnded = false;
  child.status.then(() => {
    hasEnded = true;
    removeEventListener("unload", takeAlong);
  });
  // While it starts it refuses who asks whether it has.
  const refused = / FATAL: +the database system is /;
  void (async () => {
    for await (const line of lines(child.stderr)) {
      if (/ (ERROR|FATAL|PANIC|WARNING): /.test(line) && !refused.test(line)) {
        log(`[postgres] ${line}`);
      }
    }
  })();
  if (!await until(() => isWritable(database), READY_MS, () => hasEnded)) {
    await end(child, STOP_SIGNALS, 4_000);
    throw new StackError("PostgreSQL does not become ready; see its lines above.");
  }
  return { [Symbol.asyncDispose]: () => end(child, STOP_SIGNALS, 10_000) };
}

/** Starts all services and nginx. They end with this process, and are started again when they end by themselves. */
export function startServices(
  places: Places,
  services: readonly Service[],
  nginxConf: string,
  log: Log,
): AsyncDisposable {
  const kept = [
    ...services.map(({ name, command }) =>
      keep(name, command, () => variablesOf(places, name), log)
    ),
    keep("nginx", [...nginxCommand(nginxConf)], () => ({}), log),
  ];
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(kept.map((process) => process.close()));
    },
  };
}

/** Variables of a service, as its file has them. */
export function variablesOf(places: Places, service: string): Record<string, string> {
  return parseEnv(Deno.readTextFileSync(environmentFile(places, service))) as Record<
    string,
    string
  >;
}

/** Writes what nginx needs around its site to be no system's service. */
export async function writeOwnNginx(places: Places, files: Files): Promise<string> {
  const path = join(dirname(dirname(places.nginxSite)), "nginx.conf");
  const temporary = join(dirname(places.nginxLog), "temporary");
  await Deno.mkdir(temporary, { recursive: true });
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  await files.put(
    path,
    `daemon off;
master_process off;
pid ${temporary}/pid;
error_log stderr warn;
events {}
http {
    ${folders.map((name) => `${name}_temp_path ${temporary}/${name};`).join("\n    ")}
    include ${places.nginxSite};
}
`,
  );
  await run(["/usr/sbin/nginx", ...nginxCommand(path).slice(1), "-t", "-q"]);
  return path;
}

function nginxCommand(path: string): [string, ...string[]] {
  return ["/usr/sbin/nginx", "-e", "stderr", "-c", path];
}

function keep(
  name: string,
  command: readonly [string, ...string[]],
  variables: () => Readonly<Record<string, string>>,
  log: Log,
): KeptProcess {
  const start = () => {
    const child = spawnWatched(command, {
      env: { ...surroundings(), ...variables() },
      clearEnv: true,
      detached: true,
    });
    relay(child, name, log);
    return child;
  };
  return new KeptProcess(name, start, log);
}

/** Variables by which Deno finds its cache. */
function surroundings(): Record<string, string> {
  const names = ["DENO_DIR", "HOME", "PATH"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}
