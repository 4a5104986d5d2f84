// Stipends per day and per shift worked, and as flat sums.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { stipend } from "../../../support/payroll/extras.ts";
import { linesOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import {
  dayOfWeek,
  entryOf,
  type Shift,
  work,
  type Worker,
} from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const SUNDAY = dayOfWeek(MONDAY, 7);
const NEXT_MONDAY = dayOfWeek(MONDAY, 8);
const hours = (day: number, hours: number): Shift => ({
  date: dayOfWeek(MONDAY, day),
  hours,
  rule: "flsa",
});

/** The lines of stipends in the batch of some weeks. */
async function stipendsOf(sql: postgres.Sql, monday = MONDAY, weeks = 1): Promise<string[]> {
  const lines = await linesOf(sql, await prepare(sql, monday, weeks));
  return lines.filter((line) => !line.includes("straight") && !line.includes("premium"));
}

/** A shift of so many hours from an hour of a day on, in one entry, or in two where it goes over midnight. Gives their ids. */
async function enterShift(
  sql: postgres.Sql,
  { contractorId, assignmentIds }: Worker,
  day: string,
  hour: number,
  hours: number,
  status = "approved",
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with shift as (
      select timezone, (${day}::text::date + make_interval(hours => ${hour})) at time zone timezone as start,
             (${day}::text::date + 1)::timestamp at time zone timezone as midnight, ${crypto.randomUUID()}::uuid as id
        from (select operating_timezone as timezone from organization_settings) as firm
    ), part as (
      select shift.id, shift.timezone, part.start, part.end
        from shift
       cross join lateral (values
             (start, least(start + make_interval(hours => ${hours}), midnight)),
             (midnight, start + make_interval(hours => ${hours}))) as part (start, "end")
       where part.start < part.end
    )
    insert into time_entries (assignment_id, work_date, hours, status, shift_id, shift_contractor_id, started_at,
                              ended_at, break_minutes)
    select ${assignmentIds.flsa}, (part.start at time zone timezone)::date,
           extract(epoch from part.end - part.start) / 3600, ${status}, part.id, ${contractorId}, part.start,
           part.end, 0
      from part order by part.start
    returning id`;
  return rows.map(({ id }) => id);
}

async function approve(sql: postgres.Sql, id: string | undefined): Promise<void> {
  for (const status of ["submitted", "approved"]) {
    await sql`update time_entries set status = ${status} where id = ${id ?? null}`;
  }
}

function test(
  name: string,
  shifts: readonly Shift[],
  body: (worker: Worker, sql: postgres.Sql) => Promise<void>,
): void {
  Deno.test(`payroll_draft/${name}`, () =>
    withDatabase(async ({ sql }) => await body(await work(sql, shifts), sql)));
}

const OF_DAYS = [hours(1, 4), hours(1, 3), hours(3, 8), hours(5, 8), hours(6, 8)];

test(
  "pays_a_stipend_per_day_for_each_day_with_time_that_it_is_in_force",
  OF_DAYS,
  async (worker, sql) => {
    await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "20", {
      per: "day",
      to: dayOfWeek(MONDAY, 5),
    });
    await stipend(sql, worker.assignmentIds.none, "reimbursement", "7", { per: "day" });
    assertEquals(await stipendsOf(sql), [`${MONDAY} stipend = 60.00`]);
  },
);

test("pays_the_difference_where_a_day_of_a_stipend_comes_late", OF_DAYS, async (worker, sql) => {
  await sql`update time_entries set status = 'draft' where id = ${entryOf(worker, 5)}`;
  await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "20", { per: "day" });
  await close(sql, await prepare(sql, MONDAY));
  await approve(sql, entryOf(worker, 5));
  assertEquals(await stipendsOf(sql, NEXT_MONDAY), [`${MONDAY} difference 0.00 0.00 = 20.00`]);
});

test(
  "counts_a_stipend_per_day_in_the_regular_rate_as_its_kind_says",
  [1, 2, 3, 4, 5].map((day) => hours(day, 10)),
  async (worker, sql) => {
    const premium = async (kind: "reimbursement" | "hours_driven" | "flat_sum") => {
      await sql`delete from payroll_batches`;
      await sql`delete from assignment_stipends`;
      await stipend(sql, worker.assignmentIds.flsa, kind, "20", { per: "day" });
      return (await linesOf(sql, await prepare(sql, MONDAY))).at(-1);
    };
    const line = (amount: string) => `${MONDAY} overtime_premium 10.00 = ${amount}`;
    assertStrictEquals(await premium("reimbursement"), line("300.00"));
    assertStrictEquals(await premium("hours_driven"), line("310.00")); // half of 100 / 50
    assertStrictEquals(await premium("flat_sum"), line("337.50")); // 1.5 times 100 / 40
  },
);

test(
  "keeps_a_flat_sum_of_time_under_no_rule_out_of_overtime",
  [1, 2, 3, 4, 5].map((day) => hours(day, 10)),
  async (worker, sql) => {
    await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    values (${worker.assignmentIds.none}, ${MONDAY}, 4, 'approved')`;
    await stipend(sql, worker.assignmentIds.none, "flat_sum", "100");
    const lines = await linesOf(sql, await prepare(sql, MONDAY));
    assertEquals(lines.at(-1), `${MONDAY} overtime_premium 10.00 = 300.00`);
  },
);

