import { fileURLToPath } from "node:url";

const ROOT = new URL("../..", import.meta.url);

/** A test file that asks the database by itself. */
export interface TestFile {
  readonly path: string;
  readonly text: string;
}

/** Tests that the mutants of a function are given to, in two helpings. */
export interface TestsOf {
  /** Those of its area. */
  readonly own: readonly string[];
  /** Those of other areas, and of races, that name it or its file. */
  readonly others: readonly string[];
}

/**
 * The tests of a function or view of the source tree, those first that are named for its file.
 *
 * @param path its file, from the project's root
 * @param name such as `private.void_invoice`
 */
export function testsOf(path: string, name: string, all: readonly TestFile[]): TestsOf {
  const [, area = "whole", file = ""] = /^supabase\/schemas\/(?:(\w+)\/)?(\w+)\.sql$/.exec(path) ??
    [];
  const named = new RegExp(`\\b(${file}|${name.replace(/.*\./, "").replaceAll('"', "")})\\b`);
  const isOwn = (test: TestFile) => test.path.startsWith(`tests/database/${area}/`);
  const isNamed = (test: TestFile) => named.test(test.path) ? 0 : named.test(test.text) ? 1 : 2;
  const pathsOf = (tests: readonly TestFile[]) =>
    tests.toSorted((one, other) => isNamed(one) - isNamed(other)).map(({ path }) => path);
  return {
    own: pathsOf(all.filter(isOwn)),
    others: pathsOf(all.filter((test) => !isOwn(test) && isNamed(test) < 2)),
  };
}

/** Tests that ask for the tree's text or the catalog, or take long: they say nothing of what a function does. */
const LEFT_OUT =
  /\/whole\/(schema|generated|replica|faults|soak)\/|_command_test\.ts$|pg_cron|pgbouncer|killed/;

/** The test files that ask the database by itself. */
export async function databaseTests(): Promise<TestFile[]> {
  const found = await Promise.all(["tests/database", "tests/concurrency"].map(filesBelow));
  const paths = found.flat().filter((path) => path.endsWith("_test.ts") && !LEFT_OUT.test(path));
  return await Promise.all(
    paths.sort().map(async (path) => ({
      path,
      text: await Deno.readTextFile(new URL(path, ROOT)),
    })),
  );
}

async function filesBelow(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const entry of Deno.readDir(fileURLToPath(new URL(`${folder}/`, ROOT)))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) paths.push(...await filesBelow(path));
    else paths.push(path);
  }
  return paths;
}
