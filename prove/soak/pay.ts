/** Pay of weeks, computed once more in whole numbers. */
import type postgres from "postgres";
import { plusDays } from "../../fixtures/days.ts";
import { payOfWeek } from "../../tests/support/payroll/pay_of_week.ts";
import { hundredths, lookAtWork } from "../../tests/support/payroll/state.ts";
import { decimal } from "./exact.ts";
import type { Day } from "./day.ts";
import type { Found } from "./invariant.ts";

/** Time for which calls are about a day: what is older does not change. */
const DAYS = 28;

interface PaidWeek {
  readonly contractor: string;
  readonly week: string;
  readonly amount: string;
}

/**
 * Holds that closed batches paid of a week what its time and adjustments come to, unless the week is marked as one to look
 * at again. Weeks whose hours are not whole quarters, and what counts twice where the workday begins to begin at another
 * time, are left to the other invariants.
 */
export async function weeksArePaid(sql: postgres.TransactionSql, { today }: Day): Promise<Found> {
  const since = plusDays(today, -DAYS);
  const paid = await sql<PaidWeek[]>`
    select item.contractor_id as contractor, line.week_start::text as week, sum(line.amount)::text as amount
      from payroll_item_lines as line
      join payroll_items as item on item.id = line.payroll_item_id
      join payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
     where line.week_start >= ${since}::text::date
       and line.kind not in ('overpayment', 'carried', 'recovery')
       and not exists (select from private.due_marks as mark
                        where mark.contractor_id = item.contractor_id
                          and mark.day between line.week_start and line.week_start + 6)
       and not exists (select from private.unmarked_guaranteed_weeks() as unmarked
                        where unmarked.contractor_id = item.contractor_id and unmarked.week_start = line.week_start)
       and not exists (select from time_entries as entry
                         join assignments as assignment on assignment.id = entry.assignment_id
                        where assignment.contractor_id = item.contractor_id and entry.is_payable
                          and entry.work_date between line.week_start and line.week_start + 6
                          and entry.hours % 0.25 <> 0)
       and not exists (select from private.pay_of_changed_weeks(array[item.contractor_id], array[line.week_start]))
     group by item.contractor_id, line.week_start`;
  const work = await lookAtWork(sql, since);
  const wrong = paid.flatMap(({ contractor, week, amount }) => {
    const due = payOfWeek(work, contractor, week).amount;
    return due === hundredths(amount)
      ? []
      : [`${contractor} got ${amount} for the week of ${week}, which comes to ${decimal(due)}`];
  });
  return { wrong, compared: paid.length };
}
