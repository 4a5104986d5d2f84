/** People who accrue leave: plans with terms, hours worked in states, and the ledger. */
import type postgres from "postgres";
import { addAssignments } from "../../../fixtures/assignments.ts";
import { addContractors, type EmploymentType } from "../../../fixtures/people.ts";
import { close, prepare } from "../payroll/batches.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Terms of a plan, in the words of leave_plan_terms; what is left out is left to the database. */
export interface Terms {
  readonly effective_from?: string;
  readonly hours_per_hour_accrued?: number | null;
  readonly year_accrual_cap?: number;
  readonly balance_cap?: number;
  readonly year_use_cap?: number;
  readonly carry_over_hours?: number;
  readonly carried_hours_count?: boolean;
  readonly waiting_days?: number;
  readonly waiting_hours?: number;
  readonly reinstated_within_months?: number;
  readonly pay_basis?: string;
  readonly average_days?: number;
}

/** A plan, in the words of leave_plans. */
export interface Plan {
  readonly name?: string;
  readonly state?: string | null;
  readonly code?: string;
  readonly hours_counted?: "state" | "everywhere";
  readonly in_use_from?: string | null;
  readonly paid_out?: boolean;
  readonly may_go_below_zero?: boolean;
}

async function insert(sql: Sql, table: string, row: object): Promise<postgres.Row> {
  const [made] = await sql.unsafe(
    `insert into public.${table} (${Object.keys(row)})
     values (${Object.keys(row).map((_, nth) => `$${nth + 1}`)}) returning *`,
    Object.values(row),
  );
  if (made === undefined) throw new Error(`no row of ${table} was made`);
  return made;
}

/** A plan in use from the start of 2020 unless said otherwise, with its terms: an hour of 30. Gives its id. */
export async function addPlan(
  sql: Sql,
  plan: Plan = {},
  ...terms: readonly Terms[]
): Promise<string> {
  const state = plan.state === undefined ? "CO" : plan.state;
  const { id } = await insert(sql, "leave_plans", {
    name: `Leave ${crypto.randomUUID()}`,
    hours_counted: state === null ? "everywhere" : "state",
    in_use_from: null,
    ...plan,
    state,
  });
  for (const each of terms.length === 0 ? [{}] : terms) await addTerms(sql, id, each);
  const inUseFrom = plan.in_use_from === undefined ? "2020-01-01" : plan.in_use_from;
  await sql.unsafe("update leave_plans set in_use_from = $2::text::date where id = $1", [
    id,
    inUseFrom,
  ]);
  return id;
}

/** Further terms of a plan. */
export async function addTerms(sql: Sql, planId: string, terms: Terms): Promise<void> {
  await insert(sql, "leave_plan_terms", {
    leave_plan_id: planId,
    effective_from: "2020-01-01",
    hours_per_hour_accrued: 30,
    source: "A test",
    ...terms,
  });
}

/** Somebody who is placed in states from 2020-01-01 on, unless said otherwise. */
export interface Nurse {
  readonly contractorId: string;
  /** The assignment in each state. */
  readonly at: Readonly<Record<string, string>>;
}

/** Makes a person with an assignment in each of the states. */
export async function addNurse(
  sql: postgres.Sql,
  states: readonly string[] = ["CO"],
  { from = "2020-01-01", to = null, employment = "w2" }: {
    readonly from?: string;
    readonly to?: string | null;
    readonly employment?: EmploymentType;
  } = {},
): Promise<Nurse> {
  const [contractorId = ""] = await addContractors(sql, 1, employment);
  const at: Record<string, string> = {};
  for (const state of states) at[state] = await place(sql, contractorId, state, from, to);
  return { contractorId, at };
}

/** A further assignment, at a facility of its own. Gives its id. */
export async function place(
  sql: postgres.Sql,
  contractorId: string,
  state: string,
  startDate: string,
  endDate: string | null = null,
): Promise<string> {
  const facility = await insert(sql, "facilities", {
    name: `Hospital in ${state}`,
    work_state: state,
  });
  const [id = ""] = await addAssignments(sql, [
    { contractorId, facilityId: facility.id, startDate, endDate, overtimeRule: "none" },
  ]);
  return id;
}

