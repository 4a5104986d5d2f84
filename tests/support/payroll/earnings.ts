/** Content of payroll files, and the data they need. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** The lines of a batch's files, such as `"w2 1 Nurse 2026-03-02 straight CA 8.00 60.00 = 480.00"`. */
export async function earningsOf(sql: Sql, batchId: string): Promise<string[]> {
  const lines = await sql.unsafe<{ line: string }[]>(
    `select concat_ws(' ', employment, line, last_name, week_start, earning, work_state, hours, overtime_hours,
                      doubletime_hours, rate, '=', amount) as line
       from public.payroll_earnings($1) as earned order by employment desc, earned.line`,
    [batchId],
  );
  return lines.map(({ line }) => line);
}

/** One of the files of a batch, as it is now. */
export async function earningsFile(
  sql: Sql,
  batchId: string | null,
  employment: string | null,
  profile: string | null = null,
): Promise<string> {
  const [row] = await sql.unsafe<[{ file: string }]>(
    "select public.payroll_earnings_file($1, $2, $3) as file",
    [batchId, employment, profile],
  );
  return row.file;
}

/** Hands one of the files of a batch over. */
export async function handOver(
  sql: Sql,
  batchId: string | null,
  employment: string | null,
  { again = false, corrected = false, profile = null }: {
    again?: boolean | null;
    corrected?: boolean | null;
    profile?: string | null;
  } = {},
): Promise<string> {
  const [row] = await sql.unsafe<[{ file: string }]>(
    "select public.hand_over_payroll($1, $2, $3, $4, $5) as file",
    [batchId, employment, again, corrected, profile],
  );
  return row.file;
}

/** Enters what files need: everybody's payroll number, each earning's code, and a state where facilities have none. */
export async function enterCodes(sql: Sql): Promise<void> {
  await sql.unsafe("update contractors set payroll_number = 'P' || left(id::text, 8)");
  await sql.unsafe("update earning_codes set code = upper(left(earning, 8))");
  await sql.unsafe("update facilities set work_state = 'CO' where work_state is null");
}

/** The state that people work in at the facility of an assignment. */
export async function workState(
  sql: Sql,
  assignmentId: string,
  state: string | null,
): Promise<void> {
  await sql.unsafe(
    `update facilities set work_state = $2
      where id = (select facility_id from assignments where id = $1)`,
    [assignmentId, state],
  );
}

/** Makes the lines that are there such as those of before 1.0.0: a premium or a difference is of the whole week, and tells no more. */
export async function forgetAssignments(sql: Sql): Promise<void> {
  await sql.unsafe(`
    alter table public.payroll_item_lines disable trigger user;
    update public.payroll_item_lines set assignment_id = null, flsa_premium = null;
    with week as (
      select (array_agg(id))[1] as id, payroll_item_id, week_start, kind, sum(hours) as hours, sum(amount) as amount,
             sum(overtime_hours) as overtime_hours, sum(doubletime_hours) as doubletime_hours
        from public.payroll_item_lines
       where kind in ('overtime_premium', 'doubletime_premium', 'difference')
       group by payroll_item_id, week_start, kind having count(*) > 1
    ), others as (
      delete from public.payroll_item_lines as line using week
       where line.payroll_item_id = week.payroll_item_id and line.week_start = week.week_start
         and line.kind = week.kind and line.id <> week.id)
    update public.payroll_item_lines as line
       set hours = week.hours, amount = week.amount, overtime_hours = week.overtime_hours,
           doubletime_hours = week.doubletime_hours
      from week where line.id = week.id;
    alter table public.payroll_item_lines enable trigger user`);
}
