import { fileURLToPath } from "node:url";

const ROOT = new URL("../..", import.meta.url);

/** Tests that the mutants of a file are given to, in two helpings. */
export interface TestsOf {
  /** Those of the file's own folder, and the races of its area. */
  readonly own: readonly string[];
  /** All others that ask the database. */
  readonly others: readonly string[];
}

/**
 * The tests of a file of the source tree, those first that are named for it. What asks for the tree's text or the
 * catalog, and not for what it does, is left out: it would tell every mutant from the tree.
 */
export function testsOf(path: string, all: readonly string[]): TestsOf {
  const [, area = "whole", name = ""] = /^supabase\/schemas\/(?:(\w+)\/)?(\w+)\.sql$/.exec(path) ??
    [];
  const isOwn = (test: string) =>
    test.startsWith(`tests/database/${area}/`) ||
    test.startsWith("tests/concurrency/") && test.includes(name);
  const isNamed = (test: string) => test.includes(name) ? 0 : 1;
  const own = all.filter(isOwn).sort((one, other) => isNamed(one) - isNamed(other));
  return { own, others: all.filter((test) => !isOwn(test)) };
}

const LEFT_OUT =
  /\/whole\/(schema|generated|replica|faults|soak)\/|_command_test\.ts$|pg_cron|pgbouncer|killed/;

/** The test files that ask the database by itself. */
export async function databaseTests(): Promise<string[]> {
  const found = await Promise.all(["tests/database", "tests/concurrency"].map(filesBelow));
  return found.flat().filter((path) => path.endsWith("_test.ts") && !LEFT_OUT.test(path)).sort();
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