/** Approved hours worked from a Monday on: so many a day on the first days of so many weeks. Gives the entries' ids. */
export async function workWeeks(
  sql: Sql,
  assignmentId: string | undefined,
  monday: string,
  { weeks = 1, days = 5, hours = 8 }: {
    readonly weeks?: number;
    readonly days?: number;
    readonly hours?: number;
  } = {},
): Promise<string[]> {
  const made = await sql.unsafe<{ id: string }[]>(
    `insert into public.time_entries (assignment_id, work_date, hours, status)
     select $1, $2::text::date + 7 * week.nth + day.nth, $5, 'approved'
       from generate_series(0, $3::int - 1) as week (nth), generate_series(0, $4::int - 1) as day (nth)
      order by 2
     returning id`,
    [assignmentId ?? "", monday, weeks, days, hours],
  );
  return made.map(({ id }) => id);
}

/** Pays and closes a batch of the workweeks from a Monday on. */
export async function payWeeks(sql: postgres.Sql, monday: string, weeks = 1): Promise<void> {
  await close(sql, await prepare(sql, monday, weeks));
}

/** Leave of a day, of the code sick unless said otherwise. Gives the entry's id. */
export async function takeLeave(
  sql: Sql,
  assignmentId: string | undefined,
  day: string,
  hours: number,
  { status = "approved", code = "sick" } = {},
): Promise<string> {
  const { id } = await insert(sql, "time_entries", {
    assignment_id: assignmentId,
    work_date: day,
    hours,
    code,
    status,
  });
  return id;
}

/** The ledger by kind: `"accrued 4.0000"`, its sums, in the order of the kinds' names. */
export async function sumsOf(sql: Sql, planId: string, contractorId: string): Promise<string[]> {
  const rows = await sql.unsafe<{ sum: string }[]>(
    `select kind || ' ' || sum(hours) as sum from public.leave_ledger
      where leave_plan_id = $1 and contractor_id = $2 group by kind having sum(hours) <> 0 order by kind`,
    [planId, contractorId],
  );
  return rows.map(({ sum }) => sum);
}

/** The ledger row by row: `"2026-03-08 accrued 1.3333"`. */
export async function ledgerOf(sql: Sql, contractorId: string): Promise<string[]> {
  const rows = await sql.unsafe<{ row: string }[]>(
    `select day || ' ' || kind || ' ' || hours as row from public.leave_ledger
      where contractor_id = $1 order by day, id`,
    [contractorId],
  );
  return rows.map(({ row }) => row);
}

/** Hours of a person's leave by a plan up to a day, that included. */
export async function balanceOf(
  sql: Sql,
  planId: string,
  contractorId: string,
  day = "infinity",
): Promise<number> {
  const [row] = await sql.unsafe<[{ balance: number }]>(
    `select coalesce(sum(hours), 0)::float8 as balance from public.leave_ledger
      where leave_plan_id = $1 and contractor_id = $2 and day <= $3::text::date`,
    [planId, contractorId, day],
  );
  return row.balance;
}

/** A balance from the firm's former books. */
export async function openWith(
  sql: Sql,
  planId: string,
  contractorId: string,
  day: string,
  hours: number,
): Promise<void> {
  await insert(sql, "leave_ledger", {
    leave_plan_id: planId,
    contractor_id: contractorId,
    day,
    kind: "opening",
    hours,
    reason: "Former books",
  });
}

/**
 * Somebody with 10 hours of a plan that is paid out, of a code of its own: so beside others in use nothing is taken from it.
 *
 * @param code its name, where two firms are to have the same
 */
export async function leaveOfCode(
  sql: postgres.Sql,
  code = `leave_${crypto.randomUUID().slice(0, 8)}`,
): Promise<{ readonly contractorId: string; readonly planId: string }> {
  await insert(sql, "time_codes", {
    name: code,
    title: "Leave",
    pay_multiplier: 1,
    pay_amount: 0,
    bill_multiplier: 0,
    bill_amount: 0,
    in_regular_rate: false,
  });
  const planId = await addPlan(sql, {
    name: `Leave of ${code}`,
    state: null,
    code,
    paid_out: true,
  });
  const { contractorId } = await addNurse(sql);
  await openWith(sql, planId, contractorId, "2026-03-01", 10);
  return { contractorId, planId };
}
