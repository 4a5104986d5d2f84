// Random weeks in random states are paid as an oracle says that was written from the law alone.
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type postgres from "postgres";
import { countOf, test } from "../../../support/histories.ts";
import { prepare } from "../../../support/payroll/batches.ts";
import type { Code } from "../../../support/payroll/lawful_codes.ts";
import { classesByFormula, classesOfWeek } from "../../../support/payroll/lawful_hours.ts";
import {
  isBelowMinimumWage,
  isOvertaken,
  lawfulPay,
  piecesOf,
  type Wage,
  type Week,
} from "../../../support/payroll/lawful_pay.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { MONDAYS, randomWeek, TODAY } from "./random_weeks.ts";
import { enter } from "./week_rows.ts";

/** Weeks of one firm. */
const A_FIRM = 300;
const SEED = Number(Deno.env.get("LAWFUL_WEEKS_SEED") ?? Math.floor(Math.random() * 2 ** 31));

/** Pay of a week, and whether it was found to be too little. */
interface Paid {
  readonly pay: number;
  readonly straight: number;
  readonly premium: number;
  /** Pay of codes that are not worked, by their place among the week's. */
  readonly codes: Readonly<Record<number, number>>;
  readonly qualified: number;
  readonly overtime: number;
  readonly doubletime: number;
  readonly isBelow: boolean;
  /** By place. */
  readonly isOvertaken: readonly boolean[];
}

async function paidOf(sql: postgres.Sql, weeks: readonly Week[]): Promise<Paid[]> {
  const people = await enter(sql, weeks);
  const paid = new Map<string, Omit<Paid, "isOvertaken">>();
  for (const monday of MONDAYS) {
    if (!weeks.some((week) => week.monday === monday)) continue;
    const rows = await sql<(Omit<Paid, "isOvertaken"> & { id: string })[]>`
      select item.contractor_id as id, (100 * item.gross_pay)::int as pay,
             (100 * item.straight_pay)::int as straight, (100 * item.premium_pay)::int as premium,
             (select coalesce(jsonb_object_agg(code.nth, code.amount), '{}')
                from (select split_part(line.code, '_', 3) as nth, (100 * sum(line.amount))::int as amount
                        from payroll_item_lines as line
                       where line.payroll_item_id = item.id and line.kind in ('code', 'mileage_excess')
                       group by line.code
                      having sum(line.amount) > 0) as code) as codes,
             (select coalesce(100 * sum(flsa_premium), 0)::int
                from payroll_item_lines where payroll_item_id = item.id) as qualified,
             (100 * item.overtime_hours)::int as overtime, (100 * item.doubletime_hours)::int as doubletime,
             'below_minimum_wage' = any (review.exceptions) as "isBelow"
        from payroll_items as item
        join payroll_batch_review(${await prepare(sql, monday)}) as review using (contractor_id)
       where item.payroll_batch_id = (
             select batch.id from payroll_batches as batch join payroll_periods as period
                      on period.id = batch.payroll_period_id
              where period.period_start = ${monday}::text::date)`;
    for (const { id, ...row } of rows) paid.set(id, row);
  }
  const listed = new Set(
    (await sql<{ key: string }[]>`
      select distinct on (assignment_id) assignment_id::text as key from pay_below_minimum_wage`)
      .map(({ key }) => key),
  );
  return people.map(({ id, assignments }) => {
    const row = paid.get(id);
    if (row === undefined) throw new Error("somebody was not paid");
    return { ...row, isOvertaken: assignments.map((each) => listed.has(each)) };
  });
}

/** The same by the law. */
function lawful(week: Week, wages: readonly Wage[]): Paid {
  const { pay, straight, premium, codes, qualified, overtime, doubletime } = lawfulPay(week);
  return {
    pay: Number(pay),
    straight: Number(straight),
    premium: Number(premium),
    codes,
    qualified: Number(qualified),
    overtime,
    doubletime,
    isBelow: isBelowMinimumWage(week, wages),
    isOvertaken: week.places.map((place) =>
      week.isEmployee && isOvertaken(place, place.raise?.rate ?? place.rate, TODAY, wages)
    ),
  };
}

