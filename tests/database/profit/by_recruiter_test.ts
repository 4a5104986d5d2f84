// Gross profit by recruiter: collected is money that came, once; and each row says whose it is.
import { assertEquals } from "@std/assert";
import { Firm } from "../../support/firm.ts";
import { assertAllWaysAgree } from "../../support/profit/profit_is_journal.ts";
import { credit, creditOfNote } from "../../support/receivables/credit_notes.ts";
import {
  addLine,
  confirm,
  post,
  receive,
  reconcile,
  returnCheck,
  spend,
  writeOff,
} from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { bill, CLOCK, DAYS, pay, wholeWeek, workAgain, worked } from "./week.ts";

/** Collected of some days, and the profit in that: `"5400.00 2160.00"`. */
async function collected(sql: Firm["sql"], from: string, to: string): Promise<string> {
  const [sum] = await sql<[{ said: string }]>`
    select sum(collected) || ' ' || sum(collected_profit) as said from gross_profit(${from}, ${to}, 'recruiter')`;
  return sum.said;
}

/** Gives up 2,700.00 of an invoice over such a week: half of it. Gives the credit note. */
async function creditHalf(sql: Firm["sql"], invoice: string): Promise<string> {
  const lines = await sql<{ id: string }[]>`
    select id from invoice_lines where invoice_id = ${invoice} and kind = 'regular' order by work_date limit 2`;
  const { id } = await credit(sql, invoice, {
    lines: lines.map((line) => line.id),
    amounts: ["1440.00", "1260.00"],
    reinstate: false,
  });
  return id ?? "";
}

Deno.test("gross_profit/collects_no_write_off_that_a_note_gave_back_and_another_invoice_was_paid_by", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment, invoice } = await wholeWeek(sql);
    await workAgain(firm, assignment, "2026-03-09");
    const later = await bill(firm, "2026-03-09", "2026-03-16");
    await pay(sql, "2026-03-09");
    await post(firm, "2700.00", { [invoice]: "2700.00" }, "2026-03-12");
    assertEquals(await collected(sql, ...DAYS), "2700.00 1080.00");
    await writeOff(sql, invoice, "2700.00");
    const note = await creditHalf(sql, invoice);
    await spend(sql, await creditOfNote(sql, note), { [later]: "2700.00" });
    await post(firm, "2700.00", { [later]: "2700.00" }, "2026-03-18");
    assertEquals(await collected(sql, ...DAYS), "0.00 0.00");
    assertEquals(await collected(sql, "2026-03-09", "2026-03-15"), "5400.00 2160.00");
    assertEquals(await collected(sql, DAYS[0], "2026-03-15"), "5400.00 2160.00", "what came");
    assertEquals((await assertAllWaysAgree(sql)).billed, "8100.00");
  }, CLOCK));

Deno.test("gross_profit/collects_of_what_is_left_as_much_as_a_discount_left_of_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await worked(firm);
    await sql`update facilities set discount_rate = 0.02, discount_days = 10`;
    const invoice = await bill(firm);
    const check = await receive(firm, "5292.00", "2026-03-12");
    const reconciliation = await reconcile(sql, { check }, { [invoice]: "5292.00" });
    await addLine(sql, reconciliation, invoice, "discount 108.00");
    await confirm(sql, reconciliation);
    await creditHalf(sql, invoice);
    assertEquals((await collected(sql, ...DAYS)).split(" ")[0], "2646.00");
  }, CLOCK));

Deno.test("gross_profit/collects_by_the_half_that_a_note_pays_once_the_money_was_none", () =>
  withDatabase(async ({ sql }) => {
    const { firm, invoice } = await wholeWeek(sql);
    const check = await post(firm, "5400.00", { [invoice]: "5400.00" }, "2026-03-12");
    await creditHalf(sql, invoice);
    const collectedOf = async () => (await collected(sql, ...DAYS)).split(" ")[0];
    assertEquals(await collectedOf(), "2700.00");
    await returnCheck(sql, check); // the note pays its own invoice, and gives nothing back
    assertEquals(await collectedOf(), "0.00");
    await post(firm, "1350.00", { [invoice]: "1350.00" }, "2026-03-18");
    assertEquals(await collectedOf(), "1350.00");
  }, CLOCK));

Deno.test("gross_profit/by_recruiter_names_who_has_no_name_by_mail", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await wholeWeek(sql);
    await sql`
      with member as (
        insert into staff_members (name, email, user_id)
        values (null, 'old@example.org', gen_random_uuid()), (null, null, gen_random_uuid()) returning id, email)
      insert into assignment_recruiters (assignment_id, staff_member_id, share, effective_from)
      select ${assignment}, id, case when email is null then 0.2 else 0.5 end, '2026-01-01' from member`;
    const rows = await sql<{ row: string }[]>`
      select coalesce(name, '-') || ' ' || billed as row
        from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'recruiter') order by place`;
    assertEquals(rows.map(({ row }) => row), [
      "Staff member 1080.00",
      "old@example.org 2700.00",
      "- 1620.00",
    ]);
  }, CLOCK));
