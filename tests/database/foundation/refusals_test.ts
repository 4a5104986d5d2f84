// How refusals speak: of one in the singular, and of a row by what it is.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";

async function messageOf(attempt: PromiseLike<unknown>): Promise<string> {
  const error = await Promise.resolve(attempt).then(() => null, (error: Error) => error);
  assert(error !== null, "not refused");
  return error.message;
}

Deno.test("refusals/count_one_in_the_singular_and_all_others_in_the_plural", () =>
  withDatabase(async ({ sql }) => {
    const [row] = await sql`
      select array_agg(private.counted(n, 'time entry', 'time entries') order by n) as counted
        from generate_series(0, 2) as n`;
    assertEquals(row?.counted, ["0 time entries", "1 time entry", "2 time entries"]);
  }));

Deno.test("refusals/name_the_days_of_time_that_an_assignment_would_leave_outside", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const end = () => sql`update assignments set end_date = '2026-03-01' where id = ${assignment}`;
    await firm.entry(assignment, "draft", "2026-03-02");
    assertEquals(
      await messageOf(end()),
      "1 time entry of the assignment would lie outside of it, on 2026-03-02.",
    );
    await firm.entry(assignment, "draft", "2026-03-04");
    assertEquals(
      await messageOf(end()),
      "2 time entries of the assignment would lie outside of it, from 2026-03-02 to 2026-03-04.",
    );
  }));

Deno.test("refusals/name_a_row_that_is_kept_by_its_day_and_its_state", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "pending_approval", "2026-03-02");
    await sql`
      insert into payroll_periods (period_start, period_end, pay_date, status, closed_at)
      values ('2026-03-02', '2026-03-08', '2026-03-13', 'closed', now())`;
    const attempts: Record<string, postgres.PendingQuery<postgres.Row[]>> = {
      "The time entry of 2026-03-02 is pending approval and can no longer be deleted.":
        sql`delete from time_entries`,
      "The payroll period of 2026-03-02 to 2026-03-08 is closed and does not change.":
        sql`update payroll_periods set pay_date = '2026-03-14'`,
    };
    for (const [message, attempt] of Object.entries(attempts)) {
      assertStrictEquals(await messageOf(attempt), message);
    }
  }));

Deno.test("refusals/say_of_a_row_what_they_say_of_all_in_general", () =>
  withDatabase(async ({ sql }) => {
    const [row] = await sql`
      select private.told_of_row(
                 'The hit of {effective_on} is {status|applied or cancelled}, {status}.',
                 '{"effective_on": "2026-03-02", "status": "applied"}') as told`;
    assertEquals(row?.told, "The hit of 2026-03-02 is applied, applied.");
  }));

Deno.test("refusals/of_a_whole_statement_name_no_row", () =>
  withDatabase(async ({ sql }) => {
    const message = await messageOf(sql`truncate facilities cascade`);
    assertMatch(message, /^A table whose changes are in the audit log is not truncated\.$/);
  }));

Deno.test("refusals/tell_a_quoted_text_in_one_line_of_bounded_length", () =>
  withDatabase(async ({ sql }) => {
    const told = (message: string) =>
      messageOf(sql`select private.refuse(400, 'a_slug', ${message}, 'Enter it again.')`);
    assertEquals(
      await told("Kind a\r\nSet-Cookie: evil=1 is none."),
      "Kind a Set-Cookie: evil=1 is none.",
    );
    assertEquals(await told("a\tb\u007fc\u0085d\u2028e\u2029f"), "a b c d e f");
    assertEquals(await told("Zoë’s 2 µg, 東京 — $1"), "Zoë’s 2 µg, 東京 — $1");
    assertStrictEquals(await told(`${"é".repeat(999)}xyz`), `${"é".repeat(999)}x`);
    assertStrictEquals(await told("😀".repeat(5000)), "😀".repeat(500));
  }));
