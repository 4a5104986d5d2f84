/**
 * Reads the account reports that banks send as BAI2: "Cash Management Balance Reporting Specifications, Version 2"
 * (BAI, 2005). docs/remittances.md says what is taken of them.
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

/** A record with its continuations: the fields between commas, the last of a transaction being its text. */
interface LogicalRecord {
  readonly line: number;
  readonly code: string;
  readonly fields: readonly string[];
  /** Lines of the file that it takes. */
  readonly lines: number;
}

/** Sums of what has been read of a file, a group and an account, to compare with its trailer. */
interface Sums {
  total: bigint;
  parts: number;
  records: number;
}

const CODES = ["01", "02", "03", "16", "49", "98", "99"];
/** Records that may come after a record; 88 is a part of the one before it. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  "": ["01"],
  "01": ["02"],
  "02": ["03", "98"],
  "03": ["16", "49"],
  "16": ["16", "49"],
  "49": ["03", "98"],
  "98": ["02", "99"],
  "99": [],
};
/** Fields after a type of funds that say when the money is available; D says by itself how many. */
const FUNDS: Readonly<Record<string, number>> = { "": 0, "0": 0, "1": 0, "2": 0, Z: 0, S: 3, V: 2 };
/** A report that replaces or takes back another, or only tries the line, is nothing to enter checks by. */
const STATUSES: Readonly<Record<string, string>> = {
  "2": "takes back what was reported",
  "3": "corrects what was reported",
  "4": "is a test",
};

/** True if a file is BAI2, by its first record. */
export const isBai2 = (text: string): boolean => /^\uFEFF?01,/.test(text);

/**
 * Rows of remittances out of a BAI2 file: one for each credit to an account. Every control total is compared (49, 98 and
 * 99: amounts, and numbers of records, accounts and groups), and a file is refused whole where one is wrong.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { bai2Rows } from "./bai2.ts";
 *
 * const file = `01,122099999,123456789,260621,0200,1,,,2/
 * 02,031001234,122099999,1,260620,2359,,2/
 * 03,5765432,,,,,/
 * 16,165,1500000,1,DD1620,, DEALER PAYMENTS
 * 49,1500000,3/
 * 98,1500000,1,5/
 * 99,1500000,1,7/
 * `;
 * const { rows } = bai2Rows(new TextEncoder().encode(file));
 * assertEquals(rows.map(({ amount, received_on, remark }) => [amount, received_on, remark]), [
 *   ["15000.00", "2026-06-20", "DEALER PAYMENTS"],
 * ]);
 * ```
 */
