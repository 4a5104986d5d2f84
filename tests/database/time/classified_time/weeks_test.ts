import { assertEquals, assertStrictEquals } from "@std/assert";
import { withDatabase } from "../../../support/server/database.ts";
import {
  classesOf,
  dayOfWeek,
  entryOf,
  type Shift,
  splitOf,
  work,
} from "../../../support/time/worked_time.ts";

const flsa = (date: string, hours = 24): Shift => ({ date, hours, rule: "flsa" });

Deno.test("classified_time/each_workweek_counts_from_nothing", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [flsa("2026-03-07"), flsa("2026-03-08"), flsa("2026-03-09")]);
    assertEquals(await splitOf(sql, worker, "2026-03-02", "2026-03-09"), [
      "24/0/0",
      "16/8/0",
      "24/0/0",
    ]);
  }));

Deno.test("classified_time/a_workweek_runs_across_the_years_end_and_daylight_saving", () =>
  withDatabase(async ({ sql }) => {
    for (
      const [monday, first, last] of [
        ["2026-12-28", "2026-12-31", "2027-01-03"],
        ["2026-03-02", "2026-03-05", "2026-03-08"], // Denver's clocks go forward on the 8th
        ["2026-10-26", "2026-10-29", "2026-11-01"], // and back on the 1st
      ] as const
    ) {
      const worker = await work(sql, [flsa(first), flsa(last)]);
      assertEquals(await splitOf(sql, worker, monday), ["24/0/0", "16/8/0"]);
    }
  }, { clock: "2027-02-01 12:00:00+00" }));

Deno.test("classified_time/workweeks_start_on_the_day_that_the_firm_chose", () =>
  withDatabase(async ({ sql }) => {
    await sql`update public.organization_settings set workweek_starts_on = 7`;
    const worker = await work(sql, [flsa("2026-03-07"), flsa("2026-03-08"), flsa("2026-03-14")]);
    const weeks = await sql<{ day: string }[]>`
      select distinct private.workweek_start(work_date)::text as day from public.time_entries order by 1`;
    assertEquals(weeks.map(({ day }) => day), ["2026-03-01", "2026-03-08"]);
    assertEquals(await splitOf(sql, worker, ...weeks.map(({ day }) => day)), [
      "24/0/0",
      "24/0/0",
      "16/8/0",
    ]);
  }));

Deno.test("classified_time/the_seventh_day_is_that_of_the_firms_workweek", () =>
  withDatabase(async ({ sql }) => {
    await sql`update public.organization_settings set workweek_starts_on = 3`;
    const wednesday = "2026-03-04";
    const worker = await work(
      sql,
      Array.from({ length: 7 }, (_, i) => ({
        date: dayOfWeek(wednesday, i + 1),
        hours: 5,
        rule: "california" as const,
      })),
    );
    assertEquals(await splitOf(sql, worker, wednesday), [...Array(6).fill("5/0/0"), "0/5/0"]);
  }));

Deno.test("classified_time/only_the_weeks_asked_for_are_classified", () =>
  withDatabase(async ({ sql }) => {
    const ada = await work(sql, [flsa("2026-03-02"), flsa("2026-03-09"), flsa("2026-03-16")]);
    const ben = await work(sql, [flsa("2026-03-02"), flsa("2026-03-09"), flsa("2026-03-16")]);
    const rows = await sql<{ time_entry_id: string }[]>`
      select time_entry_id from private.classified_time(
        ${[ada.contractorId, ada.contractorId, ben.contractorId]}::uuid[],
        '{2026-03-02,2026-03-16,2026-03-09}'::date[])`;
    assertEquals(
      rows.map((row) => row.time_entry_id).sort(),
      [entryOf(ada, 1), entryOf(ada, 3), entryOf(ben, 2)].sort(),
    );
  }));

Deno.test("classified_time/of_no_weeks_is_none", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [flsa("2026-03-02")]);
    assertStrictEquals((await classesOf(sql, [], [])).size, 0);
  }));

Deno.test("classified_time/contractors_do_not_share_hours", () =>
  withDatabase(async ({ sql }) => {
    const workers = [
      await work(sql, [flsa("2026-03-02"), flsa("2026-03-03", 16)]),
      await work(sql, [flsa("2026-03-02"), flsa("2026-03-03", 16)]),
    ];
    const classes = await classesOf(sql, workers, ["2026-03-02"]);
    assertEquals([...classes.values()].map(({ overtime }) => overtime), Array(4).fill("0.00"));
  }));

Deno.test("classified_time/only_approved_and_locked_approved_time_is_payable", () =>
  withDatabase(async ({ sql }) => {
    const days = ["02", "03", "04", "05", "06", "07"].map((day) => `2026-03-${day}`);
    const worker = await work(sql, days.map((day) => flsa(day, 12)));
    const move = (status: string, ...shifts: number[]) =>
      sql`update public.time_entries set status = ${status}
           where id = any (${shifts.map((n) => entryOf(worker, n))}::uuid[])`;
    await move("draft", 2, 3, 4);
    await move("submitted", 3, 4);
    await move("locked", 4, 5);
    // The first, the fifth (locked after its approval) and the sixth are left: 36 hours.
    assertEquals(await splitOf(sql, worker, "2026-03-02"), ["12/0/0", "12/0/0", "12/0/0"]);
  }));

Deno.test("classified_time/entries_of_a_day_and_rule_count_in_the_order_of_their_ids_whenever_they_were_entered", () =>
  withDatabase(async ({ sql }) => {
    const day = "2026-03-02";
    const worker = await work(sql, [
      { date: day, hours: 6, rule: "colorado" },
      { date: day, hours: 5, rule: "colorado" },
      { date: day, hours: 4, rule: "colorado" },
    ]);
    assertEquals(await splitOf(sql, worker, day), ["6/0/0", "5/0/0", "1/3/0"]);
    await sql`update public.time_entries set created_at = '2030-01-01' where id = ${
      entryOf(worker, 1)
    }`;
    assertEquals(await splitOf(sql, worker, day), ["6/0/0", "5/0/0", "1/3/0"]);
  }));
