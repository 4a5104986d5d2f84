// An installation of deploy/self_hosted, of a plain user and without systemd.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { type ServerUser, serverUser } from "../../../stack/postgres_cluster.ts";
import { end, LAST_PORT, lines, portIsFree } from "../../../stack/processes.ts";
import { stopOrphanedPostgres } from "../../../stack/postgres.ts";
import { ownEnvironment } from "../http/function.ts";

const MAIN = fileURLToPath(new URL("../../../deploy/self_hosted/main.ts", import.meta.url));
const FIRST_PORT = LAST_PORT + 1;
/** Ports of an installation, and its public one. */
const PORTS = 21;

/** A run of the script: its lines, and how it ended. */
export interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
}

/** An `up` that serves. */
export interface Serving {
  /** Lines before it said `ready`, without those of its services. */
  readonly before: readonly string[];
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** A folder below which an installation lies. */
export interface OwnInstallation extends AsyncDisposable {
  readonly directory: string;
  readonly baseUrl: string;
  /** The first of its ports; they end before the public one. */
  readonly portsFrom: number;
  /** A port that nobody has. */
  readonly sparePort: number;
  /** Prefix of a program that is to run as the installation's user. */
  readonly user: ServerUser["prefix"];
  /** Addresses and keys, as the recipe writes them. */
  env(): Promise<Record<string, string>>;
  /** Writes the settings: those of a test, and further ones. */
  set(further?: Readonly<Record<string, string>>): Promise<void>;
  /** Runs the script to its end. */
  run(...args: string[]): Promise<Ended>;
  /** Runs `up` until it serves; fails with what it said where it ends before. */
  up(migrations: string): Promise<Serving>;
}

/** A place for an installation; nothing of it is left behind. */
export async function ownInstallation(
  settings: Readonly<Record<string, string>>,
): Promise<OwnInstallation> {
  const directory = await Deno.makeTempDir({ prefix: "staffing-own-" });
  const user = await serverUser(Deno.execPath(), join(directory, "data"));
  if (user.owner) await Deno.chown(directory, user.owner.uid, user.owner.gid);
  const portsFrom = freePorts(PORTS + 1);
  const publicPort = portsFrom + PORTS - 1;
  const baseUrl = `http://127.0.0.1:${publicPort}`;
  const etc = join(directory, "etc/staffing");
  const running = new Set<Deno.ChildProcess>();

  const spawn = (args: readonly string[]) => {
    const [program = "", ...before] = [...user.prefix, Deno.execPath()];
    const child = new Deno.Command(program, {
      args: [
        ...before,
        "run",
        "--no-check",
        "--quiet",
        "--allow-all",
        MAIN,
        ...args,
        "--under",
        directory,
      ],
      clearEnv: true,
      env: ownEnvironment(),
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    running.add(child);
    child.status.then(() => running.delete(child));
    return child;
  };
  const collect = (child: Deno.ChildProcess, take: (line: string) => void) =>
    Promise.all([child.stdout, child.stderr].map(async (stream) => {
      for await (const line of lines(stream)) take(line);
    }));
  return {
    directory,
    baseUrl,
    portsFrom,
    sparePort: publicPort + 1,
    user: user.prefix,
    env: async () =>
      parseEnv(await Deno.readTextFile(join(etc, "staffing.env"))) as Record<string, string>,
    set: async (further = {}) => {
      await Deno.mkdir(etc, { recursive: true });
      const all = {
        PUBLIC_URL: baseUrl,
        PORTS_FROM: String(portsFrom),
        ...settings,
        ...further,
      };
      await Deno.writeTextFile(
        join(etc, "settings.env"),
        Object.entries(all).map(([name, value]) => `${name}=${value}\n`).join(""),
      );
      for (const path of [join(directory, "etc"), etc, join(etc, "settings.env")]) {
        if (user.owner) await Deno.chown(path, user.owner.uid, user.owner.gid);
      }
    },
    run: async (...args) => {
      const child = spawn(args);
      const said: string[] = [];
      await collect(child, (line) => said.push(line));
      return { code: (await child.status).code, lines: said };
    },
    up: async (migrations) => {
      const child = spawn(["up", "--migrations", migrations]);
      const said: string[] = [];
      const ready = Promise.withResolvers<boolean>();
      const collected = collect(child, (line) => {
        said.push(line);
        if (line === "ready") ready.resolve(true);
      }).then(() => ready.resolve(false));
      if (!await ready.promise) throw new Error(said.join("\n"));
      return {
        before: said.slice(0, said.indexOf("ready")).filter((line) => !line.startsWith("[")),
        lines: said,
        stop: async () => {
          await end(child, ["SIGTERM", "SIGKILL"], 20_000);
          await collected;
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...running].map((child) => end(child, ["SIGTERM", "SIGKILL"], 20_000)));
      await stopOrphanedPostgres(join(directory, "var/lib/postgresql/15/main"));
      await Deno.remove(directory, { recursive: true });
    },
  };
}

/** The first of some free ports in a row, which nobody else takes between two starts. */
function freePorts(count: number): number {
  for (;;) {
    const first = FIRST_PORT + Math.floor(Math.random() * (4_000 - count));
    const all = Array.from({ length: count }, (_, at) => first + at);
    if (all.every(portIsFree)) return first;
  }
}