export function bai2Rows(file: Uint8Array): FileRows {
  const lines = bankLines(file);
  const { records, errors } = logicalRecords(lines);
  const found: { line: number; row: BankRow }[] = [];
  const ofFile: Sums = { total: 0n, parts: 0, records: 0 };
  let ofGroup: Sums = { total: 0n, parts: 0, records: 0 };
  let ofAccount: Sums = { total: 0n, parts: 0, records: 0 };
  let day = "";
  let account = "";
  let groupCurrency = "";
  let before = "";
  let leftOut = 0;

  const compare = (record: LogicalRecord, told: string, sums: Sums, counts: [string, number][]) => {
    const total = centsOf(record.fields[0] ?? "");
    if (total !== sums.total) {
      errors.push(wrongLine(
        record.line,
        `${told} comes to ${moneyOfCents(sums.total)}, and its total says ${
          total === null ? `"${record.fields[0] ?? ""}"` : moneyOfCents(total)
        }.`,
      ));
    }
    counts.forEach(([what, count], nth) => {
      const given = record.fields[nth + 1] ?? "";
      if (!/^\d+$/.test(given) || Number(given) !== count) {
        errors.push(wrongLine(
          record.line,
          `${told} has ${count} ${what}, and its total says "${given}".`,
        ));
      }
    });
  };

  for (const record of records) {
    const { line, code, fields } = record;
    if (!(NEXT[before] ?? []).includes(code)) {
      errors.push(wrongLine(
        line,
        before === ""
          ? `The file begins with record ${code}, not with 01.`
          : `Record ${code} stands after record ${before}.`,
      ));
      break; // whatever follows is in the wrong place, too
    }
    before = code;
    for (const sums of [ofFile, ofGroup, ofAccount]) sums.records += record.lines;
    if (code === "01") {
      if (fields[7] !== "2") {
        errors.push(wrongLine(line, `It is version "${fields[7] ?? ""}" of the format, not 2.`));
      }
    } else if (code === "02") {
      ofGroup = { total: 0n, parts: 0, records: record.lines };
      ofFile.parts += 1;
      const status = STATUSES[fields[2] ?? ""];
      if (status !== undefined) errors.push(wrongLine(line, `This part of the file ${status}.`));
      const asOf = bankDay(fields[3] ?? "");
      if (asOf === null) errors.push(wrongLine(line, `"${fields[3] ?? ""}" is no day.`));
      day = asOf ?? "";
      groupCurrency = fields[5] ?? "";
    } else if (code === "03") {
      ofAccount = { total: 0n, parts: 0, records: record.lines };
      ofGroup.parts += 1;
      account = fields[0] ?? "";
      const currency = fields[1] || groupCurrency || "USD";
      if (currency !== "USD") {
        errors.push(wrongLine(line, `The account is in ${currency}, not in US dollars.`));
      }
      const amounts = summaryAmounts(fields.slice(2));
      if (amounts === null) errors.push(wrongLine(line, "A summary of the account is no amount."));
      else ofAccount.total += amounts.reduce((sum, one) => sum + one, 0n);
    } else if (code === "16") {
      const detail = detailOf(fields);
      if (detail === null) {
        errors.push(wrongLine(line, "The transaction has no type, amount and type of funds."));
        continue;
      }
      ofAccount.total += detail.cents;
      if (isCredit(detail.type)) {
        if (detail.cents === 0n) leftOut += 1;
        if (detail.cents > 0n) found.push({ line, row: rowOf(account, day, detail) });
      }
    } else if (code === "49") {
      compare(record, "The account", ofAccount, [["records", ofAccount.records]]);
      ofGroup.total += ofAccount.total;
    } else if (code === "98") {
      compare(record, "The group", ofGroup, [["accounts", ofGroup.parts], [
        "records",
        ofGroup.records,
      ]]);
      ofFile.total += ofGroup.total;
    } else {
      compare(record, "The file", ofFile, [["groups", ofFile.parts], ["records", ofFile.records]]);
    }
  }
  if (errors.length === 0 && before !== "99") {
    errors.push(
      wrongLine(lines.at(-1)?.line ?? 1, "The file ends without record 99: it was cut off."),
    );
  }
  return rowsOf(told(found), errors, leftOut);
}

/** Records as the format has them: 88 continues the one before it, after a slash by a further field, else its text. */
function logicalRecords(
  lines: readonly BankLine[],
): { records: readonly LogicalRecord[]; errors: FileError[] } {
  const errors: FileError[] = [];
  const open: { line: number; code: string; body: string; lines: number }[] = [];
  for (const { line, text } of lines) {
    const [, code = "", body = ""] = /^\uFEFF?(\d\d),(.*)$/.exec(text) ?? [];
    const last = open.at(-1);
    if (code === "88" && last !== undefined) {
      last.body = last.body.endsWith("/")
        ? `${last.body.slice(0, -1)},${body}`
        : `${last.body} ${body}`;
      last.lines += 1;
    } else if (CODES.includes(code)) {
      open.push({ line, code, body, lines: 1 });
    } else {
      errors.push(wrongLine(line, `"${text.slice(0, 20)}" is no record of the format.`));
    }
  }
  const records = open.map(({ line, code, body, lines }) => ({
    line,
    code,
    lines,
    fields: body.replace(/\/$/, "").split(",").map((field) => field.trim()),
  }));
  return { records, errors };
}

