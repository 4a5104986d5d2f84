// Who saves whose week, and what no week holds.
import { assertEquals } from "@std/assert";
import { actingAs, assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS, identityOf } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { type Days, saveWeek } from "../../../support/time/saved_weeks.ts";

const MONDAY = "2026-03-02";
const NOW = { clock: "2026-03-04 12:00:00+00" };

Deno.test("save_week/is_for_the_contractor_and_for_staff_who_enter_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const assignment = firm.placements.adaNorth;
    for (const caller of CALLERS) {
      const saving = actingAs(
        sql,
        identityOf(caller, firm.users),
        (sql) => saveWeek(sql, assignment, MONDAY, { [MONDAY]: 8, "2026-03-03": 4 }, true),
      );
      if (caller === "signed_out") await assertDenied(saving);
      else if (["viewer", "north", "south"].includes(caller)) {
        await assertRefused(saving, 403, "role_required");
      } else if (caller === "ben") await assertRefused(saving, 404, "assignment_not_found");
      else {
        assertEquals(await saving, [
          `${MONDAY} 8.00 submitted`,
          "2026-03-03 4.00 submitted",
        ], caller);
        await sql`update time_entries set status = 'draft' where work_date >= ${MONDAY} and status = 'submitted'`;
        await actingAs(
          sql,
          identityOf(caller, firm.users),
          (sql) => saveWeek(sql, assignment, MONDAY, { [MONDAY]: 6, "2026-03-03": 0 }),
        );
        const [left] = await runAs(
          sql,
          firm,
          caller,
          `select sum(hours) as hours from time_entries
            where assignment_id = '${assignment}' and work_date >= '${MONDAY}'`,
        );
        assertEquals(left?.hours, "6.00", caller);
        await sql`delete from time_entries where work_date >= ${MONDAY} and assignment_id = ${assignment}`;
      }
    }
    await sql`update contractors set is_active = false where user_id = ${firm.users.ada}`;
    await assertRefused(
      actingAs(
        sql,
        identityOf("ada", firm.users),
        (sql) => saveWeek(sql, assignment, MONDAY, {}),
      ),
      403,
      "role_required",
    );
  }, { clock: "2026-03-09 12:00:00+00" }));

Deno.test("save_week/refuses_what_is_no_week_in_words", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const refused = (
      status: 400 | 404,
      slug: string,
      days: Days | null,
      weekStart: string | null = MONDAY,
      id: string | null = assignment,
    ) => assertRefusedUnchanged(sql, () => saveWeek(sql, id, weekStart, days), status, slug);
    await refused(400, "argument_missing", null);
    await refused(400, "argument_missing", {}, null);
    await refused(400, "argument_missing", {}, MONDAY, null);
    await refused(400, "date_not_finite", {}, "infinity");
    await refused(400, "day_out_of_range", {}, "0026-03-02");
    await refused(400, "week_start_not_first_day", {}, "2026-03-03");
    await refused(404, "assignment_not_found", {}, MONDAY, crypto.randomUUID());
    for (const day of ["2026-03-01", "2026-03-09", "2026-3-2", "Monday", "", "infinity"]) {
      await refused(400, "day_outside_week", { [MONDAY]: 8, [day]: 8 });
    }
    for (const hours of ["8", true, {}, [8]]) {
      await refused(400, "days_not_valid", { [MONDAY]: hours });
    }
    for (const days of [[8, 8], 8, "8"]) {
      await refused(400, "days_not_valid", days as unknown as Days);
    }
    for (const hours of [-1, 24.01, 1e300, 0.001, 1e-300]) {
      await refused(400, "hours_out_of_range", { [MONDAY]: hours });
    }
  }, NOW));

Deno.test("save_week/refuses_what_the_guards_of_time_refuse_and_writes_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-03-05");
    const [contractor] = await sql<[{ id: string }]>`select id from contractors`;
    await firm.entry(await firm.assignmentOf(contractor.id), "draft", MONDAY, "20");
    const refused = (slug: string, days: Days, submit = false) =>
      assertRefusedUnchanged(
        sql,
        () => saveWeek(sql, assignment, MONDAY, days, submit),
        409,
        slug,
      );
    await refused("work_date_outside_assignment", { "2026-03-03": 8, "2026-03-06": 8 });
    await refused("hours_exceed_day", { "2026-03-03": 8, [MONDAY]: 5 });
    await refused("work_date_not_come", { "2026-03-03": 8, "2026-03-05": 8 }, true);
    assertEquals(await saveWeek(sql, assignment, MONDAY, { "2026-03-03": 8 }, true), [
      "2026-03-03 8.00 submitted",
    ]);
  }, NOW));
