/** Plans of leave that a firm uses, and what their leave pays. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Terms of a plan; what is left out is as the table has it. */
export interface LeaveTerms {
  readonly pay_basis: string;
  readonly average_days?: number;
}

/** Adds a plan of a state, or with null the firm's own, that is in use; gives its id. */
export async function leavePlan(
  sql: Sql,
  state: string | null,
  { pay_basis, average_days }: LeaveTerms,
  { code = "sick", from = "2020-01-01", isInUse = true } = {},
): Promise<string> {
  const [plan] = await sql.unsafe<[{ id: string }]>(
    `insert into leave_plans (name, state, code, hours_counted, in_use_from, may_go_below_zero)
     values ('Plan ' || gen_random_uuid(), $1, $2, case when $1::text is null then 'everywhere' else 'state' end, $3, true)
     returning id`,
    [state, code, isInUse ? from : null],
  );
  await sql.unsafe(
    `insert into leave_plan_terms (leave_plan_id, effective_from, hours_per_hour_accrued, pay_basis, average_days, source)
     values ($1, '2020-01-01', 30, $2, $3, 'A law')`,
    [plan.id, pay_basis, average_days ?? null],
  );
  return plan.id;
}

/** Pay of leave of a contractor's week: each entry as `"8.00 × 10.50 = 84.00"`. */
export async function leaveOf(
  sql: Sql,
  contractorId: string,
  weekStart: string,
): Promise<string[]> {
  const lines = await sql.unsafe<{ line: string }[]>(
    `select quantity || ' × ' || trim_scale(rate)::text || ' = ' || amount as line
       from private.pay_of_weeks(array[$1::uuid], array[$2::date])
      where kind = 'code' and code in ('sick', 'vacation')
      order by time_entry_id`,
    [contractorId, weekStart],
  );
  return lines.map(({ line }) => line);
}
