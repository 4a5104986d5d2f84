// What terms of interest come to: the database's rules and those of the job are the same.
import assert from "node:assert/strict";
import fc from "fast-check";
import type postgres from "postgres";
import {
  computeInterest,
  type InterestTerms,
} from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import golden from "../../golden/interest.json" with { type: "json" };
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { terms } from "../../unit/compute_interest/arbitraries.ts";

interface Asked {
  readonly principal: string;
  readonly dueDate: string;
  readonly asOf: string;
  readonly terms: Partial<InterestTerms> & Pick<InterestTerms, "annualRate">;
}

/** As the database answers; what the terms leave out has its default. */
async function told(sql: postgres.Sql, asked: Asked): Promise<unknown> {
  const { annualRate, ...given } = asked.terms;
  const names: Readonly<Record<string, string>> = {
    dayCount: "day_count",
    compounding: "compounding",
    graceDays: "grace_days",
    accrueFrom: "accrue_from",
    fixedFee: "fixed_fee",
    waiveBelow: "waive_below",
    maximumDays: "maximum_days",
    maximumFraction: "maximum_fraction",
  };
  const further = Object.entries(given).filter(([name]) => name in names);
  const [row] = await sql.unsafe<{ told: unknown }[]>(
    `select interest_example(${
      [
        "principal => $1",
        "due_date => $2",
        "as_of => $3",
        "annual_rate => $4",
        ...further.map(([name], index) => `${names[name]} => $${index + 5}`),
      ].join(", ")
    }) as told`,
    [
      asked.principal,
      asked.dueDate,
      asked.asOf,
      annualRate,
      ...further.map(([, value]) => value),
    ],
  );
  return row?.told;
}

/** As the job computes it, of an invoice that nobody pays. */
function computed({ terms, ...asked }: Asked): unknown {
  return computeInterest({
    ...asked,
    payments: [],
    terms: [{ effectiveFrom: "1990-01-01", ...terms }],
  });
}

Deno.test("interest_example/tells_what_an_amount_so_late_comes_to_and_why", () =>
  withDatabase(async ({ sql }) => {
    assert.deepEqual(
      await told(sql, {
        principal: "10000",
        dueDate: "2026-04-01",
        asOf: "2026-05-16",
        terms: { annualRate: "0.18", fixedFee: "25", compounding: "every_30_days" },
      }),
      {
        interest: "223.01",
        fee: "25.00",
        total: "248.01",
        accruedThrough: "2026-05-16",
        segments: [
          {
            from: "2026-04-02",
            to: "2026-05-01",
            days: 30,
            principal: "10000.00",
            rate: "0.18",
            interest: "147.9452054795",
          },
          {
            from: "2026-05-02",
            to: "2026-05-16",
            days: 15,
            principal: "10147.9452054795",
            rate: "0.18",
            interest: "75.0669919309",
          },
        ],
      },
    );
  }));

Deno.test("interest_example/agrees_with_the_job_on_published_cases", () =>
  withDatabase(async ({ sql }) => {
    let tried = 0;
    for (const { id, input, expect } of golden.cases) {
      const [terms, ...others] = input.terms as InterestTerms[];
      if (!terms || others.length > 0 || input.payments.length > 0) continue;
      if (terms.effectiveFrom > input.dueDate || Number(input.principal) === 0) continue;
      const { interest, fee, total } = await told(sql, { ...input, terms }) as typeof expect;
      assert.deepEqual({ interest, fee, total }, expect, id);
      tried++;
    }
    assert(tried >= 5, `${tried} cases`);
  }));

Deno.test("interest_example/agrees_with_the_job_on_any_terms", () =>
  withDatabase(async ({ sql }) => {
    const day = (base: string, most: number) =>
      fc.integer({ min: 0, max: most }).map((days) =>
        new Date(Date.parse(base) + days * 86_400_000).toISOString().slice(0, 10)
      );
    const asked = fc.record({
      principal: fc.integer({ min: 1, max: 2_000_000 }).map((cents) => (cents / 100).toFixed(2)),
      dueDate: day("2023-01-01", 800),
      asOf: day("2023-01-01", 2400),
      terms: terms(fc.constant("1990-01-01")),
    });
    await fc.assert(
      fc.asyncProperty(asked, async (asked) => {
        assert.deepEqual(await told(sql, asked), computed(asked));
      }),
      { numRuns: 500 },
    );
  }));

Deno.test("interest_example/refuses_what_are_no_terms_and_names_them", () =>
  withDatabase(async ({ sql }) => {
    const right = { principal: "1000", dueDate: "2026-04-01", asOf: "2026-05-01" };
    const terms = { annualRate: "0.18" };
    const refused = (asked: Record<string, unknown>, slug: string) =>
      assertRefused(told(sql, { ...right, terms, ...asked } as Asked), 400, slug);
    for (
      const wrong of [
        { annualRate: "18" },
        { annualRate: "NaN" },
        { annualRate: "-0.1" },
        { ...terms, dayCount: "actual/364" },
        { ...terms, compounding: "daily" },
        { ...terms, graceDays: -1 },
        { ...terms, accrueFrom: "sent_at" },
        { ...terms, fixedFee: "-1" },
        { ...terms, waiveBelow: null },
        { ...terms, maximumDays: -1 },
        { ...terms, maximumFraction: "NaN" },
      ]
    ) await refused({ terms: wrong }, "interest_terms_not_valid");
    await refused({ principal: "0" }, "amount_not_valid");
    await refused({ principal: null }, "argument_missing");
    await refused({ dueDate: "1999-12-31" }, "day_out_of_range");
  }));

Deno.test("interest_example/is_for_billing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const asking = runAs(
        sql,
        firm,
        caller,
        "select interest_example(100, '2026-04-01', '2026-05-01', 0.18)",
      );
      if (caller === "signed_out") await assertDenied(asking);
      else if (["billing", "admin", "service"].includes(caller)) await asking;
      else await assertRefused(asking, 403, "role_required");
    }
  }));
