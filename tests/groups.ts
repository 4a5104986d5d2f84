/**
 * Modules that load several short test files each. Deno runs each module that it is given in a worker of its own, and
 * to start one takes as long as a test of the database.
 */
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const TOGETHER = 10;
/** Files that take a second or a few each in `deno task test`; an area is the folder below these, if there is one. */
const SHORT = /^tests\/(?<area>(database|unit)(\/[^/]+(?=\/))?)\/.*_test\.ts$/;

/**
 * Writes the modules below a directory, each of up to ten files of an area such as tests/database/billing.
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
  const areaOf = (arg: string) => SHORT.exec(arg)?.groups?.["area"];
  const areas = Map.groupBy(args, areaOf);
  const modules: string[] = [];
  for (const [area, files] of areas) {
    if (area === undefined) continue;
    for (let start = 0; start < files.length; start += TOGETHER) {
      const path = join(directory, `${area}_${start / TOGETHER + 1}_test.ts`);
      await writeModule(path, files.slice(start, start + TOGETHER).map((file) => join(root, file)));
      modules.push(path);
    }
  }
  return [...modules, ...areas.get(undefined) ?? []];
}

async function writeModule(path: string, files: readonly string[]): Promise<void> {
  const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};\n`);
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, imports.join(""));
}
