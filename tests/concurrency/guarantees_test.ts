// Hours that were promised while others bill, pay, approve or change what was promised: named interleavings on real
// connections. They are billed and paid once, and what came in between is a difference.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../support/access/acting.ts";
import {
  backfill,
  createInvoice,
  MONDAY,
  recompute,
  SUNDAY,
  unbilledDifferences,
} from "../support/billing/billed_time.ts";
import { send } from "../support/billing/invoices.ts";
import { runWeek } from "../support/billing/runs.ts";
import { Firm } from "../support/firm.ts";
import { advance, closeBatch, prepare } from "../support/payroll/batches.ts";
import { staffMember } from "../support/people/staff.ts";
import { connectTo, type TestDatabase, withDatabase } from "../support/server/database.ts";
import { interleave, waitUntilBlocked } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { except, guarantee } from "../support/time/guarantees.ts";
import { setAside } from "../support/time/set_aside.ts";
import { dayOfWeek } from "../support/time/worked_time.ts";

type Does = (sql: postgres.TransactionSql) => PromiseLike<unknown>;

interface Promised extends TestDatabase {
  readonly firm: Firm;
  readonly assignment: string;
  readonly id: string;
}

/** Registers a test on thirty hours worked of 36, an hour of which bills 100.00 and pays 60.00. */
function testRace(name: string, test: (promised: Promised) => Promise<void>): void {
  Deno.test(`guarantees/${name}`, () =>
    withDatabase(async (database) => {
      const firm = await Firm.create(database.sql);
      const assignment = await firm.assignment();
      for (const day of [1, 2, 3]) {
        await firm.entry(assignment, "approved", dayOfWeek(MONDAY, day), "10");
      }
      const id = await guarantee(database.sql, assignment);
      await test({ ...database, firm, assignment, id });
    }, { clock: "2026-03-10 12:00:00+00" }));
}

/** Does the second while the first is open, whether it waits or not, and then commits. Rejects as the second does. */
async function beside(
  { sql, url }: TestDatabase,
  first: Does,
  second: () => PromiseLike<unknown>,
): Promise<unknown> {
  const connection = connectTo(url);
  const meanwhile: Promise<PromiseSettledResult<unknown>[]>[] = [];
  try {
    await connection.begin(async (open) => {
      await first(open);
      meanwhile.push(Promise.allSettled([second()]));
      await Promise.race([...meanwhile, waitUntilBlocked(sql)]);
    });
  } finally {
    await connection.end();
  }
  const [outcome] = (await Promise.all(meanwhile)).flat();
  if (outcome?.status !== "fulfilled") throw outcome?.reason;
  return outcome.value;
}

/** Lines of guarantees of live invoices: `"6.00 = 600.00"`. */
const billed = (sql: postgres.Sql) => linesOf(sql, "invoice_lines");
/** Those of live batches. */
const paid = (sql: postgres.Sql) => linesOf(sql, "payroll_item_lines");

async function linesOf(sql: postgres.Sql, table: string): Promise<string[]> {
  const lines = await sql.unsafe<{ line: string }[]>(
    `select quantity || ' = ' || amount as line from ${table}
      where guarantee_id is not null and released_at is null order by week_start, amount`,
  );
  return lines.map(({ line }) => line);
}

/** Differences that a batch pays of weeks that were paid before. */
async function differences(sql: postgres.Sql, batch: string): Promise<string[]> {
  const lines = await sql<{ amount: string }[]>`
    select line.amount from payroll_item_lines as line join payroll_items as item on item.id = line.payroll_item_id
     where item.payroll_batch_id = ${batch} and line.kind = 'difference'`;
  return lines.map(({ amount }) => amount);
}

/** A batch of the week, approved. */
async function approved(sql: postgres.Sql): Promise<string> {
  const batch = await prepare(sql, MONDAY);
  for (const expected of ["draft", "in_review"]) await advance(sql, batch, expected);
  return batch;
}

testRace("are_billed_once_by_two_who_bill_a_week", async ({ sql, url, firm }) => {
  await assertRefused(
    interleave(
      url,
      (first) => createInvoice(first, firm.facilityId),
      () => backfill(sql, firm.facilityId, SUNDAY),
    ),
    409,
    "nothing_to_bill",
  );
  assertEquals(await billed(sql), ["6.00 = 600.00"]);
});

testRace("are_billed_once_by_a_run_beside_a_backfill", async ({ sql, url, firm }) => {
  await interleave(
    url,
    (first) => backfill(first, firm.facilityId, SUNDAY),
    () => runWeek(sql, MONDAY),
  );
  assertEquals(await billed(sql), ["6.00 = 600.00"]);
});

testRace("are_billed_less_what_is_being_excepted", async ({ sql, url, firm, assignment }) => {
  await interleave(
    url,
    (first) => except(first, assignment, SUNDAY, "2"),
    () => createInvoice(sql, firm.facilityId),
  );
  assertEquals(await billed(sql), ["4.00 = 400.00"]);
});

