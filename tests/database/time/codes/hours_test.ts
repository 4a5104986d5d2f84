// Hours count as worked where their code says so, and nowhere else.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { addCoded, addCodeRate } from "../../../support/time/codes.ts";
import { enterParts } from "../../../support/time/shifts.ts";

const DAY = "2026-03-02";
const CLOCK = { clock: "2026-03-25 12:00:00-06" };

/** A firm with an assignment that has rates of all codes. */
function withCodes(
  test: (sql: postgres.Sql, assignment: string, firm: Firm) => Promise<void>,
): () => Promise<void> {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await sql`
        insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
        select ${assignment}, name, '2026-01-01', 10, 8 from time_codes where name <> 'regular'`;
      await test(sql, assignment, firm);
    }, CLOCK);
}

/** Time that counts in no sum of hours, on a day. */
async function addNotWorked(sql: postgres.Sql, assignment: string, day = DAY, status = "approved") {
  await addCoded(sql, assignment, "on_call", { hours: "24" }, { day, status });
  await addCoded(sql, assignment, "sick", { hours: "8" }, { day, status });
  await addCoded(sql, assignment, "mileage", { quantity: "300" }, { day, status });
}

/** Classes of a contractor's time in weeks: `"03-07 charge 0.00 8.00"`, regular and overtime. */
async function classes(sql: postgres.Sql, weeks: readonly string[]): Promise<string[]> {
  const rows = await sql<{ told: string }[]>`
    select concat_ws(' ', to_char(time.work_date, 'MM-DD'), entry.code, time.regular_hours, time.overtime_hours) as told
      from contractors as contractor
     cross join lateral private.classified_time(
           array_fill(contractor.id, array[${weeks.length}::int]), ${weeks}::text[]::date[]) as time
      join time_entries as entry on entry.id = time.time_entry_id
     order by time.work_date, entry.code`;
  return rows.map(({ told }) => told);
}

Deno.test(
  "codes/that_are_not_worked_leave_a_day_its_24_hours_and_those_that_are_take_of_them",
  withCodes(async (sql, assignment, firm) => {
    await addNotWorked(sql, assignment);
    await firm.entry(assignment, "draft", DAY, "16");
    const id = await addCoded(sql, assignment, "call_back", { hours: "8" });
    await assertRefused(firm.entry(assignment, "draft", DAY, "0.01"), 409, "hours_exceed_day");
    const more = addCoded(sql, assignment, "charge", { hours: "0.01" });
    await assertRefused(more, 409, "hours_exceed_day");
    // What was not worked cannot become so.
    const change = sql`update time_entries set code = 'orientation' where code = 'sick'`;
    await sql`update time_entries set status = 'draft', sent_back_reason = 'x' where code = 'sick'`;
    await assertRefused(change, 409, "hours_exceed_day");
    await sql`update time_entries set code = 'vacation' where id = ${id}`;
    await firm.entry(assignment, "draft", DAY, "8");
  }),
);

Deno.test(
  "codes/that_are_worked_count_toward_overtime_and_the_others_do_not",
  withCodes(async (sql, assignment, firm) => {
    await sql`update assignments set overtime_rule = 'flsa', overtime_rule_reason = 'x'`;
    await addNotWorked(sql, assignment, "2026-03-03");
    for (const day of ["02", "03", "04", "05", "06"]) {
      await firm.entry(assignment, "approved", `2026-03-${day}`, "8");
    }
    const charge = { day: "2026-03-07", status: "approved" };
    await addCoded(sql, assignment, "charge", { hours: "8" }, charge);
    const week = [
      "03-02 regular 8.00 0.00",
      "03-03 regular 8.00 0.00",
      "03-04 regular 8.00 0.00",
      "03-05 regular 8.00 0.00",
      "03-06 regular 8.00 0.00",
      "03-07 charge 0.00 8.00",
    ];
    assertEquals(await classes(sql, [DAY]), week);
    // A week among many that are not asked for is looked up by itself.
    assertEquals(await classes(sql, ["2026-01-05", DAY, "2026-12-07"]), week);
  }),
);

