import { csvRows } from "../../../../packages/client/src/csv_rows.ts";
import { call } from "../../api/call.ts";
import { allRows, type Row } from "../../api/rows.ts";
import { FIRST_DAY } from "../../ui/day_field.tsx";
import { daysAfter, sum } from "../../ui/format.ts";
import { useAsk } from "../../ui/loaded.tsx";
import { words } from "../../words.ts";
import type { BookDays } from "./book_days.ts";

/** An account, and what it is in the firm's chart. */
export type Account = Pick<Row<"journal_accounts">, "account" | "type" | "number" | "name">;

/** Amount by which a day's document moves an account, for one facility, as decimal text. */
export interface Posting {
  readonly posted_on: string;
  readonly document: string;
  readonly account: Account["account"];
  readonly debit: string;
  readonly credit: string;
  readonly facility: string;
}

/** The accounts, as a chart lists them: what the firm has, what it owes, and so on. */
export function useAccounts() {
  return useAsk(["journal_accounts"], async () => {
    const found = await allRows("journal_accounts", {
      select: "account,type,number,name",
      order: "account",
    });
    return found.toSorted((a, b) => placeOf(a) - placeOf(b));
  });
}

const ACCOUNTS: readonly string[] = Object.keys(words.books.accountNames);

/** Those of the firm's own codes stand beside what they would be without: revenue of codes, and wages. */
function placeOf({ account }: Account): number {
  const known = ACCOUNTS.indexOf(account);
  if (known >= 0) return known;
  return ACCOUNTS.indexOf(account.startsWith("revenue_") ? "revenue_codes" : "wages") + 0.5;
}

/** The journal of some days by document, account and facility: one file, so that it is whole and of one moment. */
export function usePostings(days: BookDays) {
  return useAsk(["journal_file", days], (signal) => postingsOf(days, signal));
}

/** Postings before a day. */
export function usePostingsBefore(day: string, enabled: boolean) {
  const days = { from: FIRST_DAY, to: daysAfter(day, -1), withAccruals: false };
  return useAsk(
    ["journal_file", days],
    (signal) => day > FIRST_DAY ? postingsOf(days, signal) : Promise.resolve([]),
    { enabled },
  );
}

async function postingsOf(
  { from, to, withAccruals }: BookDays,
  signal: AbortSignal,
): Promise<Posting[]> {
  const file = await call("journal_file", {
    from_day: from,
    to_day: to,
    format: "csv",
    summed: true,
    with_accruals: withAccruals,
  }, signal);
  return csvRows(file) as unknown as Posting[];
}

/** The document of the accruals, which alone is posted after the last day. */
export function accrualIn(postings: readonly Posting[], to: string): string | undefined {
  return postings.find((one) => one.posted_on > to)?.document;
}

/** Sums of postings: their debits, their credits, and the debits less the credits. */
export function sumsOf(postings: readonly Posting[]) {
  const debit = sum(postings.map((one) => one.debit));
  const credit = sum(postings.map((one) => one.credit));
  return { debit, credit, change: debit.minus(credit) };
}