testRace("leave_a_draft_what_is_excepted_meanwhile", async ({ sql, url, firm, assignment }) => {
  await interleave(
    url,
    (first) => createInvoice(first, firm.facilityId),
    () => except(sql, assignment, SUNDAY, "2"),
  );
  assertEquals(await billed(sql), ["6.00 = 600.00"]);
  const [draft] = await sql<[{ id: string }]>`select id from invoices`;
  await recompute(sql, draft.id);
  assertEquals(await billed(sql), ["4.00 = 400.00"]);
});

testRace("that_were_sent_have_a_difference_of_what_was_excepted_meanwhile", async (promised) => {
  const { sql, firm, assignment } = promised;
  const draft = await createInvoice(sql, firm.facilityId);
  await beside(
    promised,
    (first) => send(first, [draft.id]),
    () => except(sql, assignment, SUNDAY, "2"),
  );
  assertEquals(await unbilledDifferences(sql), [`${MONDAY} 3600.00 3400.00 -200.00`]);
});

testRace("are_not_changed_while_they_are_sent", async (promised) => {
  const { sql, firm, id } = promised;
  const billing = await staffMember(sql, "billing");
  const draft = await createInvoice(sql, firm.facilityId);
  const change = beside(
    promised,
    (first) => send(first, [draft.id]),
    () =>
      actingAs(sql, billing, (sql) => sql`update guarantees set bill_hours = 40 where id = ${id}`),
  );
  await assertRefused(change, 409, "guarantee_used");
  assertEquals(await unbilledDifferences(sql), []);
});

testRace("of_a_week_whose_last_time_is_approved_meanwhile_are_due_next", async (promised) => {
  const { sql, firm, assignment } = promised;
  const late = await firm.entry(assignment, "submitted", SUNDAY, "2");
  const approve = () => sql`update time_entries set status = 'approved' where id = ${late}`;
  await beside(promised, (first) => prepare(first, MONDAY), approve);
  assertEquals(await paid(sql), []);
  const [batch] = await sql<[{ id: string }]>`select id from payroll_batches`;
  for (const expected of ["draft", "in_review"]) await advance(sql, batch.id, expected);
  await closeBatch(sql, batch.id);
  await prepare(sql, MONDAY);
  assertEquals(await paid(sql), ["4.00 = 240.00"]);
});

testRace("of_a_week_whose_last_time_is_set_aside_meanwhile_are_due_next", async (promised) => {
  const { sql, firm, assignment } = promised;
  const late = await firm.entry(assignment, "submitted", SUNDAY, "2");
  await beside(promised, (first) => prepare(first, MONDAY), () => setAside(sql, [late]));
  const [batch] = await sql<[{ id: string }]>`select id from payroll_batches`;
  for (const expected of ["draft", "in_review"]) await advance(sql, batch.id, expected);
  await closeBatch(sql, batch.id);
  assertEquals(await paid(sql), []);
  await prepare(sql, MONDAY);
  assertEquals(await paid(sql), ["6.00 = 360.00"]);
});

testRace("that_were_paid_lessen_by_time_approved_while_the_batch_closes", async (promised) => {
  const { sql, firm, assignment } = promised;
  const batch = await approved(sql);
  const late = await firm.entry(assignment, "submitted", SUNDAY, "2");
  await beside(
    promised,
    (first) => closeBatch(first, batch),
    () => sql`update time_entries set status = 'approved' where id = ${late}`,
  );
  assertEquals(await paid(sql), ["6.00 = 360.00"]);
  assertEquals(await differences(sql, await prepare(sql, MONDAY)), ["-120.00"]);
});

testRace("are_not_changed_while_a_batch_that_pays_them_closes", async (promised) => {
  const { sql, id } = promised;
  const payroll = await staffMember(sql, "payroll");
  const batch = await approved(sql);
  const change = beside(
    promised,
    (first) => closeBatch(first, batch),
    () =>
      actingAs(sql, payroll, (sql) => sql`update guarantees set pay_hours = 40 where id = ${id}`),
  );
  await assertRefused(change, 409, "guarantee_used");
  await assertRefused(prepare(sql, MONDAY), 409, "nothing_to_pay");
});

testRace("that_are_being_changed_are_a_difference_of_the_batch_that_closes", async (promised) => {
  const { sql, id } = promised;
  const batch = await approved(sql);
  await beside(
    promised,
    (first) => first`update guarantees set pay_hours = 40 where id = ${id}`,
    () => closeBatch(sql, batch),
  );
  assertEquals(await paid(sql), ["6.00 = 360.00"]);
  assertEquals(await differences(sql, await prepare(sql, MONDAY)), ["240.00"]);
});

testRace("that_end_while_a_batch_closes_are_taken_back_by_the_next", async (promised) => {
  const { sql, id } = promised;
  const batch = await approved(sql);
  await beside(
    promised,
    (first) => closeBatch(first, batch),
    () => sql`update guarantees set effective_to = '2026-03-05' where id = ${id}`,
  );
  assertEquals(await differences(sql, await prepare(sql, MONDAY)), ["-360.00"]);
});
