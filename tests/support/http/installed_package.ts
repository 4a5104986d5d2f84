import { assert } from "@std/assert";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type NpmPackage, packPackage } from "../../../tools/npm_package.ts";

/** Folder of the packages that npm has. */
export const MODULES = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/**
 * Packs a package of ours as npm does and installs it in a program's folder, with the packages of npm that it asks
 * for and nothing else.
 *
 * @returns folder of what is installed
 */
export async function installPackage(packed: NpmPackage, folder: string): Promise<string> {
  const file = await packPackage(packed, folder);
  const unpacked = join(folder, "unpacked");
  await Deno.mkdir(unpacked);
  await run(folder, "tar", ["-xzf", file, "--strip-components=1", "-C", unpacked]);
  const { name, dependencies } = JSON.parse(
    await Deno.readTextFile(join(unpacked, "package.json")),
  );
  const modules = join(folder, "node_modules");
  for (const needed of Object.keys(dependencies)) {
    await Deno.mkdir(dirname(join(modules, needed)), { recursive: true });
    await Deno.symlink(join(MODULES, needed), join(modules, needed));
  }
  await Deno.rename(unpacked, join(modules, name));
  return join(modules, name);
}

/** Runs a program to its end. */
export async function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1", ...env },
  }).output();
  const output = new TextDecoder().decode(stdout);
  assert(success, output + new TextDecoder().decode(stderr));
  return output;
}
