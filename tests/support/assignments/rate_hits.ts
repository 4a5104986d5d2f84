/** Rate hits and what they reach: time on invoices and in payroll batches. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Change of an hour's rate by a hit. */
interface Changes {
  readonly bill?: string;
  readonly pay?: string;
  /** Codes whose own rates move too, by the same share unless said otherwise. */
  readonly codes?: readonly string[];
  readonly by?: "share" | "amount";
}

/** A pending hit: 5.00 more to bill and 3.00 more to pay, unless said otherwise. */
export async function rateHit(
  sql: postgres.Sql,
  assignmentId: string,
  effectiveOn: string,
  { bill = "5.00", pay = "3.00", codes = [], by = "share" }: Changes = {},
): Promise<string> {
  const [hit] = await sql<[{ id: string }]>`
    insert into rate_hits (assignment_id, effective_on, bill_rate_change, pay_rate_change, codes, codes_move_by)
    values (${assignmentId}, ${effectiveOn}, ${bill}, ${pay}, ${[
    ...codes,
  ]}::text[], ${by}) returning id`;
  return hit.id;
}

/** Applies a hit. Gives its row. */
export async function apply(
  sql: Sql,
  hit: string | null,
  allowRetroactive: boolean | null = false,
  allowNegativeMargin: boolean | null = false,
): Promise<postgres.Row> {
  const [row] = await sql.unsafe("select * from apply_rate_hit($1, $2, $3)", [
    hit,
    allowRetroactive,
    allowNegativeMargin,
  ]);
  if (row === undefined) throw new Error("apply_rate_hit gave no row");
  return row;
}

/** Applies a hit that is made for it. */
export async function applyNew(
  sql: postgres.Sql,
  assignmentId: string,
  effectiveOn: string,
  changes: Changes = {},
  allowRetroactive = false,
): Promise<void> {
  await apply(sql, await rateHit(sql, assignmentId, effectiveOn, changes), allowRetroactive);
}

/** The rates of an assignment, such as `"2026-01-01 100.00 60.00"`. */
export async function ratesOf(sql: postgres.Sql, assignmentId: string): Promise<string[]> {
  const rates = await sql<{ rate: string }[]>`
    select concat_ws(' ', effective_from, bill_rate, pay_rate) as rate from assignment_rates
     where assignment_id = ${assignmentId} order by effective_from`;
  return rates.map(({ rate }) => rate);
}

/** The rate of a day, from private.rates_of_days, such as `"100.00 60.00"`; null where there is none. */
export async function rateOn(
  sql: postgres.Sql,
  assignmentId: string,
  day: string,
): Promise<string | null> {
  const rates = await sql<{ rate: string }[]>`
    select concat_ws(' ', bill_rate, pay_rate) as rate from private.rates_of_days
     where assignment_id = ${assignmentId} and ${day} between effective_from and effective_to`;
  if (rates.length > 1) throw new Error(`${day} has ${rates.length} rates`);
  return rates[0]?.rate ?? null;
}

/** All that applying a hit may write. */
export async function everything(sql: postgres.Sql): Promise<unknown> {
  const tables = [
    "rate_hits",
    "assignment_rates",
    "invoices",
    "invoice_lines",
    "payroll_batches",
    "payroll_items",
    "payroll_item_lines",
    "time_entries",
    "audit_log",
  ];
  const rows = [];
  for (const table of tables) {
    rows.push(await sql.unsafe(`select ctid::text, xmin::text, * from ${table} order by ctid`));
  }
  return rows.map((each) => [...each]);
}
