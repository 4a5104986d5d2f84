// What a unit of a code bills and pays, at an assignment or by the price list of a facility.
import { assertEquals, assertMatch } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";
import { addCoded, addCodeRate } from "../../../support/time/codes.ts";

/** The rates of the only coded time. */
async function rates(sql: postgres.Sql): Promise<string> {
  const [row] = await sql<[{ rates: string }]>`
    select concat_ws(' ', bill_rate, pay_rate) as rates from private.rates_of_coded_time`;
  return row.rates;
}

async function addListed(firm: Firm, code: string, bill: string | null, pay: string | null) {
  await firm.sql`
    insert into facility_code_rates (facility_id, code, effective_from, bill_rate, pay_rate)
    values (${firm.facilityId}, ${code}, '2026-01-01', ${bill}, ${pay})`;
}

Deno.test("code_rates/are_the_assignments_else_the_facilitys_else_what_the_code_makes_of_an_hour", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql); // 100 to bill, 60 to pay
    const assignment = await firm.assignment();
    await addCoded(sql, assignment, "holiday_worked", { hours: "8" });
    assertEquals(await rates(sql), "150.00 90.00");
    await addListed(firm, "holiday_worked", "140", null);
    assertEquals(await rates(sql), "140.00 90.00");
    await addCodeRate(sql, assignment, "holiday_worked", { bill: null, pay: "85" });
    assertEquals(await rates(sql), "140.00 85.00");
    await addCodeRate(sql, assignment, "holiday_worked", {
      bill: "1",
      pay: "1",
      from: "2026-03-03",
    });
    assertEquals(await rates(sql), "140.00 85.00"); // that of a later day
    await addCodeRate(sql, assignment, "holiday_worked", {
      bill: "130",
      pay: "80",
      from: "2026-03-02",
    });
    assertEquals(await rates(sql), "130.00 80.00");
  }));

Deno.test("code_rates/are_not_taken_from_under_time_that_has_no_other", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await addCodeRate(sql, assignment, "on_call");
    await addCoded(sql, assignment, "on_call", { hours: "8" });
    const takes = [
      "delete from assignment_code_rates",
      "update assignment_code_rates set effective_from = '2026-03-03'",
      "update assignment_code_rates set pay_rate = null",
      "update assignment_code_rates set code = 'charge'",
      // It would stand before the one that says both.
      `insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate)
       values ('${assignment}', 'on_call', '2026-03-01', 9)`,
    ];
    for (const take of takes) await assertRefused(sql.unsafe(take), 409, "code_rate_in_use");
    await sql`update assignment_code_rates set effective_from = '2026-03-02', pay_rate = 6`;
    await addListed(firm, "on_call", "8", "5");
    await sql`delete from assignment_code_rates`;
    const listed = [
      "delete from facility_code_rates",
      "update facility_code_rates set effective_from = '2026-03-03'",
      "update facility_code_rates set bill_rate = null",
      `insert into facility_code_rates (facility_id, code, effective_from, pay_rate)
       values ('${firm.facilityId}', 'on_call', '2026-03-02', 9)`,
    ];
    for (const take of listed) await assertRefused(sql.unsafe(take), 409, "code_rate_in_use");
    await sql`delete from time_entries`;
    await sql`delete from facility_code_rates`;
  }));

Deno.test("code_rates/hold_no_value_that_cannot_be", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const add = (code: string, from: string, bill: string | null, pay: string | null) =>
      addCodeRate(sql, assignment, code, { bill, pay, from });
    await assertViolates(add("on_call", "2026-01-01", null, null), "code_rate_has_a_rate");
    await assertViolates(
      add("on_call", "2026-01-01", "-1", null),
      "code_bill_rate_is_not_negative",
    );
    await assertViolates(add("on_call", "2026-01-01", null, "-1"), "code_pay_rate_is_not_negative");
    await assertViolates(
      add("regular", "2026-01-01", "1", "1"),
      "regular_time_has_the_rate_of_the_assignment",
    );
    await assertRefused(add("on_call", "1999-12-31", "1", "1"), 400, "day_out_of_range");
    await assertViolates(add("on_call", "infinity", "1", "1"), "effective_from_is_finite");
    await assertViolates(add("float", "2026-01-01", "1", "1"), "code_rate_is_of_a_known_code");
    await assertViolates(addListed(firm, "on_call", null, null), "listed_rate_has_a_rate");
    await assertViolates(
      addListed(firm, "on_call", "-1", null),
      "listed_bill_rate_is_not_negative",
    );
    await assertViolates(addListed(firm, "on_call", null, "-1"), "listed_pay_rate_is_not_negative");
    await assertViolates(addListed(firm, "regular", "1", "1"), "regular_time_has_no_listed_rate");
    const tooLarge = "100000000";
    await assertViolates(add("on_call", "2026-01-01", tooLarge, "1"), "bill_rate_is_not_too_large");
    await assertViolates(add("mileage", "2026-01-01", "1", tooLarge), "pay_rate_is_not_too_large");
    await assertViolates(addListed(firm, "on_call", tooLarge, "1"), "bill_rate_is_not_too_large");
    await assertViolates(
      sql`update time_codes set pay_amount = ${tooLarge} where name = 'charge'`,
      "pay_amount_is_not_too_large",
    );
    await addCodeRate(sql, assignment, "on_call");
    const move = sql`update assignment_code_rates set effective_from = '2101-01-01'`;
    await assertRefused(move, 400, "day_out_of_range");
    await addListed(firm, "on_call", "0", "0");
    const listed = sql`update facility_code_rates set effective_from = '2101-01-01'`;
    await assertRefused(listed, 400, "day_out_of_range");
  }));

Deno.test("code_rates/are_in_the_audit_log_row_by_row", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await addCodeRate(sql, assignment, "on_call");
    await addCodeRate(sql, assignment, "on_call", { from: "2026-02-01" });
    await addListed(firm, "on_call", "8", "5");
    await sql`update assignment_code_rates set pay_rate = 6`;
    const log = await sql`
      select table_name, row_id, old ->> 'effective_from' as old, new ->> 'effective_from' as new, said(entry)
        from audit_log as entry where table_name ~ 'code_rates' order by at, table_name, new ->> 'effective_from'`;
    const rate = { table_name: "assignment_code_rates", row_id: assignment };
    assertEquals(log.map(({ said: _, ...row }) => row), [
      { ...rate, old: null, new: "2026-01-01" },
      { ...rate, old: null, new: "2026-02-01" },
      { table_name: "facility_code_rates", row_id: null, old: null, new: "2026-01-01" },
      { ...rate, old: "2026-01-01", new: "2026-01-01" },
      { ...rate, old: "2026-02-01", new: "2026-02-01" },
    ]);
    assertMatch(
      log[0]?.said,
      /^The rates of On call for Ada Nurse at Mercy Hospital from Jan 1, 2026/,
    );
    assertMatch(log[2]?.said, /^The rates of On call at Mercy Hospital from Jan 1, 2026/);
    assertMatch(log[3]?.said, /pay rate from \$?5.00 to \$?6.00/);
  }));