/** Cents as BAI2 has money: digits, the last two after the point, with a sign or none; null of other texts. */
function centsOf(text: string): bigint | null {
  return /^[+-]?\d{1,18}$/.test(text) ? BigInt(text.replace("+", "")) : null;
}

/** Number of fields that a type of funds takes after itself; null where there is no such type. */
function fundsFields(fields: readonly string[], at: number): number | null {
  const type = fields[at] ?? "";
  if (type !== "D") return FUNDS[type] ?? null;
  const days = fields[at + 1] ?? "";
  return /^\d{1,3}$/.test(days) ? 1 + 2 * Number(days) : null;
}

/** Amounts of an account's summaries, each type, amount, count and funds; an amount that is left out is none. */
function summaryAmounts(fields: readonly string[]): readonly bigint[] | null {
  const amounts: bigint[] = [];
  for (let at = 0; at < fields.length;) {
    const written = fields[at + 1] ?? "";
    const amount = written === "" ? 0n : centsOf(written);
    const more = fundsFields(fields, at + 3);
    if (amount === null || more === null) return null;
    amounts.push(amount);
    at += 4 + more;
  }
  return amounts;
}

interface Detail {
  readonly type: string;
  readonly cents: bigint;
  readonly bankReference: string;
  readonly customerReference: string;
  readonly text: string;
}

function detailOf(fields: readonly string[]): Detail | null {
  const [type = "", written = ""] = fields;
  const more = fundsFields(fields, 2);
  const cents = written === "" ? 0n : centsOf(written);
  if (!/^\d{3}$/.test(type) || cents === null || more === null) return null;
  const [bankReference = "", customerReference = "", ...text] = fields.slice(3 + more);
  return {
    type,
    cents,
    bankReference,
    customerReference,
    text: shortened(text.join(", ").replaceAll(/\s+/g, " ").trim()),
  };
}

/** Money that came in: 101 to 399 are credits, and of what a bank may define itself, 920 to 959. */
const isCredit = (type: string): boolean =>
  (type > "100" && type < "400") || (type >= "920" && type < "960");

/** Types of transfers, by the list of the format; the others came on paper. */
function methodOf(type: string): "ach" | "wire" | "check" {
  if (/^(14[0-7]|15[56]|16[4-9])$/.test(type)) return "ach";
  return /^(19[0-8]|20[1-9]|21[0-8])$/.test(type) ? "wire" : "check";
}

/**
 * A transaction as a row of remittances. No number of its own is sure to come with it, so that it is known again by all
 * that the bank says of it but its text.
 */
function rowOf(account: string, day: string, detail: Detail): BankRow {
  const method = methodOf(detail.type);
  const amount = moneyOfCents(detail.cents);
  const { bankReference, customerReference } = detail;
  // Of a transfer the customer's reference may be the payer's number, the same each week: it tells no two apart.
  const number = method === "check" ? customerReference : bankReference;
  return {
    bank_reference: [account, day, detail.type, amount, bankReference, customerReference]
      .filter((part) => part !== "").join(" "),
    received_on: day,
    amount,
    method,
    check_number: /^0*$/.test(number) ? "" : number,
    facility_number: method === "check" ? "" : customerReference,
    remark: detail.text,
  };
}

/** Rows of a file in which payments that the bank tells apart by their text alone have numbers, in the order of these. */
function told(found: readonly { line: number; row: BankRow }[]): { line: number; row: BankRow }[] {
  const alike = Map.groupBy(found, ({ row }) => row["bank_reference"] ?? "");
  const nths = new Map<BankRow, number>();
  for (const rows of alike.values()) {
    rows.map(({ row }) => row)
      .toSorted((one, other) => compareTexts(one["remark"] ?? "", other["remark"] ?? ""))
      .forEach((row, nth) => nths.set(row, nth + 1));
  }
  return found.map(({ line, row }) => {
    const nth = nths.get(row) ?? 1;
    return {
      line,
      row: nth === 1 ? row : { ...row, bank_reference: `${row["bank_reference"]} (${nth})` },
    };
  });
}

const compareTexts = (one: string, other: string) => one < other ? -1 : one > other ? 1 : 0;
