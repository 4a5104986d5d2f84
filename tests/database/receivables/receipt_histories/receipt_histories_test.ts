// Whatever comes in, is returned or given up, in whatever order: no cent is lost or doubled, and interest is right.
import fc from "fast-check";
import { assertBooksAgree, assertInterestStands, AuditedStates } from "./agreement.ts";
import { assertEquals } from "@std/assert";
import { assertAgingIsJournal } from "../../../support/receivables/aging_by_journal.ts";
import { countOf, isWhole, test } from "../../../support/histories.ts";
import { assertNoMoneyIsLost } from "../../../support/receivables/conservation.ts";
import { type History, withHistory } from "./history.ts";
import { Drawn } from "./drawn.ts";
import { histories } from "./histories.ts";

/**
 * Invariants whatever has happened. A refusal enters nothing in the books, so it must have changed
 * nothing.
 */
async function assertAllIsRight({ sql, books }: History): Promise<void> {
  await assertBooksAgree(sql, books);
  assertInterestStands(books);
}

test("receipt_histories/keep_every_cent_and_the_right_interest", async () => {
  const drawn = new Drawn();
  await fc.assert(
    fc.asyncProperty(histories, (operations) =>
      withHistory(async (history) => {
        const { sql, books } = history;
        const states = new AuditedStates();
        for (const { what, happen } of operations) {
          try {
            await happen(history);
            await assertAllIsRight(history);
            states.note(books);
            drawn.note(books);
          } catch (error) {
            throw new Error(`${books.now} ${what}`, { cause: error });
          }
        }
        await assertNoMoneyIsLost(sql);
        await assertAgingIsJournal(sql, "2025-12-01", books.businessDate);
        await states.assertAudited(sql);
      })),
    { numRuns: countOf(25) },
  );
  if (isWhole) assertEquals(drawn.missing, [], "never drawn");
});
