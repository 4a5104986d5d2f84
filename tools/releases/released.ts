import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { fileName, type Migration, readMigrations } from "../../stack/schema/migrations.ts";
import { readVersion } from "../../stack/version.ts";

/** Files of a release, below the project's root. */
export const RELEASES = "tests/upgrade/releases";
const MIGRATIONS = "supabase/migrations";

const Released = z.array(z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** The day of the release. */
  date: z.iso.date(),
  /** The one migration that the release added. */
  file: z.string(),
  /** Of that file, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
}));

/** A line of `releases.json`. */
export type ReleasedFile = z.infer<typeof Released>[number];

/** A released version, and what leads to it. */
export interface Release extends ReleasedFile {
  /** All migrations up to it, in order. */
  readonly migrations: readonly Migration[];
}

/** The state of the migrations, by the rules of released files. */
export interface ReleaseState {
  /** Oldest first. */
  readonly releases: readonly Release[];
  /** A sentence for each file that is against the rules: it changed, went missing, or was never released. */
  readonly violations: readonly string[];
}

/** The path of the list of releases. */
export function listOf(root: string): string {
  return join(root, RELEASES, "releases.json");
}

/** The list of releases, oldest first. */
export async function readList(root: string): Promise<ReleasedFile[]> {
  return Released.parse(JSON.parse(await Deno.readTextFile(listOf(root))));
}

/** The digest by which a released file is known. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Compares the migration files with what was released. */
export async function readReleaseState(root: string): Promise<ReleaseState> {
  const [list, files] = await Promise.all([
    readList(root),
    readMigrations(join(root, MIGRATIONS)),
  ]);
  const violations = list.flatMap(({ file, sha256 }) => {
    const found = files.find((migration) => fileName(migration) === file);
    if (found === undefined) return [`${file} is released and went missing.`];
    return digestOf(found.text) === sha256 ? [] : [`${file} is released and has changed.`];
  });
  const known = new Set(list.map(({ file }) => file));
  for (const name of files.map(fileName).filter((name) => !known.has(name))) {
    violations.push(`${name} is not released: ${MIGRATIONS}/ holds only what is.`);
  }
  const releases = list.map((release) => ({
    ...release,
    migrations: files.filter((file) => fileName(file) <= release.file),
  }));
  return { releases, violations };
}

/**
 * The released versions, oldest first.
 *
 * @throws Error when their files are not as they were released
 */
export async function readReleases(root: string): Promise<readonly Release[]> {
  const { releases, violations } = await readReleaseState(root);
  if (violations.length > 0) throw new Error(violations.join("\n"));
  return releases;
}

/**
 * The releases that an upgrade to the tree changes, oldest first: all, but the last one while the tree is it.
 *
 * @throws Error as readReleases
 */
export async function readEarlierReleases(root: string): Promise<readonly Release[]> {
  const own = await readVersion(root);
  return (await readReleases(root)).filter(({ version }) => version !== own);
}
