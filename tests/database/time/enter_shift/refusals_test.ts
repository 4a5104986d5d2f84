// Who enters whose shift, and what is none.
import { assertEquals } from "@std/assert";
import { actingAs, assertDenied } from "../../../support/access/acting.ts";
import { CALLERS, identityOf } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { enterShift, type ShiftOptions } from "../../../support/time/shifts.ts";

const NOW = { clock: "2026-03-09 12:00:00+00" };

Deno.test("enter_shift/is_for_the_contractor_and_for_staff_who_enter_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const entering = actingAs(
        sql,
        identityOf(caller, firm.users),
        (sql) =>
          enterShift(sql, firm.placements.adaNorth, "2026-03-04 20:00 MST", "2026-03-05 04:00 MST"),
      );
      if (caller === "signed_out") await assertDenied(entering);
      else if (["viewer", "north", "south"].includes(caller)) {
        await assertRefused(entering, 403, "role_required");
      } else if (caller === "ben") await assertRefused(entering, 404, "assignment_not_found");
      else {
        assertEquals(await entering, ["2026-03-04 4.00", "2026-03-05 4.00"], caller);
        await sql`delete from time_entries where shift_id is not null`;
      }
    }
  }, NOW));

Deno.test("enter_shift/refuses_what_is_no_shift_in_words", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const refused = async (
      slug: string,
      begin: string | null,
      end: string | null,
      options?: ShiftOptions,
    ) => {
      const status = slug.endsWith("not_found") ? 404 : 400;
      await assertRefusedUnchanged(
        sql,
        () => enterShift(sql, assignment, begin, end, options),
        status,
        slug,
      );
    };
    const begin = "2026-03-02 08:00 MST";
    const end = "2026-03-02 16:00 MST";
    await refused("argument_missing", null, end);
    await refused("argument_missing", begin, null);
    await refused("argument_missing", begin, end, { breakMinutes: null });
    await assertRefused(enterShift(sql, null, begin, end), 400, "argument_missing");
    await assertRefused(
      enterShift(sql, crypto.randomUUID(), begin, end),
      404,
      "assignment_not_found",
    );
    for (
      const [from, to] of [
        ["-infinity", end],
        [begin, "infinity"],
        ["2026-03-02 08:00:30 MST", end],
        [begin, "2026-03-02 16:00:00.5 MST"],
        [begin, begin],
        [end, begin],
        [begin, "2026-03-03 08:01 MST"],
        [begin, "2027-03-03 08:01 MST"],
        ["2000-01-02 08:00 UTC", "2100-12-31 08:00 UTC"],
        // Twenty-four hours over two midnights, since the day between has 23.
        ["2026-03-07 23:30 MST", "2026-03-09 00:30 MDT"],
      ] as const
    ) await refused("shift_not_valid", from, to);
    await refused("day_out_of_range", "0026-03-02 08:00 MST", "0026-03-02 16:00 MST");
    await refused("day_out_of_range", "20260-03-02 08:00 MST", "20260-03-02 16:00 MST");
    const breaks: ShiftOptions[] = [
      ...[-30, -1, 1, 29, 479, 480, 2 ** 31 - 1].map((breakMinutes) => ({ breakMinutes })),
      { breakStartedAt: "2026-03-02 12:00 MST" },
      ...[
        begin,
        "2026-03-02 15:30 MST",
        "2026-03-02 12:00:01 MST",
        "infinity",
        "-infinity",
        "29426-03-02 12:00 MST",
        "2026-03-01 12:00 MST",
        end,
      ]
        .map((breakStartedAt) => ({ breakMinutes: 30, breakStartedAt })),
    ];
    for (const options of breaks) await refused("break_not_valid", begin, end, options);
    // Neither part is long enough.
    await refused("break_not_valid", "2026-03-02 23:30 MST", "2026-03-03 00:30 MST", {
      breakMinutes: 30,
    });
    assertEquals(await enterShift(sql, assignment, begin, end, { breakMinutes: 478 }), [
      "2026-03-02 0.03 - 478",
    ]);
  }, NOW));

Deno.test("enter_shift/refuses_what_the_guards_of_time_refuse_and_writes_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-03-04");
    const [contractor] = await sql<[{ id: string }]>`select id from contractors`;
    const other = await (await Firm.create(sql, "Grace")).assignmentOf(contractor.id);
    await firm.entry(other, "draft", "2026-03-02", "20");
    const refused = (slug: string, begin: string, end: string, status: 400 | 409 = 409) =>
      assertRefusedUnchanged(sql, () => enterShift(sql, assignment, begin, end), status, slug);
    await refused("work_date_outside_assignment", "2026-03-04 20:00 MST", "2026-03-05 04:00 MST");
    await refused("work_date_outside_assignment", "2025-12-31 20:00 MST", "2026-01-01 04:00 MST");
    await refused("hours_exceed_day", "2026-03-01 20:00 MST", "2026-03-02 04:01 MST");
    await sql`update assignment_rates set effective_from = '2026-03-02'`;
    await refused("work_date_without_rate", "2026-02-25 08:00 MST", "2026-02-25 09:00 MST");
    // Its day is in another century where it is worked.
    await sql`update assignments set start_date = '1999-12-01'`;
    await refused("day_out_of_range", "2000-01-01 00:00 UTC", "2000-01-01 01:00 UTC", 400);
    assertEquals(
      await enterShift(sql, assignment, "2026-03-02 20:00 MST", "2026-03-03 04:00 MST"),
      [
        "2026-03-02 4.00",
        "2026-03-03 4.00",
      ],
    );
  }, NOW));

Deno.test("enter_shift/gives_a_day_of_twenty_five_hours_no_more_than_others", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await enterShift(sql, assignment, "2026-11-01 00:00 MDT", "2026-11-01 23:00 MST");
    await assertRefusedUnchanged(
      sql,
      () => enterShift(sql, assignment, "2026-11-01 23:00 MST", "2026-11-02 01:00 MST"),
      409,
      "hours_exceed_day",
    );
  }, NOW));
