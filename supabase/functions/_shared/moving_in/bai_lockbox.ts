/**
 * Reads the files of a lockbox, where a bank opens the checks: records of fixed positions, types 1, 2, 5, 6, 4, 7, 8 and
 * 9, as banks publish BAI's Lockbox Communications Standards with one invoice a record 4. docs/remittances.md has the
 * positions and where they are from.
 */
import {
  bankDay,
  type BankLine,
  bankLines,
  type BankRow,
  moneyOfCents,
  rowsOf,
  shortened,
  wrongLine,
} from "./bank_rows.ts";
import type { FileError, FileRows } from "./file_rows.ts";

/** Positions of a field, from 1, as banks count. */
type Field = readonly [first: number, last: number];

const BATCH: Field = [2, 4];
const ITEM: Field = [5, 7];
const HEADER = { lockbox: [8, 14], day: [15, 20] } as const;
const CHECK = {
  amount: [8, 17],
  routing: [18, 26],
  account: [27, 36],
  number: [37, 45],
  payer: [46, 80],
} as const;
const INVOICE = {
  number: [12, 27],
  amount: [28, 37],
  deduction: [38, 47],
  reason: [48, 50],
  text: [51, 80],
} as const;
const BATCH_TOTAL = { count: [21, 23], amount: [24, 33] } as const;
const LOCKBOX_TOTAL = { count: [21, 24], amount: [25, 34] } as const;
const FILE_COUNT: Field = [2, 7];

/** A check and what it pays, as far as it was read. */
interface Read {
  readonly line: number;
  readonly cents: bigint;
  readonly payment: BankRow;
  readonly batch: string;
  readonly item: string;
  readonly invoices: { readonly line: number; readonly invoice: PaidInvoice }[];
}

/** An invoice that a check pays, as one record tells it, or several. */
interface PaidInvoice {
  readonly number: string;
  readonly paid: bigint;
  readonly deduction: bigint;
  /** Reasons of what was kept back, each once. */
  readonly reasons: readonly string[];
}

/** True if a file is one of a lockbox, by its first record: type 1, a priority of two digits, and no separators. */
export const isBaiLockbox = (text: string): boolean => /^\uFEFF?1\d\d[^,;\t\r\n]{20}/.test(text);

/**
 * Rows of remittances out of a lockbox file: one for each invoice that a check pays, or for a check that names none. The
 * totals of batches (7) and of the lockbox (8), where it sends them, and the number of records (9) are compared, and a
 * file is refused whole where one is wrong.
 */
export function baiLockboxRows(file: Uint8Array): FileRows {
  const lines = bankLines(file);
  const errors: FileError[] = [];
  const checks: Read[] = [];
  let header = { lockbox: "", day: "" };
  let firstOfBatch = 0;
  let firstOfLockbox = 0;
  let ended = false;

  for (const { line, text } of lines.map(withoutMark)) {
    const at = ([first, last]: Field) => text.slice(first - 1, last).trim();
    const type = text.slice(0, 1);
    if (ended) {
      errors.push(wrongLine(line, "It stands after the file's last record."));
    } else if (type === "5") {
      const day = bankDay(at(HEADER.day));
      if (day === null) errors.push(wrongLine(line, `"${at(HEADER.day)}" is no day of deposit.`));
      header = { lockbox: at(HEADER.lockbox), day: day ?? "" };
      firstOfBatch = firstOfLockbox = checks.length;
    } else if (type === "6") {
      const cents = centsOf(at(CHECK.amount));
      if (header.day === "" && errors.length === 0) {
        errors.push(wrongLine(line, "No record 5 before it says the lockbox and the day."));
      }
      if (cents === null) errors.push(wrongLine(line, `"${at(CHECK.amount)}" is no amount.`));
      else checks.push(checkOf(line, at, cents, header));
    } else if (type === "4") {
      const check = checks.at(-1);
      if (check === undefined || check.batch !== at(BATCH) || check.item !== at(ITEM)) {
        errors.push(wrongLine(line, "It does not stand below the record 6 of its batch and item."));
        continue;
      }
      const invoice = invoiceOf(at);
      if (invoice === null) {
        errors.push(wrongLine(line, "It has no amounts in positions 28 to 47."));
      } else if (invoice.number !== "") check.invoices.push({ line, invoice });
    } else if (type === "7") {
      compare(errors, line, "The batch", checks.slice(firstOfBatch), at, BATCH_TOTAL);
      firstOfBatch = checks.length;
    } else if (type === "8") {
      compare(errors, line, "The lockbox", checks.slice(firstOfLockbox), at, LOCKBOX_TOTAL);
      firstOfBatch = firstOfLockbox = checks.length;
    } else if (type === "9") {
      ended = true;
      const given = at(FILE_COUNT);
      if (!/^\d+$/.test(given) || Number(given) !== lines.length) {
        errors.push(wrongLine(
          line,
          `The file has ${lines.length} records, and its last one says "${given}".`,
        ));
      }
    } else if (type !== "1" && type !== "2") {
      errors.push(wrongLine(line, `"${text.slice(0, 20)}" is no record of the format.`));
    }
  }
  if (!ended && errors.length === 0) {
    errors.push(
      wrongLine(lines.at(-1)?.line ?? 1, "The file ends without record 9: it was cut off."),
    );
  }
  const paid = checks.filter(({ cents }) => cents > 0n);
  return rowsOf(paid.flatMap(rowsOfCheck), errors, checks.length - paid.length);
}

