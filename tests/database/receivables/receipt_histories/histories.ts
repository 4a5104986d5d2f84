/** All that happens to invoices and receipts, in an order of its own each time. */
import fc from "fast-check";
import type { Operation } from "./history.ts";
import { billing, takingBack } from "./interest_operations.ts";
import {
  accrual,
  draftInvoice,
  firstTerms,
  invoice,
  laterDay,
  newTerms,
  removedTerms,
  sendAll,
  sendDraft,
  voiding,
} from "./invoice_operations.ts";
import {
  check,
  checkAgain,
  confirmation,
  crediting,
  creditingInPart,
  disputing,
  joining,
  payingEarly,
  proposal,
  recovering,
  refunding,
  returning,
  settlingDispute,
  spending,
  takingBackWriteOff,
  waiving,
  writingOff,
  writingOffAgain,
} from "./receipt_operations.ts";

/** Things that usually follow each other. */
const follow = (...operations: fc.Arbitrary<Operation>[]) => fc.tuple(...operations);

/** Anything, the heavier the oftener. */
const anything = fc.oneof(
  { weight: 3, arbitrary: follow(invoice) },
  { weight: 1, arbitrary: follow(draftInvoice) },
  { weight: 1, arbitrary: follow(sendDraft) },
  { weight: 1, arbitrary: follow(voiding) },
  { weight: 2, arbitrary: follow(newTerms) },
  { weight: 1, arbitrary: follow(removedTerms) },
  { weight: 3, arbitrary: follow(laterDay) },
  { weight: 5, arbitrary: follow(laterDay, accrual) },
  { weight: 2, arbitrary: follow(accrual) },
  { weight: 8, arbitrary: follow(laterDay, accrual, billing) },
  { weight: 2, arbitrary: follow(billing, check, proposal, confirmation) },
  { weight: 3, arbitrary: follow(takingBack) },
  { weight: 2, arbitrary: follow(check, proposal) },
  { weight: 8, arbitrary: follow(check, proposal, confirmation) },
  { weight: 3, arbitrary: follow(check, proposal, confirmation, spending, confirmation) },
  { weight: 3, arbitrary: follow(joining) },
  {
    weight: 4,
    arbitrary: follow(joining, invoice, check, proposal, confirmation, spending, confirmation),
  },
  { weight: 2, arbitrary: follow(joining, draftInvoice, sendDraft, joining, check, proposal) },
  {
    weight: 4,
    arbitrary: follow(
      joining,
      draftInvoice,
      joining,
      draftInvoice,
      sendAll,
      check,
      proposal,
      confirmation,
    ),
  },
  {
    weight: 2,
    arbitrary: follow(sendAll, joining, creditingInPart, check, proposal, confirmation, returning),
  },
  { weight: 1, arbitrary: follow(proposal) },
  { weight: 2, arbitrary: follow(checkAgain) },
  { weight: 2, arbitrary: follow(spending, confirmation) },
  { weight: 2, arbitrary: follow(spending, spending, confirmation, confirmation) },
  { weight: 3, arbitrary: follow(confirmation) },
  { weight: 3, arbitrary: follow(returning) },
  {
    weight: 3,
    arbitrary: follow(draftInvoice, sendDraft, check, proposal, confirmation, crediting),
  },
  { weight: 2, arbitrary: follow(refunding) },
  {
    weight: 2,
    arbitrary: follow(check, proposal, confirmation, refunding, spending, confirmation),
  },
  { weight: 1, arbitrary: follow(crediting, refunding, returning) },
  { weight: 2, arbitrary: follow(crediting) },
  { weight: 2, arbitrary: follow(creditingInPart) },
  {
    weight: 2,
    arbitrary: follow(
      draftInvoice,
      sendDraft,
      creditingInPart,
      check,
      proposal,
      confirmation,
      creditingInPart,
      spending,
      confirmation,
      returning,
    ),
  },
  { weight: 2, arbitrary: follow(crediting, spending, confirmation, returning) },
  { weight: 3, arbitrary: follow(writingOff) },
  { weight: 1, arbitrary: follow(writingOffAgain) },
  { weight: 3, arbitrary: follow(draftInvoice, sendDraft, payingEarly) },
  { weight: 1, arbitrary: follow(draftInvoice, sendDraft, payingEarly, returning) },
  { weight: 1, arbitrary: follow(draftInvoice, sendDraft, payingEarly, crediting, refunding) },
  {
    weight: 3,
    arbitrary: follow(
      draftInvoice,
      sendDraft,
      payingEarly,
      creditingInPart,
      creditingInPart,
      crediting,
      returning,
    ),
  },
  {
    weight: 2,
    arbitrary: follow(draftInvoice, sendDraft, creditingInPart, payingEarly, crediting, spending),
  },
  { weight: 2, arbitrary: follow(disputing) },
  { weight: 1, arbitrary: follow(draftInvoice, sendDraft, disputing, creditingInPart, crediting) },
  { weight: 1, arbitrary: follow(disputing, payingEarly, returning, settlingDispute) },
  { weight: 1, arbitrary: follow(settlingDispute) },
  { weight: 2, arbitrary: follow(takingBackWriteOff) },
  { weight: 2, arbitrary: follow(laterDay, recovering) },
  { weight: 2, arbitrary: follow(writingOff, crediting, takingBackWriteOff) },
  { weight: 2, arbitrary: follow(writingOff, recovering, takingBackWriteOff, returning) },
  { weight: 3, arbitrary: follow(laterDay, accrual, waiving) },
);

/** A few invoices, then anything, then a last run of accrue-interest. */
export const histories: fc.Arbitrary<Operation[]> = fc.tuple(
  firstTerms,
  fc.array(invoice, { minLength: 3, maxLength: 5 }),
  fc.array(anything, { minLength: 20, maxLength: 30 }).map((steps) => steps.flat()),
  follow(laterDay, accrual),
).map((parts) => parts.flat());
