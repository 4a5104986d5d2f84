// Whatever comes in, is returned or given up, in whatever order: no cent is lost or doubled, and interest is right.
import fc from "fast-check";
import { assertBooksAgree, assertInterestStands, AuditedStates } from "./agreement.ts";
import { assertNoMoneyIsLost } from "./conservation.ts";
import { type History, type Operation, withHistory } from "./history.ts";
import {
  accrual,
  draftInvoice,
  firstTerms,
  invoice,
  laterDay,
  newTerms,
  removedTerms,
  sendDraft,
  voiding,
} from "./invoice_operations.ts";
import {
  check,
  checkAgain,
  confirmation,
  crediting,
  proposal,
  returning,
  spending,
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
  { weight: 2, arbitrary: follow(check, proposal) },
  { weight: 8, arbitrary: follow(check, proposal, confirmation) },
  { weight: 3, arbitrary: follow(check, proposal, confirmation, spending, confirmation) },
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
  { weight: 2, arbitrary: follow(crediting) },
  { weight: 2, arbitrary: follow(crediting, spending, confirmation, returning) },
  { weight: 3, arbitrary: follow(writingOff) },
  { weight: 1, arbitrary: follow(writingOffAgain) },
);

const histories = fc.tuple(
  firstTerms,
  fc.array(invoice, { minLength: 3, maxLength: 5 }),
  fc.array(anything, { minLength: 20, maxLength: 30 }).map((steps) => steps.flat()),
  follow(laterDay, accrual),
).map((parts) => parts.flat());

/** What holds whatever has happened. A refusal enters nothing in the books, so it must have changed nothing. */
async function assertAllIsRight({ sql, books }: History): Promise<void> {
  await assertBooksAgree(sql, books);
  assertInterestStands(books);
}

Deno.test("receipt_histories/keep_every_cent_and_the_right_interest", () =>
  fc.assert(
    fc.asyncProperty(histories, (operations) =>
      withHistory(async (history) => {
        const { sql, books } = history;
        const states = new AuditedStates();
        for (const { what, happen } of operations) {
          try {
            await happen(history);
            await assertAllIsRight(history);
            states.note(books);
          } catch (error) {
            throw new Error(`${books.now} ${what}`, { cause: error });
          }
        }
        await assertNoMoneyIsLost(sql);
        await states.assertAudited(sql);
      })),
    { numRuns: 25 },
  ));
