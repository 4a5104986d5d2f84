// Whatever happens to invoices and receipts, and whenever books are closed: the journal is what is owed, to the cent.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { Decimal } from "decimal.js";
import type postgres from "postgres";
import { assertAgingIsJournal } from "../../support/receivables/aging_by_journal.ts";
import { countOf, test } from "../../support/histories.ts";
import { HAS_HLEDGER, hledger } from "../../support/journal_files.ts";
import { addDays } from "../../support/interest/oracle_days.ts";
import { type History, setNow, withHistory } from "../receivables/receipt_histories/history.ts";
import { histories } from "../receivables/receipt_histories/histories.ts";
import {
  assertBalanced,
  journalOf,
  lateBy,
  type Owed,
  owedAsOf,
  owedByJournal,
  owedToday,
} from "./books.ts";
import { cellsOf, files, sumsOfEntries } from "./journal_of_firm.ts";

/** Books that were closed, and what stood then. */
interface Closed {
  readonly through: string;
  readonly owed: Owed;
  readonly postings: readonly string[];
}

const FIRST_DAY = "2000-01-01";

/** Closes the books a few days before today, if they are not closed later already, and keeps what stood. */
async function closeBooks(
  { sql, books }: History,
  daysBack: number,
  closings: Closed[],
): Promise<void> {
  const through = addDays(books.businessDate, -daysBack);
  const last = closings.at(-1);
  if (last !== undefined && through <= last.through) return;
  const owed = await owedAsOf(sql, through);
  const journalBefore = await journalOf(sql, FIRST_DAY, through);
  await sql`select close_books(${through})`;
  const postings = await journalOf(sql, FIRST_DAY, through);
  assertEquals(postings, journalBefore, "closing changes no posting");
  closings.push({ through, owed, postings });
  books.closedThrough = through;
}

/** Holds that what came late is, by facility, what the report of a closed day has more than the books. */
async function assertLateExplains({ sql }: History, day: string): Promise<void> {
  const reported = await owedAsOf(sql, day);
  const posted = await owedByJournal(sql, day);
  const late = await lateBy(sql, day);
  const facilities = new Set([reported, posted, late].flatMap(Object.keys));
  for (const id of facilities) {
    const [report, books, lines] = [reported, posted, late].map((owed) => owed[id] ?? NOTHING);
    assertEquals(
      report,
      books?.map((amount, place) => plus(amount, lines?.[place])),
      `${day} ${id}`,
    );
  }
}

const NOTHING: Owed[string] = ["0.00", "0.00", "0.00"];
const plus = (amount: string, other = "0.00") => new Decimal(amount).plus(other).toFixed(2);

/** Invariants whatever has happened. */
async function assertJournalIsRight(
  history: History,
  closings: readonly Closed[],
  daysBack: number,
): Promise<void> {
  const { sql, books } = history;
  const today = books.businessDate;
  await assertBalanced(sql, FIRST_DAY, today);
  assertEquals(await owedByJournal(sql, today), await owedAsOf(sql, today), "through today");
  const past = addDays(today, -daysBack);
  const last = closings.at(-1);
  if (last === undefined || past > last.through) {
    assertEquals(await owedByJournal(sql, past), await owedAsOf(sql, past), `through ${past}`);
  } else {
    assertEquals(await owedByJournal(sql, last.through), last.owed, "through the closed day");
    await assertLateExplains(history, past);
  }
}

/**
 * Holds that postings of closed days stay, row by row. Once no receipt lies ahead, today is what
 * stands in the tables.
 */
async function assertAllStands(history: History, closings: readonly Closed[]): Promise<void> {
  const { sql, books } = history;
  await setNow(history, `${addDays(books.today, 30)}T18:00:00+00:00`);
  for (const { through, owed, postings } of closings) {
    assertEquals(await journalOf(sql, FIRST_DAY, through), postings);
    assertEquals(await owedByJournal(sql, through), owed);
    await assertLateExplains(history, through);
  }
  assertEquals(await owedByJournal(sql, books.businessDate), await owedToday(sql));
  const firstOpen = addDays(closings.at(-1)?.through ?? "2025-11-30", 1);
  await assertAgingIsJournal(sql, firstOpen, books.businessDate);
  await assertCashIsWhatCame(sql, books.businessDate);
  await assertFilesBalance(sql, books.businessDate);
  if (HAS_HLEDGER) await assertHledgerAgrees(sql, books.businessDate);
}

