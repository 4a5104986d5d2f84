// What an assignment brings, of an hour and so far.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { applyNew } from "../../support/assignments/rate_hits.ts";
import { createInvoice, MONDAY } from "../../support/billing/billed_time.ts";
import { adjust } from "../../support/billing/drafts.ts";
import { bringInto } from "../../support/billing/states.ts";
import { Firm } from "../../support/firm.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { forgetAssignments } from "../../support/payroll/earnings.ts";
import { adjustment, payRate, stipend } from "../../support/payroll/extras.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";
import { withDatabase } from "../../support/server/database.ts";

/** A Tuesday. */
const CLOCK = { clock: "2026-03-10 15:00:00+00" };

/** An assignment's margin of an hour, such as `"100.00 60.00 40.00 0.4000"`. */
async function ofAnHour(sql: postgres.Sql, assignmentId: string): Promise<string | undefined> {
  const [row] = await sql<{ margin: string }[]>`
    select concat_ws(' ', bill_rate, pay_rate, margin_per_hour, margin_share) as margin
      from assignment_margin where assignment_id = ${assignmentId}`;
  return row?.margin;
}

/** Billed sums of an assignment: hours, amount, straight pay, margin. */
async function billedOf(sql: postgres.Sql, assignmentId: string): Promise<string | undefined> {
  const [row] = await sql<{ billed: string }[]>`
    select concat_ws(' ', billed_hours, billed_amount, straight_pay, billed_margin) as billed
      from assignment_margin where assignment_id = ${assignmentId}`;
  return row?.billed;
}

Deno.test("assignment_margin/names_whom_and_where_and_what_an_hour_brings", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-12-31");
    const [contractor] = await sql`select id from contractors`;
    const rows = await sql`
      select margin.*, start_date::text, end_date::text from assignment_margin as margin`;
    assertEquals([...rows], [{
      assignment_id: assignment,
      contractor_id: contractor?.id,
      contractor_name: "Ada Nurse",
      facility_id: firm.facilityId,
      facility_name: "Mercy Hospital",
      start_date: "2026-01-01",
      end_date: "2026-12-31",
      bill_rate: "100.00",
      pay_rate: "60.00",
      margin_per_hour: "40.00",
      margin_share: "0.4000",
      billed_hours: "0.00",
      billed_amount: "0.00",
      straight_pay: "0.00",
      billed_margin: "0.00",
      paid_amount: "0.00",
      paid_margin: "0.00",
      paid_margin_share: null,
      search_name: " ada nurse mercy hospital",
      fees: "0.00",
      burden: "0.00",
      profit: "0.00",
    }]);
    // What was added to the view stands after what programs know.
    assertEquals(Object.keys(rows[0] ?? {}).slice(-4), [
      "search_name",
      "fees",
      "burden",
      "profit",
    ]);
  }, CLOCK));

Deno.test("assignment_margin/takes_the_rates_of_the_business_date_or_the_nearest_day_of_the_assignment", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const ended = await firm.assignment("2026-02-28");
    const running = await firm.assignment();
    const future = await firm.assignment();
    await sql`update assignments set start_date = '2026-05-01' where id = ${future}`;
    for (const assignment of [ended, running, future]) {
      for (const day of ["2026-02-28", "2026-03-10", "2026-03-11", "2026-05-01", "2026-05-02"]) {
        await applyNew(sql, assignment, day, { bill: "10", pay: "1" });
      }
    }
    assertEquals(await ofAnHour(sql, ended), "110.00 61.00 49.00 0.4455");
    assertEquals(await ofAnHour(sql, running), "120.00 62.00 58.00 0.4833");
    assertEquals(await ofAnHour(sql, future), "140.00 64.00 76.00 0.5429");
  }, { clock: "2026-03-11 05:59:00+00" })); // the 10th in Denver

Deno.test("assignment_margin/rounds_the_share_to_four_places_and_shows_a_loss_as_one", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`update assignment_rates set bill_rate = 80.00, pay_rate = 80.01`;
    assertEquals(await ofAnHour(sql, assignment), "80.00 80.01 -0.01 -0.0001");
    await sql`update assignment_rates set bill_rate = 0.01, pay_rate = 99999999.99`;
    assertEquals(
      await ofAnHour(sql, assignment),
      "0.01 99999999.99 -99999999.98 -9999999998.0000",
    );
  }, CLOCK));

Deno.test("assignment_margin/leaves_out_an_assignment_without_a_rate", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await sql`delete from assignment_rates`;
    assertEquals(await ofAnHour(sql, assignment), undefined);
  }, CLOCK));

