// What the law makes of codes, by its published cases.
import { assertEquals } from "@std/assert";
import golden from "../../../golden/codes.json" with { type: "json" };
import type postgres from "postgres";
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import { prepare } from "../../../support/payroll/batches.ts";
import {
  addCode,
  type Code,
  codePay,
  codeRate,
  enterCoded,
} from "../../../support/payroll/codes.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { itemOf } from "../../../support/payroll/items.ts";
import { explainedLines } from "../../../support/payroll/regular_rates.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

interface Case {
  readonly id: string;
  readonly overtime_rule: string;
  readonly pay_rate: string;
  /** Codes that the firm does not begin with have a unit. */
  readonly codes?: Readonly<Record<string, Code & { readonly rate?: string }>>;
  readonly shifts: readonly {
    readonly day: number;
    readonly hours?: number;
    readonly quantity?: number;
    readonly code?: string;
  }[];
  readonly expect: Readonly<Record<string, string>>;
  readonly flsa_premium?: string;
  /** Its regular rate, sum by sum. */
  readonly explained: readonly string[];
}

const CASES = golden.cases as readonly unknown[] as readonly Case[];

/** Enters the week of a case; gives its person. */
async function enter(sql: postgres.Sql, each: Case): Promise<string> {
  const rule = each.overtime_rule as OvertimeRule;
  const worker = await work(
    sql,
    each.shifts.filter(({ code }) => code === undefined)
      .map(({ day, hours = 0 }) => ({ date: dayOfWeek(MONDAY, day), hours, rule })),
  );
  const assignment = worker.assignmentIds[rule];
  await payRate(sql, assignment, "2020-01-01", each.pay_rate);
  for (const [name, code] of Object.entries(each.codes ?? {})) {
    if (code.unit !== undefined) await addCode(sql, name, code);
    if (code.rate !== undefined) await codeRate(sql, assignment, name, code.rate);
  }
  for (const { day, hours, quantity, code } of each.shifts) {
    if (code === undefined) continue;
    await enterCoded(sql, assignment, dayOfWeek(MONDAY, day), code, {
      hours: String(hours ?? 0),
      quantity: quantity === undefined ? null : String(quantity),
    });
  }
  return worker.contractorId;
}

for (const each of CASES) {
  Deno.test(`codes/pay_the_published_case_${each.id}_to_the_cent`, () =>
    withDatabase(async ({ sql }) => {
      const contractor = await enter(sql, each);
      const batch = await prepare(sql, MONDAY);
      assertEquals(
        {
          ...await itemOf(sql, batch, contractor),
          code_pay: await codePay(sql, batch, contractor),
        },
        { stipend_pay: "0.00", adjustment_pay: "0.00", ...each.expect } as never,
      );
      if (each.flsa_premium !== undefined) {
        const [asked] = await sql`
          select sum(flsa_premium)::text as premium from payroll_item_lines where kind like '%time_premium'`;
        assertEquals(asked?.["premium"], each.flsa_premium);
      }
    }));
}

for (const each of CASES) {
  Deno.test(`regular_rate_of_week/explains_the_published_case_${each.id}`, () =>
    withDatabase(async ({ sql }) => {
      const contractor = await enter(sql, each);
      assertEquals(await explainedLines(sql, contractor, MONDAY), [...each.explained]);
    }));
}