/** Holds that files of Xero and Sage Intacct balance entry by entry, and have all that the journal has. */
async function assertFilesBalance(sql: postgres.Sql, today: string): Promise<void> {
  const days = { from: FIRST_DAY, to: today };
  await sql`update journal_accounts set number = account`;
  const xero = (await files(sql, "xero", days)).flatMap(cellsOf);
  const sums = sumsOfEntries(xero, ([entry = ""]) => entry, (row) => row[5] ?? "");
  assert(Object.values(sums).every((sum) => sum === "0.00"), JSON.stringify(sums));
  const ofJournal = (await files(sql, "csv", days)).flatMap(cellsOf)
    .map((row) => `${row[2]} ${new Decimal(row[5] ?? "").minus(row[6] ?? "").toFixed(2)}`);
  assertEquals(xero.map((row) => `${row[3]} ${row[5]}`), ofJournal);
  const sage = (await files(sql, "sage_intacct", days)).flatMap(cellsOf);
  assertEquals(
    sage.map((row) => `${row[4]} ${new Decimal(row[6] || 0).minus(row[7] || 0).toFixed(2)}`),
    ofJournal,
  );
  await sql`update journal_accounts set number = null`;
}

/** The real hledger reads the whole journal, finds it balanced, and comes to the same receivables. */
async function assertHledgerAgrees(sql: postgres.Sql, today: string): Promise<void> {
  const [{ file, owed }] = await sql<[{ file: string; owed: string }]>`
    select journal_file(${FIRST_DAY}, ${today}, 'hledger') as file,
           (select coalesce(sum(balance), 0.00) from ar_aging)::text as owed`;
  await hledger(file, "check", "--strict");
  const balance = await hledger(
    file,
    "balance",
    "assets:Accounts receivable",
    "--no-total",
    "--flat",
  );
  assertStrictEquals(balance.trim().split(" ")[0] || "0.00", owed);
}

/** Cash is all receipts but returned ones, less refunds; what of it nobody reconciled is unapplied. */
async function assertCashIsWhatCame(sql: postgres.Sql, today: string): Promise<void> {
  const [row] = await sql`
    select (select coalesce(sum(amount), 0) from checks where status <> 'returned')
           - (select coalesce(sum(amount), 0) from refunds)
           = (select coalesce(sum(debit - credit), 0) from journal(${FIRST_DAY}, ${today}) where account = 'cash')
             as cash,
           (select coalesce(sum(amount), 0) from checks where status = 'received')
           = (select coalesce(sum(credit - debit), 0) from journal(${FIRST_DAY}, ${today})
               where account = 'unapplied_receipts') as unapplied`;
  assertEquals({ ...row }, { cash: true, unapplied: true });
}

/** Before which of the operations the books are closed, and how many days before that day. */
const closingDays = fc.array(fc.tuple(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 20 })), {
  minLength: 1,
  maxLength: 6,
});

test("journal/is_what_is_owed_whatever_happens_and_stays_where_the_books_are_closed", () =>
  fc.assert(
    fc.asyncProperty(
      histories,
      closingDays,
      fc.integer({ min: 1, max: 40 }),
      (operations, when, daysBack) =>
        withHistory(async (history) => {
          const closings: Closed[] = [];
          for (const [index, { what, happen }] of operations.entries()) {
            try {
              for (const [before, days] of when) {
                if (before === index) await closeBooks(history, days, closings);
              }
              await happen(history);
              if (index % 6 === 5) await assertJournalIsRight(history, closings, daysBack);
            } catch (error) {
              throw new Error(`${history.books.now} ${what}`, { cause: error });
            }
          }
          await assertAllStands(history, closings);
        }),
    ),
    { numRuns: countOf(15), endOnFailure: true },
  ));
