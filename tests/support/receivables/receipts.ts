/** Checks, what is made of them by the procedures in SQL, and what that leaves. */
import type postgres from "postgres";
import type { Firm } from "../firm.ts";
import { rowOf, type TextRow } from "../sql/rows.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** `"<component> <amount>"`, or the amount alone for principal. */
export type ProposedLines = Readonly<Record<string, string>>;

let lastCheckNumber = 4710;

/** A check of the firm's facility with a number of its own, received on 10 April 2026 unless said otherwise. */
export async function receive(
  { sql, facilityId }: Pick<Firm, "sql" | "facilityId">,
  amount: string,
  receivedOn = "2026-04-10",
): Promise<string> {
  const [check] = await sql<[{ id: string }]>`
    insert into public.checks (facility_id, check_number, amount, received_on)
    values (${facilityId}, ${String(++lastCheckNumber)}, ${amount}, ${receivedOn}) returning id`;
  return check.id;
}

/**
 * Invoices that a check, or a credit, is to be spread over. By invoice, such as `{ [id]: "40.00" }`
 * or `{ [id]: "interest 2.00" }`.
 */
export async function reconcile(
  sql: Sql,
  source: { readonly check: string } | { readonly credit: string },
  lines: ProposedLines,
): Promise<string> {
  const [column, id] = "check" in source
    ? ["check_id", source.check]
    : ["facility_credit_id", source.credit];
  const [made] = await sql.unsafe<[{ id: string }]>(
    `insert into public.check_reconciliations (${column}) values ($1) returning id`,
    [id],
  );
  for (const [invoice, line] of Object.entries(lines)) await addLine(sql, made.id, invoice, line);
  return made.id;
}

/** Adds a line such as `"40.00"`, `"interest 2.00"` or `"write_off 5.00"` to a reconciliation. */
export async function addLine(
  sql: Sql,
  reconciliation: string,
  invoice: string,
  line: string,
): Promise<void> {
  const [component = "principal", amount = line] = line.includes(" ")
    ? line.split(" ")
    : ["principal", line];
  await sql.unsafe(
    `insert into public.check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
     values ($1, $2, $3, $4)`,
    [reconciliation, invoice, component, amount],
  );
}

/** Confirms a reconciliation. */
export async function confirm(sql: Sql, reconciliation: string | null): Promise<TextRow> {
  return await rowOf(sql, "public.confirm_check_reconciliation($1)", [reconciliation]);
}

/** Receives, reconciles and confirms. Gives the check. */
export async function post(
  firm: Firm,
  amount: string,
  lines: ProposedLines,
  receivedOn?: string,
): Promise<string> {
  const check = await receive(firm, amount, receivedOn);
  await confirm(firm.sql, await reconcile(firm.sql, { check }, lines));
  return check;
}

/** The credit that a check left. */
export async function creditOf(sql: postgres.Sql, check: string): Promise<string> {
  const [credit] = await sql<[{ id: string }]>`
    select id from public.facility_credits where check_id = ${check}`;
  return credit.id;
}

/** Spends a credit on invoices. */
export async function spend(sql: Sql, credit: string, lines: ProposedLines): Promise<TextRow> {
  return await confirm(sql, await reconcile(sql, { credit }, lines));
}

/** Pays a part of a credit back to the facility. */
export async function refund(
  sql: Sql,
  credit: string | null,
  amount: string | null,
  also: {
    readonly reason?: string | null;
    readonly method?: string | null;
    readonly reference?: string | null;
    readonly requestId?: string | null;
  } = {},
): Promise<TextRow> {
  const { reason = "Closed down", method = "check", reference = null, requestId = null } = also;
  const values = [credit, amount, reason, method, reference, requestId];
  return await rowOf(sql, "public.refund_credit($1, $2, $3, $4, $5, $6)", values);
}

/** Returns a check that bounced. */
export async function returnCheck(
  sql: Sql,
  check: string | null,
  reason: string | null = "No funds",
): Promise<TextRow> {
  return await rowOf(sql, "public.return_check($1, $2)", [check, reason]);
}

/** Writes off a part of an invoice. */
export async function writeOff(
  sql: Sql,
  invoice: string | null,
  amount: string | null,
  reason: string | null = "Disputed hours",
  requestId: string | null = null,
): Promise<TextRow> {
  const values = [invoice, amount, reason, requestId];
  return await rowOf(sql, "public.write_off_invoice($1, $2, $3, $4)", values);
}

/** The write-offs of an invoice in force, oldest first. */
export async function writeOffsOf(sql: postgres.Sql, invoice: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from public.payments
     where invoice_id = ${invoice} and source = 'write_off' and reversed_at is null
     order by created_at, component desc`;
  return rows.map(({ id }) => id);
}

/** Takes back a write-off that was a mistake. */
export async function reverseWriteOff(
  sql: Sql,
  payment: string | null,
  reason: string | null = "The wrong invoice",
): Promise<TextRow> {
  return await rowOf(sql, "public.reverse_write_off($1, $2)", [payment, reason]);
}

/** Lets interest of an invoice go. */
export async function waive(
  sql: Sql,
  invoice: string | null,
  amount: string | null,
  reason: string | null = "A courtesy",
  requestId: string | null = null,
): Promise<TextRow> {
  const values = [invoice, amount, reason, requestId];
  return await rowOf(sql, "public.waive_interest($1, $2, $3, $4)", values);
}

/** An invoice: `"<status> <amount_paid> of <total>, interest <interest_paid> of <accrued_interest>"` */
export async function owed(sql: postgres.Sql, invoice: string): Promise<string> {
  const [row] = await sql<[{ owed: string }]>`
    select format('%s %s of %s, interest %s of %s', status, amount_paid, total, interest_paid, accrued_interest) as owed
      from public.invoices where id = ${invoice}`;
  return row.owed;
}

/** All payments by day and amount: `"<paid_on> <component> <amount>"`, with `reversed` where they are. */
export async function payments(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ payment: string }[]>`
    select concat_ws(' ', paid_on, component, amount, nullif(source, 'reconciliation'),
                     case when reversed_at is not null then 'reversed' end) as payment
      from public.payments order by paid_on, component desc, amount`;
  return rows.map(({ payment }) => payment);
}

/** All credits, oldest first: `"<remaining> of <amount>"`, with `reversed` where they are. */
export async function credits(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ credit: string }[]>`
    select concat_ws(' ', remaining, 'of', amount, case when reversed_at is not null then 'reversed' end) as credit
      from public.facility_credits order by created_at, amount`;
  return rows.map(({ credit }) => credit);
}

/** Entries of the audit log about a procedure: `"<table> <status before> → <status after>"`, sorted. */
export async function auditOf(sql: postgres.Sql, procedure: string): Promise<string[]> {
  const rows = await sql<{ entry: string }[]>`
    select format('%s %s → %s', table_name,
                  coalesce(old ->> 'status', case when old is not null then whole.row ->> 'status' end,
                           old ->> 'remaining', 'none'),
                  coalesce(whole.row ->> 'status', whole.row ->> 'remaining')) as entry
      from public.audit_log as change
     cross join lateral (select private.row_after_change(change)) as whole (row)
     where procedure = ${procedure} order by 1`;
  return rows.map(({ entry }) => entry);
}
