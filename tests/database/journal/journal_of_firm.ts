/** A firm with a journal, and its files. */
import { parse } from "csv-parse/sync";
import { Decimal } from "decimal.js";
import type postgres from "postgres";
import { createInvoice } from "../../support/billing/billed_time.ts";
import { send } from "../../support/billing/invoices.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { confirm, receive, reconcile } from "../../support/receivables/receipts.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";

export const CLOCK = { clock: "2026-05-20 12:00:00-06" };
export const WEEK = "2026-03-02";

interface Asked {
  readonly summed?: boolean;
  readonly withAccruals?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly intacctJournal?: string | null;
}

/** One file of the journal. */
export async function file(
  sql: postgres.ISql,
  format: string | null,
  {
    summed = false,
    withAccruals = false,
    from = "2026-01-01",
    to = "2026-05-20",
    intacctJournal = "GJ",
  }: Asked = {},
): Promise<string> {
  const [{ file }] = await sql<[{ file: string }]>`
    select journal_file(${from}, ${to}, ${format}, ${summed}, ${withAccruals}, ${intacctJournal}) as file`;
  return file;
}

/** All files of the journal, in their order. */
export async function files(
  sql: postgres.ISql,
  format: string,
  { summed = false, withAccruals = false, from = "2026-01-01", to = "2026-05-20" }: Asked = {},
): Promise<string[]> {
  const rows = await sql<{ file: string }[]>`
    select file from journal_files(${from}, ${to}, ${format}, ${summed}, ${withAccruals}) order by part`;
  return rows.map(({ file }) => file);
}

/** The cells below the column names of a CSV file. */
export function cellsOf(csv: string): string[][] {
  return parse(csv).slice(1) as string[][];
}

/** Amounts of a file by entry: what it debits less what it credits. */
export function sumsOfEntries(
  rows: readonly string[][],
  entryOf: (row: string[]) => string,
  amountOf: (row: string[]) => Decimal.Value,
): Record<string, string> {
  const sums = new Map<string, Decimal>();
  for (const row of rows) {
    const entry = entryOf(row);
    sums.set(entry, (sums.get(entry) ?? new Decimal(0)).plus(amountOf(row)));
  }
  return Object.fromEntries([...sums].map(([entry, sum]) => [entry, sum.toFixed(2)]));
}

/** Two people at one facility with a name that means something to every format, billed, paid for and paid. */
export async function withJournal(test: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql, '=St. "Mary",  (North; 2)');
    const people = [await firm.assignment(), await firm.assignment()];
    for (const assignment of people) await firm.entry(assignment, "approved", WEEK, "8");
    const invoice = await createInvoice(sql, firm.facilityId);
    await send(sql, [invoice.id], "2026-03-10");
    const check = await receive(firm, "1600.00", "2026-04-10");
    await sql`update checks set check_number = '47;11'`;
    await confirm(sql, await reconcile(sql, { check }, { [invoice.id]: "1600.00" }));
    await close(sql, await prepare(sql, WEEK));
    await sql`update journal_accounts set name = 'Sales:Staffing (all)', number = '4000' where type = 'income'`;
    await test(sql);
  }, CLOCK);
}

/** Gives each account that has none a number: its place by name, from 1001 on. */
export async function giveNumbers(sql: postgres.ISql): Promise<void> {
  await sql`
    update journal_accounts as account set number = given.number
      from (select account, (1000 + row_number() over (order by account))::text as number
              from journal_accounts) as given
     where given.account = account.account and account.number is null`;
}

/** An entry of closed days: so many lines on its accounts, each of somebody else or of another facility. */
export interface Entry {
  readonly day: string;
  readonly document: string;
  /** Lines in all: all but one debit 1.00 to wages, and the last credits what they come to. */
  readonly lines: number;
  readonly by?: "contractor_id" | "facility_id";
  readonly memo?: string;
}

/** Makes closed days of such entries alone: what the journal says of them is what is stored. */
export async function closedEntries(sql: postgres.Sql, entries: readonly Entry[]): Promise<void> {
  await sql`select close_books('2026-02-28')`;
  for (const { day, document, lines, by = "contractor_id", memo = "" } of entries) {
    const ids = Array.from({ length: lines - 1 }, () => crypto.randomUUID());
    if (by === "facility_id") {
      await sql`insert into facilities (id, name) select id, 'Ward ' || id from unnest(${ids}::uuid[]) as id`;
    } else {
      await sql`
        insert into contractors (id, first_name, last_name, email)
        select id, 'Ada', 'Nurse', id || '@example.org' from unnest(${ids}::uuid[]) as id`;
    }
    const documentId = crypto.randomUUID();
    await sql`
      insert into private.closed_postings
        (posted_on, document_id, document, account, amount, ${sql(by)}, is_interest, memo)
      select ${day}::date, ${documentId}::uuid, ${document}, 'wages', 1.00, id, false, ${memo}
        from unnest(${ids}::uuid[]) as id
       union all
      select ${day}::date, ${documentId}::uuid, ${document}, 'payroll_clearing', ${
      1 - lines
    }::int, null, false, ${memo}`;
  }
}

/** A file with the batch's part of its document's name as every run has it. */
export function withoutIds(text: string): string {
  return text.replace(
    /(PAY-\d{4}-\d\d-\d\d-)([0-9a-f]+)/g,
    (_, name: string, id: string) => name + "0ba7c400".slice(0, id.length),
  );
}

/** The words of a refusal. */
export async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const thrown = await attempt.then(() => null, (error: unknown) => error);
  return thrown instanceof Error ? thrown.message : "";
}