Deno.test("assignment_margin/adds_up_time_on_live_invoices_at_the_pay_rates_of_its_days", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const other = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "13"); // 12 regular, 1 overtime
    await firm.entry(assignment, "approved", "2026-03-04", "0.05");
    await firm.entry(other, "approved", MONDAY, "1");
    await firm.entry(assignment, "approved", "2026-03-09", "8"); // not billed
    await applyNew(sql, assignment, "2026-03-04", { bill: "10", pay: "5.10" });
    const draft = await createInvoice(sql, firm.facilityId);
    await adjust(sql, draft.id, "500");

    // 12 × 100 + 1.5 × 100 + 0.05 × 110, less 13 × 60 + 0.05 × 65.10 = 783.255
    const billed = "13.05 1355.50 783.26 572.24";
    assertStrictEquals(await billedOf(sql, assignment), billed);
    assertEquals(await billedOf(sql, other), "1.00 100.00 60.00 40.00");
    await bringInto(sql, draft.id, "paid");
    assertStrictEquals(await billedOf(sql, assignment), billed);
  }, CLOCK));

Deno.test("assignment_margin/leaves_out_void_invoices", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "8");
    await bringInto(sql, (await createInvoice(sql, firm.facilityId)).id, "void");
    assertEquals(await billedOf(sql, assignment), "0.00 0.00 0.00 0.00");
  }, CLOCK));

/** Paid sums of an assignment: what was paid, the margin beside it, and its share. */
async function paidOf(sql: postgres.Sql, assignmentId: string): Promise<string | undefined> {
  const [row] = await sql<{ paid: string }[]>`
    select concat_ws(' ', paid_amount, paid_margin, paid_margin_share) as paid
      from assignment_margin where assignment_id = ${assignmentId}`;
  return row?.paid;
}

Deno.test("assignment_margin/has_premiums_and_stipends_in_what_was_paid_once_the_batch_is_closed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (let day = 1; day <= 6; day++) {
      await firm.entry(assignment, "approved", dayOfWeek(MONDAY, day), "8");
    }
    await stipend(sql, assignment, "reimbursement", "140");
    await createInvoice(sql, firm.facilityId);
    const batch = await prepare(sql, MONDAY);
    assertEquals(await paidOf(sql, assignment), "0.00 5200.00 1.0000");
    await close(sql, batch);
    // 40 × 100 + 8 × 150 billed; 48 × 60 paid, and 8 × 30 on top, and the stipend.
    assertEquals(await billedOf(sql, assignment), "48.00 5200.00 2880.00 2320.00");
    assertEquals(await paidOf(sql, assignment), "3260.00 1940.00 0.3731");
  }, { clock: "2026-03-20 15:00:00+00" }));

Deno.test("assignment_margin/has_premiums_and_differences_where_they_are_paid_and_divides_those_of_whole_weeks_by_hours", () =>
  withDatabase(async ({ sql }) => {
    const shifts = [["flsa", 11], ["flsa", 9.5], ["california", 12.25], ["alaska", 13.33]] as const;
    const worker = await work(
      sql,
      shifts.map(([rule, hours], n) => ({ date: dayOfWeek(MONDAY, n + 1), hours, rule })),
    );
    await adjustment(sql, worker.contractorId, MONDAY, "bonus", "75.55");
    await close(sql, await prepare(sql, MONDAY));
    await payRate(sql, worker.assignmentIds.flsa, "2020-01-01", "61.37");
    await close(sql, await prepare(sql, dayOfWeek(MONDAY, 8)));
    const sums = () =>
      sql<{ paid: string; line: string }[]>`
        select margin.paid_amount as paid, coalesce(sum(line.amount), 0.00) as line
          from assignment_margin as margin
          left join payroll_item_lines as line using (assignment_id)
         group by margin.assignment_id, margin.paid_amount`;
    for (const { paid, line } of await sums()) assertEquals(paid, line);

    await forgetAssignments(sql);
    const [{ paid, lines, parts }] = await sql<[{ paid: string; lines: string; parts: number }]>`
      select sum(paid_amount) as paid, count(*) filter (where paid_amount > 0)::int as parts,
             (select sum(amount) from payroll_item_lines where kind <> 'adjustment') as lines
        from assignment_margin`;
    assertEquals([paid, parts], [lines, 3]);
    const shares = await sql<{ share: string }[]>`
      select round((paid_amount - straight) / hours, 1)::text as share
        from assignment_margin
        join (select entry.assignment_id, sum(line.amount) as straight, sum(line.hours) as hours
                from payroll_item_lines as line join time_entries as entry on entry.id = line.time_entry_id
               group by entry.assignment_id) as time using (assignment_id)`;
    assertEquals(new Set(shares.map(({ share }) => share)).size, 1, "as much on each hour");
  }, { clock: "2026-03-20 15:00:00+00" }));

Deno.test("assignment_margin/shows_contractors_and_contacts_nothing_and_no_rate_behind_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const view of ["assignment_margin", "private.rates_of_days"]) {
      const seenBy = async (caller: Parameters<typeof runAs>[2]) =>
        (await runAs(sql, firm, caller, `select from ${view}`)).length;
      for (const caller of ["ada", "ben", "north", "south"] as const) {
        assertStrictEquals(await seenBy(caller), 0, `${caller} sees ${view}`);
      }
      assertEquals(await seenBy("viewer"), 3);
    }
  }));
