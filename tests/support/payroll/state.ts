/** All that bears on pay, as it stands: whole numbers, money in cents, hours in hundredths. */
import type postgres from "postgres";
import type { OvertimeRule } from "../../../fixtures/assignments.ts";
import { type Differential, differentialsOf, lookAtRules, type Rule } from "./differentials.ts";
import { type LeaveTerms, lookAtLeave } from "./leave_terms.ts";
import { lookAtPromises, type Promises } from "./promises.ts";
import { ratio, rounded } from "./ratio.ts";

export interface Entry {
  readonly id: string;
  readonly contractor: string;
  readonly assignment: string;
  /** Rule of the assignment; `none` for 1099 contractors. */
  readonly rule: OvertimeRule;
  readonly isEmployed: boolean;
  /** Work state of the facility. */
  readonly state: string | null;
  readonly day: string;
  readonly week: string;
  readonly hours: bigint;
  readonly status: string;
  readonly payable: boolean;
  /** Pay of an hour, or of a unit of the code. */
  readonly rate: bigint;
  /** Null of regular time. */
  readonly code: Code | null;
  /** Begin and end of a shift, or of the part of one; null of hours alone. */
  readonly shift: Shift | null;
  readonly differentials: readonly Differential[];
  /** The whole row. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Times of an entry, in milliseconds. */
export interface Shift {
  readonly id: string;
  readonly begins: number;
  readonly ends: number;
}

/** Code of an entry, on its day. */
export interface Code {
  readonly isWorked: boolean;
  /** Hours or units, in hundredths. */
  readonly quantity: bigint;
  /** Of what is not worked: its pay is in the regular rate. */
  readonly inRegularRate: boolean;
  /** True if it repays expenses. */
  readonly repays: boolean;
  /** Of miles that are repaid: cents beyond what the Internal Revenue Service says, which are a wage. */
  readonly excess: bigint;
  /** The hour's pay rate where what is beyond it is a premium for work on a holiday, of half of it or more; else null. */
  readonly rateWithoutPremium: bigint | null;
}

export interface Extra {
  readonly id: string;
  readonly amount: bigint;
  readonly inRegularRate: boolean;
  readonly isFlatSum: boolean;
}

export interface Adjustment extends Extra {
  readonly contractor: string;
  readonly week: string;
  /** In which it was earned. */
  readonly weeks: readonly string[];
  /** True if it says on which days. */
  readonly isEarnedOverDays: boolean;
}

export interface Stipend extends Extra {
  readonly assignment: string;
  readonly per: string;
  readonly from: string;
  readonly to: string;
}

/** An hour's pay that is due for a missed meal or rest period. */
export interface BreakPremium {
  readonly id: string;
  readonly contractor: string;
  readonly assignment: string;
  readonly day: string;
  readonly week: string;
}

export interface Period {
  readonly start: string;
  readonly end: string;
  readonly status: string;
  /** Its pay group. */
  readonly group: string;
}

export interface Batch {
  readonly id: string;
  readonly period: string;
  readonly kind: string;
  readonly status: string;
  readonly total: bigint;
  readonly closedAt: string | null;
  readonly row: string;
}

export interface Item {
  readonly id: string;
  readonly batch: Batch;
  readonly contractor: string;
  readonly regular: bigint;
  readonly overtime: bigint;
  readonly doubletime: bigint;
  readonly straight: bigint;
  readonly premium: bigint;
  readonly stipend: bigint;
  readonly adjustment: bigint;
  readonly code: bigint;
  readonly overpayment: bigint;
  readonly gross: bigint;
  readonly row: string;
}

export interface Line {
  readonly item: Item;
  readonly week: string;
  readonly kind: string;
  readonly entry: string | null;
  /**
   * The entry, with the premium rule where it is by one, the adjustment, the missed break, or the stipend or guarantee and
   * its week: what must not be paid twice.
   */
  readonly pays: string | null;
  readonly hours: bigint;
  readonly overtime: bigint;
  readonly doubletime: bigint;
  readonly amount: bigint;
  /** Part of the amount that repays expenses which codes count. */
  readonly repaid: bigint;
  readonly code: string | null;
  readonly released: boolean;
  readonly row: string;
}

/** A line of a payroll file. */
export interface Earning {
  readonly batch: Batch;
  readonly contractor: string;
  readonly earning: string;
  readonly hours: bigint;
  readonly overtime: bigint;
  readonly doubletime: bigint;
  readonly amount: bigint;
  /** As of a line. */
  readonly repaid: bigint;
  readonly row: string;
}

/** Pay of a person by the rows that providers write, and its hours. */
export interface PaidByRate {
  readonly batch: Batch;
  readonly contractor: string;
  readonly amount: bigint;
  readonly hours: bigint;
  readonly overtime: bigint;
  readonly doubletime: bigint;
  /** All of them. */
  readonly rows: string;
}

/** Time that is worked and to be paid. */
export interface Work {
  readonly entries: readonly Entry[];
  /** Those that are approved; a deduction is negative. */
  readonly adjustments: readonly Adjustment[];
  readonly stipends: readonly Stipend[];
  /** Those that are confirmed. */
  readonly breakPremiums: readonly BreakPremium[];
  readonly promises: Promises;
  readonly leave: readonly LeaveTerms[];
}

/** A part of an overpaid week that was settled otherwise than from pay: wages, or a code that repays expenses. */
export interface Settlement {
  readonly contractor: string;
  readonly week: string;
  /** Null of wages. */
  readonly code: string | null;
  readonly amount: bigint;
}

export interface State extends Work {
  readonly periods: readonly Period[];
  readonly batches: readonly Batch[];
  readonly items: readonly Item[];
  readonly lines: readonly Line[];
  readonly earnings: readonly Earning[];
  readonly paidByRate: readonly PaidByRate[];
  readonly settlements: readonly Settlement[];
  /** The pay group of each contractor. */
  readonly groups: ReadonlyMap<string, string>;
}

/** A number with two decimals, in hundredths. */
export function hundredths(decimal: string): bigint {
  return BigInt(decimal.replace(".", ""));
}

/** Looks at the work of days from one on, and what is payable on them; in the order in which hours count. */
export async function lookAtWork(sql: postgres.ISql, since = "-infinity"): Promise<Work> {
  const [rules, promises, leave, entries, adjustments, stipends, breakPremiums] = await Promise.all(
    [
      lookAtRules(sql),
      lookAtPromises(sql),
      lookAtLeave(sql),
      sql<EntryRow[]>`
      select entry.id, contractor.id as contractor, entry.assignment_id as assignment,
             case employment_type when '1099' then 'none' else overtime_rule end as rule,
             employment_type = 'w2' as "isEmployed",
             (select work_state from facilities where facilities.id = assignment.facility_id) as state,
             work_date::text as day, date_trunc('week', work_date)::date::text as week, hours, entry.status,
             entry.approved_at is not null and entry.status in ('approved', 'locked') as payable,
             hour.rate, entry.quantity,
             case when entry.code = 'regular' then null else coalesce(
               (select pay_rate from assignment_code_rates as rate
                 where rate.assignment_id = assignment.id and rate.code = entry.code and effective_from <= work_date
                 order by effective_from desc limit 1),
               (select pay_rate from facility_code_rates as rate
                 where rate.facility_id = assignment.facility_id and rate.code = entry.code and effective_from <= work_date
                 order by effective_from desc limit 1),
               round(hour.rate * code.pay_multiplier + code.pay_amount, 2)) end as "codeRate",
             code.is_worked as "isWorked", code.in_regular_rate as "inRegularRate",
             code.premium_is_creditable as "isCreditable", code.is_reimbursement as repays, entry.code as "codeName",
             case when code.unit = 'mile' and code.is_reimbursement then
               (select (10000 * amount)::int from mileage_rates
                 where effective_from <= work_date order by effective_from desc limit 1) end as "repaidMile",
             assignment.facility_id as facility,
             case when started_at is not null then jsonb_build_object(
               'id', shift_id, 'begins', 1000 * extract(epoch from started_at), 'ends', 1000 * extract(epoch from ended_at))
             end as shift,
             case when started_at is not null then
               (select array_agg(to_char(quarter at time zone coalesce(timezone, private.operating_timezone()),
                                         'YYYY-MM-DD HH24:MI'))
                  from facilities,
                       generate_series(started_at, ended_at - interval '15 min', '15 min') as quarter
                 where facilities.id = assignment.facility_id
                   and (quarter >= break_started_at and quarter < break_started_at + break_minutes * interval '1 min')
                       is not true) end as quarters, to_jsonb(entry) as row
        from time_entries as entry
        join time_codes as code on code.name = entry.code
        join assignments as assignment on assignment.id = entry.assignment_id
       cross join lateral (
             select (select pay_rate from assignment_rates as rate
                      where rate.assignment_id = assignment.id and effective_from <= work_date
                      order by effective_from desc limit 1) as rate) as hour
        join contractors as contractor on contractor.id = assignment.contractor_id
       where work_date >= ${since}::text::date
       order by work_date, entry.id`,
      sql<(Omit<Adjustment, "amount"> & { amount: string })[]>`
      select id, contractor_id as contractor, date_trunc('week', payable_on)::date::text as week,
             case kind when 'deduction' then -amount else amount end as amount,
             in_regular_rate as "inRegularRate",
             is_flat_sum and flat_sum_divisor is distinct from 'all_hours' as "isFlatSum",
             (select array_agg(week::date::text)
                from generate_series(date_trunc('week', coalesce(earned_from, payable_on)),
                                     coalesce(earned_to, payable_on), '1 week') as week) as weeks,
             earned_from is not null as "isEarnedOverDays"
        from payroll_adjustments where approved_at is not null and payable_on >= ${since}::text::date`,
      sql<(Omit<Stipend, "amount"> & { amount: string })[]>`
      select id, assignment_id as assignment, coalesce(weekly_amount, daily_amount, shift_amount) as amount,
             case when weekly_amount is not null then 'week' when daily_amount is not null then 'day' else 'shift' end as per,
             effective_from::text as from, coalesce(effective_to::text, '9999') as to,
             coalesce(in_regular_rate, kind <> 'reimbursement') as "inRegularRate", 
             kind = 'flat_sum' and flat_sum_divisor is distinct from 'all_hours' as "isFlatSum"
        from assignment_stipends`,
      sql<BreakPremium[]>`
      select id, contractor_id as contractor, assignment_id as assignment, work_date::text as day,
             date_trunc('week', work_date)::date::text as week
        from break_premiums where confirmed_at is not null`,
    ],
  );
  return {
    entries: entries.map((row) => toEntry(row, rules)),
    adjustments: adjustments.map((each) => ({ ...each, amount: hundredths(each.amount) })),
    stipends: stipends.map((each) => ({ ...each, amount: hundredths(each.amount) })),
    breakPremiums,
    promises,
    leave,
  };
}

type EntryRow = Omit<Entry, "code" | "differentials" | "hours" | "rate"> & {
  /** In hundredths of a cent. */
  repaidMile: number | null;
  codeName: string;
  facility: string;
  quarters: string[] | null;
  hours: string;
  rate: string;
  quantity: string | null;
  codeRate: string | null;
  isWorked: boolean;
  inRegularRate: boolean;
  isCreditable: boolean;
  repays: boolean;
};

/** Cents of miles, in hundredths, beyond a rate in hundredths of a cent. */
function excessOf(miles: bigint, rate: bigint, repaid: bigint): bigint {
  return 100n * rate > repaid
    ? rounded(ratio(miles * rate, 100n)) - rounded(ratio(miles * repaid, 10_000n))
    : 0n;
}

function toEntry(row: EntryRow, rules: readonly Rule[]): Entry {
  const { quantity, codeRate, isWorked, inRegularRate, isCreditable, repays, ...known } = row;
  const { codeName, facility, quarters, repaidMile, ...entry } = known;
  const hours = hundredths(entry.hours);
  const hourly = hundredths(entry.rate);
  const rate = codeRate === null ? hourly : hundredths(codeRate);
  return {
    ...entry,
    hours,
    rate,
    code: codeRate === null ? null : {
      isWorked,
      repays,
      quantity: quantity === null ? hours : hundredths(quantity),
      inRegularRate,
      excess: repaidMile === null || quantity === null
        ? 0n
        : excessOf(hundredths(quantity), rate, BigInt(repaidMile)),
      rateWithoutPremium: isCreditable && 2n * rate >= 3n * hourly ? hourly : null,
    },
    differentials: isWorked
      ? differentialsOf({ ...entry, facility, codeName, hours, rate, quarters }, rules)
      : [],
  };
}

/** Looks at everything. */
export async function look(sql: postgres.Sql): Promise<State> {
  const [work, periods, batches, items, lines, earnings, byRate, settlements, groups] =
    await Promise
      .all([
        lookAtWork(sql),
        sql<Period[]>`
      select period_start::text as start, period_end::text as end, status, pay_group_id as group
        from payroll_periods order by period_start`,
        sql<(Omit<Batch, "total"> & { total: string })[]>`
      select batch.id, period_start::text as period, batch.kind, batch.status, gross_total as total,
             to_jsonb(batch) ->> 'closed_at' as "closedAt", batch::text as row
        from payroll_batches as batch
        join payroll_periods as period on period.id = batch.payroll_period_id
       order by batch.created_at`,
        sql<Record<string, string>[]>`select *, item::text as row from payroll_items as item`,
        sql<Record<string, string | null>[]>`
      select *, week_start::text as week, line::text as row from payroll_item_lines as line`,
        sql<Record<string, string | null>[]>`
      select batch.id as batch_id, earned.*, batch.id || earned::text as row
        from payroll_batches as batch cross join lateral private.earning_lines(batch.id) as earned`,
        sql<
          Record<
            "batch_id" | "contractor" | "rows" | "amount" | "hours" | "overtime" | "doubletime",
            string
          >[]
        >`
      select batch.id as batch_id, earned.contractor_id as contractor, sum(earned.amount) as amount,
             coalesce(sum(earned.hours), 0.00) as hours,
             coalesce(sum(earned.hours) filter (where earned.earning = 'overtime'), 0.00) as overtime,
             coalesce(sum(earned.hours) filter (where earned.earning = 'doubletime'), 0.00) as doubletime,
             string_agg(earned::text, ' ' order by earned.line) as rows
        from payroll_batches as batch cross join lateral private.earnings_by_rate(batch.id, true) as earned
       group by batch.id, earned.contractor_id`,
        sql<(Omit<Settlement, "amount"> & { amount: string })[]>`
      select contractor_id as contractor, week_start::text as week, part.code, part.amount
        from overpayment_settlements as settlement
       cross join lateral (
             select key, value::numeric from jsonb_each_text(reimbursements_by_code)
              union all
             select null, settlement.amount - coalesce(sum(value::numeric), 0)
               from jsonb_each_text(reimbursements_by_code)) as part (code, amount)
       where taken_back_on is null`,
        sql<{ id: string; group: string }[]>`select id, pay_group_id as group from contractors`,
      ]);
  const batchById = new Map(
    batches.map((batch) => [batch.id, { ...batch, total: hundredths(batch.total) }]),
  );
  const itemById = new Map(
    items.map((item) => [item.id, toItem(item, found(batchById, item.payroll_batch_id))]),
  );
  return {
    ...work,
    periods,
    batches: [...batchById.values()],
    items: [...itemById.values()],
    lines: lines.map((line) => toLine(line, found(itemById, line.payroll_item_id))),
    earnings: earnings.map((line) => toEarning(line, found(batchById, line.batch_id))),
    paidByRate: byRate.map((paid) => ({
      batch: found(batchById, paid.batch_id),
      contractor: paid.contractor,
      amount: hundredths(paid.amount),
      hours: hundredths(paid.hours),
      overtime: hundredths(paid.overtime),
      doubletime: hundredths(paid.doubletime),
      rows: paid.rows,
    })),
    settlements: settlements.map((each) => ({ ...each, amount: hundredths(each.amount) })),
    groups: new Map(groups.map(({ id, group }) => [id, group])),
  };
}

function found<T>(byId: ReadonlyMap<string | undefined, T>, id: string | null | undefined): T {
  const one = byId.get(id ?? undefined);
  if (one === undefined) throw new Error(`there is no ${id}`);
  return one;
}

function toItem(row: Record<string, string>, batch: Batch): Item {
  const of = (column: string) => hundredths(row[column] ?? "");
  return {
    id: row.id ?? "",
    batch,
    contractor: row.contractor_id ?? "",
    regular: of("regular_hours"),
    overtime: of("overtime_hours"),
    doubletime: of("doubletime_hours"),
    straight: of("straight_pay"),
    premium: of("premium_pay"),
    stipend: of("stipend_pay"),
    adjustment: of("adjustment_pay"),
    code: of("code_pay"),
    overpayment: of("overpayment_pay"),
    gross: of("gross_pay"),
    row: row.row ?? "",
  };
}

function toLine(row: Record<string, string | null>, item: Item): Line {
  const of = (column: string) => hundredths(row[column] ?? "0");
  const kind = row.kind ?? "";
  return {
    item,
    week: row.week ?? "",
    kind,
    entry: row.time_entry_id ?? null,
    pays: sourceOf(row),
    hours: ["straight", "difference"].includes(kind) ? of("hours") : 0n,
    overtime: of(kind === "overtime_premium" ? "hours" : "overtime_hours"),
    doubletime: of(kind === "doubletime_premium" ? "hours" : "doubletime_hours"),
    amount: of("amount"),
    repaid: ["code", "difference", "overpayment", "recovery"].includes(kind) &&
        row.pay_kind === "reimbursement"
      ? of("amount")
      : 0n,
    code: row.code ?? null,
    released: row.released_at !== null,
    row: row.row ?? "",
  };
}

function sourceOf(row: Record<string, string | null>): string | null {
  if (row.kind === "differential") return `${row.time_entry_id} ${row.premium_rule_id}`;
  if (row.kind === "stipend") return `${row.assignment_stipend_id} ${row.week}`;
  if (row.kind === "mileage_excess") return `${row.time_entry_id} excess`;
  if (row.kind === "guarantee") return `${row.guarantee_id} ${row.week}`;
  return row.time_entry_id ?? row.payroll_adjustment_id ?? row.break_premium_id ?? null;
}

function toEarning(row: Record<string, string | null>, batch: Batch): Earning {
  const of = (column: string) => hundredths(row[column] ?? "0");
  const earning = row.earning ?? "";
  return {
    batch,
    contractor: row.contractor_id ?? "",
    earning,
    hours: ["straight", "difference"].includes(earning) ? of("hours") : 0n,
    overtime: of(earning === "overtime_premium" ? "hours" : "overtime_hours"),
    doubletime: of(earning === "doubletime_premium" ? "hours" : "doubletime_hours"),
    amount: of("amount"),
    repaid: earning === "reimbursement_code" ? of("amount") : 0n,
    row: row.row ?? "",
  };
}
