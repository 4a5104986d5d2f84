// A week that two save at once, as from two windows: one goes after the other, and no day is there twice.
import { assertEquals } from "@std/assert";
import { Firm } from "../support/firm.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { saveWeek } from "../support/time/saved_weeks.ts";

const MONDAY = "2026-03-02";
const TUESDAY = "2026-03-03";
const NOW = { clock: "2026-03-09 12:00:00+00" };

Deno.test("save_week/by_two_at_once_writes_each_day_once", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const week = { [MONDAY]: 8, [TUESDAY]: 7.5 };
    const second = await interleave(
      url,
      (sql) => saveWeek(sql, assignment, MONDAY, week, true),
      () => saveWeek(sql, assignment, MONDAY, week, true),
    );
    assertEquals(second, [`${MONDAY} 8.00 submitted`, `${TUESDAY} 7.50 submitted`]);
  }, NOW));

Deno.test("save_week/is_refused_after_another_submitted_other_hours", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await assertRefused(
      interleave(
        url,
        (sql) => saveWeek(sql, assignment, MONDAY, { [MONDAY]: 8 }, true),
        () => saveWeek(sql, assignment, MONDAY, { [MONDAY]: 7, [TUESDAY]: 7 }),
      ),
      409,
      "time_entry_not_draft",
    );
    const entries = await sql`select hours from time_entries`;
    assertEquals([...entries], [{ hours: "8.00" }]);
  }, NOW));

Deno.test("save_week/waits_for_a_day_that_is_being_entered_directly", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const saved = await interleave(
      url,
      (sql) =>
        sql`insert into time_entries (assignment_id, work_date, hours) values (${assignment}, ${MONDAY}, 5)`,
      () => saveWeek(sql, assignment, MONDAY, { [MONDAY]: 8 }),
    );
    assertEquals(saved, [`${MONDAY} 8.00 draft`]);
  }, NOW));
