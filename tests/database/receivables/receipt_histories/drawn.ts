/** Kinds of what happened, by what the books hold of it in the end: histories that never draw one prove nothing of it. */
import { type Books, isWriteOff } from "./books.ts";
import type { Payment } from "./facts.ts";

/** True of a facility's money on an invoice that a program owes which the facility has left. */
const isOfWhoLeft = ({ invoice, reconciliation, note }: Payment): boolean =>
  invoice.sentTo !== null && invoice.sentTo !== invoice.facility.billTo &&
  (reconciliation?.check.facility === invoice.facility || note !== undefined);

/** Test of each kind. */
const KINDS: Readonly<Record<string, (books: Books) => boolean>> = {
  "fees and taxes": ({ invoices }) =>
    invoices.some(({ sent, gross, total }) => sent && gross !== total),
  "a bundle of several": ({ invoices }) =>
    [...Map.groupBy(
      invoices.filter(({ sentTo, hasLines }) => sentTo && hasLines),
      ({ sent }) => sent?.issued,
    )]
      .some(([, sentAtOnce]) => sentAtOnce.length > 1),
  "money of a program": ({ payments }) =>
    payments.some(({ reconciliation, invoice }) =>
      reconciliation && reconciliation.check.facility !== invoice.facility
    ),
  "money of who left": ({ payments }) => payments.some(isOfWhoLeft),
  "a check returned": ({ payments }) =>
    payments.some(({ reconciliation }) => reconciliation?.returnedAt),
  "a credit spent": ({ payments }) =>
    payments.some(({ reconciliation }) => reconciliation?.ofCredit),
  "a refund": ({ refunds }) => refunds.length > 0,
  "a refund of what a note left": ({ refunds }) => refunds.some(({ check }) => check.note),
  "a recovery": ({ payments }) => payments.some(({ component }) => component === "write_off"),
  "a write-off": ({ payments }) =>
    payments.some((one) => isWriteOff(one) && one.component === "principal"),
  "a write-off taken back": ({ payments }) =>
    payments.some((one) => isWriteOff(one) && one.takenBackAt),
  "a waiver": ({ payments }) =>
    payments.some((one) => isWriteOff(one) && one.component === "interest"),
  "a discount": ({ payments }) => payments.some(({ isDiscount }) => isDiscount),
  "a credit note": ({ notes }) => notes.some(({ gross, invoice }) => gross === invoice.gross),
  "a credit note in part": ({ notes }) => notes.some(({ gross, invoice }) => gross < invoice.gross),
  "a credit note in part with its fee and tax": ({ notes }) =>
    notes.some(({ gross, amount, invoice }) => gross < invoice.gross && amount !== gross),
  "interest on paper": ({ invoices }) => invoices.some(({ interestThrough }) => interestThrough),
};

/** Collects what histories drew. */
export class Drawn {
  readonly #kinds = new Set<string>();

  note(books: Books): void {
    for (const [kind, isIn] of Object.entries(KINDS)) if (isIn(books)) this.#kinds.add(kind);
  }

  /** Kinds that no history drew. */
  get missing(): string[] {
    return Object.keys(KINDS).filter((kind) => !this.#kinds.has(kind));
  }
}
