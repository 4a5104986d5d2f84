// What a grid makes of a week's time.
import { assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import { saveWeek } from "../../../support/time/saved_weeks.ts";
import { setAside } from "../../../support/time/set_aside.ts";
import { removeTime } from "../../../support/time/worked_time.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const MONDAY = "2026-03-02";
const TUESDAY = "2026-03-03";
const WEDNESDAY = "2026-03-04";
const SUNDAY = "2026-03-08";
const NOW = { clock: "2026-03-09 12:00:00+00" };

/** A test on a firm with an assignment, and what becomes of a grid of its week. */
function withGrid(
  test: (
    save: (days: Record<string, unknown>, submit?: boolean) => Promise<string[]>,
    firm: Firm,
    assignment: string,
  ) => Promise<void>,
): () => Promise<void> {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await test(
        (days, submit) => saveWeek(sql, assignment, MONDAY, days, submit),
        firm,
        assignment,
      );
    }, NOW);
}

Deno.test(
  "save_week/adds_changes_and_removes_drafts_and_leaves_days_that_are_not_named",
  withGrid(async (save, { sql }, assignment) => {
    assertEquals(await save({ [MONDAY]: 8, [TUESDAY]: 7.5, [WEDNESDAY]: 0, [SUNDAY]: null }), [
      `${MONDAY} 8.00 draft`,
      `${TUESDAY} 7.50 draft`,
    ]);
    const [{ id }] = await sql<[{ id: string }]>`
      update time_entries set notes = 'On call.' where work_date = ${MONDAY} returning id`;
    assertEquals(await save({ [MONDAY]: 4.257, [WEDNESDAY]: 6, [SUNDAY]: 1 }), [
      `${MONDAY} 4.26 draft`,
      `${TUESDAY} 7.50 draft`,
      `${WEDNESDAY} 6.00 draft`,
      `${SUNDAY} 1.00 draft`,
    ]);
    assertEquals(await save({ [TUESDAY]: 0, [WEDNESDAY]: null, [SUNDAY]: 0 }), [
      `${MONDAY} 4.26 draft`,
    ]);
    const kept = await sql`select id, assignment_id, notes from time_entries`;
    assertEquals([...kept], [{ id, assignment_id: assignment, notes: "On call." }]);
  }),
);

Deno.test(
  "save_week/touches_no_other_week_and_no_other_assignment",
  withGrid(async (save, firm, assignment) => {
    await firm.entry(assignment, "draft", "2026-03-01", "3");
    await firm.entry(assignment, "draft", "2026-03-09", "3");
    await firm.entry(await firm.assignment(), "draft", MONDAY, "3");
    assertEquals(await save({ [MONDAY]: 0, [TUESDAY]: 8 }, true), [
      `${TUESDAY} 8.00 submitted`,
    ]);
    const others = await firm.sql<{ entry: string }[]>`
      select concat_ws(' ', hours, status) as entry from time_entries where work_date <> ${TUESDAY}`;
    assertEquals(others.map(({ entry }) => entry), Array(3).fill("3.00 draft"));
  }),
);

Deno.test(
  "save_week/submits_the_whole_week_once_and_changes_nothing_when_it_is_called_again",
  withGrid(async (save, firm, assignment) => {
    await firm.entry(assignment, "draft", SUNDAY, "2");
    const week = { [MONDAY]: 8, [TUESDAY]: 7.5, [WEDNESDAY]: 0 };
    const submitted = [
      `${MONDAY} 8.00 submitted`,
      `${TUESDAY} 7.50 submitted`,
      `${SUNDAY} 2.00 submitted`,
    ];
    assertEquals(await save(week, true), submitted);
    const before = await contents(firm.sql);
    assertEquals(await save(week, true), submitted);
    assertEquals(await save(week), submitted);
    assertEquals(await save({}), submitted);
    assertEquals(await contents(firm.sql), before);
  }),
);

Deno.test(
  "save_week/changes_nothing_when_a_grid_of_drafts_comes_again",
  withGrid(async (save, { sql }) => {
    await save({ [MONDAY]: 8, [TUESDAY]: 7.5 });
    const before = await contents(sql);
    await save({ [MONDAY]: 8, [TUESDAY]: 7.5 });
    assertEquals(await contents(sql), before);
  }),
);

Deno.test(
  "save_week/refuses_other_hours_on_a_day_that_is_no_draft_any_more_and_writes_nothing",
  withGrid(async (save, firm, assignment) => {
    for (const status of ["submitted", "pending_approval", "approved", "locked"]) {
      await firm.entry(assignment, status, MONDAY, "8");
      for (const hours of [7, 0, null]) {
        await assertRefusedUnchanged(
          firm.sql,
          () => save({ [TUESDAY]: 5, [MONDAY]: hours }, true),
          409,
          "time_entry_not_draft",
        );
      }
      await assertRejectsWith(() => save({ [MONDAY]: 1 }), {
        message: `The time of ${MONDAY} is ${
          status.replace("_", " ")
        }, with 8.00 hours. It changes only as a draft.`,
      });
      assertEquals(await save({ [MONDAY]: 8, [TUESDAY]: 5 }), [
        `${MONDAY} 8.00 ${status}`,
        `${TUESDAY} 5.00 draft`,
      ]);
      await removeTime(firm.sql);
    }
  }),
);

Deno.test(
  "save_week/gives_a_day_its_hours_over_all_its_entries",
  withGrid(async (save, firm, assignment) => {
    for (const hours of ["3", "5"]) await firm.entry(assignment, "draft", MONDAY, hours);
    const before = await contents(firm.sql);
    await save({ [MONDAY]: 8 });
    assertEquals(await contents(firm.sql), before);
    assertEquals(await save({ [MONDAY]: 24 }), [`${MONDAY} 24.00 draft`]);
    await firm.entry(assignment, "approved", TUESDAY, "3");
    await firm.entry(assignment, "draft", TUESDAY, "5");
    assertEquals(
      (await save({ [TUESDAY]: 8 }, true)).sort(),
      [
        `${MONDAY} 24.00 submitted`,
        `${TUESDAY} 3.00 approved`,
        `${TUESDAY} 5.00 submitted`,
      ].sort(),
    );
  }),
);

Deno.test(
  "save_week/leaves_the_first_of_several_entries_as_it_is_where_it_has_the_hours",
  withGrid(async (save, firm, assignment) => {
    const first = await firm.entry(assignment, "draft", MONDAY, "4");
    await firm.entry(assignment, "draft", MONDAY, "4");
    const versions = () =>
      firm.sql`select id, xmin::text as version from time_entries order by created_at`;
    const [before] = await versions();
    assertEquals(await save({ [MONDAY]: 4 }), [`${MONDAY} 4.00 draft`]);
    assertEquals([before?.id, ...await versions()], [first, before]);
  }),
);

Deno.test(
  "save_week/leaves_time_alone_that_was_set_aside",
  withGrid(async (save, firm, assignment) => {
    await setAside(firm.sql, [await firm.entry(assignment, "draft", MONDAY, "9")]);
    assertEquals(await save({ [MONDAY]: 8 }, true).then((rows) => rows.sort()), [
      `${MONDAY} 8.00 submitted`,
      `${MONDAY} 9.00 draft`,
    ]);
    assertEquals(
      await firm.sql`select from time_entries where set_aside_at is null`.then((r) => r.count),
      1,
    );
  }),
);
