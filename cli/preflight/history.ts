import { DRAFTS } from "../../stack/schema/migrations.ts";
import type { AppliedFile, Database } from "./database.ts";
import type { Finding } from "./findings.ts";
import { keyOf, VERSIONS } from "./names.ts";
import { type MigrationFile, namesOf, OF_A_RELEASE, type Plan, versionOf } from "./plan.ts";

/** True if a draft is applied: nobody knows what a database then has. */
export function hasDraft({ history }: Database): boolean {
  return history?.some(({ version }) => version in DRAFTS) ?? false;
}

const named = ({ version, name }: AppliedFile) => name ? `${version}_${name}` : version;

/** Rows of the history that would stop the Supabase CLI, or have it leave a file out. */
export function historyFindings(
  files: readonly MigrationFile[],
  { history }: Database,
): Finding[] {
  const applied = history ?? [];
  const isApplied = ({ digits }: MigrationFile) =>
    applied.some(({ version }) => version === digits);
  const isHere = ({ version }: AppliedFile) => files.some(({ digits }) => digits === version);
  const isLater = ({ name }: AppliedFile) => name !== null && OF_A_RELEASE.test(name);
  const drafts = applied.filter(({ version }) => version in DRAFTS);
  const draftOf = DRAFTS[drafts[0]?.version ?? ""];
  const unknown = applied.filter((file) => !(file.version in DRAFTS) && !isHere(file));
  const own = unknown.filter((file) => !isLater(file));
  const releases = files.filter(({ name }) => OF_A_RELEASE.test(name));
  const mistaken = applied.filter(({ version, name }) =>
    name !== null && releases.some((file) => file.digits === version && file.name !== name)
  );
  const left = releases.slice(0, Math.max(releases.findLastIndex(isApplied), 0))
    .filter((file) => !isApplied(file));
  return [
    ...findingIf(drafts.map(named), {
      what: `A draft of ${draftOf} is applied, which was never released and cannot be upgraded.`,
      todo: `docs/operations.md says what to do: "If you deployed main before ${draftOf}".`,
    }),
    ...findingIf(unknown.filter(isLater).map(named), {
      what: "The database has a later release than this clone.",
      todo: `Check out its tag: git fetch --tags && git checkout v${
        versionOf(unknown.findLast(isLater)?.name ?? "")
      }`,
    }),
    ...findingIf(own.map(named), {
      what: "The history has migrations of yours that are not in supabase/migrations here.\n" +
        "   The Supabase CLI then applies nothing, and advises `migration repair --status reverted`.\n" +
        "   Do not do that: your own migrations would count as new, and run a second time.",
      todo: "Install into a project of its own. Or keep both sets of files in one folder: " +
        'docs/operations.md,\n   "Into a project that has more in it".',
    }),
    ...findingIf(mistaken.map(named), {
      what: "Migrations of yours have the same digits as files of this project, which the CLI " +
        "would take for applied.",
      todo: "Install into a project of its own.",
    }),
    ...findingIf(left.map(({ digits, name }) => `${digits}_${name}`), {
      what: "The history lacks files before the last one that it has.",
      todo: "Find out whether they were applied. Restore a backup, or record them with " +
        "`migration repair --status applied`.",
    }),
  ];
}

function findingIf(names: readonly string[], finding: Omit<Finding, "names">): Finding[] {
  return names.length === 0 ? [] : [{ ...finding, names }];
}

/** This project's schema where its history is not: which release it is, or that it is none. */
export function unrecorded({ installed }: Plan, { objects }: Database): Finding[] {
  if (installed !== null) return [];
  const there = new Set(objects.map(keyOf));
  const lackOf = (names: ReadonlySet<string>) =>
    [...names].filter((name) => /^(relation|function) /.test(name) && !there.has(name));
  const states = VERSIONS.map(({ version }, index) => ({
    version,
    lack: lackOf(namesOf(VERSIONS.slice(0, index + 1))),
  }));
  const whole = states.findLast(({ lack }) => lack.length === 0);
  if (whole) {
    return [{
      what:
        `The schema of ${whole.version} is here, and its history is not: the CLI would begin anew.`,
      todo:
        "Record its files: docs/operations.md, Upgrading, prints the command (`migration repair " +
        "--status applied`).",
    }];
  }
  const [first] = states;
  if (first === undefined || first.lack.length > namesOf(VERSIONS.slice(0, 1)).size / 2) return [];
  return [{
    what:
      `Most objects of ${first.version} are here, and not all: a version before it, or the rest of an ` +
      "installation.",
    names: first.lack.slice(0, 5),
    todo: "A version before 0.9.0 cannot be upgraded. Install into an empty database.",
  }];
}
