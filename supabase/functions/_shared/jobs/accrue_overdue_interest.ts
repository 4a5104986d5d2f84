import type postgres from "postgres";
import {
  computeInterest,
  type InterestResult,
  InvalidInterestInputError,
} from "../interest/compute_interest.ts";
import { type InterestByDay, interestByDay } from "./interest_by_day.ts";
import { InvalidJobOptionError, type JobOptions, recordRun } from "./job_run.ts";
import {
  type OverdueInvoice,
  readOverdueInvoices,
  whereInterestIsDue,
} from "./overdue_invoices.ts";
import { inTransaction } from "./transaction.ts";

/** The most invoices that one run scans; later runs take up the rest. */
export const SCAN_LIMIT = 1000;

/** Invoices computed and written at a time. */
const PART = 250;

/** Options of {@link accrueOverdueInterest}. */
export interface AccrueInterestOptions extends JobOptions {
  /** The most invoices to scan, 1 to {@link SCAN_LIMIT}, which is also the default. */
  readonly limit?: number | undefined;
}

/** Result of a run of accrue-interest. A type, not an interface, so that it is also a plain JSON record. */
export type AccrueInterestCounts = {
  /** Invoices read: the sum of the next two. */
  scanned: number;
  /** Invoices whose accrued interest changed. */
  updated: number;
  unchanged: number;
  /** Invoices still due for computation: beyond the limit, or held by another transaction. */
  remaining: number;
};

/**
 * Recomputes the late-payment interest of overdue invoices, those computed longest ago first. The
 * interest is set, not incremented; a second run on the same day scans nothing. One transaction holds
 * the invoices from reading them to writing them, and skips those that another holds.
 *
 * Source of the rule: docs/architecture.md, "Accruing interest".
 *
 * @param sql a connection as the owner of the tables
 * @param options today, dry run, and how many invoices at most
 * @throws {InvalidJobOptionError} the limit is out of range
 * @throws {JobFailedError} the run failed and changed nothing
 */
export async function accrueOverdueInterest(
  sql: postgres.Sql,
  options: AccrueInterestOptions = {},
): Promise<AccrueInterestCounts> {
  const { limit = SCAN_LIMIT, dryRun = false } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > SCAN_LIMIT) {
    throw new InvalidJobOptionError("limit", `a whole number from 1 to ${SCAN_LIMIT}`);
  }
  return await recordRun(sql, "accrue-interest", options, async (today) => {
    return await inTransaction(sql, async (transaction) => {
      const invoices = await readOverdueInvoices(transaction, today, limit, { hold: !dryRun });
      const accruals = await accrueInParts(invoices, today, async (part) => {
        if (!dryRun) await writeAccruals(transaction, today, part);
      });
      const updated = accruals.filter((accrual) => accrual.changed).length;
      const due = await countDue(transaction, today);
      return {
        scanned: accruals.length,
        updated,
        unchanged: accruals.length - updated,
        remaining: dryRun ? Math.max(0, due - accruals.length) : due,
      };
    });
  });
}

interface Accrual extends Partial<InterestByDay> {
  readonly id: string;
  readonly total: string;
  readonly breakdown: Omit<InterestResult, "total"> | { readonly error: string };
  readonly changed: boolean;
}

/** As long as what the column holds at most. */
const LONGEST_TOTAL = "9999999999.99".length;

/** An invoice that cannot be computed keeps its interest and says why: it must not stop the others. */
function accrue(invoice: OverdueInvoice, today: string): Accrual {
  try {
    const result = computeInterest({ ...invoice.input, asOf: today });
    const { total, ...breakdown } = result;
    if (total.length > LONGEST_TOTAL) {
      throw new InvalidInterestInputError("terms", `accrue ${total}, more than an invoice can owe`);
    }
    return {
      id: invoice.id,
      total,
      breakdown,
      ...interestByDay(invoice.input.dueDate, result),
      changed: total !== invoice.accruedInterest,
    };
  } catch (error) {
    if (!(error instanceof InvalidInterestInputError)) throw error;
    return {
      id: invoice.id,
      total: invoice.accruedInterest,
      breakdown: { error: error.message },
      changed: false,
    };
  }
}

/**
 * Computes part by part and hands each on without waiting for it: the database writes one part while the
 * next is being computed.
 */
async function accrueInParts(
  invoices: readonly OverdueInvoice[],
  today: string,
  write: (part: Accrual[]) => Promise<void>,
): Promise<Accrual[]> {
  const accruals: Accrual[] = [];
  const writes: Promise<void>[] = [];
  for (let start = 0; start < invoices.length; start += PART) {
    const part = invoices.slice(start, start + PART).map((invoice) => accrue(invoice, today));
    accruals.push(...part);
    const writing = write(part);
    writing.catch(() => {}); // Waited for below; a failure there must not count as unhandled here.
    writes.push(writing);
    await new Promise((resolve) => setTimeout(resolve, 0)); // Lets the part leave for the database.
  }
  await Promise.all(writes);
  return accruals;
}

async function writeAccruals(sql: postgres.ISql, today: string, accruals: Accrual[]) {
  await sql`
    update public.invoices as invoice
       set accrued_interest = accrual.total,
           interest_computed_on = ${today}::text::date,
           interest_breakdown = accrual.breakdown,
           interest_days = accrual.days,
           interest_on_days = accrual."onDays",
           interest_per_day = accrual."perDay"
      from jsonb_to_recordset(${JSON.stringify(accruals)}::text::jsonb)
           as accrual (id uuid, total numeric, breakdown jsonb, days date[], "onDays" numeric[],
                       "perDay" numeric[])
     where invoice.id = accrual.id`;
}

async function countDue(sql: postgres.ISql, today: string): Promise<number> {
  const [due] = await sql<[{ count: number }]>`
    select count(*)::int from public.invoices as invoice where ${whereInterestIsDue(sql, today)}`;
  return due.count;
}
