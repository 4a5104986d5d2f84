/** Content of a payroll batch. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** The lines of a batch in their order, such as `"2026-03-02 straight 8.00 60.00 = 480.00"`. */
export async function linesOf(
  sql: Sql,
  batchId: string,
  contractorId: string | null = null,
): Promise<string[]> {
  const lines = await sql.unsafe<{ line: string }[]>(
    `select concat_ws(' ', line.week_start, line.kind, line.hours, line.overtime_hours, line.doubletime_hours,
                      line.rate, '=', line.amount) as line
       from payroll_items as item
       join payroll_item_lines as line on line.payroll_item_id = item.id
       left join time_entries as entry on entry.id = line.time_entry_id
      where item.payroll_batch_id = $1 and item.contractor_id = coalesce($2, item.contractor_id)
      order by item.contractor_id, line.week_start,
               array_position(
                 '{stipend,adjustment,straight,overtime_premium,doubletime_premium,difference}'::text[], line.kind),
               entry.work_date, entry.created_at, entry.id, line.amount`,
    [batchId, contractorId],
  );
  return lines.map(({ line }) => line);
}

/** Pay of a contractor in a batch. */
export interface Item {
  readonly regular_hours: string;
  readonly overtime_hours: string;
  readonly doubletime_hours: string;
  readonly straight_pay: string;
  readonly premium_pay: string;
  readonly stipend_pay: string;
  readonly adjustment_pay: string;
  readonly gross_pay: string;
}

/** A contractor's item in a batch; undefined where there is none. */
export async function itemOf(
  sql: Sql,
  batchId: string,
  contractorId: string,
): Promise<Item | undefined> {
  const [item] = await sql.unsafe<Item[]>(
    `select regular_hours, overtime_hours, doubletime_hours, straight_pay, premium_pay, stipend_pay,
            adjustment_pay, gross_pay
       from payroll_items where payroll_batch_id = $1 and contractor_id = $2`,
    [batchId, contractorId],
  );
  return item;
}
