// A code or its rate changes while time of it is entered: the second waits, and is judged by what the first did.
import { assertEquals } from "@std/assert";
import { Firm } from "../support/firm.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { addCoded, addCodeRate } from "../support/time/codes.ts";

Deno.test("time_codes/are_not_changed_under_time_that_is_being_entered", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const change = interleave<unknown>(
      url,
      (sql) => addCoded(sql, assignment, "holiday_worked", { hours: "8" }),
      () => sql`update time_codes set pay_multiplier = 2 where name = 'holiday_worked'`,
    );
    await assertRefused(change, 409, "time_code_used");
  }));

Deno.test("time_codes/that_are_being_changed_are_entered_as_they_are_then", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await interleave<unknown>(
      url,
      (sql) => sql`update time_codes set pay_multiplier = 2 where name = 'holiday_worked'`,
      () => addCoded(sql, assignment, "holiday_worked", { hours: "8" }),
    );
    const rows = await sql`select pay_rate from private.rates_of_coded_time`;
    assertEquals([...rows], [{ pay_rate: "120.00" }]);
  }));

Deno.test("code_rates/are_not_taken_from_under_time_that_is_being_entered", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await addCodeRate(sql, assignment, "on_call");
    const removal = interleave<unknown>(
      url,
      (sql) => addCoded(sql, assignment, "on_call", { hours: "8" }),
      () => sql`delete from assignment_code_rates`,
    );
    await assertRefused(removal, 409, "code_rate_in_use");
    await sql`delete from time_entries`;
    const entry = interleave<unknown>(
      url,
      (sql) => sql`delete from assignment_code_rates`,
      () => addCoded(sql, assignment, "on_call", { hours: "8" }),
    );
    await assertRefused(entry, 409, "code_without_rate");
  }));

Deno.test("code_rates/are_not_written_while_drafts_are_by_them", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await interleave<unknown>(
      url,
      (sql) => sql`select private.hold_rates()`,
      () => addCodeRate(sql, assignment, "on_call"),
    );
    assertEquals((await sql`select from assignment_code_rates`).length, 1);
  }));
