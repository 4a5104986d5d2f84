import Decimal from "decimal.js";
import type { Row } from "../../api/rows.ts";
import { decimal, sum } from "../../ui/format.ts";

/** An invoice as far as its discount goes; to be selected with its credit notes. */
export type Discounted = Pick<Row<"invoices">, "discount" | "total"> & {
  readonly credit_notes: readonly { readonly amount: number }[];
};

/** Discount that an invoice gives, of what is not credited of it; null where it gives none. */
export function discountLeft({ discount, total, credit_notes: notes }: Discounted): Decimal | null {
  if (discount === null) return null;
  const rest = Decimal.max(0, decimal(total).minus(sum(notes.map(({ amount }) => amount))));
  return decimal(discount).times(rest).dividedBy(decimal(total))
    .toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}
