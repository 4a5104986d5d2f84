import { fileURLToPath } from "node:url";
import type { Body } from "./bodies.ts";

const ROOT = new URL("../..", import.meta.url);

/** A test file that asks the database by itself. */
export interface TestFile {
  readonly path: string;
  readonly text: string;
}

/** A test file that passes, with what it took and called when nothing was broken. */
export interface MeasuredTest extends TestFile {
  readonly seconds: number;
  /** Functions that it called, such as `private.void_invoice`. */
  readonly calls: ReadonlySet<string>;
}

/** Time of the tests that a mutant is given to, at most, in seconds of tests that pass. */
const LONGEST = 300;

/**
 * The tests of a function or view, in the order in which they are run: those that call it (of a view: that call a
 * function that names it, or name it themselves). Those named for its file come first, then those of its area, then
 * those that name it (of a view: these before those of its area), and the shorter of two first. What takes five minutes is
 * enough.
 */
export function testsOf(
  body: Pick<Body, "path" | "name" | "isView">,
  bodies: readonly Pick<Body, "name" | "text">[],
  all: readonly MeasuredTest[],
): MeasuredTest[] {
  const [, file = ""] = /(\w+)\.sql$/.exec(body.path) ?? [];
  const names = new RegExp(`\\b(${file}|${body.name.replace(/.*\./, "")})\\b`);
  const callers = body.isView
    ? bodies.filter(({ text }) => names.test(text)).map(({ name }) => name)
    : [body.name];
  const rank = ({ path, text, seconds }: MeasuredTest) =>
    (names.test(path.replace(/_test\.ts$/, "")) ? 0 : 8) + (isOfArea(path, body.path) ? 0 : 2) +
    (names.test(text) ? 0 : body.isView ? 4 : 1) +
    Math.min(seconds / 1000, 0.9);
  const ordered = all
    .filter(({ calls, text }) =>
      callers.some((name) => calls.has(name)) || body.isView && names.test(text)
    )
    .toSorted((one, other) => rank(one) - rank(other));
  let spent = 0;
  return ordered.filter(({ seconds }, index) => (spent += seconds) <= LONGEST || index === 0);
}

/** True if a test stands in the folder of the area that a file of the tree belongs to. */
export function isOfArea(test: string, file: string): boolean {
  const [, area = "whole"] = /^supabase\/schemas\/(\w+)\//.exec(file) ?? [];
  return test.startsWith(`tests/database/${area}/`);
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
