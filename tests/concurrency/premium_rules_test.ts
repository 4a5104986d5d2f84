// A premium rule comes, changes or ends while a draft is built, a batch closes or an invoice is sent: named interleavings on
// real connections. Nothing of it is forgotten, and nothing is paid or billed twice.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../support/access/acting.ts";
import type { DatabaseIdentity } from "../support/access/callers.ts";
import { createInvoice, recompute, unbilledDifferences } from "../support/billing/billed_time.ts";
import { send } from "../support/billing/invoices.ts";
import { Firm } from "../support/firm.ts";
import { advance, closeBatch, prepare } from "../support/payroll/batches.ts";
import { staffMember } from "../support/people/staff.ts";
import { type TestDatabase, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { addCalendar, addPremium, nurse, shift } from "../support/time/premiums.ts";

const MONDAY = "2026-03-02";
const EVENING = { title: "Evening", clock: "15:00-23:00" };

interface Worked extends TestDatabase {
  readonly firm: Firm;
  readonly assignment: string;
  /** Writer of premium rules. */
  readonly admin: DatabaseIdentity;
}

/** Registers a test on ten hours of a Monday, from 07:00 to 17:00: the last two are in the evening. */
function testRace(name: string, test: (worked: Worked) => Promise<void>): void {
  Deno.test(`premium_rules/${name}`, () =>
    withDatabase(async (database) => {
      const { sql } = database;
      const firm = await Firm.create(sql);
      const { assignment } = await nurse(firm);
      await shift(sql, assignment, `${MONDAY} 07:00`, `${MONDAY} 17:00`);
      await test({ ...database, firm, assignment, admin: await staffMember(sql, "admin") });
    }, { clock: "2026-03-10 12:00:00+00" }));
}

const enter = ({ sql, admin }: Worked) => () =>
  actingAs(sql, admin, (sql) => addPremium(sql, EVENING));

/** Pay of premiums by live batches, or their bill by live invoices: `"2.00 × 5.00"`. */
async function added(sql: postgres.Sql, table: "payroll_item_lines" | "invoice_lines") {
  const lines = await sql.unsafe<{ line: string }[]>(
    `select quantity || ' × ' || rate as line from ${table}
      where premium_rule_id is not null and released_at is null order by created_at, rate`,
  );
  return lines.map(({ line }) => line);
}
const paid = (sql: postgres.Sql) => added(sql, "payroll_item_lines");
const billed = (sql: postgres.Sql) => added(sql, "invoice_lines");

async function approve(sql: postgres.Sql): Promise<string> {
  const batch = await prepare(sql, MONDAY);
  for (const expected of ["draft", "in_review"]) await advance(sql, batch, expected);
  return batch;
}

async function nextPays(sql: postgres.Sql, gross: string): Promise<void> {
  const [item] = await sql`
    select gross_pay from payroll_items where payroll_batch_id = ${await prepare(sql, MONDAY)}`;
  assertEquals(item?.gross_pay, gross);
}

testRace("entered_while_a_draft_is_built_are_paid_by_the_next", async (worked) => {
  const { sql, url } = worked;
  await interleave(url, (first) => prepare(first, MONDAY), enter(worked));
  assertEquals(await paid(sql), []);
  const [batch] = await sql<[{ id: string }]>`select id from payroll_batches`;
  for (const expected of ["draft", "in_review"]) await advance(sql, batch.id, expected);
  await closeBatch(sql, batch.id);
  await nextPays(sql, "10.00");
  assertEquals(await paid(sql), ["2.00 × 5.00"]);
});

testRace("that_are_being_entered_are_in_the_draft", async (worked) => {
  const { sql, url } = worked;
  await interleave(url, (first) => addPremium(first, EVENING), () => prepare(sql, MONDAY));
  assertEquals(await paid(sql), ["2.00 × 5.00"]);
});

testRace("entered_while_a_batch_closes_are_paid_by_the_next", async (worked) => {
  const { sql, url } = worked;
  const batch = await approve(sql);
  await interleave(url, (first) => closeBatch(first, batch), enter(worked));
  await nextPays(sql, "10.00");
});

testRace("that_are_being_entered_while_a_batch_closes_are_paid_by_the_next", async (worked) => {
  const { sql, url, admin } = worked;
  const batch = await approve(sql);
  await interleave(url, async (first) => {
    await first`select set_config('request.jwt.claims', ${admin.claims}, true), set_config('role', ${admin.role}, true)`;
    await addPremium(first, EVENING);
  }, () => closeBatch(sql, batch));
  await nextPays(sql, "10.00");
});

testRace("are_not_changed_under_a_draft_that_is_being_built_by_them", async (worked) => {
  const { sql, url, admin } = worked;
  const rule = await addPremium(sql, EVENING);
  const change = interleave<unknown>(
    url,
    (first) => prepare(first, MONDAY),
    () =>
      actingAs(
        sql,
        admin,
        (sql) => sql`update premium_rules set pay_amount = 6 where id = ${rule}`,
      ),
  );
  await assertRefused(change, 409, "premium_rule_used");
});

testRace("that_end_while_a_batch_closes_are_taken_back_by_the_next", async (worked) => {
  const { sql, url, admin } = worked;
  const rule = await addPremium(sql, EVENING);
  const batch = await approve(sql);
  await interleave(
    url,
    (first) => closeBatch(first, batch),
    () =>
      actingAs(
        sql,
        admin,
        (sql) => sql`update premium_rules set effective_to = '2026-03-01' where id = ${rule}`,
      ),
  );
  const next = await prepare(sql, MONDAY);
  const [line] = await sql`
    select line.amount from payroll_item_lines as line join payroll_items as item on item.id = line.payroll_item_id
     where item.payroll_batch_id = ${next} and line.kind = 'difference'`;
  assertEquals(line?.amount, "-10.00");
});

testRace(
  "entered_while_a_week_is_billed_are_on_its_draft_once_it_is_brought_up_to_date",
  async (worked) => {
    const { sql, url, firm } = worked;
    await interleave(url, (first) => createInvoice(first, firm.facilityId), enter(worked));
    assertEquals(await billed(sql), []);
    const [draft] = await sql<[{ id: string }]>`select id from invoices`;
    await recompute(sql, draft.id);
    assertEquals(await billed(sql), ["2.00 × 10.00"]);
  },
);

testRace(
  "entered_while_a_week_is_billed_are_a_difference_of_what_is_sent_as_it_was",
  async (worked) => {
    const { sql, url, firm } = worked;
    await interleave(url, (first) => createInvoice(first, firm.facilityId), enter(worked));
    const [draft] = await sql<[{ id: string }]>`select id from invoices`;
    await send(sql, [draft.id]);
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} 1000.00 1020.00 20.00`]);
  },
);

testRace("follow_a_holiday_that_is_entered_while_a_draft_is_built", async (worked) => {
  const { sql, url, admin } = worked;
  const calendar = await addCalendar(sql, ["2026-12-25"]);
  await addPremium(sql, { title: "Holiday", calendar, pay: "× 1.5" });
  await interleave(
    url,
    (first) => prepare(first, MONDAY),
    () =>
      actingAs(
        sql,
        admin,
        (sql) =>
          sql`insert into holiday_calendar_days (calendar_id, day, name) values (${calendar}, ${MONDAY}, 'Founding')`,
      ),
  );
  assertEquals(await paid(sql), []);
  await prepare(sql, MONDAY);
  assertEquals(await paid(sql), ["10.00 × 25.00"]);
});
