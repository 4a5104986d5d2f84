// The days that payments are dated decide on interest, not when they come to light or how often the job ran until then.
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type postgres from "postgres";
import { computeInterest } from "../../../../supabase/functions/_shared/interest/compute_interest.ts";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { Firm } from "../../../support/firm.ts";
import { countOf, test } from "../../../support/histories.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { terms } from "../../../unit/compute_interest/arbitraries.ts";
import { addDays } from "../../../support/interest/oracle_days.ts";
import { money } from "./interest_of.ts";
import { writeTerms } from "./history.ts";

const DUE = "2026-03-01";
const END = "2026-09-01";
const TOTAL = 90_000;

const days = (min: number, max: number) =>
  fc.integer({ min, max }).map((days) => addDays(DUE, days));

/** Principal and interest that a check paid at once, and whether it bounced. */
interface Receipt {
  readonly paidOn: string;
  readonly principal: number;
  readonly interest: number;
  readonly returned: boolean;
}

const paidOn = days(-20, 150);
const part = fc.record({
  paidOn,
  principal: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: TOTAL / 3 })),
  interest: fc.integer({ min: 0, max: 3_000 }),
});
const rest = (parts: readonly { principal: number }[]) =>
  parts.reduce((open, { principal }) => open - principal, TOTAL);

/** Money that came and stays, half of the time all of the principal, and what bounced. */
const receipts: fc.Arbitrary<Receipt[]> = fc.record({
  kept: fc.array(part, { maxLength: 3 }),
  last: fc.option(paidOn, { freq: 1 }),
  bounced: fc.array(part, { maxLength: 2 }),
}).map(({ kept, last, bounced }) =>
  [
    ...kept,
    ...last === null ? [] : [{ paidOn: last, principal: rest(kept), interest: 0 }],
  ].map((one): Receipt => ({ ...one, returned: false })).concat(
    bounced.map((one) => ({ ...one, returned: true })),
  )
);

/** Also the last day, on which what comes after the run must count all the same. */
const runDay = fc.oneof({ weight: 2, arbitrary: days(1, 170) }, fc.constant(END));

/** The n-th receipt is recorded or, where it has been, returned; or the job runs on the next of its days. */
type Step = number | "job";

const cases = fc.record({
  row: terms(fc.constantFrom("2025-01-01", "2026-04-01")),
  receipts,
}).chain((given) => {
  const steps = given.receipts.flatMap(({ returned }, n): Step[] => returned ? [n, n] : [n]);
  const course = fc.array(runDay, { maxLength: 4 }).chain((runs) => {
    const all = [...steps, ...runs.map((): Step => "job")];
    return fc.shuffledSubarray(all, { minLength: all.length })
      .map((steps) => ({ steps, runs: runs.toSorted() }));
  });
  return fc.tuple(course, course).map((courses) => ({ ...given, courses }));
});

async function record(sql: postgres.Sql, invoice: string, receipt: Receipt): Promise<string[]> {
  const parts = (["principal", "interest"] as const).filter((part) => receipt[part] > 0);
  const rows = await sql<{ id: string }[]>`
    insert into payments (invoice_id, paid_on, component, amount)
    select ${invoice}, ${receipt.paidOn}, component, amount
      from unnest(${[...parts]}::text[], ${parts.map((part) => money(receipt[part]))}::numeric[])
           as part (component, amount)
    returning id`;
  return rows.map(({ id }) => id);
}

/**
 * Has it all come to light in this order, with the job's runs in between. A check that comes while the invoice owes
 * less waits until those that bounce have; one that bounces itself is sent back at once.
 */
async function happen(
  sql: postgres.Sql,
  invoice: string,
  receipts: readonly Receipt[],
  { runs, steps }: { readonly runs: readonly string[]; readonly steps: readonly Step[] },
): Promise<void> {
  const queue = [...steps];
  const days = [...runs];
  const payments = new Map<Receipt, string[]>();
  let open = TOTAL;
  for (const step of queue) {
    const receipt = step === "job" ? undefined : receipts[step];
    if (receipt === undefined) {
      await accrueOverdueInterest(sql, { today: days.shift() });
      continue;
    }
    const recorded = payments.get(receipt);
    if (recorded !== undefined) {
      await sql`update payments set reversed_at = now() where id = any (${recorded})`;
      if (recorded.length > 0) open += receipt.principal;
    } else if (receipt.principal <= open) {
      payments.set(receipt, await record(sql, invoice, receipt));
      open -= receipt.principal;
    } else if (receipt.returned) payments.set(receipt, []);
    else queue.push(step);
  }
}

test("receipt_histories/interest_is_the_same_whatever_the_order_in_which_money_was_recorded", () =>
  withDatabase(async ({ sql }) => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ row, receipts, courses }) => {
        const firm = await Firm.create(sql);
        await writeTerms(sql, firm.facilityId, row);
        for (const course of courses) {
          await happen(sql, await firm.sentInvoice(DUE, money(TOTAL)), receipts, course);
        }
        await accrueOverdueInterest(sql, { today: END });
        const accrued = await sql<{ accrued_interest: string }[]>`
          select accrued_interest from invoices where facility_id = ${firm.facilityId}`;
        const kept = receipts.filter(({ returned }) => !returned);
        const { total } = computeInterest({
          principal: money(TOTAL),
          dueDate: DUE,
          payments: kept.map(({ paidOn, principal }) => ({ paidOn, amount: money(principal) })),
          interestPayments: kept.map(({ paidOn, interest }) => ({
            paidOn,
            amount: money(interest),
          })),
          asOf: END,
          terms: [row],
        });
        assertEquals(accrued.map((one) => one.accrued_interest), [total, total]);
      }),
      { numRuns: countOf(100) },
    );
  }));
