// Whatever is open and whatever comes in.
import { assert, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { Firm } from "../../../support/firm.ts";
import { claim, type Line, owe, proposedFor } from "../../../support/receivables/proposals.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** Whole cents of an invoice: what it owes, what was paid before, and what another proposal claims. */
interface Open {
  readonly principal: number;
  readonly interest: number;
  readonly paid: number;
  readonly claimedPrincipal: number;
  readonly claimedInterest: number;
}

const invoice: fc.Arbitrary<Open> = fc.record({
  principal: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 })),
  interest: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4 })),
  paid: fc.integer({ min: 1, max: 3 }),
  claimedPrincipal: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(13)),
  claimedInterest: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(5)),
});

const money = (cents: number): string => (cents / 100).toFixed(2);
const cents = (amount: string): number => Number(amount.replace(".", ""));
const sum = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Open amount of each part of each invoice, by invoice and component. */
function unclaimed(ids: readonly string[], invoices: readonly Open[]): Map<string, number> {
  const parts = invoices.flatMap((one, i): [string, number][] => [
    [`${ids[i]} principal`, Math.max(0, one.principal - one.claimedPrincipal)],
    [`${ids[i]} interest`, Math.max(0, one.interest - one.claimedInterest)],
  ]);
  return new Map(parts);
}

/** The fewest numbers that add up to the amount, by trying all subsets; undefined when none do. */
function fewestSummingTo(numbers: readonly number[], amount: number): number | undefined {
  const counts = Array.from({ length: 2 ** numbers.length }, (_, subset) => {
    const chosen = numbers.filter((_, i) => subset & 2 ** i);
    return sum(chosen) === amount ? chosen.length : Infinity;
  });
  const fewest = Math.min(...counts);
  return fewest === Infinity ? undefined : fewest;
}

/** Asserts that an exact match is found where there is one: so many invoices, each paid in full. */
function assertMatched(
  lines: readonly Line[],
  amount: number,
  ids: readonly string[],
  open: ReadonlyMap<string, number>,
): void {
  const principals = ids.map((id) => open.get(`${id} principal`) ?? 0);
  const totals = ids.map((id, i) => (principals[i] ?? 0) + (open.get(`${id} interest`) ?? 0));
  const [byPrincipal, byTotal] = [principals, totals].map((of) => fewestSummingTo(of, amount));
  const isOfTotals = byPrincipal === undefined || (byPrincipal > 1 && byTotal === 1);
  const expected = isOfTotals ? byTotal : byPrincipal;
  if (expected === undefined) return;
  const paid = new Set(lines.map(([id]) => id));
  assertStrictEquals(paid.size, expected);
  const owed = [...paid].map((id) => (isOfTotals ? totals : principals)[ids.indexOf(id)] ?? 0);
  assertStrictEquals(sum(owed), amount);
}

Deno.test("propose_check_reconciliation/uses_the_whole_check_within_what_is_open_and_finds_exact_matches", () =>
  withDatabase(({ sql }) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(invoice, { maxLength: 10, size: "max" }),
        fc.integer({ min: 1, max: 80 }),
        async (invoices, amount) => {
          const firm = await Firm.create(sql);
          const ids = await owe(
            firm,
            ...invoices.map(({ principal, interest, paid }) => ({
              principal: money(principal),
              interest: money(interest),
              paid: money(paid),
            })),
          );
          const claims = invoices.flatMap((one, i): Line[] => [
            [ids[i] ?? "", "principal", money(one.claimedPrincipal)],
            [ids[i] ?? "", "interest", money(one.claimedInterest)],
          ]);
          await claim(firm, "check", ...claims.filter(([, , amount]) => amount !== "0.00"));

          const open = unclaimed(ids, invoices);
          const lines = await proposedFor(firm, money(amount));
          for (const [id, component, amount] of lines) {
            assert(cents(amount) <= (open.get(`${id} ${component}`) ?? 0), "more than is open");
          }
          const used = sum(lines.map(([, , amount]) => cents(amount)));
          assertStrictEquals(used, Math.min(amount, sum([...open.values()])));
          assertMatched(lines, amount, ids, open);
        },
      ),
      { numRuns: 150 },
    )
  ));
