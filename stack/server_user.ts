import { dirname } from "node:path";
import { StackError } from "./stack_error.ts";

/** How to run the server's programs so that PostgreSQL, which refuses to be root, accepts it. */
export interface ServerUser {
  /** What goes before a program, such as `setpriv …`. Empty: run it as it is. */
  readonly prefix: readonly string[];
  /** Whom the data directory has to belong to. Null: whoever runs the stack. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

const ROOT = 0;
/** Lets a process pass through directories that only root may enter. Docker grants the second. */
const PASSING_CAPABILITIES = ["dac_read_search", "dac_override"];

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
