/**
 * Modules that load several short test files each. Deno runs each module that it is given in a worker of its own, and
 * to start one takes as long as a test of the database.
 */
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const TOGETHER = 10;
/** Folders whose test files take a second or a few each. */
const SHORT = /^tests\/(database|unit)\/.*_test\.ts$/;

/**
 * Writes the modules below a directory, each of up to ten files of a folder such as tests/database/billing.
 *
 * @param args of `deno test`
 * @param root folder that their paths are in
 * @returns the arguments with the modules in place of their files
 */
export async function inGroups(
  args: readonly string[],
  root: string,
  directory: string,
): Promise<string[]> {
  const short = args.filter((arg) => SHORT.test(arg));
  const folders = Map.groupBy(short, (file) => file.split("/").slice(1, -1).slice(0, 2).join("/"));
  const modules: string[] = [];
  for (const [folder, files] of folders) {
    for (let start = 0; start < files.length; start += TOGETHER) {
      const path = join(directory, `${folder}_${start / TOGETHER + 1}_test.ts`);
      await writeModule(path, files.slice(start, start + TOGETHER).map((file) => join(root, file)));
      modules.push(path);
    }
  }
  return [...modules, ...args.filter((arg) => !SHORT.test(arg))];
}

async function writeModule(path: string, files: readonly string[]): Promise<void> {
  const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};\n`);
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, imports.join(""));
}
