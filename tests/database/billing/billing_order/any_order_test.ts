// A week's bill is the same in whatever order its time was approved, billed, sent, voided and repriced.
import { assert, assertEquals, assertMatch, assertStrictEquals, fail } from "@std/assert";
import fc from "fast-check";
import postgres from "postgres";
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import { backfill, recompute } from "../../../support/billing/billed_time.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import type { BillScope } from "../../../support/billing/terms.ts";
import { countOf, test } from "../../../support/histories.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import { classify, type Quarters } from "../../../support/time/counted_hours.ts";
import { MONDAY } from "../../time/classified_time/random_weeks.ts";
import {
  approve,
  invoicesOf,
  type PlacedShift,
  randomBills,
  type Week,
  workWeek,
} from "./weeks.ts";

const KINDS = ["regular", "overtime", "doubletime"] as const;

/** Does something, which one of the project's errors may refuse. */
async function attempt(does: PromiseLike<unknown>): Promise<boolean> {
  try {
    await does;
    return true;
  } catch (error) {
    assert(error instanceof postgres.PostgresError, String(error));
    assertMatch(error.code, /^PT4\d\d$/, error.message);
    return false;
  }
}

/** Bills what there is to bill at both facilities and sends it, until there is nothing more. */
async function billTheRest(week: Week): Promise<void> {
  const { sql, monday, facilities, entries } = week;
  for (const nth of entries.keys()) await approve(week, nth);
  for (let round = 0; round < 6; round++) {
    let billed = false;
    for (const facility of facilities) {
      await attempt(backfill(sql, facility, dayOfWeek(monday, 7)));
      for (const id of await invoicesOf(week, "draft")) {
        billed = true;
        await recompute(sql, id);
        if (!await attempt(send(sql, [id]))) await voidInvoice(sql, id);
      }
    }
    if (!billed) return;
  }
  fail("there is always something more to bill");
}

/** Billing of a shift. */
interface BilledShift {
  readonly rate: string;
  readonly multipliers: readonly [string, string, string];
  readonly rule: OvertimeRule;
  readonly scope: BillScope;
  readonly assignment_id: string;
}

/** The classes of the n-th shift among those that count together with it, each by the rule of its own terms. */
function classesInScope(
  shifts: readonly PlacedShift[],
  billed: readonly BilledShift[],
  nth: number,
): Quarters {
  const own = billed[nth] ?? fail("no such shift");
  const together = [...shifts.keys()].filter((i) =>
    own.scope === "contractor" ||
    (own.scope === "facility"
      ? shifts[i]?.facility === shifts[nth]?.facility
      : billed[i]?.assignment_id === own.assignment_id)
  );
  const pool = together.map((i) => ({
    ...shifts[i] ?? fail(),
    rule: billed[i]?.rule ?? fail(),
  }));
  return classify(pool)[together.indexOf(nth)] ?? fail("not classified");
}

/** Total of the week at a facility at today's rates, in cents, counted quarter by quarter. */
async function wholeWeek(
  { sql, entries }: Week,
  shifts: readonly PlacedShift[],
): Promise<[number, number]> {
  const rows = await sql<BilledShift[]>`
    select rate.bill_rate::text as rate,
           array['1', terms.overtime_multiplier::text, terms.doubletime_multiplier::text] as multipliers,
           terms.overtime_rule as rule, terms.scope, entry.assignment_id
      from unnest(${[...entries]}::uuid[]) with ordinality as shift (id, nth)
      join time_entries as entry on entry.id = shift.id
      join assignment_bill_terms as terms on terms.assignment_id = entry.assignment_id
      join private.rates_of_days as rate
        on rate.assignment_id = entry.assignment_id
       and entry.work_date between rate.effective_from and rate.effective_to
     order by shift.nth`;
  const cents: [number, number] = [0, 0];
  for (const [i, { facility }] of shifts.entries()) {
    const { rate, multipliers } = rows[i] ?? fail("the shift has no rate");
    const classes = classesInScope(shifts, rows, i);
    for (const [k, kind] of KINDS.entries()) {
      const exact = BigInt(classes[kind] * 25) * thousandths(rate) *
        thousandths(multipliers[k] ?? "");
      cents[facility] += Number((exact + 500_000n) / 1_000_000n);
    }
  }
  return cents;
}

/** A decimal in thousandths. */
const thousandths = (decimal: string): bigint => BigInt(Math.round(Number(decimal) * 1000));

/** In cents: what live lines bill at each facility, and what is listed beside it. */
async function bills({ sql, facilities }: Week): Promise<{ billed: number; listed: number }[]> {
  const rows = await sql<{ billed: number; listed: number }[]>`
    select (100 * (select coalesce(sum(line.amount), 0) from invoice_lines as line
                     join invoices as invoice on invoice.id = line.invoice_id
                    where invoice.facility_id = facility.id and line.released_at is null
                      and line.kind <> 'adjustment'))::int as billed,
           (100 * (select coalesce(sum(difference.amount), 0) from unbilled_differences as difference
                    where difference.facility_id = facility.id))::int as listed
      from unnest(${[...facilities]}::uuid[]) with ordinality as facility (id, nth)
     order by facility.nth`;
  return [...rows];
}

test("billing_order/a_week_comes_to_the_same_bill_in_whatever_order_it_is_billed", () =>
  withDatabase(({ sql }) => {
    let weeks = 0;
    return fc.assert(
      fc.asyncProperty(randomBills, async ({ employmentType, scope, shifts, steps }) => {
        const monday = dayOfWeek(MONDAY, 1 - 7 * weeks++); // each has a week and facilities of its own
        const week = await workWeek(sql, monday, shifts, employmentType, scope);
        for (const { does } of steps) await attempt(does(week));
        await billTheRest(week);
        assertStrictEquals(
          (await sql`
          select from unbilled_time where time_entry_id = any (${[...week.entries]})`).length,
          0,
        );
        const otherTotals = await sql`
          select from invoices as invoice
           where facility_id = any (${[...week.facilities]}) and sent_at is not null
             and total <> (select sum(amount) from invoice_lines where invoice_id = invoice.id)`;
        assertStrictEquals(otherTotals.length, 0);
        const now = await bills(week);
        assertEquals(
          now.map(({ billed, listed }) => billed + listed),
          await wholeWeek(week, shifts),
        );
        assert(now.every(({ listed }) => listed <= 0), "something is listed that could be billed");
      }),
      { numRuns: countOf(120) },
    );
  }, { clock: "2026-03-25 12:00:00-06" }));
