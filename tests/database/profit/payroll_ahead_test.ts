// Cash ahead: what pay days to come pay, by what batches have paid.
import { assertEquals } from "@std/assert";
import { plusDays } from "../../../fixtures/days.ts";
import { Firm } from "../../support/firm.ts";
import { close, periodOf, prepareOffCycle } from "../../support/payroll/batches.ts";
import { contractorOf } from "../../support/people/credentials.ts";
import { noon, withMovingClock } from "../../support/receivables/moving_clock.ts";
import { withDatabase } from "../../support/server/database.ts";
import { dayOfWeek } from "../../support/time/worked_time.ts";
import { paysAhead } from "./ahead.ts";
import { CLOCK, pay } from "./week.ts";

/** Hours by day, at 60.00: 2,160.00 in the first week, then 240.00, 300.00, 390.00 and 540.00, whose mean is 367.50. */
const WEEKS: readonly (readonly [monday: string, hours: readonly string[]])[] = [
  ["2026-02-02", ["12", "12", "12"]],
  ["2026-02-09", ["4"]],
  ["2026-02-16", ["5"]],
  ["2026-02-23", ["6.5"]],
  ["2026-03-02", ["9"]],
];

/** Has somebody work each of these weeks, and pays it on a day that is chosen. Gives the assignment. */
async function payWeeks(firm: Firm, before: (monday: string) => Promise<void>): Promise<string> {
  const assignment = await firm.assignment();
  for (const [monday, hours] of WEEKS) {
    await before(monday);
    for (const [nth, each] of hours.entries()) {
      await firm.entry(assignment, "approved", dayOfWeek(monday, nth + 1), each);
    }
    await pay(firm.sql, monday);
  }
  return assignment;
}

Deno.test(
  "cash_ahead/pays_the_mean_of_the_last_four_regular_batches_and_closed_ones_as_they_are",
  withMovingClock("2026-02-13", async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await payWeeks(firm, (monday) => setClock(noon(plusDays(monday, 11))));
    await setClock(noon("2026-03-19"));
    await sql`
      insert into payroll_periods (period_start, period_end, pay_date)
      values ('2026-03-09', '2026-03-15', '2026-03-21')`;
    await periodOf(sql, "2026-03-16"); // paid on March 27
    assertEquals(await paysAhead(sql), ["2026-03-16 367.50", "2026-03-23 367.50"]);
    // Between the batches somebody has 480.00 on March 25: that is paid, and no part of the mean.
    await firm.entry(assignment, "approved", "2026-03-09", "8");
    const off = await prepareOffCycle(
      sql,
      await periodOf(sql, "2026-03-09"),
      [await contractorOf(sql, assignment)],
      "2026-03-25",
    );
    await close(sql, off.id);
    assertEquals(await paysAhead(sql), ["2026-03-16 367.50", "2026-03-23 847.50"]);
    // One that is closed with a pay day to come: its 420.00, and the mean of it and the three before.
    await firm.entry(assignment, "approved", "2026-03-11", "7");
    await pay(sql, "2026-03-09");
    assertEquals(await paysAhead(sql), ["2026-03-16 420.00", "2026-03-23 892.50"]);
  }),
);

Deno.test("cash_ahead/takes_batches_that_were_closed_on_one_day_by_their_periods", () =>
  withDatabase(async ({ sql }) => {
    await payWeeks(await Firm.create(sql), () => Promise.resolve());
    await periodOf(sql, "2026-03-16");
    assertEquals(await paysAhead(sql), ["2026-03-23 367.50"]);
  }, CLOCK));
