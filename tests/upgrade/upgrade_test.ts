// Released versions, as many as upgraded.ts says, with the demo firm in them, upgrade to the source tree, on PostgreSQL 15 and 17.
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { readSchemaTree } from "../../stack/schema/tree.ts";
import { readMigrations } from "../../stack/schema/migrations.ts";
import { jobsOf, readRecord } from "../../tools/releases/record.ts";
import { readReleases } from "../../tools/releases/released.ts";
import { assertBalanced, owedAsOf, owedByJournal } from "../database/journal/books.ts";
import { pendingProject } from "../support/schema/pending.ts";
import { startDebianPostgres } from "../support/server/debian.ts";
import { draftsAnew, hasBillTerms, placeUnusually, pricedAnew, wrongTerms } from "./bill_terms.ts";
import { namedChanges } from "./changes.ts";
import {
  checkCatalog,
  checkOldJobs,
  checkRows,
  checkWork,
  historyOf,
  migrationUp,
  paidOf,
  payGroupsOf,
  peopleAndPeriodsOf,
  sentToNobody,
} from "./checks.ts";
import { catalogOfTree, withRelease } from "./databases.ts";
import * as jobs from "./jobs.ts";
import { isUpgraded } from "./upgraded.ts";
import { readRows } from "./rows.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const releases = await readReleases(ROOT);
const debian = await startDebianPostgres(15);
const servers = [
  { major: 15, url: debian?.url },
  { major: 17, url: Deno.env.get("TEST_SERVER_URL") },
];

for (const { major, url: serverUrl = "" } of servers) {
  for (const [index, release] of releases.entries()) {
    const { version } = release;
    if (!isUpgraded(releases.length - 1 - index, major)) continue;
    Deno.test({
      name: `upgrade/${version}_becomes_the_tree_on_postgresql_${major}`,
      // Debian's package postgresql-15 is not installed; .ci/run installs it.
      ignore: serverUrl === "",
      fn: (test) =>
        withRelease(serverUrl, release, async (url) => {
          const named = await namedChanges(releases.slice(0, index + 1).map((one) => one.version));
          const record = await readRecord(ROOT, version);
          await placeUnusually(url);
          const before = await withConnection(url, readRows);
          const paid = await paidOf(url);
          const everybody = await peopleAndPeriodsOf(url);
          const [drafts, priced] = [await draftsAnew(url, record.clock), await pricedAnew(url)];
          const hadTerms = await hasBillTerms(url);
          const project = await pendingProject();
          await migrationUp(url, project);

          await test.step("its_history_is_that_of_the_files", async () => {
            const files = await readMigrations(`${project}/supabase/migrations`);
            assertEquals(await historyOf(url), files.map((file) => file.version));
          });
          await test.step("its_catalog_and_grants_are_those_of_a_fresh_tree", async () => {
            const fresh = await catalogOfTree(serverUrl, await readSchemaTree(ROOT));
            assertEquals(await checkCatalog(url, fresh), []);
          });
          await test.step("no_row_is_lost_or_changed_but_what_a_release_names", async () => {
            assertEquals(await checkRows(url, before, named), []);
          });
          await test.step("closed_batches_and_sent_invoices_say_what_they_said", async () => {
            assert(paid.length > 0);
            assertEquals(await paidOf(url), paid);
            assertEquals(await sentToNobody(url), []);
          });
          await test.step("everybody_and_all_periods_are_of_one_pay_group", async () => {
            assertEquals(await payGroupsOf(url), [`Everybody: ${everybody}`]);
          });
          await test.step("drafts_and_time_come_to_the_same_when_they_are_computed_anew", async () => {
            assert(drafts.some((line) => line.startsWith("batch ")));
            assertEquals(await draftsAnew(url, record.clock), drafts);
            if (priced.length > 0) assertEquals(await pricedAnew(url), priced);
          });
          await test.step("what_had_no_bill_terms_has_those_that_say_how_it_was_billed", async () => {
            if (!hadTerms) assertEquals(await wrongTerms(url), []);
          });
          await test.step("its_books_say_what_it_is_owed", async () => {
            const [owed, posted] = await withConnection(url, async (sql) => {
              await sql`select set_config('app.clock', ${record.clock}, false)`;
              const [{ today }] = await sql<[{ today: string }]>`
                select business_date::text as today from private.clock()`;
              await assertBalanced(sql, "2000-01-01", today);
              return [await owedAsOf(sql, today), await owedByJournal(sql, today)];
            });
            assert(Object.keys(owed).length > 0);
            assertEquals(posted, owed);
          });
          await test.step("its_own_jobs_run_or_fail_whole", async () => {
            assertEquals(
              await checkOldJobs(url, record, await jobsOf(ROOT, version), named),
              [],
            );
          });
          await test.step("the_jobs_bill_pay_and_receive_to_the_same_cent", async () => {
            assertEquals(await checkWork(url, record, jobs, named), []);
          });
        }),
    });
  }
}

if (isUpgraded(0, 17)) {
  Deno.test("upgrade/there_is_a_released_version", () => {
    assert(releases.length > 0);
  });
}

Deno.test.afterAll(async () => await debian?.stop());
