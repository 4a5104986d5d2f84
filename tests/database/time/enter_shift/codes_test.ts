// A shift of a code, such as a call-back: entered with its times by a person who may enter the code.
import { assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import { addCoded, addCodeRate, codedTime } from "../../../support/time/codes.ts";
import { enterParts, enterShift } from "../../../support/time/shifts.ts";

const NOW = { clock: "2026-12-01 12:00:00+00" };
const NIGHT = ["2026-03-02 22:00 MST", "2026-03-03 01:30 MST"] as const;
const CALL_BACK = { code: "call_back" };

Deno.test("enter_shift/of_a_code_gives_each_part_the_code_and_lies_under_time_on_call", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await addCodeRate(sql, assignment, "on_call");
    await addCoded(sql, assignment, "on_call", { hours: "24" });
    assertEquals(await enterShift(sql, assignment, ...NIGHT, CALL_BACK), [
      "2026-03-02 2.00",
      "2026-03-03 1.50",
    ]);
    assertEquals(await codedTime(sql), [
      "2026-03-02 call_back 2.00 draft",
      "2026-03-02 on_call 24.00 draft",
      "2026-03-03 call_back 1.50 draft",
    ]);
  }, NOW));

Deno.test("enter_shift/without_a_code_is_of_regular_time", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await enterShift(sql, assignment, ...NIGHT, { code: null });
    await enterShift(sql, assignment, "2026-03-04 08:00 MST", "2026-03-04 16:00 MST");
    const codes = await sql`select distinct code from time_entries`;
    assertEquals([...codes], [{ code: "regular" }]);
  }, NOW));

Deno.test("enter_shift/again_is_of_the_same_code_and_overlaps_that_of_another", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const entered = await enterParts(sql, assignment, ...NIGHT, CALL_BACK);
    const before = await contents(sql);
    assertEquals(await enterParts(sql, assignment, ...NIGHT, CALL_BACK), entered);
    assertEquals(await contents(sql), before);
    await assertRefusedUnchanged(
      sql,
      () => enterShift(sql, assignment, ...NIGHT),
      409,
      "shift_overlaps",
    );
  }, NOW));

Deno.test("enter_shift/refuses_codes_that_are_none_not_worked_or_without_a_rate", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await addCodeRate(sql, assignment, "on_call");
    await addCodeRate(sql, assignment, "visit");
    const refused = [
      ["called_back", 400, "time_code_unknown"],
      ["on_call", 409, "time_entry_without_times"],
      ["visit", 400, "time_code_unit_not_right"],
      ["charge", 409, "code_without_rate"],
    ] as const;
    for (const [code, status, slug] of refused) {
      const entering = () => enterShift(sql, assignment, ...NIGHT, { code });
      await assertRefusedUnchanged(sql, entering, status, slug);
    }
  }, NOW));

Deno.test("enter_shift/takes_a_code_of_those_alone_who_enter_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const entering = (day: string) =>
      `select code from enter_shift('${firm.placements.adaNorth}', '${day} 08:00 MST', '${day} 10:00 MST',
         code => 'orientation')`;
    await sql`update time_codes set entered_by = '{recruiting}' where name = 'orientation'`;
    for (const caller of ["ada", "payroll"] as const) {
      await assertRefused(
        runAs(sql, firm, caller, entering("2026-03-09")),
        403,
        "time_code_not_entered_by_role",
      );
    }
    await runAs(sql, firm, "recruiting", entering("2026-03-09"));
    await sql`update time_codes set entered_by = '{contractor}' where name = 'orientation'`;
    await runAs(sql, firm, "ada", entering("2026-03-10"));
    const [{ entered }] = await sql<[{ entered: number }]>`
      select count(*)::int as entered from time_entries where code = 'orientation'`;
    assertEquals(entered, 2);
  }, NOW));
