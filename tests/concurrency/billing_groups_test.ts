// A facility's groups are billed while they change, and while others are sent.
import { assertEquals } from "@std/assert";
import { createInvoice, recompute, unbilled } from "../support/billing/billed_time.ts";
import { facilityInGroups, groupedInvoices } from "../support/billing/groups.ts";
import { send } from "../support/billing/invoices.ts";
import { assertNoneIsHalfBilled, runWeek } from "../support/billing/runs.ts";
import { connectTo, type TestDatabase, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";

const BY_DEPARTMENT = ["ICU 2026-03-02 2026-03-08 1600.00", "- 2026-03-02 2026-03-08 800.00"];

type Grouped = Awaited<ReturnType<typeof facilityInGroups>>;

/** Registers a test on a facility by department: two in its ICU and one in none worked a day. */
function testRace(
  name: string,
  test: (grouped: Grouped, database: TestDatabase) => Promise<void>,
): void {
  Deno.test(`billing_groups/${name}`, () =>
    withDatabase(async (database) => {
      const grouped = await facilityInGroups(database.sql, "department");
      for (const id of [...grouped.icu, grouped.other]) {
        await grouped.firm.entry(id, "approved", "2026-03-03", "8");
      }
      await test(grouped, database);
      await assertNoneIsHalfBilled(database.sql);
    }));
}

testRace("six_runs_at_once_make_one_draft_of_each", async (_, { sql, url }) => {
  const connections = Array.from({ length: 6 }, () => connectTo(url));
  const runs = await Promise.all(connections.map((sql) => runWeek(sql)));
  await Promise.all(connections.map((sql) => sql.end()));
  assertEquals(runs.map((run) => run.invoices_created).sort(), [0, 0, 0, 0, 0, 2]);
  assertEquals(await groupedInvoices(sql), BY_DEPARTMENT);
});

testRace("two_groups_are_billed_by_two_people_at_once", async ({ firm }, { sql, url }) => {
  await interleave(
    url,
    (first) => createInvoice(first, firm.facilityId, undefined, undefined, "ICU"),
    () => createInvoice(sql, firm.facilityId),
  );
  assertEquals(await groupedInvoices(sql), BY_DEPARTMENT);
});

testRace("a_run_waits_for_whoever_sends_one_of_them", async ({ firm }, { sql, url }) => {
  const { id } = await createInvoice(sql, firm.facilityId, undefined, undefined, "ICU");
  const run = await interleave(url, (first) => send(first, [id], "2026-03-09"), () => runWeek(sql));
  assertEquals([run.invoices_created, run.invoices_existing], [1, 0]);
  assertEquals(await groupedInvoices(sql), BY_DEPARTMENT);
});

testRace("a_run_waits_for_nobody_who_moves_people", async ({ firm, icu }, { sql, url }) => {
  const second = connectTo(url);
  await second.begin(async (mover) => {
    await mover`update assignments set department = 'Surgery' where id = ${icu[0] ?? ""}`;
    await runWeek(sql);
  });
  await second.end();
  assertEquals(await groupedInvoices(sql), BY_DEPARTMENT);
  const [draft] = await sql<{ id: string }[]>`select id from invoices where group_key = 'ICU'`;
  await recompute(sql, draft?.id ?? "");
  assertEquals((await unbilled(sql)).length, 1);
  await createInvoice(sql, firm.facilityId, undefined, undefined, "Surgery");
  assertEquals(await groupedInvoices(sql), [
    "ICU 2026-03-02 2026-03-08 800.00",
    "Surgery 2026-03-02 2026-03-08 800.00",
    "- 2026-03-02 2026-03-08 800.00",
  ]);
});