const withoutMark = ({ line, text }: BankLine) => ({ line, text: text.replace(/^\uFEFF/, "") });

/** Cents as a lockbox has money: digits alone, the last two after the point; null of other texts. */
const centsOf = (text: string): bigint | null => /^\d{1,10}$/.test(text) ? BigInt(text) : null;

function checkOf(
  line: number,
  at: (field: Field) => string,
  cents: bigint,
  { lockbox, day }: { lockbox: string; day: string },
): Read {
  const batch = at(BATCH);
  const item = at(ITEM);
  const amount = moneyOfCents(cents);
  const number = at(CHECK.number).replace(/^0+/, "");
  const account = [at(CHECK.routing), at(CHECK.account)].filter((part) => part !== "").join(" ");
  return {
    line,
    cents,
    batch,
    item,
    invoices: [],
    payment: {
      // Batches are counted anew each day, by some banks in each file of a day.
      bank_reference: `lockbox ${lockbox} ${day} ${batch}-${item} ${number} ${amount}`
        .replaceAll(/\s+/g, " "),
      received_on: day,
      amount,
      method: "check",
      check_number: number,
      payer: at(CHECK.payer).replaceAll(/\s+/g, " "),
      remark: account === "" ? "" : `Account ${account}`,
    },
  };
}

function invoiceOf(at: (field: Field) => string): PaidInvoice | null {
  const paid = centsOf(at(INVOICE.amount) || "0");
  const deduction = centsOf(at(INVOICE.deduction) || "0");
  if (paid === null || deduction === null) return null;
  const reason = `${at(INVOICE.reason)} ${at(INVOICE.text)}`.replaceAll(/\s+/g, " ").trim();
  return {
    number: at(INVOICE.number),
    paid,
    deduction,
    reasons: deduction === 0n || reason === "" ? [] : [reason],
  };
}

/** Rows of a check: one for each invoice, of which several records are added up, or one where it names none. */
function rowsOfCheck({ line, payment, invoices }: Read): { line: number; row: BankRow }[] {
  if (invoices.length === 0) return [{ line, row: payment }];
  const records = Map.groupBy(invoices, ({ invoice }) => invoice.number);
  return [...records.values()].map((told) => ({
    line: told[0]?.line ?? line,
    row: { ...payment, ...columnsOf(told.map(({ invoice }) => invoice)) },
  }));
}

function columnsOf(told: readonly PaidInvoice[]): BankRow {
  const deduction = told.reduce((sum, one) => sum + one.deduction, 0n);
  return {
    invoice_number: told[0]?.number ?? "",
    invoice_amount: moneyOfCents(told.reduce((sum, one) => sum + one.paid, 0n)),
    deduction: deduction === 0n ? "" : moneyOfCents(deduction),
    deduction_reason: shortened([...new Set(told.flatMap(({ reasons }) => reasons))].join("; ")),
  };
}

function compare(
  errors: FileError[],
  line: number,
  told: string,
  checks: readonly Read[],
  at: (field: Field) => string,
  { count, amount }: { readonly count: Field; readonly amount: Field },
): void {
  const total = checks.reduce((sum, { cents }) => sum + cents, 0n);
  const given = centsOf(at(amount));
  if (given !== total) {
    errors.push(wrongLine(
      line,
      `${told} comes to ${moneyOfCents(total)}, and its total says ${
        given === null ? `"${at(amount)}"` : moneyOfCents(given)
      }.`,
    ));
  }
  if (!/^\d+$/.test(at(count)) || Number(at(count)) !== checks.length) {
    errors.push(wrongLine(
      line,
      `${told} has ${checks.length} checks, and its total says "${at(count)}".`,
    ));
  }
}
