// The upgrade tests let a good release pass and catch what a bad one does: tried on releases that never were.
import { assert, assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { readCatalog } from "../../stack/schema/catalog.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { readSchemaTree } from "../../stack/schema/tree.ts";
import { jobsOf, readRecord } from "../../tools/releases/record.ts";
import { readReleases } from "../../tools/releases/released.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { withTrialProject } from "../support/schema/trial_project.ts";
import {
  checkCatalog,
  checkOldJobs,
  checkRows,
  checkWork,
  historyOf,
  migrationUp,
} from "./checks.ts";
import { atClock, catalogOfTree, withCopy, withRelease } from "./databases.ts";
import { applyMigrations } from "../../stack/schema/migrations.ts";
import { namedChanges } from "./changes.ts";
import * as jobs from "./jobs.ts";
import { DEVIATIONS, FAILING_HALFWAY, LOSSES, ONE_CENT_MORE } from "./mistakes.ts";
import { readRows } from "./rows.ts";
import { checkOfTerms, migrationOf, TRIAL, TRIAL_TREE } from "./trial.ts";
import { assertRejectsWith } from "../support/rejections.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const serverUrl = Deno.env.get("TEST_SERVER_URL") ?? "";
const newest = (await readReleases(ROOT)).at(-1);
assert(newest, "no version is released");
const record = await readRecord(ROOT, newest.version);
const oldJobs = await jobsOf(ROOT, newest.version);
/** Of the trial's migration: later than every real one. */
const VERSION = "99990101000000";
const NONE: ReadonlySet<string> = new Set();
/** Changes that the unreleased version makes on purpose. */
const NAMED = await namedChanges([newest.version]);

Deno.test({
  name: "trial_release",
  fn: (test) =>
    withRelease(serverUrl, newest, async (url) => {
      // The trial comes after what is not released yet.
      const pending = await pendingMigrations();
      await withConnection(url, (sql) => applyMigrations(sql, pending));
      const before = await withConnection(url, readRows);
      const tree = [...await readSchemaTree(ROOT), { path: "trial.sql", text: TRIAL_TREE }];
      const fresh = await catalogOfTree(serverUrl, tree);
      const step = async (name: string, work: (copy: string) => Promise<void>) => {
        await test.step(name, () => withCopy(url, work));
      };

      await step("passes_when_it_is_good", async (copy) => {
        await migrateWithCli(copy, migrationOf(TRIAL));
        assertStrictEquals((await historyOf(copy)).at(-1), VERSION);
        assertEquals(await cityOf(copy, "Harrow Road Rehabilitation, London"), "London");
        assertEquals(await checkCatalog(copy, fresh), []);
        assertEquals(await checkRows(copy, before, NONE), []);
        assertEquals(await checkOldJobs(copy, record, oldJobs, NAMED), []);
        assertEquals(await checkWork(copy, record, jobs, NAMED), []);
      });
      await step("leaves_nothing_when_rows_violate_a_tightened_check", async (copy) => {
        const [catalog, history] = [await withConnection(copy, readCatalog), await historyOf(copy)];
        const tooTight = migrationOf({ ...TRIAL, tightenedCheck: checkOfTerms(45) });
        await assertRejectsWith(
          () => migrateWithCli(copy, tooTight),
          /payment_terms_are_short.* is violated/,
        );
        assertEquals(await historyOf(copy), history);
        assertEquals(await checkCatalog(copy, catalog), []);
        assertEquals(await checkRows(copy, before, NONE), []);
      });

      for (const { mistake, instead, found } of LOSSES) {
        await step(`is_caught_with_${mistake}`, async (copy) => {
          await migrate(copy, migrationOf({ ...TRIAL, ...instead }));
          const [line = "", ...others] = await checkRows(copy, before, NONE);
          assertMatch(line, found);
          assertEquals(others, []);
          const named = new Set([line.split(": ")[0] ?? ""]);
          assertEquals(await checkRows(copy, before, named), [], "though it is named");
        });
      }
      for (const { mistake, instead, found } of DEVIATIONS) {
        await step(`is_caught_with_${mistake}`, async (copy) => {
          await migrate(copy, migrationOf({ ...TRIAL, ...instead }));
          const lines = await checkCatalog(copy, fresh);
          assert(lines.length > 0);
          for (const line of lines) assertMatch(line, found);
        });
      }
      await step("is_caught_with_work_that_comes_to_another_cent", async (copy) => {
        const lines = await checkWork(copy, record, ONE_CENT_MORE, NAMED);
        assertEquals(lines.map((line) => line.split(": ")[0]), [
          "interest accrued",
          "receivables interest",
          "receivables net",
        ]);
      });
      await step("is_caught_with_earlier_jobs_that_fail_halfway", async (copy) => {
        const lines = await checkOldJobs(copy, record, FAILING_HALFWAY, NAMED);
        assertEquals(lines.map((line) => line.split(": ")[0]), [
          "accrue-interest failed, private.documents_to_post",
          "accrue-interest failed, public.invoices.accrued_interest",
          "accrue-interest failed, public.invoices.interest_balance",
        ]);
      });
      await step("may_make_earlier_jobs_fail_whole", async (copy) => {
        await migrate(copy, "alter table public.invoices rename interest_breakdown to explanation");
        assertEquals(await checkOldJobs(copy, record, oldJobs, NAMED), []);
        await assertRejects(
          () => atClock(copy, record.clock, (sql) => oldJobs.accrueOverdueInterest(sql)),
          Error,
          "interest_breakdown",
        );
      });
    }),
});

async function migrateWithCli(url: string, text: string): Promise<void> {
  await withTrialProject(async ({ root, write }) => {
    await write(`supabase/migrations/${VERSION}_trial.sql`, text);
    await migrationUp(url, root);
  });
}

async function migrate(url: string, text: string): Promise<void> {
  await withConnection(url, (sql) => sql.begin((sql) => sql.unsafe(text)));
}

async function cityOf(url: string, facility: string): Promise<unknown> {
  const rows = await withConnection(
    url,
    (sql) => sql`select city from public.facilities where name = ${facility}`,
  );
  return rows[0]?.city;
}
