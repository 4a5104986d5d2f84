// What a grid makes of time of codes.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import { addCoded, addCodeRate, codedTime } from "../../../support/time/codes.ts";
import { type Days, saveWeek } from "../../../support/time/saved_weeks.ts";

const MONDAY = "2026-03-02";
const TUESDAY = "2026-03-03";
const NOW = { clock: "2026-03-09 12:00:00+00" };

function withGrid(
  test: (
    save: (days: Days, submit?: boolean) => Promise<string[]>,
    sql: postgres.Sql,
    assignment: string,
  ) => Promise<void>,
): () => Promise<void> {
  return () =>
    withDatabase(async ({ sql }) => {
      const assignment = await (await Firm.create(sql)).assignment();
      for (const code of ["on_call", "charge", "mileage"]) await addCodeRate(sql, assignment, code);
      const save = async (days: Days, submit?: boolean) => {
        await saveWeek(sql, assignment, MONDAY, days, submit);
        return await codedTime(sql);
      };
      await test(save, sql, assignment);
    }, NOW);
}

Deno.test(
  "save_week/leaves_time_of_other_codes_alone_where_a_day_is_a_number",
  withGrid(async (save, sql, assignment) => {
    await addCoded(sql, assignment, "charge", { hours: "4" });
    await addCoded(sql, assignment, "mileage", { quantity: "30" }, { status: "submitted" });
    const others = [`${MONDAY} charge 4.00 draft`, `${MONDAY} mileage 30.00 mile submitted`];
    assertEquals(await save({ [MONDAY]: 8 }), [...others, `${MONDAY} regular 8.00 draft`]);
    assertEquals(await save({ [MONDAY]: 4 }), [...others, `${MONDAY} regular 4.00 draft`]);
    assertEquals(await save({ [MONDAY]: 0 }), others);
  }),
);

Deno.test(
  "save_week/brings_the_codes_of_a_list_to_what_it_says_and_leaves_the_others",
  withGrid(async (save, sql, assignment) => {
    assertEquals(
      await save({
        [MONDAY]: [
          { code: "regular", hours: 8 },
          { code: "charge", hours: 4.257 },
          { code: "mileage", quantity: 30.126 },
        ],
        [TUESDAY]: [],
      }),
      [
        `${MONDAY} charge 4.26 draft`,
        `${MONDAY} mileage 30.13 mile draft`,
        `${MONDAY} regular 8.00 draft`,
      ],
    );
    const before = await contents(sql);
    await save({ [MONDAY]: [{ code: "charge", hours: 4.26 }, { code: "on_call", hours: 0 }] });
    assertEquals(await contents(sql), before);
    assertEquals(
      await save({
        [MONDAY]: [
          { code: "charge", hours: 0 },
          { code: "mileage", quantity: 12 },
          { code: "on_call", hours: 24 },
        ],
      }),
      [
        `${MONDAY} mileage 12.00 mile draft`,
        `${MONDAY} on_call 24.00 draft`,
        `${MONDAY} regular 8.00 draft`,
      ],
    );
    // Several of a code come to one.
    await addCoded(sql, assignment, "mileage", { quantity: "5" });
    assertEquals(await save({ [MONDAY]: [{ code: "mileage", quantity: 18 }] }), [
      `${MONDAY} mileage 18.00 mile draft`,
      `${MONDAY} on_call 24.00 draft`,
      `${MONDAY} regular 8.00 draft`,
    ]);
    assertEquals(
      await save({
        [MONDAY]: [{ code: "mileage", quantity: null }, { code: "on_call", hours: null }],
      }),
      [`${MONDAY} regular 8.00 draft`],
    );
  }),
);

Deno.test(
  "save_week/submits_all_drafts_of_whatever_code",
  withGrid(async (save, sql, assignment) => {
    await addCoded(sql, assignment, "on_call", { hours: "12" }, { day: TUESDAY });
    assertEquals(await save({ [MONDAY]: [{ code: "mileage", quantity: 3 }] }, true), [
      `${MONDAY} mileage 3.00 mile submitted`,
      `${TUESDAY} on_call 12.00 submitted`,
    ]);
  }),
);

