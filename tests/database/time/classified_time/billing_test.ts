// For billing counts what is on live invoices, and what is about to be.
import { assertEquals } from "@std/assert";
import { billLine } from "../../../support/billing/by_hand.ts";
import { emptyDraft } from "../../../support/billing/drafts.ts";
import { bringInto } from "../../../support/billing/states.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import {
  classesOf,
  dayOfWeek,
  entryOf,
  type Shift,
  work,
} from "../../../support/time/worked_time.ts";
import { MONDAY } from "./random_weeks.ts";

const day = (date: string, hours: number, rule: Shift["rule"] = "flsa"): Shift => ({
  date,
  hours,
  rule,
});

Deno.test("classified_time/for_billing_counts_what_is_billed_and_what_is_about_to_be_alone", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [
      day("2026-03-02", 24),
      day("2026-03-03", 24),
      day("2026-03-04", 24),
    ]);
    const [facility] = await sql<[{ id: string }]>`
      select facility_id as id from assignments where id = ${worker.assignmentIds.flsa}`;
    const invoice = await emptyDraft({ sql, facilityId: facility.id });
    await billLine(sql, invoice, entryOf(worker, 3));
    const counted = async (...toBill: string[]) =>
      [...await classesOf(sql, [worker], [MONDAY], toBill)].map(([id, { regular }]) =>
        `${1 + worker.entryIds.indexOf(id)}: ${regular}`
      ).sort();
    assertEquals(await counted(), ["3: 24.00"]);
    assertEquals(await counted(entryOf(worker, 2)), ["2: 24.00", "3: 16.00"]);
    await bringInto(sql, invoice, "void");
    assertEquals(await counted(), []);
    assertEquals(await counted(entryOf(worker, 1)), ["1: 24.00"]);
    assertEquals((await classesOf(sql, [worker], [MONDAY])).size, 3);
  }));

// Seven days of six hours are 42: two of overtime by federal law, in Kentucky the whole seventh day.
for (const [pays, bills] of [["kentucky", "flsa"], ["flsa", "kentucky"]] as const) {
  Deno.test(`classified_time/the_seventh_day_of_who_is_paid_by_${pays}_and_billed_by_${bills}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await sql`update assignments set overtime_rule = ${pays} where id = ${assignment}`;
      await sql`update assignment_bill_terms set overtime_rule = ${bills}`;
      const ids = [];
      for (let nth = 1; nth <= 7; nth++) {
        ids.push(await firm.entry(assignment, "approved", dayOfWeek(MONDAY, nth), "6"));
      }
      const overtime = async (toBill: readonly string[] | null) => {
        const [row] = await sql<[{ hours: string }]>`
          select sum(time.overtime_hours) as hours
            from assignments as assignment
           cross join lateral private.classified_time(
                 array[assignment.contractor_id], array[${MONDAY}::text::date], ${toBill as string[]}::uuid[]) as time
           where assignment.id = ${assignment}`;
        return Number(row.hours);
      };
      const expected = { kentucky: 6, flsa: 2 };
      assertEquals(await overtime(null), expected[pays]);
      assertEquals(await overtime(ids), expected[bills]);
    }, { clock: "2026-03-25 12:00:00-06" }));
}
