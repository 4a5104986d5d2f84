/** Overpayments: what closed batches found of them, arrangements, and settlements. */
import type postgres from "postgres";
import { rowOf, type TextRow } from "../sql/rows.ts";
import { work } from "../time/worked_time.ts";
import { close, prepare } from "./batches.ts";
import { payRate } from "./extras.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** The first days of four weeks. */
export const [FIRST, SECOND, THIRD, FOURTH] = [
  "2026-03-02",
  "2026-03-09",
  "2026-03-16",
  "2026-03-23",
];

/** Somebody who works ten hours on each Monday at 40, and was paid 60 for those of the first week: 200 too much. */
export async function overpaid(
  sql: postgres.Sql,
  { state = "TX", employmentType = "w2", endsOn = null as string | null, weeks = 4 } = {},
): Promise<string> {
  const worker = await work(
    sql,
    [FIRST, SECOND, THIRD, FOURTH].slice(0, weeks).map((date) => ({
      date,
      hours: 10,
      rule: "flsa",
    })),
    { employmentType: employmentType as "w2" | "1099" },
  );
  await sql`update facilities set work_state = ${state}`;
  await sql`update assignments set end_date = ${endsOn}`;
  await close(sql, await prepare(sql, FIRST));
  await payRate(sql, worker.assignmentIds.flsa, FIRST, "40");
  await payRate(sql, worker.assignmentIds.none, FIRST, "40");
  await close(sql, await prepare(sql, SECOND));
  return worker.contractorId;
}

/** Lets a draft batch find that a week of a contractor was overpaid, and closes it; made directly. */
export async function overpay(
  sql: Sql,
  contractorId: string,
  batchId: string,
  weekStart = "2026-03-02",
  amount = "200.00",
): Promise<string> {
  await sql.unsafe(
    `with item as (
       insert into public.payroll_items (payroll_batch_id, contractor_id, premium_pay, overpayment_pay)
       values ($1, $2, -$4::numeric, $4::numeric) returning id)
     insert into public.payroll_item_lines (payroll_item_id, week_start, kind, amount)
     select item.id, $3::date, line.kind, line.amount
       from item cross join (values ('difference', -$4::numeric), ('overpayment', $4::numeric)) as line (kind, amount)`,
    [batchId, contractorId, weekStart, amount],
  );
  for (const status of ["in_review", "approved", "closed"]) {
    await sql.unsafe("update public.payroll_batches set status = $2 where id = $1", [
      batchId,
      status,
    ]);
  }
  return contractorId;
}

/** Terms of a recovery: by an agreement, from a day before all pay, unless said otherwise. */
export interface Recovery {
  readonly amount?: string | null;
  readonly perPayDay?: string | null;
  readonly startsOn?: string;
  readonly agreedOn?: string | null;
  readonly noticeOn?: string | null;
  readonly isClericalError?: boolean;
  readonly nextPayInFull?: boolean;
  readonly reason?: string;
}

/** Arranges that overpayments of a contractor are taken back. */
export async function arrange(
  sql: Sql,
  contractorId: string | null,
  {
    amount = null,
    perPayDay = null,
    startsOn = "2026-01-01",
    agreedOn = "2026-01-01",
    noticeOn = null,
    isClericalError = false,
    nextPayInFull = false,
    reason = "The rate was entered too high.",
  }: Recovery = {},
): Promise<TextRow> {
  return await rowOf(
    sql,
    "public.arrange_recovery($1, $2::text::date, $3, $4, $5, $6::text::date, $7::text::date, $8::text::boolean, $9::text::boolean)",
    [
      contractorId,
      startsOn,
      reason,
      amount,
      perPayDay,
      agreedOn,
      noticeOn,
      `${isClericalError}`,
      `${nextPayInFull}`,
    ],
  );
}

/** Recoveries of a batch, such as `"reimbursement mileage -7.00"`. */
export async function recoveriesOf(sql: Sql, batchId: string): Promise<string[]> {
  const lines = await sql.unsafe<{ line: string }[]>(
    `select concat_ws(' ', line.pay_kind, line.code, line.amount) as line
       from payroll_item_lines as line join payroll_items as item on item.id = line.payroll_item_id
      where item.payroll_batch_id = $1 and line.kind = 'recovery' order by line.code nulls first`,
    [batchId],
  );
  return lines.map(({ line }) => line);
}

/** Takes back a settlement. */
export async function takeBackSettlement(
  sql: Sql,
  id: string | null | undefined,
  reason: string | null = "The check bounced.",
): Promise<TextRow> {
  return await rowOf(sql, "public.take_back_settlement($1, $2)", [id ?? null, reason]);
}

/** Settles an overpayment otherwise than from pay. */
export async function settle(
  sql: Sql,
  contractorId: string | null,
  weekStart: string | null,
  kind: string | null,
  amount: string | null = null,
  requestId: string | null = null,
  reason: string | null = "Our own mistake.",
): Promise<TextRow> {
  return await rowOf(sql, "public.settle_overpayment($1, $2::text::date, $3, $4, $5, $6)", [
    contractorId,
    weekStart,
    kind,
    reason,
    amount,
    requestId,
  ]);
}
