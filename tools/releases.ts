import { join } from "node:path";
import { fileName, type Migration, readMigrations } from "../stack/schema/migrations.ts";

/** A released version: what its dump in `tests/upgrade/releases/` says. */
export interface Release {
  /** Such as `0.9.0`. */
  readonly version: string;
  /** Path of the dump. */
  readonly dump: string;
  /** The migrations that had been applied to the database that was dumped, in order. */
  readonly migrations: readonly Migration[];
}

/** Folder of the dumps, below the project's root. */
export const RELEASES = "tests/upgrade/releases";
const MIGRATIONS = "supabase/migrations";

/**
 * The released versions, oldest first: a version is released when its dump is there.
 *
 * @throws Error for a dump without the history of migrations.
 */
export async function readReleases(root: string): Promise<Release[]> {
  const releases: Release[] = [];
  const folder = join(root, RELEASES);
  if (!await Deno.stat(folder).then(() => true, () => false)) return [];
  for await (const entry of Deno.readDir(folder)) {
    const [, version] = /^(\d+\.\d+\.\d+)\.sql$/.exec(entry.name) ?? [];
    if (version === undefined) continue;
    const dump = join(folder, entry.name);
    const migrations = historyOf(await Deno.readTextFile(dump));
    if (migrations.length === 0) throw new Error(`${dump} holds no history of migrations`);
    releases.push({ version, dump, migrations });
  }
  return releases.sort((one, other) => compareVersions(one.version, other.version));
}

/** Findings of the rules of released files about a project. */
export interface ReleaseState {
  readonly releases: readonly Release[];
  /** Files of a released version, as they are now. */
  readonly released: readonly Migration[];
  /** The others: at most one is allowed. */
  readonly unreleased: readonly Migration[];
  /** Breaches of the rules, a sentence each: released files that changed, went missing, … */
  readonly violations: readonly string[];
}

/** Compares the migration files with what was released. */
export async function readReleaseState(root: string): Promise<ReleaseState> {
  const [releases, files] = await Promise.all([
    readReleases(root),
    readMigrations(join(root, MIGRATIONS)),
  ]);
  const then = new Map<string, Migration>();
  const violations: string[] = [];
  for (const { version, migrations } of releases) {
    const added = migrations.filter((migration) => !then.has(fileName(migration)));
    if (added.length !== 1) {
      violations.push(`Release ${version} adds ${added.length} migrations, not one.`);
    }
    for (const migration of added) then.set(fileName(migration), migration);
  }
  const now = new Map(files.map((file) => [fileName(file), file]));
  for (const [name, migration] of then) {
    const text = now.get(name)?.text;
    if (text === undefined) violations.push(`${name} is released and went missing.`);
    else if (text !== migration.text) violations.push(`${name} is released and has changed.`);
  }
  const isReleased = (file: Migration) => then.has(fileName(file));
  const released = files.filter(isReleased);
  const unreleased = files.filter((file) => !isReleased(file));
  const names = unreleased.map(fileName).join(", ");
  if (unreleased.length > 1) violations.push(`More than one file is not released: ${names}.`);
  const last = released.at(-1);
  if (last && unreleased.some((file) => byVersion(file, last) < 0)) {
    violations.push(`${names} is older than ${fileName(last)}, which is released.`);
  }
  return { releases, released, unreleased, violations };
}

/** The rows of the CLI's history in a plain dump, each file's text as the one statement of its row. */
function historyOf(dump: string): Migration[] {
  const block =
    /^COPY supabase_migrations\.schema_migrations \(([^)]+)\) FROM stdin;\n(.*?)^\\\.$/ms
      .exec(dump);
  const columns = (block?.[1] ?? "").split(", ");
  const rows = (block?.[2] ?? "").split("\n").filter((line) => line !== "");
  return rows.map((row) => {
    const cells = row.split("\t").map(uncopied);
    const cell = (column: string) => cells[columns.indexOf(column)] ?? "";
    return { version: cell("version"), name: cell("name"), text: elements(cell("statements")) };
  }).sort(byVersion);
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** A cell of COPY's text format as the value that it stands for. */
function uncopied(cell: string): string {
  return cell.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
}

/** The elements of a text[] literal, joined. */
function elements(literal: string): string {
  const quoted = [...literal.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, text]) => text ?? "");
  return quoted.map((text) => text.replaceAll(/\\(.)/gs, "$1")).join("");
}

function byVersion(one: { version: string }, other: { version: string }): number {
  return one.version < other.version ? -1 : one.version > other.version ? 1 : 0;
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split(".").map(Number), other.split(".").map(Number)];
  return left.map((part, index) => part - (right[index] ?? 0)).find((sign) => sign !== 0) ?? 0;
}