test("pays_a_shift_over_midnight_once_where_it_begins", [], async (worker, sql) => {
  await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "30", {
    per: "shift",
    to: SUNDAY,
  });
  await enterShift(sql, worker, dayOfWeek(MONDAY, 2), 19, 12);
  await enterShift(sql, worker, dayOfWeek(MONDAY, 4), 1, 4);
  await enterShift(sql, worker, dayOfWeek(MONDAY, 4), 20, 3);
  await enterShift(sql, worker, SUNDAY, 19, 12); // and into the next week, when the stipend has ended
  assertEquals(await stipendsOf(sql, MONDAY, 2), [`${MONDAY} stipend = 120.00`]);
});

test(
  "takes_hours_alone_of_a_day_for_a_shift_unless_one_begins_on_it",
  OF_DAYS,
  async (worker, sql) => {
    await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "30", { per: "shift" });
    assertEquals(await stipendsOf(sql), [`${MONDAY} stipend = 120.00`]); // four days
    await enterShift(sql, worker, dayOfWeek(MONDAY, 2), 20, 8); // goes on into the third day
    await enterShift(sql, worker, dayOfWeek(MONDAY, 5), 20, 2); // begins beside hours alone
    assertEquals(await stipendsOf(sql), [`${MONDAY} stipend = 150.00`]);
  },
);

test(
  "pays_a_shift_in_the_week_of_its_second_part_until_the_first_is_approved",
  [],
  async (worker, sql) => {
    await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "30", { per: "shift" });
    const [first, second] = await enterShift(sql, worker, SUNDAY, 19, 12, "draft");
    await approve(sql, second);
    await close(sql, await prepare(sql, NEXT_MONDAY));
    await approve(sql, first);
    assertEquals(await stipendsOf(sql, dayOfWeek(MONDAY, 15)), [
      `${MONDAY} stipend = 30.00`,
      `${NEXT_MONDAY} difference 0.00 0.00 = -30.00`,
      `${NEXT_MONDAY} overpayment = 30.00`,
    ]);
  },
);

for (const [per, column] of [["day", "daily_amount"], ["shift", "shift_amount"]] as const) {
  test(`keeps_a_stipend_per_${per}_that_was_paid`, OF_DAYS, async (worker, sql) => {
    await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "20", { per });
    await close(sql, await prepare(sql, MONDAY));
    for (const set of [`${column} = 21`, `${column} = null, weekly_amount = 20`]) {
      await assertRefused(
        sql.unsafe(`update assignment_stipends set ${set}`).catch((error) => {
          assertMatch(
            String(error),
            new RegExp(`The stipend of 20.00 a ${per} from 2020-01-01 on`),
          );
          throw error;
        }),
        409,
        "stipend_was_paid",
      );
    }
  });
}
