/** Guarantees of hours, and exceptions from them. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Guarantees hours, to pay and to bill unless one of the two is null. Gives its id. */
export async function guarantee(
  sql: Sql,
  assignmentId: string,
  { code = null, pay = "36", bill = "36", from = "2026-03-02", to = null }: {
    readonly code?: string | null;
    readonly pay?: string | null;
    readonly bill?: string | null;
    readonly from?: string;
    readonly to?: string | null;
  } = {},
): Promise<string> {
  const [row] = await sql.unsafe<[{ id: string }]>(
    `insert into public.guarantees (assignment_id, code, pay_hours, bill_hours, effective_from, effective_to)
     values ($1, $2, $3, $4, $5::text::date, $6::text::date) returning id`,
    [assignmentId, code, pay, bill, from, to],
  );
  return row.id;
}

/** Excepts hours of a day from what is guaranteed. */
export async function except(
  sql: Sql,
  assignmentId: string,
  day: string,
  hours: string,
  kind = "declined",
): Promise<void> {
  await sql.unsafe(
    `insert into public.guarantee_exceptions (assignment_id, day, hours, kind)
     values ($1, $2::text::date, $3, $4)`,
    [assignmentId, day, hours, kind],
  );
}
