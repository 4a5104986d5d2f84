// Sums of weeks that were sent and paid: gross profit reads them in place of lines, and comes to the same.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { maintain } from "../../../supabase/functions/_shared/jobs/maintain.ts";
import { createInvoice } from "../../support/billing/billed_time.ts";
import { addFee } from "../../support/billing/fees.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { post } from "../../support/receivables/receipts.ts";
import { connectTo, withDatabase } from "../../support/server/database.ts";
import { bill, CLOCK, DAYS, pay, profitBy, wholeWeek, workAgain, worked } from "./week.ts";

const WAYS = ["assignment", "facility", "week", "recruiter"];
/** A whole week, days that split two of them, and one within a week. */
const SPANS = [DAYS, ["2026-03-03", "2026-03-12"], ["2026-03-03", "2026-03-03"]] as const;

/** Sums that there are: assignment weeks that are billed, and those that are paid. */
async function kept(sql: postgres.Sql): Promise<unknown[]> {
  const [sums] = await sql<[{ billed: number; paid: number }]>`
    select (select count(*)::int from private.billed_sums) as billed,
           (select count(*)::int from private.paid_sums) as paid`;
  return [sums.billed, sums.paid];
}

async function sumUp(sql: postgres.Sql): Promise<number> {
  return (await maintain(sql, { today: "2026-03-20" })).summed;
}

/** Gross profit by each way and of each span. */
async function profit(sql: postgres.Sql): Promise<unknown> {
  const rows = [];
  for (const [from, to] of SPANS) {
    for (const by of WAYS) {
      rows.push([by, from, to, ...await sql`select * from gross_profit(${from}, ${to}, ${by})`]);
    }
  }
  return rows;
}

/** Asserts that gross profit is the same with what maintain has summed up, and without any sums. */
async function assertSumsAreOfLines(sql: postgres.Sql): Promise<void> {
  const summed = await profit(sql);
  await sql`truncate private.billed_sums, private.paid_sums`;
  assertEquals(summed, await profit(sql));
}

Deno.test("sums/are_of_what_is_sent_and_closed_and_come_to_the_lines", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await wholeWeek(sql);
    await addFee(firm, { rate: "0.03" });
    await workAgain(firm, assignment, "2026-03-09");
    await createInvoice(sql, firm.facilityId, "2026-03-09", "2026-03-15"); // stays a draft
    assertEquals(await kept(sql), [0, 0]);
    assertEquals((await maintain(sql, { today: "2026-03-20", dryRun: true })).summed, 2);
    assertEquals(await kept(sql), [0, 0]);
    assertEquals(await sumUp(sql), 2);
    assertEquals(await kept(sql), [1, 1]);
    assertEquals(await sumUp(sql), 0);
    await assertSumsAreOfLines(sql);
  }, CLOCK));

Deno.test("sums/are_read_in_place_of_lines", () =>
  withDatabase(async ({ sql }) => {
    await wholeWeek(sql);
    await sumUp(sql);
    await sql`update private.billed_sums set amount = amount + 1`;
    await sql`update private.paid_sums set wages = wages + 10`;
    const row = (
      billed: string,
      pay: string,
      profit: string,
    ) => [`Mercy Hospital | ${billed} | 0.00 | ${pay} | ${profit} | 0.00 | ${profit}`];
    assertEquals(await profitBy(sql, "facility"), row("5401.00", "3250.00", "2151.00"));
    // A week that the days split is read by its lines.
    assertEquals(
      await profitBy(sql, "facility", ["2026-03-02", "2026-03-07"]),
      row("5400.00", "3024.00", "2376.00"),
    );
  }, CLOCK));

Deno.test("sums/bear_the_fees_of_their_invoices_and_what_was_collected_of_them", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await addFee(firm);
    await worked(firm);
    const assignment = await worked(firm);
    await sql`
      insert into staff_members (name, email) values ('Rita', 'rita@example.org')`;
    await sql`
      insert into assignment_recruiters (assignment_id, staff_member_id, share, effective_from)
      select ${assignment}, id, 1, '2026-01-01' from staff_members where name = 'Rita'`;
    const invoice = await bill(firm);
    await pay(sql);
    await post(firm, "4000.00", { [invoice]: "4000.00" }, "2026-03-12");
    await sumUp(sql);
    assertEquals(await kept(sql), [2, 2]);
    const [rita] = await sql`
      select billed, fees, collected from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'recruiter')
       where name = 'Rita'`;
    assertEquals({ ...rita }, { billed: "5400.00", fees: "162.00", collected: "2061.86" });
    await assertSumsAreOfLines(sql);
  }, CLOCK));

Deno.test("sums/go_with_a_void_invoice_and_with_released_lines", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment, invoice } = await wholeWeek(sql);
    await workAgain(firm, assignment, "2026-03-09");
    const second = await bill(firm, "2026-03-09", "2026-03-17");
    await sumUp(sql);
    assertEquals(await kept(sql), [2, 1]);

    await voidInvoice(sql, second);
    assertEquals(await kept(sql), [1, 1]);
    const lines = await sql<{ id: string }[]>`
      select id from invoice_lines where invoice_id = ${invoice} and work_date = ${DAYS[0]}`;
    await credit(sql, invoice, { lines: lines.map(({ id }) => id) });
    assertEquals(await kept(sql), [0, 1]);
    assertEquals(await sumUp(sql), 0); // it is read by its lines from then on
    await assertSumsAreOfLines(sql);
  }, CLOCK));

Deno.test("sums/stay_of_an_invoice_of_which_no_time_was_released", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await wholeWeek(sql);
    await workAgain(firm, assignment, "2026-03-09");
    const { id } = await createInvoice(sql, firm.facilityId, "2026-03-09", "2026-03-15");
    const [parking] = await sql<[{ id: string }]>`
      insert into invoice_lines (invoice_id, kind, description, amount) values (${id}, 'adjustment', 'Parking', 50)
      returning id`;
    await send(sql, [id], "2026-03-17");
    await sumUp(sql);
    await credit(sql, id, { lines: [parking.id] });
    assertEquals(await kept(sql), [2, 1]);
    assertEquals(await sumUp(sql), 0);
    await assertSumsAreOfLines(sql);
    assertEquals(await sumUp(sql), 3); // the credited one too
  }, CLOCK));

Deno.test("sums/are_not_made_of_an_invoice_that_somebody_holds", () =>
  withDatabase(async ({ sql, url }) => {
    const { invoice } = await wholeWeek(sql);
    const other = connectTo(url);
    try {
      await other.begin(async (other) => {
        await other`select from invoices where id = ${invoice} for update`; // to credit its lines
        assertEquals(await sumUp(sql), 1);
        assertEquals(await kept(sql), [0, 1]);
      });
    } finally {
      await other.end();
    }
    assertEquals(await sumUp(sql), 1);
    assertEquals(await kept(sql), [1, 1]);
  }, CLOCK));
