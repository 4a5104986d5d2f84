// A shift that is entered again, and shifts beside each other.
import { assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import { setAside, takeBack } from "../../../support/time/set_aside.ts";
import { enterParts, enterShift, type ShiftOptions } from "../../../support/time/shifts.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const NOW = { clock: "2026-12-01 12:00:00+00" };
const NIGHT = ["2026-03-02 19:00 MST", "2026-03-03 07:00 MST"] as const;
const BREAK = { breakMinutes: 30 };

function withFirm(name: string, test: (firm: Firm, assignment: string) => Promise<void>): void {
  Deno.test(`enter_shift/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await test(firm, await firm.assignment());
    }, NOW));
}

withFirm("again_answers_the_same_entries_whatever_became_of_them", async ({ sql }, assignment) => {
  const entered = await enterParts(sql, assignment, ...NIGHT, BREAK);
  for (const status of ["draft", "submitted", "approved", "locked"]) {
    await sql`update time_entries set status = ${status} where status <> ${status}`;
    const before = await contents(sql);
    const again = await enterParts(sql, assignment, ...NIGHT, { ...BREAK, notes: "Again." });
    assertEquals([...again], entered.map((part) => ({ ...part, status })));
    assertEquals(await contents(sql), before);
  }
});

withFirm("that_is_another_one_is_refused_where_they_overlap", async (firm, assignment) => {
  const { sql } = firm;
  await enterShift(sql, assignment, ...NIGHT, BREAK);
  const [{ contractor }] = await sql<[{ contractor: string }]>`
    select contractor_id as contractor from assignments where id = ${assignment}`;
  const elsewhere = await Firm.create(sql, "Grace");
  await sql`update facilities set timezone = 'America/New_York' where id = ${elsewhere.facilityId}`;
  const other = await elsewhere.assignmentOf(contractor);
  const overlaps: [string, string, string, ShiftOptions?][] = [
    [assignment, ...NIGHT],
    [assignment, ...NIGHT, { ...BREAK, breakStartedAt: "2026-03-02 20:00 MST" }],
    [assignment, NIGHT[0], "2026-03-03 00:00 MST"],
    [assignment, "2026-03-03 00:00 MST", NIGHT[1], BREAK],
    [other, ...NIGHT, BREAK],
    [other, "2026-03-02 18:00 MST", "2026-03-02 19:01 MST"],
    [other, "2026-03-03 06:59 MST", "2026-03-03 08:00 MST"],
    [other, "2026-03-02 18:00 MST", "2026-03-03 08:00 MST"],
  ];
  for (const [id, begin, end, options] of overlaps) {
    const entering = () => enterShift(sql, id, begin, end, options);
    await assertRefusedUnchanged(sql, entering, 409, "shift_overlaps");
    await assertRejectsWith(() => entering(), {
      message:
        "The contractor has another shift at that time, from 2026-03-02 19:00 to 2026-03-03 07:00 at Mercy Hospital.",
    });
  }
  // Somebody else's, and shifts that touch.
  await enterShift(sql, await firm.assignment(), ...NIGHT, BREAK);
  await enterShift(sql, other, "2026-03-02 12:00 MST", NIGHT[0]);
  await enterShift(sql, other, NIGHT[1], "2026-03-03 09:00 MST");
});

withFirm("that_began_otherwise_is_another_one", async ({ sql }, assignment) => {
  const end = "2026-03-02 16:00 MST";
  await enterShift(sql, assignment, "2026-03-02 08:00 MST", end);
  const later = () => enterShift(sql, assignment, "2026-03-02 09:00 MST", end);
  await assertRefusedUnchanged(sql, later, 409, "shift_overlaps");
});

withFirm("of_a_part_that_was_deleted_is_no_call_again", async ({ sql }, assignment) => {
  await enterShift(sql, assignment, ...NIGHT);
  await sql`delete from time_entries where work_date = '2026-03-03'`;
  await assertRefusedUnchanged(
    sql,
    () => enterShift(sql, assignment, ...NIGHT),
    409,
    "shift_overlaps",
  );
  await sql`delete from time_entries`;
  assertEquals((await enterShift(sql, assignment, ...NIGHT)).length, 2);
});

withFirm("keeps_its_time_from_others_until_it_is_set_aside", async ({ sql }, assignment) => {
  const aside = await enterParts(sql, assignment, ...NIGHT);
  await setAside(sql, aside.map(({ id }) => id));
  const now = await enterParts(sql, assignment, NIGHT[0], "2026-03-03 06:00 MST");
  assertEquals(now.length, 2);
  await assertRefusedUnchanged(
    sql,
    () => takeBack(sql, aside.map(({ id }) => id)),
    409,
    "shift_overlaps",
  );
  await sql`delete from time_entries where set_aside_at is null`;
  await takeBack(sql, aside.map(({ id }) => id));
  assertEquals(
    (await enterParts(sql, assignment, ...NIGHT)).map(({ id }) => id),
    aside.map(({ id }) => id),
  );
});

withFirm("set_aside_twice_is_taken_back_once", async ({ sql }, assignment) => {
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) {
    const parts = await enterParts(sql, assignment, ...NIGHT);
    await setAside(sql, parts.map(({ id }) => id));
    ids.push(...parts.map(({ id }) => id));
  }
  assertEquals(ids.length, 4);
  await assertRefusedUnchanged(sql, () => takeBack(sql, ids), 409, "shift_overlaps");
});
