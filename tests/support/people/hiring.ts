/** Calling hire_candidate in SQL. */
import type postgres from "postgres";
import type { Row } from "../sql/rows.ts";

/** Arguments of the procedure by name; text is quoted as it stands. */
export type Hiring = Readonly<Record<string, string | boolean | null>>;

/** The call with these arguments, from 2 March 2026 at 100 / 60 unless they say otherwise; answers one `assignment`. */
export function hiring(hiring: Hiring): string {
  const all = { start_date: "2026-03-02", bill_rate: "100.00", pay_rate: "60.00", ...hiring };
  const list = Object.entries(all).map(([name, value]) =>
    `${name} => ${value === null ? "null" : `'${value}'`}`
  );
  return `select to_jsonb(hired) as assignment from public.hire_candidate(${list.join()}) as hired`;
}

/** Hires and gives the assignment. */
export async function hire(sql: Pick<postgres.Sql, "unsafe">, args: Hiring): Promise<Row> {
  const [row] = await sql.unsafe<[{ assignment: Row }]>(hiring(args));
  return row.assignment;
}
