// Whatever was prepared, closed and discarded in whatever order: what batches pay of a week is the week's pay.
import assert from "node:assert/strict";
import fc from "fast-check";
import type postgres from "postgres";
import { withDatabase } from "../../support/database.ts";
import { adjustment, close, discard, draftOf, rebuild, stipend } from "../../support/payroll.ts";
import { apply, rateHit } from "../../support/rate_hits.ts";
import {
  dayOfWeek,
  type OvertimeRule,
  type Shift,
  work,
  type Worker,
} from "../../support/worked_time.ts";

const MONDAY = "2026-03-02";
/** Two with time, and one for what comes late. */
const PERIODS = [1, 8, 15].map((day) => dayOfWeek(MONDAY, day));
const RULES = ["california", "flsa", "none"] as const satisfies OvertimeRule[];

type Step =
  | { readonly does: "approve"; readonly day: number }
  | { readonly does: "adjust"; readonly day: number; readonly kind: string; readonly cents: number }
  | {
    readonly does: "hit";
    readonly day: number;
    readonly rule: OvertimeRule;
    readonly cents: number;
  }
  | { readonly does: "prepare" | "close" | "discard"; readonly period: number };

const day = fc.integer({ min: 1, max: 14 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant("approve"), day }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("adjust"),
      day,
      kind: fc.constantFrom("bonus", "reimbursement", "deduction"),
      cents: fc.integer({ min: 1, max: 99_999 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("hit"),
      day,
      rule: fc.constantFrom(...RULES),
      cents: fc.integer({ min: -200, max: 999 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom("prepare", "prepare", "close", "discard"),
      period: fc.nat(2),
    }),
  },
) as fc.Arbitrary<Step>;

const shifts: fc.Arbitrary<Shift[]> = fc.array(
  fc.record({
    date: day.map((n) => dayOfWeek(MONDAY, n)),
    hours: fc.constantFrom("0.25", "4.1", "7.75", "10", "11.9"),
    rule: fc.constantFrom(...RULES),
  }),
  { minLength: 6, maxLength: 20 },
).map((all) => {
  const two = new Map<string, number>();
  return all.filter(({ date }) => {
    two.set(date, (two.get(date) ?? 0) + 1);
    return (two.get(date) ?? 0) <= 2;
  });
});

async function take(sql: postgres.Sql, worker: Worker, step: Step): Promise<void> {
  switch (step.does) {
    case "approve":
      for (const status of ["submitted", "approved"]) {
        await sql`
          update time_entries set status = ${status}
           where work_date = ${dayOfWeek(MONDAY, step.day)} and status in ('draft', 'submitted')`;
      }
      return;
    case "adjust":
      await adjustment(
        sql,
        worker.contractorId,
        dayOfWeek(MONDAY, step.day),
        step.kind,
        (step.cents / 100).toFixed(2),
        { inRegularRate: step.kind === "bonus" },
      );
      return;
    case "hit": {
      const pay = (step.cents / 100).toFixed(2);
      const assignment = worker.assignmentIds[step.rule];
      await apply(sql, await rateHit(sql, assignment, dayOfWeek(MONDAY, step.day), { pay }), true);
      return;
    }
    default: {
      const period = PERIODS[step.period] ?? MONDAY;
      const [draft] = await sql<{ id: string }[]>`
        select batch.id from payroll_batches as batch
          join payroll_periods as period on period.id = batch.payroll_period_id
         where batch.status = 'draft' and period.period_start = ${period}`;
      if (step.does !== "prepare") {
        if (draft !== undefined) await (step.does === "close" ? close : discard)(sql, draft.id);
      } else await rebuild(sql, draft?.id ?? await draftOf(sql, period)); // also where it is empty
    }
  }
}

/** What live batches pay of each week, and the hours they pay it for. */
async function paid(sql: postgres.Sql): Promise<unknown> {
  const weeks = await sql`
    select line.week_start, sum(line.amount) as amount from payroll_item_lines as line
     where line.released_at is null group by line.week_start
    having sum(line.amount) <> 0 order by line.week_start`;
  const hours = await sql`
    select sum(regular_hours) as regular, sum(overtime_hours) as overtime, sum(doubletime_hours) as doubletime
      from payroll_items as item
      join payroll_batches as batch on batch.id = item.payroll_batch_id
     where batch.status <> 'discarded'`;
  return { weeks: [...weeks], hours: [...hours] };
}

async function assertAddsUp(sql: postgres.Sql): Promise<void> {
  const wrong = await sql`
    select item.id from payroll_items as item
      left join payroll_item_lines as line on line.payroll_item_id = item.id
     group by item.id
    having item.gross_pay is distinct from sum(line.amount)
        or item.straight_pay <> coalesce(sum(line.amount) filter (where line.kind = 'straight'), 0)
        or item.stipend_pay <> coalesce(sum(line.amount) filter (where line.kind = 'stipend'), 0)
        or item.adjustment_pay <> coalesce(sum(line.amount) filter (where line.kind = 'adjustment'), 0)
     union all
    select batch.id from payroll_batches as batch
      left join payroll_items as item on item.payroll_batch_id = batch.id
     group by batch.id
    having batch.gross_total <> coalesce(sum(item.gross_pay), 0)`;
  assert.deepEqual([...wrong], []);
}

/** What was closed, and must stay. */
async function closed(sql: postgres.Sql): Promise<unknown[]> {
  return [
    ...await sql`
      select to_jsonb(batch) || to_jsonb(item) || to_jsonb(line) as row
        from payroll_batches as batch
        join payroll_items as item on item.payroll_batch_id = batch.id
        join payroll_item_lines as line on line.payroll_item_id = item.id
       where batch.status = 'closed' order by line.id`,
  ];
}

Deno.test("payroll_draft/batches_pay_in_sum_what_one_batch_would_pay_at_once", async () => {
  await fc.assert(
    fc.asyncProperty(
      shifts,
      fc.array(step, { minLength: 8, maxLength: 30 }),
      (shifts, steps) =>
        withDatabase(async ({ sql }) => {
          const worker = await work(sql, shifts);
          await sql`update time_entries set status = 'draft'`;
          await stipend(sql, worker.assignmentIds.california, "hours_driven", "33.33");
          await stipend(sql, worker.assignmentIds.none, "reimbursement", "200", {
            from: dayOfWeek(MONDAY, 6),
            to: dayOfWeek(MONDAY, 9),
          });
          for (const step of steps) {
            const before = step.does === "close" ? [] : await closed(sql);
            await take(sql, worker, step);
            if (step.does !== "close") assert.deepEqual(await closed(sql), before);
            await assertAddsUp(sql);
          }
          await take(sql, worker, { does: "prepare", period: 2 });
          const inPieces = await paid(sql);

          await sql.begin(async (sql) => {
            await sql`set local session_replication_role = replica`; // a closed batch is never deleted
            await sql`delete from payroll_item_lines`;
            await sql`delete from payroll_items`;
            await sql`delete from payroll_batches`;
          });
          await take(sql, worker, { does: "prepare", period: 2 });
          assert.deepEqual(inPieces, await paid(sql));
        }),
    ),
    { numRuns: 20 },
  );
});
