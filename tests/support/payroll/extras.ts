/** What is paid beside time, and at what rate. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** An adjustment of a kind, such as `"bonus"`, payable on a day: approved, and not in the regular rate unless said. */
export async function adjustment(
  sql: Sql,
  contractorId: string,
  payableOn: string,
  kind: string,
  amount: string,
  { inRegularRate = false, isApproved = true, reason = "At the firm's discretion" }: {
    /** Null leaves it to the database. */
    inRegularRate?: boolean | null;
    isApproved?: boolean;
    reason?: string | null;
  } = {},
): Promise<string> {
  const [row] = await sql.unsafe<[{ id: string }]>(
    `insert into payroll_adjustments
       (contractor_id, payable_on, kind, amount, in_regular_rate, reason, approved_at)
     values ($1, $2, $3, $4, $5, $6, case when $7 then now() end) returning id`,
    [contractorId, payableOn, kind, amount, inRegularRate, reason, isApproved],
  );
  return row.id;
}

/** A weekly stipend of an assignment, in force from the start of time unless said otherwise. */
export async function stipend(
  sql: Sql,
  assignmentId: string,
  kind: "reimbursement" | "hours_driven",
  weeklyAmount: string,
  { from = "2020-01-01", to = null }: { from?: string; to?: string | null } = {},
): Promise<string> {
  const [row] = await sql.unsafe<[{ id: string }]>(
    `insert into assignment_stipends (assignment_id, weekly_amount, kind, effective_from, effective_to)
     values ($1, $2, $3, $4, $5) returning id`,
    [assignmentId, weeklyAmount, kind, from, to],
  );
  return row.id;
}

/** The pay rate of an assignment from a day on. */
export async function payRate(
  sql: Sql,
  assignmentId: string,
  from: string,
  rate: string,
): Promise<void> {
  await sql.unsafe(
    `insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
     values ($1, $2, 100, $3)
         on conflict (assignment_id, effective_from) do update set pay_rate = excluded.pay_rate`,
    [assignmentId, from, rate],
  );
}