Deno.test(
  "save_week/refuses_another_quantity_of_a_code_that_is_no_draft_any_more",
  withGrid(async (save, sql, assignment) => {
    await addCoded(sql, assignment, "mileage", { quantity: "30" }, { status: "submitted" });
    await addCoded(sql, assignment, "charge", { hours: "4" }, { status: "submitted" });
    const refused = (line: Record<string, unknown>) =>
      assertRefusedUnchanged(sql, () => save({ [MONDAY]: [line] }), 409, "time_entry_not_draft");
    await refused({ code: "mileage", quantity: 31 });
    await refused({ code: "mileage", quantity: 0 });
    await refused({ code: "charge", hours: 5 });
    await save({ [MONDAY]: [{ code: "mileage", quantity: 30 }, { code: "charge", hours: 4 }] });
  }),
);

Deno.test(
  "save_week/refuses_lists_that_say_no_code_or_no_amount_of_it",
  withGrid(async (save, sql) => {
    const refused: readonly (readonly [line: unknown, slug: string, status?: 409])[] = [
      [8, "days_not_valid"],
      [null, "days_not_valid"],
      ["charge", "days_not_valid"],
      [{}, "days_not_valid"],
      [{ code: "charge" }, "days_not_valid"],
      [{ hours: 8 }, "days_not_valid"],
      [{ code: 8, hours: 8 }, "days_not_valid"],
      [{ code: null, hours: 8 }, "days_not_valid"],
      [{ code: "charge", hours: "8" }, "days_not_valid"],
      [{ code: "charge", hours: 8, quantity: 1 }, "days_not_valid"],
      [{ code: "charge", hours: 8, note: "x" }, "days_not_valid"],
      [{ code: "charge", hours: 24.01 }, "hours_out_of_range"],
      [{ code: "charge", hours: -1 }, "hours_out_of_range"],
      [{ code: "charge", hours: 0.004 }, "hours_out_of_range"],
      [{ code: "mileage", quantity: -1 }, "quantity_out_of_range"],
      [{ code: "mileage", quantity: 0.004 }, "quantity_out_of_range"],
      [{ code: "mileage", quantity: 1000000 }, "quantity_out_of_range"],
      [{ code: "mileage", quantity: 999999.995 }, "quantity_out_of_range"],
      [{ code: "float", hours: 8 }, "time_code_unknown"],
      [{ code: "mileage", hours: 8 }, "time_code_unit_not_right"],
      [{ code: "charge", quantity: 8 }, "time_code_unit_not_right"],
      [{ code: "visit", quantity: 8 }, "code_without_rate", 409],
    ];
    for (const [line, slug, status = 400] of refused) {
      await assertRefusedUnchanged(sql, () => save({ [MONDAY]: [line] }), status, slug);
    }
    const twice = { [MONDAY]: [{ code: "charge", hours: 4 }, { code: "charge", hours: 0 }] };
    await assertRefused(save(twice), 400, "days_not_valid");
    for (const day of [true, {}, "8"]) {
      await assertRefused(save({ [MONDAY]: day }), 400, "days_not_valid");
    }
  }),
);

Deno.test("save_week/writes_codes_with_the_rights_of_its_caller", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const assignment = firm.placements.adaNorth;
    await sql`update time_codes set entered_by = '{payroll}' where name = 'orientation'`;
    const save = (caller: "ada" | "payroll", code: string) =>
      runAs(
        sql,
        firm,
        caller,
        `select save_week('${assignment}', '${MONDAY}', '{"${MONDAY}": [{"code": "${code}", "hours": 4}]}')`,
      );
    await assertRefused(save("ada", "orientation"), 403, "time_code_not_entered_by_role");
    await save("payroll", "orientation");
    await assertRefused(save("ada", "sick"), 403, "time_code_not_entered_by_role");
    await save("ada", "cancelled");
    assertEquals((await codedTime(sql)).filter((entry) => entry.startsWith(MONDAY)), [
      `${MONDAY} cancelled 4.00 draft`,
      `${MONDAY} orientation 4.00 draft`,
    ]);
  }, NOW));
