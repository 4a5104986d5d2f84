import type { Dated } from "./dated.ts";
import type { AccrueFrom, Compounding, DayCount, RateBasis } from "./interest_types.ts";
import { InvalidInterestInputError } from "./invalid_interest_input_error.ts";
import { readChoice, readCount, readDay, readList, readMoney, readRate } from "./read_fields.ts";

/** `InterestTerms` once read: defaults filled in, money in cents, rates in `RATE_UNIT`ths. */
export interface Terms extends Dated {
  readonly rate: bigint;
  readonly dayCount: DayCount;
  readonly compounding: Compounding;
  readonly rateBasis: RateBasis;
  readonly graceDays: number;
  readonly accrueFrom: AccrueFrom;
  readonly fixedFee: bigint;
  readonly waiveBelow: bigint;
  readonly maximumDays: number | null;
  readonly maximumFraction: bigint | null;
}

const DAY_COUNTS: readonly DayCount[] = ["actual/365", "actual/360", "actual/actual", "30/360"];
const COMPOUNDINGS: readonly Compounding[] = ["none", "every_30_days", "annual"];
const RATE_BASES: readonly RateBasis[] = ["floating", "fixed_at_start"];
const ACCRUE_FROMS: readonly AccrueFrom[] = ["due_date", "grace_end"];

/** The rows in order of their dates. Throws `InvalidInterestInputError`, also for a date given twice. */
export function parseTerms(value: unknown, field: string): readonly Terms[] {
  const rows = readList(value, field, parseRow);
  const taken = new Set<number>();
  for (const [index, { from }] of rows.entries()) {
    if (taken.has(from)) {
      throw new InvalidInterestInputError(
        `${field}[${index}].effectiveFrom`,
        "another row has the same date",
      );
    }
    taken.add(from);
  }
  return rows.sort((a, b) => a.from - b.from);
}

function parseRow(row: Record<string, unknown>, field: string): Terms {
  const optional = <Value>(
    name: string,
    fallback: Value,
    read: (value: unknown, field: string) => Value,
  ): Value => row[name] === undefined ? fallback : read(row[name], `${field}.${name}`);
  const limit = <Value>(name: string, read: (value: unknown, field: string) => Value) =>
    row[name] === null ? null : optional<Value | null>(name, null, read);
  const word = <Word extends string>(name: string, fallback: Word, words: readonly Word[]) =>
    optional(name, fallback, (value, path) => readChoice(value, path, words));

  return {
    from: readDay(row["effectiveFrom"], `${field}.effectiveFrom`),
    rate: readRate(row["annualRate"], `${field}.annualRate`),
    dayCount: word("dayCount", "actual/365", DAY_COUNTS),
    compounding: word("compounding", "none", COMPOUNDINGS),
    rateBasis: word("rateBasis", "floating", RATE_BASES),
    graceDays: optional("graceDays", 0, readCount),
    accrueFrom: word("accrueFrom", "due_date", ACCRUE_FROMS),
    fixedFee: optional("fixedFee", 0n, readMoney),
    waiveBelow: optional("waiveBelow", 0n, readMoney),
    maximumDays: limit("maximumDays", readCount),
    maximumFraction: limit("maximumFraction", readRate),
  };
}
