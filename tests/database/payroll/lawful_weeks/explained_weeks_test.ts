// The explanation of a regular rate says of random weeks what they are paid: from its sums alone, in fractions, come the
// rate, the premiums and the week's pay.
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Wage } from "../../../support/payroll/lawful_pay.ts";
import {
  lesser,
  minus,
  type Ratio,
  ratio,
  rounded,
  times,
  total,
} from "../../../support/payroll/ratio.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { randomWeek, TODAY } from "./random_weeks.ts";
import { enter } from "./week_rows.ts";

const A_FIRM = 60;
// One week in thirty has hours that are paid as their own overtime: a firm drawn by chance alone may have none.
const SEED_OF_EACH_KIND = 3;
const SEED = Number(Deno.env.get("LAWFUL_WEEKS_SEED") ?? Math.floor(Math.random() * 2 ** 31));

interface Sum {
  readonly kind: string;
  readonly title: string | null;
  readonly hours: string | null;
  readonly rate: string | null;
  readonly amount: string | null;
  readonly standing: string;
  readonly section: string;
}

/** `"12.5"` as a fraction; nothing is 0. */
function exact(decimal: string | null): Ratio {
  const [whole = "0", part = ""] = (decimal ?? "0").split(".");
  return ratio(BigInt(whole + part), 10n ** BigInt(part.length));
}

const over = (one: Ratio, { over, under }: Ratio): Ratio =>
  ratio(one.over * under, one.under * over);
const HALF = ratio(1n, 2n);
const NONE = ratio(0n);

/** Pay of a week, by the sums alone. */
function reckoned(sums: readonly Sum[]) {
  const amounts = (which: (sum: Sum) => boolean) =>
    total(
      sums.filter((sum) => sum.standing !== "result" && which(sum)).map(({ amount }) =>
        exact(amount)
      ),
    );
  const hoursOf = (kind: string) => exact(sums.find((sum) => sum.kind === kind)?.hours ?? null);
  const isOfWeeks = ({ title }: Sum) => title === "bonus_of_weeks" || title === "flat_sum_of_weeks";
  const isFlat = (sum: Sum) => sum.section.startsWith("Alvarado") && !isOfWeeks(sum);
  const straight = amounts(({ kind }) => kind === "straight");
  const extras = amounts((sum) => sum.kind !== "straight" && !isOfWeeks(sum));
  const counted = hoursOf("regular_rate");
  if (counted.over === 0n) return { rate: null, pay: total([straight, extras]) };
  const overtime = hoursOf("overtime_premium");
  const doubletime = hoursOf("doubletime_premium");
  const regular = total([counted, minus(overtime), minus(doubletime)]);
  const isDivided = regular.over > 0n;
  const included = amounts(({ standing }) => standing === "in");
  const flat = isDivided ? amounts((sum) => sum.standing === "in" && isFlat(sum)) : NONE;
  const byHour = over(total([included, minus(flat)]), counted);
  const byRegularHour = total([
    isDivided ? over(flat, regular) : NONE,
    exact(sums.find(({ title }) => title === "flat_sum_of_weeks")?.rate ?? null),
  ]);
  const beyond = total([counted, ratio(-40n)]);
  const asked = beyond.over <= 0n ? NONE : times(times(HALF, beyond), over(included, counted));
  const credit = lesser(amounts(({ standing }) => standing === "credited"), asked);
  const premium = total([
    times(total([times(HALF, overtime), doubletime]), byHour),
    times(total([times(ratio(3n, 2n), overtime), times(ratio(2n), doubletime)]), byRegularHour),
    minus(credit),
  ]);
  const week = ratio(rounded(times(total([straight, premium]), ratio(100n))), 100n);
  return { rate: total([byHour, byRegularHour]), pay: total([week, extras]) };
}

Deno.test("lawful_weeks/are_explained_by_sums_that_come_to_what_they_are_paid", () =>
  withDatabase(async ({ sql }) => {
    const wages = await sql<Wage[]>`
      select jurisdiction, effective_from::text as from, (100 * amount)::int as amount from minimum_wages`;
    const states = (await sql<{ state: string }[]>`
      select state from state_rules where overtime_rule is not null order by state`)
      .map(({ state }) => state);
    const weeks = [SEED_OF_EACH_KIND, SEED].flatMap((seed) =>
      fc.sample(randomWeek(states, wages), { seed, numRuns: A_FIRM })
    );
    const people = await enter(sql, weeks);
    const found = await sql<{ id: string; pay: string; sums: Sum[] }[]>`
      select week.id, (select coalesce(sum(amount), 0)::text
                         from private.pay_of_weeks(array[week.id], array[week.monday])) as pay,
             (select coalesce(jsonb_agg(to_jsonb(said) || jsonb_build_object(
                         'hours', hours::text, 'rate', rate::text, 'amount', amount::text) order by place), '[]')
                from regular_rate_of_week(week.id, week.monday) as said) as sums
        from unnest(${people.map(({ id }) => id)}::uuid[],
                    ${weeks.map(({ monday }) => monday)}::text[]::date[]) as week (id, monday)`;
    const seen = new Set<string>();
    for (const { pay, sums } of found) {
      const told = `with LAWFUL_WEEKS_SEED=${SEED} ${JSON.stringify(sums)}`;
      const { rate, pay: reckonedPay } = reckoned(sums);
      // A share of several weeks is shown to four decimals.
      const isShared = sums.some(({ title }) => title?.endsWith("_of_weeks"));
      const cents = rounded(times(reckonedPay, ratio(100n)));
      const off = cents - rounded(times(exact(pay), ratio(100n)));
      assert(isShared ? off >= -1n && off <= 1n : off === 0n, `${off} cents: ${told}`);
      const shown = sums.find(({ kind }) => kind === "regular_rate");
      if (!isShared) {
        assertEquals(
          rate && rounded(times(rate, ratio(10_000n))),
          shown ? rounded(times(exact(shown.rate), ratio(10_000n))) : null,
          told,
        );
      }
      for (const { kind, standing } of sums) seen.add(`${kind} ${standing}`);
    }
    for (
      const each of [
        "straight in",
        "straight credited",
        "code in",
        "code out",
        "stipend in",
        "stipend out",
      ]
    ) {
      assert(seen.has(each), `no week has ${each}`);
    }
  }, { clock: `${TODAY} 12:00:00+00` }));
