import { SOAKED_GROUP } from "./firm.ts";
import type { Kind } from "./kind.ts";

const OLDEST_OPEN = `select id from payroll_periods
                      where status = 'open' and period_end < date '{today}' - 7 order by period_start limit 1`;

/** Payroll and rates. */
export const PAYROLL: readonly Kind[] = [
  {
    name: "prepare",
    who: "payroll",
    weight: 6,
    about:
      "select id from payroll_periods where status = 'open' and period_start <= date '{today}'",
    call: "select * from prepare_payroll_draft('{id}')",
    http: ({ id }) => ({ path: "rpc/prepare_payroll_draft", body: { payroll_period_id: id } }),
  },
  {
    name: "prepare off the cycle",
    who: "payroll",
    weight: 3,
    about: `select distinct contractor_id as id
              from time_entries as entry join assignments as assignment on assignment.id = assignment_id
             where entry.status = 'approved' and work_date > date '{today}' - 25`,
    rows: 3,
    call: `select batch.*
             from (select id from payroll_periods where period_start between date '{today}' - 28 and '{today}'
                    order by md5(id::text || {n}) limit 1) as period
            cross join lateral prepare_off_cycle(
                  period.id, array[{ids}]::uuid[], '{today}', 'Their last day.') as batch`,
  },
  {
    name: "move to a pay group",
    who: "payroll",
    weight: 3,
    about: "select id from contractors",
    call: `update contractors
              set pay_group_id = (select id from pay_groups order by md5(id::text || {n}) limit 1)
            where id = '{id}' returning id`,
    http: ({ id }) => ({
      path: `contractors?id=eq.${id}`,
      method: "PATCH",
      body: { pay_group_id: SOAKED_GROUP },
    }),
  },
  {
    name: "make periods",
    who: "payroll",
    weight: 1,
    about: "select id from pay_groups where weeks is not null",
    call: "select * from make_payroll_periods('{id}')",
    http: ({ id }) => ({ path: "rpc/make_payroll_periods", body: { pay_group_id: id } }),
  },
  {
    name: "advance",
    who: "payroll",
    weight: 8,
    about: "select id from payroll_batches where status in ('draft', 'in_review')",
    call: "select * from advance_payroll_batch_status('{id}')",
    http: ({ id }) => ({
      path: "rpc/advance_payroll_batch_status",
      body: { payroll_batch_id: id },
    }),
  },
  {
    name: "close a batch",
    who: "payroll",
    weight: 5,
    about: "select id from payroll_batches where status = 'approved'",
    call: `select closed.*,
                  (select coalesce(jsonb_agg(to_jsonb(item)), '[]') from payroll_items as item
                    where item.payroll_batch_id = closed.id) as items
             from close_and_lock_payroll_batch('{id}') as closed`,
    keep: (books, rows) => books.close(rows),
  },
  {
    name: "hand over",
    who: "payroll",
    weight: 3,
    about:
      "select id from payroll_batches where status = 'closed' and closed_at > date '{today}' - 14",
    call: "select * from hand_over_payroll('{id}', 'w2', true, true)",
  },
  {
    name: "discard",
    who: "payroll",
    weight: 1,
    about: "select id from payroll_batches where status not in ('closed', 'discarded')",
    call: "select * from discard_payroll_batch('{id}')",
  },
  {
    name: "set aside what keeps a period open",
    who: "payroll",
    weight: 4,
    about: `select obstacle.time_entry_id as id
              from (${OLDEST_OPEN}) as period cross join lateral payroll_period_obstacles(period.id) as obstacle
             where obstacle.time_entry_id is not null`,
    rows: 20,
    call: "select * from set_aside_time(array[{ids}]::uuid[], 'Never approved.')",
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "close a period",
    who: "payroll",
    weight: 3,
    about: OLDEST_OPEN,
    call: "select * from close_payroll_period('{id}')",
  },
  {
    name: "enter an adjustment",
    who: "payroll",
    weight: 2,
    about:
      "select contractor_id as id from assignments where coalesce(end_date, 'infinity') > '{today}'",
    call: `insert into payroll_adjustments (contractor_id, payable_on, kind, amount)
           values ('{id}', date '{day}', 'reimbursement', {n} % 90 + 1) returning id`,
  },
  {
    name: "arrange a recovery",
    who: "payroll",
    weight: 3,
    about: "select contractor_id as id from overpayments where open > 0 and held = 0",
    call: "select * from arrange_recovery('{id}', '{today}', 'Paid twice.', null, 25, '{today}')",
  },
  {
    name: "settle an overpayment",
    who: "payroll",
    weight: 2,
    about: "select contractor_id as id from overpayments where open > 0 and held = 0",
    call: `select settled.*
             from (select week_start from overpayments
                    where contractor_id = '{id}' and open > 0 order by week_start limit 1) as week
            cross join lateral settle_overpayment('{id}', week.week_start, 'waived', 'Paid twice.') as settled`,
  },
  {
    name: "confirm a missed break",
    who: "payroll",
    weight: 3,
    about:
      `select entry.id from time_entries as entry join assignments as assignment on assignment.id = entry.assignment_id
             join contractors as contractor on contractor.id = assignment.contractor_id
            where entry.is_payable and contractor.employment_type = 'w2'
              and entry.work_date between date '{today}' - 25 and date '{today}'`,
    call: `select premium.*
             from (select assignment.contractor_id, entry.work_date
                     from time_entries as entry join assignments as assignment on assignment.id = entry.assignment_id
                    where entry.id = '{id}') as day
            cross join lateral confirm_break_premium(day.contractor_id, day.work_date, 'meal') as premium`,
  },
  {
    name: "dismiss a missed break",
    who: "payroll",
    weight: 2,
    about: "select id from break_premiums where confirmed_at is not null",
    call: `select premium.*
             from break_premiums as confirmed
            cross join lateral dismiss_break_premium(
                  confirmed.contractor_id, confirmed.work_date, confirmed.kind, 'It was waived.') as premium
            where confirmed.id = '{id}'`,
  },
  {
    name: "take back a settlement",
    who: "payroll",
    weight: 1,
    about: "select id from overpayment_settlements where taken_back_on is null",
    call: "select * from take_back_settlement('{id}', 'The check bounced.')",
  },
  {
    name: "approve adjustments",
    who: "payroll",
    weight: 2,
    call:
      "update payroll_adjustments set approved_at = now() where approved_at is null returning id",
  },
  {
    name: "take an approval back",
    who: "payroll",
    weight: 2,
    about:
      "select id from payroll_adjustments where approved_at is not null and payable_on > date '{today}' - 25",
    call: "update payroll_adjustments set approved_at = null where id = '{id}' returning id",
  },
  {
    name: "enter a rate hit",
    who: "billing",
    weight: 3,
    about: "select id from assignments where coalesce(end_date, 'infinity') > '{today}'",
    call: `insert into rate_hits (assignment_id, effective_on, bill_rate_change, pay_rate_change)
           values ('{id}', date '{day}', 0.50, 0.25) returning id`,
  },
  {
    name: "apply a rate hit",
    who: "payroll",
    weight: 3,
    about: "select id from rate_hits where status = 'pending'",
    call: "select * from apply_rate_hit('{id}', true, true)",
  },
];
