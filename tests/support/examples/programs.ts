/** The programs of examples/, installed beside the client as npm packs it, in a folder of a test's own. */
import { assert } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLIENT } from "../../../tools/client_package.ts";
import { packPackage } from "../../../tools/npm_package.ts";

const EXAMPLES = fileURLToPath(new URL("../../../examples", import.meta.url));
/** Folders that somebody who tries an example leaves in it. */
const LEFT_BEHIND = ["node_modules", "dist"];
/** The first Node that runs TypeScript as it is. Where the machine's is older, this one comes from npm. */
const NODE = { major: 22, minor: 18, package: "node@22.23.3" };

type Environment = Readonly<Record<string, string>>;

/** Result of a program that has ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. */
export async function run(
  cwd: string,
  [command = "", ...args]: readonly string[],
  env: Environment = {},
): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args,
    cwd,
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** Runs a command that has to end well, and answers what it printed. */
export async function succeed(
  cwd: string,
  command: readonly string[],
  env: Environment = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(cwd, command, env);
  assert(code === 0, `${command.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

/**
 * Copies the examples, as far apart from the packed client as they are in the project. Installs each by its lock file
 * and compiles it.
 *
 * @returns the folder of the copies
 */
export async function installExamples(directory: string): Promise<string> {
  const client = join(directory, "packages/client");
  await Deno.mkdir(client, { recursive: true });
  const packed = await packPackage(CLIENT, directory);
  await succeed(directory, ["tar", "-xzf", packed, "--strip-components=1", "-C", client]);
  const names = [...Deno.readDirSync(EXAMPLES)].filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => name);
  assert(names.length > 3);
  const copies = join(directory, "examples");
  await Promise.all(names.map(async (name) => {
    const copy = join(copies, name);
    await Deno.mkdir(copy, { recursive: true });
    for (const entry of Deno.readDirSync(join(EXAMPLES, name))) {
      if (LEFT_BEHIND.includes(entry.name)) continue;
      await succeed(EXAMPLES, ["cp", "-r", join(name, entry.name), copy]);
    }
    await succeed(copy, ["npm", "ci", "--prefer-offline"]);
    await succeed(copy, ["npm", "run", "check"]);
  }));
  return copies;
}

/** Path of a Node that runs the examples. */
export async function nodeProgram(): Promise<string> {
  const { stdout } = await run("/", ["node", "-p", "process.versions.node"]);
  const [major = 0, minor = 0] = stdout.split(".").map(Number);
  if (major > NODE.major || (major === NODE.major && minor >= NODE.minor)) return "node";
  return (await succeed("/", ["npx", "-y", NODE.package, "-p", "process.execPath"])).trim();
}
