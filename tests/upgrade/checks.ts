/** Checks of an upgraded database. Each answers what is wrong, a line each. */
import { type CatalogRow, compareCatalogs, readCatalog } from "../../stack/schema/catalog.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { supabaseCli } from "../../stack/schema/supabase_cli.ts";
import type { Jobs, ReleaseRecord } from "../../tools/releases/record.ts";
import { unnamed } from "./changes.ts";
import { atClock, withCopy } from "./databases.ts";
import { type Answers, JOB_NAMES, runJob, workADay } from "./firm_at_work.ts";
import { compareRows, type Difference, readRows, type Rows } from "./rows.ts";

/** Applies pending migrations as an operator does. */
export async function migrationUp(url: string, root: string): Promise<void> {
  await supabaseCli("migration", "up", "--yes", `--remote=${url}`, `--workdir=${root}`);
}

/** The versions that the CLI's history has, in order. */
export async function historyOf(url: string): Promise<string[]> {
  const rows = await withConnection(url, (sql) =>
    sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations order by version`);
  return rows.map(({ version }) => version);
}

/** Differences of the schema, with its grants and settings, from that of a fresh tree (`-`). */
export async function checkCatalog(url: string, fresh: readonly CatalogRow[]): Promise<string[]> {
  return compareCatalogs(await withConnection(url, readCatalog), fresh);
}

/** Rows of before the upgrade that are not as they were. */
export async function checkRows(
  url: string,
  before: Rows,
  named: ReadonlySet<string>,
): Promise<string[]> {
  return unnamed(compareRows(before, await withConnection(url, readRows)), named);
}

/** Differences of a day's work from the same work with the release itself. */
export async function checkWork(
  url: string,
  record: ReleaseRecord,
  jobs: Jobs,
  named: ReadonlySet<string>,
): Promise<string[]> {
  const answers = await atClock(url, record.clock, (sql) => workADay(sql, jobs));
  return unnamed(compareAnswers(record.answers, answers), named);
}

/**
 * Findings that the jobs of an earlier release, which run on until the functions are deployed, neither do
 * their work nor leave everything alone but the record of the run. On copies of the database.
 */
export async function checkOldJobs(
  url: string,
  record: ReleaseRecord,
  jobs: Jobs,
  named: ReadonlySet<string>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const name of Object.keys(JOB_NAMES) as (keyof typeof JOB_NAMES)[]) {
    await withCopy(url, async (copy) => {
      const answers = await atClock(copy, record.clock, (sql) => runJob(sql, jobs, name))
        .catch(() => null);
      if (answers === null) {
        const before = await withConnection(url, readRows);
        const left = await checkRows(copy, before, RECORD_OF_RUN);
        wrong.push(...left.map((line) => `${name} failed, ${line}`));
      } else {
        const own = Object.entries(record.answers).filter(([key]) => key.startsWith(`${name} `));
        wrong.push(...unnamed(compareAnswers(Object.fromEntries(own), answers), named));
      }
    });
  }
  return wrong;
}

/** Columns of payroll_export that no batch of an earlier release fills. */
const COLUMNS_SINCE_1_0_0 = [
  "recoveries",
  "prior_year_recoveries",
  "break_premiums",
  "codes",
  "reimbursement_codes",
];

/** Pay by closed batches, person by person, in characters, as a payroll provider is told. */
export async function paidOf(url: string): Promise<string[]> {
  const rows = await withConnection(url, (sql) =>
    sql<{ row: string }[]>`
      select (to_jsonb(paid) - ${COLUMNS_SINCE_1_0_0}::text[])::text as row
        from public.payroll_batches as batch
       cross join lateral public.payroll_export(batch.id) as paid
       where batch.status = 'closed'
       order by batch.id, paid.contractor_id`);
  return rows.map(({ row }) => row);
}

/** Contractors and payroll periods by the name of their pay group, such as `Everybody: 12 people, 3 periods`. */
export async function payGroupsOf(url: string): Promise<string[]> {
  const rows = await withConnection(url, (sql) =>
    sql<{ row: string }[]>`
      select format('%s: %s people, %s periods', pay_group.name,
                    (select count(*) from public.contractors as one where one.pay_group_id = pay_group.id),
                    (select count(*) from public.payroll_periods as one where one.pay_group_id = pay_group.id)) as row
        from public.pay_groups as pay_group order by pay_group.name`);
  return rows.map(({ row }) => row);
}

/** The number of contractors and of payroll periods, as payGroupsOf says it. */
export async function peopleAndPeriodsOf(url: string): Promise<string> {
  const [counted] = await withConnection(url, (sql) =>
    sql<[{ said: string }]>`
      select format('%s people, %s periods', (select count(*) from public.contractors),
                    (select count(*) from public.payroll_periods)) as said`);
  return counted.said;
}

/** The numbers of the sent invoices that do not say to whom they were sent. */
export async function sentToNobody(url: string): Promise<string[]> {
  const rows = await withConnection(url, (sql) =>
    sql<{ number: string }[]>`
      select number from public.invoices where sent_at is not null and facility_name is null`);
  return rows.map(({ number }) => number);
}

/** Remains of a failed run. */
const RECORD_OF_RUN = new Set(["public.job_runs"]);

function compareAnswers(before: Answers, after: Answers): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => before[name] !== after[name]).map((name) => ({
    name,
    what: `was ${before[name]}, is ${after[name]}`,
  }));
}
