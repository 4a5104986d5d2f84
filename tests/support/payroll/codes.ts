/** Codes of time, their rates, and time of them. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Code, and what it pays where an assignment says nothing. */
export interface Code {
  readonly unit?: string;
  readonly is_worked?: boolean;
  readonly is_reimbursement?: boolean;
  readonly in_regular_rate?: boolean;
  readonly premium_is_creditable?: boolean;
  /** Both, or none: then it needs a rate of its own. */
  readonly pay_multiplier?: number;
  readonly pay_amount?: string;
  readonly earning_code?: string;
  readonly regular_rate_section?: string;
}

/** Adds a code, which bills nothing. */
export async function addCode(sql: Sql, name: string, code: Code): Promise<void> {
  await sql.unsafe(
    `insert into time_codes (
            name, title, unit, is_worked, is_reimbursement, in_regular_rate, premium_is_creditable, pay_multiplier,
            pay_amount, bill_multiplier, bill_amount, earning_code, regular_rate_section)
     values ($1, $1, $2, $3, $4, $5, $6, $7::text::numeric, $8::text::numeric, 0, 0, $9, $10)`,
    [
      name,
      code.unit ?? "hour",
      code.is_worked ?? false,
      code.is_reimbursement ?? false,
      code.in_regular_rate ?? code.is_worked ?? false,
      code.premium_is_creditable ?? false,
      code.pay_multiplier?.toString() ?? null,
      code.pay_amount ?? null,
      code.earning_code ?? null,
      code.regular_rate_section ?? null,
    ],
  );
}

/** Sets the pay of a unit of a code at an assignment from a day on; it bills nothing. */
export async function codeRate(
  sql: Sql,
  assignmentId: string,
  code: string,
  rate: string,
  from = "2020-01-01",
): Promise<void> {
  await sql.unsafe(
    `insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
     values ($1, $2, $3, 0, $4)
         on conflict (assignment_id, code, effective_from) do update set pay_rate = excluded.pay_rate`,
    [assignmentId, code, from, rate],
  );
}

/** An approved entry of a code: of its hours, or of its units. Gives its id. */
export async function enterCoded(
  sql: Sql,
  assignmentId: string,
  date: string,
  code: string,
  { hours = "0", quantity = null }: { hours?: string; quantity?: string | null },
): Promise<string> {
  const [entry] = await sql.unsafe<[{ id: string }]>(
    `insert into time_entries (assignment_id, work_date, hours, quantity, code, status)
     values ($1, $2, $3, $4, $5, 'approved') returning id`,
    [assignmentId, date, hours, quantity, code],
  );
  return entry.id;
}

/** Sum of the lines of kind code of a contractor's item. */
export async function codePay(sql: Sql, batchId: string, contractorId: string): Promise<string> {
  const [item] = await sql.unsafe<[{ code_pay: string }]>(
    "select code_pay from payroll_items where payroll_batch_id = $1 and contractor_id = $2",
    [batchId, contractorId],
  );
  return item.code_pay;
}
