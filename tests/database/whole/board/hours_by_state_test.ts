// The hours of the last weeks, by the state that they are in.
import { assertEquals } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { setAside } from "../../../support/time/set_aside.ts";

/** A Tuesday; in Denver it is still Monday the 19th. */
const CLOCK = { clock: "2026-01-20 05:00:00+00" };

Deno.test("hours_by_state/adds_up_each_week_by_state_the_running_one_last", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const other = await firm.assignment();
    await firm.entry(assignment, "approved", "2026-01-11", "1"); // before
    await firm.entry(assignment, "approved", "2026-01-12", "4");
    await firm.entry(other, "approved", "2026-01-18", "3.5");
    await firm.entry(assignment, "submitted", "2026-01-18", "2");
    await firm.entry(assignment, "locked", "2026-01-13", "6");
    await firm.entry(assignment, "pending_approval", "2026-01-19", "5");
    await firm.entry(assignment, "draft", "2026-01-25", "7");
    await firm.entry(assignment, "draft", "2026-01-26", "9"); // after
    await setAside(sql, [await firm.entry(other, "draft", "2026-01-19", "8")]);
    const rows = await sql<{ row: string }[]>`
      select concat_ws(' ', week_start, status, entries, hours) as row from hours_by_state(2)`;
    assertEquals(rows.map(({ row }) => row), [
      "2026-01-12 draft 0 0.00",
      "2026-01-12 submitted 1 2.00",
      "2026-01-12 pending_approval 0 0.00",
      "2026-01-12 approved 2 7.50",
      "2026-01-12 locked 1 6.00",
      "2026-01-19 draft 1 7.00",
      "2026-01-19 submitted 0 0.00",
      "2026-01-19 pending_approval 1 5.00",
      "2026-01-19 approved 0 0.00",
      "2026-01-19 locked 0 0.00",
    ]);
    const [eight] = await sql`
      select count(distinct week_start)::int as weeks, min(week_start)::text as first from hours_by_state()`;
    assertEquals(eight, { weeks: 8, first: "2025-12-01" });
  }, CLOCK));

Deno.test("hours_by_state/answers_staff_and_servers_and_refuses_everyone_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const asking = runAs(
        sql,
        firm,
        caller,
        "select sum(entries) > 0 as some from hours_by_state(104)",
      );
      if (caller === "signed_out") await assertDenied(asking);
      else if (["ada", "ben", "north", "south"].includes(caller)) {
        await assertRefused(asking, 403, "staff_only");
      } else assertEquals([...await asking], [{ some: true }]);
    }
  }, CLOCK));

Deno.test("hours_by_state/refuses_no_weeks_and_more_than_two_years", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(sql`select hours_by_state(null)`, 400, "argument_missing");
    for (const weeks of [0, -1, 105]) {
      await assertRefused(sql`select hours_by_state(${weeks})`, 400, "weeks_out_of_range");
    }
  }));
