import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyBase } from "../../stack/base.ts";
import { CHANGES } from "../../stack/schema/changes.ts";
import { fileName } from "../../stack/schema/migrations.ts";
import { withScratchDatabase } from "../../stack/schema/scratch_database.ts";
import {
  compileMigration,
  type Ground,
  MigrationRefused,
  scratchName,
} from "../../tools/migrations/compile.ts";
import { instant } from "../../tools/migrations/pending.ts";
import { tryOut } from "../../tools/migrations/try_out.ts";
import { CLOCK, makeFirm } from "../../tools/releases/firm.ts";
import { filesOf, type ReleaseRecord } from "../../tools/releases/record.ts";
import {
  digestOf,
  listOf,
  readList,
  readReleases,
  type ReleasedFile,
} from "../../tools/releases/released.ts";
import { readVersions } from "../../tools/version_files.ts";
import { atClock } from "./databases.ts";
import { type Answers, workADay } from "./firm_at_work.ts";
import * as jobs from "./jobs.ts";

const JOBS = fileURLToPath(new URL("jobs.ts", import.meta.url));
const IMPORTS = new URL("../../import_map.json", import.meta.url);

const UNRELEASED = /^## Unreleased$/m;

/** A release that is to be made. */
export interface ReleaseRequest extends Ground {
  /** Such as `0.14.0`; `deno.json` has to say the same. */
  readonly version: string;
  readonly report: (line: string) => void;
}

/**
 * Seals a version: compiles its migration, tries it on the last release, and writes it into
 * `supabase/migrations/` with the instant of now, beside what upgrade tests keep of the version: its
 * line in `releases.json`, its demo firm, its answers to a day's work on that, and its jobs. The
 * changelog's heading gets the version and the day. The file of `supabase/changes/`, which is in the
 * migration from now on, goes. Nothing is written unless all of it worked.
 *
 * @returns the paths that were written, below the root
 * @throws MigrationRefused, or a StackError, with what is in the way
 */
export async function sealRelease(request: ReleaseRequest): Promise<string[]> {
  const { root, serverUrl, version, report } = request;
  await refuseUnready(request);
  report("compiling the migration");
  const text = await compileMigration(request);
  if (text === null) throw new MigrationRefused("The released migrations say what the tree says.");
  const migration = { version: instant(), name: version.replaceAll(".", "_"), text };
  report("trying it on the release before");
  await tryOut(request, migration);

  report("working a day with the new release");
  const list = await readReleases(root);
  const seed = await Deno.readTextFile(join(root, "supabase", "seed.sql"));
  const migrations = [...list.at(-1)?.migrations ?? [], migration];
  const answers = await withScratchDatabase(serverUrl, scratchName(), applyBase, async (url) => {
    await makeFirm(url, { migrations, seed, jobs });
    return await atClock<Answers>(url, CLOCK, (sql) => workADay(sql, jobs));
  });
  const record: ReleaseRecord = { clock: CLOCK, answers };
  const date = new Date().toISOString().slice(0, 10);
  const released: ReleasedFile = {
    version,
    date,
    file: fileName(migration),
    sha256: digestOf(text),
  };
  const files = filesOf(root, version);
  const changelog = join(root, "CHANGELOG.md");
  const written = new Map([
    [join(root, "supabase", "migrations", fileName(migration)), text],
    [files.seed, seed],
    [files.record, jsonOf(record)],
    [files.jobs, await bundleJobs()],
    [listOf(root), jsonOf([...await readList(root), released])],
    [
      changelog,
      (await Deno.readTextFile(changelog)).replace(UNRELEASED, `## ${version} (${date})`),
    ],
  ]);
  for (const [path, content] of written) {
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(path, content);
  }
  await Deno.remove(join(root, CHANGES, `${version}.sql`)).catch(() => {});
  return [...written.keys()].map((path) => path.slice(root.length).replace(/^\//, ""));
}

/** Refuses what would be noticed only after minutes, or not at all. */
async function refuseUnready({ root, version }: ReleaseRequest): Promise<void> {
  for (const [path, says] of Object.entries(await readVersions(root))) {
    if (says === version) continue;
    throw new MigrationRefused(`${path} says ${says}: \`deno task version ${version}\` first.`);
  }
  if (!UNRELEASED.test(await Deno.readTextFile(join(root, "CHANGELOG.md")))) {
    throw new MigrationRefused("CHANGELOG.md has no heading `## Unreleased`.");
  }
  const last = (await readReleases(root)).at(-1);
  if (last && last.file.slice(0, 14) >= instant()) {
    throw new MigrationRefused(
      `${last.file} is from later than now: this machine's clock is slow.`,
    );
  }
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

/** Jobs with all that they import of ours, as one module; packages stay outside. */
async function bundleJobs(): Promise<string> {
  const { imports } = JSON.parse(await Deno.readTextFile(IMPORTS));
  const packages = Object.keys(imports).map((name) => `--external=${name}`);
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", ...packages, JOBS],
    cwd: dirname(fileURLToPath(IMPORTS)),
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
