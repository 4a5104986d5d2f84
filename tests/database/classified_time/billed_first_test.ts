// Billing classifies what is not billed yet after what is, which keeps the classes it was billed in.
import assert from "node:assert/strict";
import fc from "fast-check";
import type postgres from "postgres";
import { withDatabase } from "../../support/server/database.ts";
import {
  type Classes,
  classesOf,
  entryOf,
  type Shift,
  work,
  type Worker,
} from "../../support/time/worked_time.ts";
import { coloradoOvertime, MONDAY, randomWeek, toShifts } from "./random_weeks.ts";

const KINDS = ["regular", "overtime", "doubletime"] as const;

/** Bills some of a worker's entries on a new draft, each hour in the class that the pass gives it. */
async function bill(
  sql: postgres.Sql,
  worker: Worker,
  entryIds: readonly string[],
): Promise<string> {
  const classes = await classesOf(sql, [worker], [MONDAY], []);
  const [invoice] = await sql<[{ id: string }]>`
    insert into public.invoices (facility_id, kind, period_start, period_end)
    select facility_id, 'backfill', ${MONDAY}::text::date, ${MONDAY}::text::date + 6 from public.assignments limit 1
    returning id`;
  for (const id of entryIds) {
    const entry = classes.get(id) ?? assert.fail("billed already");
    await sql`
      insert into public.invoice_lines (invoice_id, time_entry_id, kind, work_date, hours, rate, amount)
      select ${invoice.id}, id, part.kind, work_date, part.hours, 100, part.hours * 100
        from public.time_entries
       cross join unnest(${[...KINDS]}::text[], ${
      KINDS.map((kind) => entry[kind])
    }::text[]::numeric[])
             as part (kind, hours)
       where id = ${id} and part.hours > 0`;
  }
  return invoice.id;
}

/** All hours of a class on live lines. */
async function billedHours(
  sql: postgres.Sql,
  worker: Worker,
  kind: keyof Classes,
): Promise<number> {
  const [row] = await sql<[{ hours: string }]>`
    select coalesce(sum(hours), 0)::text as hours from public.invoice_lines
     where kind = ${kind} and released_at is null and time_entry_id = any (${[
    ...worker.entryIds,
  ]}::uuid[])`;
  return Number(row.hours);
}

const day = (date: string, hours: number, rule: Shift["rule"]): Shift => ({ date, hours, rule });

Deno.test("classified_time/time_on_live_invoices_comes_first_and_is_not_returned", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [
      day("2026-03-02", 24, "flsa"),
      day("2026-03-03", 10, "flsa"),
      day("2026-03-04", 24, "flsa"),
    ]);
    await bill(sql, worker, [entryOf(worker, 3)]); // its first 6 hours are regular: 24 + 10 come before it
    const rest = await classesOf(sql, [worker], [MONDAY], []);
    assert.equal(rest.has(entryOf(worker, 3)), false);
    assert.equal(rest.get(entryOf(worker, 1))?.regular, "24.00");
    assert.equal(rest.get(entryOf(worker, 2))?.regular, "10.00");
  }));

Deno.test("classified_time/regular_hours_that_are_billed_take_from_the_weeks_forty", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [day("2026-03-04", 24, "flsa"), day("2026-03-05", 16, "flsa")]);
    await bill(sql, worker, worker.entryIds);
    const [entry] = await sql<[{ id: string }]>`
      insert into public.time_entries (assignment_id, work_date, hours, status)
      values (${worker.assignmentIds.flsa}, '2026-03-02', 5, 'approved') returning id`;
    // The earliest day of the week, but the forty hours are billed.
    const classes = await classesOf(sql, [worker], [MONDAY], []);
    assert.equal(classes.get(entry.id)?.overtime, "5.00");
    assert.equal((await classesOf(sql, [worker], [MONDAY])).get(entry.id)?.regular, "5.00");
  }));

Deno.test("classified_time/a_day_in_california_has_its_doubletime_whatever_is_billed_first", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [
      day("2026-03-02", 6, "california"),
      day("2026-03-02", 3, "california"),
      day("2026-03-02", 5, "california"),
    ]);
    await bill(sql, worker, [entryOf(worker, 2)]); // the 7th to 9th hour: 2 regular, 1 overtime
    await bill(sql, worker, [entryOf(worker, 3)]);
    await bill(sql, worker, [entryOf(worker, 1)]);
    assert.deepEqual(
      [
        await billedHours(sql, worker, "regular"),
        await billedHours(sql, worker, "overtime"),
        await billedHours(sql, worker, "doubletime"),
      ],
      [8, 4, 2],
    );
  }));

Deno.test("classified_time/overtime_billed_before_its_week_was_void_leaves_the_day_its_doubletime", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [
      day("2026-03-02", 24, "flsa"),
      day("2026-03-03", 16, "flsa"),
      day("2026-03-07", 8, "california"),
      day("2026-03-07", 6, "california"),
    ]);
    const forty = await bill(sql, worker, [entryOf(worker, 1), entryOf(worker, 2)]);
    await bill(sql, worker, [entryOf(worker, 3)]); // overtime by the week
    await sql`update public.invoices set status = 'void', void_reason = 'wrong' where id = ${forty}`;
    await sql`update public.invoice_lines set released_at = now() where invoice_id = ${forty}`;
    await sql`update public.time_entries set status = 'draft' where id in (${entryOf(worker, 1)}, ${
      entryOf(worker, 2)
    })`;
    // The 9th to 14th hour of the day: 12 come before doubletime.
    assert.deepEqual((await classesOf(sql, [worker], [MONDAY], [])).get(entryOf(worker, 4)), {
      regular: "4.00",
      overtime: "0.00",
      doubletime: "2.00",
    });
  }));

Deno.test("classified_time/lines_of_the_invoices_being_rebuilt_and_released_lines_are_not_billed", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [day("2026-03-02", 24, "flsa"), day("2026-03-03", 24, "flsa")]);
    const invoice = await bill(sql, worker, [entryOf(worker, 2)]);
    assert.equal((await classesOf(sql, [worker], [MONDAY], [])).size, 1);
    assert.equal((await classesOf(sql, [worker], [MONDAY], [invoice])).size, 2);
    await sql`update public.invoices set status = 'void', void_reason = 'wrong' where id = ${invoice}`;
    await sql`update public.invoice_lines set released_at = now() where invoice_id = ${invoice}`;
    assert.equal((await classesOf(sql, [worker], [MONDAY], [])).size, 2);
  }));

Deno.test("classified_time/in_colorado_billing_comes_to_the_greater_count_in_whatever_order", () =>
  withDatabase(({ sql }) =>
    fc.assert(
      fc.asyncProperty(
        randomWeek(["colorado"]),
        fc.infiniteStream(fc.nat(2)),
        async (week, turns) => {
          const worker = await work(sql, toShifts(week));
          const invoices = Map.groupBy(worker.entryIds, () => turns.next().value);
          for (const entryIds of invoices.values()) await bill(sql, worker, entryIds);
          assert.equal(4 * await billedHours(sql, worker, "overtime"), coloradoOvertime(week));
        },
      ),
      { numRuns: 60 },
    )
  ));
