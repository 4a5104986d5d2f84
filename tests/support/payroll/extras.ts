/** Pay beside time, and its rate. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** An adjustment of a kind, such as `"bonus"`, payable on a day: approved, and not in the regular rate unless said. */
export async function adjustment(
  sql: Sql,
  contractorId: string,
  payableOn: string,
  kind: string,
  amount: string,
  {
    inRegularRate = false,
    isFlatSum = false,
    divisor = "regular_hours",
    earned = null,
    isApproved = true,
    reason = "At the firm's discretion",
  }: {
    /** Null leaves it to the database. */
    inRegularRate?: boolean | null;
    isFlatSum?: boolean;
    /** The hours that a flat sum is divided by; null leaves it to the state. */
    divisor?: Divisor | null;
    /** Its first and its last day; null is the week in which it is payable. */
    earned?: readonly [from: string, to: string] | null;
    isApproved?: boolean;
    reason?: string | null;
  } = {},
): Promise<string> {
  const [row] = await sql.unsafe<[{ id: string }]>(
    `insert into payroll_adjustments
       (contractor_id, payable_on, kind, amount, in_regular_rate, reason, approved_at, is_flat_sum,
        earned_from, earned_to, flat_sum_divisor)
     values ($1, $2, $3, $4, $5, $6, case when $7 then now() end, $8, $9, $10, $11) returning id`,
    [
      contractorId,
      payableOn,
      kind,
      amount,
      inRegularRate,
      reason,
      isApproved,
      isFlatSum,
      ...(earned ?? [null, null]),
      isFlatSum ? divisor : null,
    ],
  );
  return row.id;
}

/** The hours that a flat sum is divided by. */
export type Divisor = "regular_hours" | "all_hours";

export type StipendKind = "reimbursement" | "hours_driven" | "flat_sum";

/** A stipend of an assignment, weekly and in force from the start of time unless said otherwise. */
export async function stipend(
  sql: Sql,
  assignmentId: string,
  kind: StipendKind,
  amount: string,
  { per = "week", from = "2020-01-01", to = null, divisor = "regular_hours", why = "Receipts" }: {
    per?: "week" | "day" | "shift";
    from?: string;
    to?: string | null;
    /** The hours that a flat sum is divided by; null leaves it to the state. */
    divisor?: Divisor | null;
    /** Reason of a reimbursement; null is none. */
    why?: string | null;
  } = {},
): Promise<string> {
  const [row] = await sql.unsafe<[{ id: string }]>(
    `insert into assignment_stipends
       (assignment_id, weekly_amount, daily_amount, shift_amount, kind, effective_from, effective_to, flat_sum_divisor,
        reimbursement_reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      assignmentId,
      ...["week", "day", "shift"].map((each) => each === per ? amount : null),
      kind,
      from,
      to,
      kind === "flat_sum" ? divisor : null,
      kind === "reimbursement" ? why : null,
    ],
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