Deno.test(
  "codes/that_are_not_worked_change_nothing_of_hours_in_a_row",
  withCodes(async (sql, assignment) => {
    for (const [begin, end] of [["02", "03"], ["03", "04"], ["04", "05"]]) {
      await enterParts(
        sql,
        assignment,
        `2026-03-${begin} 19:00 MST`,
        `2026-03-${end} 08:30 MST`,
      );
      await addCoded(sql, assignment, "on_call", { hours: "12" }, { day: `2026-03-${begin}` });
    }
    await sql`update time_entries set status = 'submitted'`;
    await sql`update time_entries set status = 'approved'`;
    const overtime = (await classes(sql, [DAY])).map((told) => told.split(" ").at(-1));
    assertEquals(overtime.filter((hours) => hours !== "0.00"), ["1.50", "1.50", "1.50"]);
  }),
);

Deno.test(
  "codes/that_are_not_worked_are_in_no_picture_of_hours",
  withCodes(async (sql, assignment, firm) => {
    const approved = async () => {
      const [row] = await sql`
        select entries, hours from hours_by_state(5) where week_start = ${DAY} and status = 'approved'`;
      return row;
    };
    await addNotWorked(sql, assignment);
    assertEquals(await approved(), { entries: 0, hours: "0.00" });
    await firm.entry(assignment, "approved", DAY, "8");
    await addCoded(sql, assignment, "charge", { hours: "4" }, { status: "approved" });
    assertEquals(await approved(), { entries: 2, hours: "12.00" });
  }),
);

Deno.test(
  "codes/by_the_hour_say_where_somebody_was_and_units_do_not",
  withCodes(async (sql, assignment) => {
    const isMissing = async () => (await sql`select from missing_time`).length === 1;
    await addCoded(sql, assignment, "mileage", { quantity: "30" }, { day: "2026-03-16" });
    assertEquals(await isMissing(), true);
    await addCoded(sql, assignment, "vacation", { hours: "8" }, { day: "2026-03-16" });
    assertEquals(await isMissing(), false);
  }),
);

Deno.test(
  "codes/stand_in_what_waits_for_approval_with_title_and_unit",
  withCodes(async (sql, assignment, firm) => {
    await firm.entry(assignment, "submitted", DAY, "8");
    await addCoded(sql, assignment, "mileage", { quantity: "30" }, { status: "submitted" });
    await addCoded(sql, assignment, "charge", { hours: "4" }, { status: "submitted" });
    for (const view of ["unapproved_time", "facility_time"]) {
      const rows = await sql`
        select code, code_title, hours, quantity, unit, is_worked from ${sql(view)} order by code`;
      assertEquals([...rows], [
        {
          code: "charge",
          code_title: "Charge nurse",
          hours: "4.00",
          quantity: null,
          unit: "hour",
          is_worked: true,
        },
        {
          code: "mileage",
          code_title: "Mileage",
          hours: "0.00",
          quantity: "30.00",
          unit: "mile",
          is_worked: false,
        },
        {
          code: "regular",
          code_title: "Regular",
          hours: "8.00",
          quantity: null,
          unit: "hour",
          is_worked: true,
        },
      ], view);
    }
  }),
);

Deno.test("codes/have_rates_by_codes_that_have_none_of_their_own", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await addCodeRate(sql, assignment, "mileage", { bill: "0.70", pay: "0.70" });
    await addCoded(sql, assignment, "mileage", { quantity: "30" });
    const rows =
      await sql`select code, quantity, bill_rate, pay_rate from private.rates_of_coded_time`;
    assertEquals([...rows], [{
      code: "mileage",
      quantity: "30.00",
      bill_rate: "0.70",
      pay_rate: "0.70",
    }]);
  }));
