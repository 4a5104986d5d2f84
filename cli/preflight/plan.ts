import type { AppliedFile } from "./database.ts";
import { type VersionNames, VERSIONS } from "./names.ts";

/** A migration of this clone. */
export interface MigrationFile {
  /** Fourteen digits. */
  readonly digits: string;
  /** Such as `0_14_0`. */
  readonly name: string;
}

/** State of a database, by its history. */
export interface Plan {
  /** The release that is installed; null: none. */
  readonly installed: string | null;
  /** Names of what is installed. */
  readonly names: ReadonlySet<string>;
  /** Releases whose migrations would be applied, and names of what comes. */
  readonly coming: readonly string[];
  readonly comingNames: readonly VersionNames[];
}

/** A name of one of our files, which no other tool gives: `0_14_0`. */
export const OF_A_RELEASE = /^\d+_\d+_\d+$/;

/** The release of a file. */
export function versionOf(name: string): string {
  return name.replaceAll("_", ".");
}

/** The migrations in a folder, oldest first. */
export function migrationsIn(folder: URL): MigrationFile[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name: file }) => {
    const [, digits, name] = /^(\d{14})_(.+)\.sql$/.exec(file) ?? [];
    return digits === undefined || name === undefined ? [] : [{ digits, name }];
  }).sort((one, other) => one.digits < other.digits ? -1 : 1);
}

/** The part of a clone's migrations that a database has, and the part that it lacks. */
export function planOf(
  files: readonly MigrationFile[],
  history: readonly AppliedFile[] | null,
): Plan {
  const known = new Set(history?.map(({ version }) => version));
  const ours = files.filter(({ name }) => OF_A_RELEASE.test(name));
  const applied = ours.filter(({ digits }) => known.has(digits)).map(({ name }) => versionOf(name));
  const lacking = ours.filter(({ digits }) => !known.has(digits)).map(({ name }) =>
    versionOf(name)
  );
  const has = ({ version }: VersionNames) => applied.includes(version);
  return {
    installed: applied.at(-1) ?? null,
    names: namesOf(VERSIONS.filter(has)),
    coming: lacking,
    // Of a clone between two releases, the next one's too.
    comingNames: VERSIONS.filter((version) => !has(version)),
  };
}

/** Names that stand once versions are applied, one after the other. */
export function namesOf(versions: readonly VersionNames[]): Set<string> {
  const names = new Set<string>();
  for (const { adds, removes } of versions) {
    for (const name of removes) names.delete(name);
    for (const name of adds) names.add(name);
  }
  return names;
}
