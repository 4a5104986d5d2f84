import type { Row } from "../api/rows.ts";
import { words } from "../words.ts";
import { money } from "./format.ts";

/** Units that a stipend may be paid per: the columns of which it has one. */
export const PER = ["weekly_amount", "daily_amount", "shift_amount"] as const;
/** The amount of a stipend, in one of three columns. */
export type StipendAmount = Pick<Row<"assignment_stipends">, typeof PER[number]>;

/** Unit of a stipend. */
export function perOf(stipend: StipendAmount): typeof PER[number] {
  return PER.find((column) => stipend[column] !== null) ?? "weekly_amount";
}

/** `$50.00 a shift` */
export function amountOf(stipend: StipendAmount): string {
  const per = perOf(stipend);
  return words.stipends.amount(money(stipend[per]), per);
}