const CLOCK = { clock: `${TODAY} 12:00:00+00` };

/** The states with a rule, and their minimum wages. */
async function lawsOf(sql: postgres.Sql): Promise<{ states: string[]; wages: Wage[] }> {
  const wages = await sql<Wage[]>`
    select jurisdiction, effective_from::text as from, (100 * amount)::int as amount from minimum_wages`;
  const rules = await sql<{ state: string }[]>`
    select state from state_rules where overtime_rule is not null order by state`;
  return { states: rules.map(({ state }) => state), wages };
}

/** Runs a check on so many random weeks of a firm, and names the seed where it fails. */
async function eachFirm(check: (weeks: Week[], paid: Paid[], wages: Wage[]) => void) {
  const count = countOf(20 * A_FIRM);
  for (let before = 0; before < count; before += A_FIRM) {
    const seed = SEED + before / A_FIRM;
    await withDatabase(async ({ sql }) => {
      const { states, wages } = await lawsOf(sql);
      const weeks = fc.sample(randomWeek(states, wages), { seed, numRuns: A_FIRM });
      const paid = await paidOf(sql, weeks);
      try {
        check(weeks, paid, wages);
      } catch (error) {
        throw new Error(`with LAWFUL_WEEKS_SEED=${seed}`, { cause: error });
      }
    }, CLOCK);
  }
}

test("lawful_weeks/are_paid_by_the_law_of_their_states_and_never_below_the_federal_one", () =>
  eachFirm((weeks, paid, wages) => {
    for (const [nth, week] of weeks.entries()) {
      const told = JSON.stringify(week);
      assertEquals(paid[nth], lawful(week, wages), told);
      const { least } = lawfulPay(week);
      if (week.isEmployee && least !== null && BigInt(paid[nth]?.pay ?? 0) < least) {
        throw new Error(`${paid[nth]?.pay} is less than ${least}: ${told}`);
      }
    }
  }));

/** An hour of it pays as one of regular time does. */
const likeRegular = ({ places }: Week): Code => ({
  standing: "worked",
  ofHour: { thousandths: 1000, amount: 0 },
  own: places.map(() => null),
  listed: places.map(() => null),
});

Deno.test("lawful_weeks/of_a_code_that_pays_as_regular_time_does_are_paid_as_those_without_any", () =>
  withDatabase(async ({ sql }) => {
    const { states, wages } = await lawsOf(sql);
    const weeks = fc.sample(randomWeek(states, wages), { seed: SEED, numRuns: A_FIRM / 2 });
    const plain = weeks.map((week): Week => ({
      ...week,
      codes: [],
      sums: [],
      premiums: week.premiums.map((each) => ({ ...each, isOfCodes: true })),
      promises: week.promises.filter(({ code }) => code === null),
      times: week.times.map((time) => ({ ...time, code: null })),
    }));
    const coded = plain.map((week): Week => ({
      ...week,
      codes: [likeRegular(week)],
      times: week.times.map((time, nth) => ({ ...time, code: nth % 2 === 0 ? 0 : null })),
    }));
    const paid = await paidOf(sql, [...plain, ...coded]);
    for (const [nth, week] of plain.entries()) {
      assertEquals(
        paid[plain.length + nth],
        paid[nth],
        `with LAWFUL_WEEKS_SEED=${SEED} ${JSON.stringify(week)}`,
      );
    }
  }, CLOCK));

Deno.test("lawful_weeks/of_one_law_have_the_hours_that_its_sums_over_days_give", () => {
  const wages = [{ jurisdiction: "US", from: "2009-07-24", amount: 725 }];
  fc.assert(
    fc.property(randomWeek(["TX", "CA", "AK", "KY", "CO"], wages), (week) => {
      const sums = classesByFormula(piecesOf(week));
      if (sums !== null) assertEquals(classesOfWeek(piecesOf(week)), sums);
    }),
    { numRuns: 2_000 },
  );
});
