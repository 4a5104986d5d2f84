// The explanation of a regular rate names each sum of a week and the section by which it is in or out.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { CALLERS } from "../../../support/access/callers.ts";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { addCode, type Code, enterCoded } from "../../../support/payroll/codes.ts";
import { adjustment, payRate, stipend } from "../../../support/payroll/extras.ts";
import { explainedLines } from "../../../support/payroll/regular_rates.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { addCalendar, addPremium } from "../../../support/time/premiums.ts";
import { guarantee } from "../../../support/time/guarantees.ts";
import { dayOfWeek, type Shift, work } from "../../../support/time/worked_time.ts";
import type postgres from "postgres";

const MONDAY = "2026-03-02";
const CLOCK = { clock: "2026-03-20 12:00:00+00" };

async function worker(
  sql: postgres.Sql,
  hours: readonly number[],
  rule: Shift["rule"] = "flsa",
  employmentType: "w2" | "1099" = "w2",
) {
  const made = await work(
    sql,
    hours.map((each, nth) => ({ date: dayOfWeek(MONDAY, nth + 1), hours: each, rule })),
    { employmentType },
  );
  const assignment = made.assignmentIds[rule];
  await payRate(sql, assignment, "2020-01-01", "20");
  return { ...made, assignment };
}

Deno.test("regular_rate_of_week/names_stipends_bonuses_and_deductions", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, assignment } = await worker(sql, [10, 10, 10, 10, 10]);
    await stipend(sql, assignment, "reimbursement", "70.00");
    await stipend(sql, assignment, "reimbursement", "5.00", { per: "shift", why: null });
    await stipend(sql, assignment, "hours_driven", "75.00");
    await stipend(sql, assignment, "flat_sum", "40.00");
    await stipend(sql, assignment, "flat_sum", "30.00", { divisor: "all_hours" });
    const pay = (kind: string, amount: string, options = {}) =>
      adjustment(sql, contractorId, MONDAY, kind, amount, { reason: null, ...options });
    await pay("bonus", "20.00", { inRegularRate: true });
    await pay("bonus", "9.00", { reason: "Thanks" });
    await pay("deduction", "11.00");
    await pay("reimbursement", "12.00");
    await pay("bonus", "60.00", { inRegularRate: true, earned: ["2026-02-23", MONDAY] });
    // 1000 + 25 + 75 + 30 + 20 + 30 over 50 hours are 23.60, and 40 over 40 are 1.00: 10 × 11.80 + 10 × 1.50.
    assertEquals(await explainedLines(sql, contractorId, MONDAY), [
      "straight Regular 50 × 20 = 1000: in, 29 CFR 778.109, 778.115",
      "stipend flat_sum = 30: in, 29 CFR 778.209(a)",
      "stipend flat_sum = 40: in, Alvarado v. Dart Container, 4 Cal.5th 542 (2018)",
      "stipend hours_driven = 75: in, 29 CFR 778.109, 778.224",
      "stipend reimbursement = 25: in, 29 CFR 778.217, Clarke v. AMN Services (9th Cir. 2021)",
      "stipend reimbursement = 70: out, 29 USC 207(e)(2), 29 CFR 778.217",
      "adjustment Thanks = 9: out, 29 USC 207(e)(1), (e)(3), 29 CFR 778.211, 778.212",
      "adjustment bonus = 20: in, 29 CFR 778.208, 778.209(a)",
      "adjustment bonus = 60: out, 29 CFR 778.209(b)",
      "adjustment deduction = -11: out, 29 CFR 778.304(b), 778.305",
      "adjustment reimbursement = 12: out, 29 USC 207(e)(2), 29 CFR 778.217",
      "adjustment bonus_of_weeks = 30: in, 29 CFR 778.209(b)",
      "regular_rate 50 × 24.6 = 1220: result, 29 USC 207(e), 29 CFR 778.109",
      "overtime_premium 10 = 133: result, Fair Labor Standards Act: 29 USC 207(a), 29 CFR 778.110",
    ]);
  }, CLOCK));

Deno.test("regular_rate_of_week/names_premiums_guarantees_and_missed_breaks", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, assignment } = await worker(sql, [12, 12, 12, 8]);
    await addPremium(sql, { title: "Early week", days: [1] });
    await addPremium(sql, {
      title: "Holiday",
      calendar: await addCalendar(sql, ["2026-03-03"]),
      pay: "× 1.5",
      creditable: true,
    });
    await guarantee(sql, assignment, { pay: "50" });
    await sql`
      insert into break_premiums (contractor_id, work_date, kind, assignment_id, confirmed_at)
      values (${contractorId}, ${MONDAY}, 'meal', ${assignment}, now())`;
    // 880 and 60 over 44 hours; four of overtime ask for 42.73, and the holiday pays 120.00.
    assertEquals(await explainedLines(sql, contractorId, MONDAY), [
      "straight Regular 44 × 20 = 880: in, 29 CFR 778.109, 778.115",
      "differential Early week 12 × 5 = 60: in, 29 CFR 778.207(b)",
      "differential Holiday 12 × 10 = 120: credited, 29 USC 207(e)(6), (h)(2), 29 CFR 778.203",
      "guarantee 50.00 guaranteed, 44.00 worked 6 × 20 = 120: out, 29 USC 207(e)(2), (h)(1), 29 CFR 778.218",
      "break_premium meal = 21.36: out, California Labor Code 226.7, Ferra v. Loews (2021)",
      "regular_rate 44 × 21.3636 = 940: result, 29 USC 207(e), 29 CFR 778.109",
      "asked = 42.7273: result, 29 USC 207(a)(1)",
      "set_off = -42.7273: result, 29 USC 207(h)(2), 29 CFR 778.203",
      "overtime_premium 4 = 0: result, Fair Labor Standards Act: 29 USC 207(a), 29 CFR 778.110",
    ]);
  }, CLOCK));

/** Codes that are not worked, and the section by which their pay is in, or out: the code's own, or that of its kind. */
const SECTIONS: Readonly<Record<string, [Omit<Code, "is_worked">, string]>> = {
  allowance: [
    { unit: "day", in_regular_rate: true, regular_rate_section: "778.217" },
    "in, 29 CFR 778.217, Clarke v. AMN Services (9th Cir. 2021)",
  ],
  arranged_call: [
    { unit: "call", in_regular_rate: true, regular_rate_section: "778.221" },
    "in, 29 CFR 778.221",
  ],
  call: [{ unit: "call", in_regular_rate: true }, "in, 29 CFR 778.109"],
  call_not_made: [
    { regular_rate_section: "778.221" },
    "out, 29 USC 207(e)(2), (h)(1), 29 CFR 778.221",
  ],
  case_study: [
    { unit: "case", in_regular_rate: true, regular_rate_section: "778.111" },
    "in, 29 CFR 778.111",
  ],
  forgone: [{ regular_rate_section: "778.219" }, "out, 29 USC 207(e)(2), (h)(1), 29 CFR 778.219"],
  idle_each_week: [
    { in_regular_rate: true, regular_rate_section: "778.218" },
    "in, 29 CFR 778.218",
  ],
  notice: [{ regular_rate_section: "778.222" }, "out, 29 USC 207(e)(2), (h)(1), 29 CFR 778.222"],
  off: [{}, "out, 29 USC 207(e)(2), (h)(1), 29 CFR 778.218"],
  standby: [{ in_regular_rate: true }, "in, 29 CFR 778.223"],
  standby_day: [
    { unit: "day", in_regular_rate: true, regular_rate_section: "778.223" },
    "in, 29 CFR 778.223",
  ],
};

Deno.test("regular_rate_of_week/names_the_section_of_each_code", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, assignment } = await worker(sql, [8]);
    for (const [name, [code]] of Object.entries(SECTIONS)) {
      await addCode(sql, name, { ...code, pay_multiplier: 0, pay_amount: "3.00" });
      const amount = code.unit === undefined ? { hours: "1" } : { quantity: "1" };
      await enterCoded(sql, assignment, MONDAY, name, amount);
    }
    await enterCoded(sql, assignment, MONDAY, "cancelled", { hours: "1" });
    const lines = await explainedLines(sql, contractorId, MONDAY);
    assertEquals(lines.filter((line) => line.startsWith("code")), [
      "code Cancelled shift 1 × 20 = 20: out, 29 USC 207(e)(2), (h)(1), 29 CFR 778.220",
      ...Object.entries(SECTIONS).map(([name, [, told]]) => `code ${name} 1 × 3 = 3: ${told}`),
    ]);
  }, CLOCK));

Deno.test("regular_rate_of_week/names_the_section_of_what_was_promised_of_a_call", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, assignment } = await worker(sql, [10, 10, 10, 10]);
    await enterCoded(sql, assignment, "2026-03-06", "call_back", { hours: "1" });
    await guarantee(sql, assignment, { code: "call_back", pay: "3" });
    assertEquals(await explainedLines(sql, contractorId, MONDAY), [
      "straight Call-back 1 × 20 = 20: in, 29 CFR 778.115, 778.207(b)",
      "straight Regular 40 × 20 = 800: in, 29 CFR 778.109, 778.115",
      "guarantee Call-back: 3.00 guaranteed, 1.00 worked 2 × 20 = 40: out, 29 USC 207(e)(2), (h)(1), 29 CFR 778.220, 778.221",
      "regular_rate 41 × 20 = 820: result, 29 USC 207(e), 29 CFR 778.109",
      "overtime_premium 1 = 10: result, Fair Labor Standards Act: 29 USC 207(a), 29 CFR 778.110",
    ]);
  }, CLOCK));

for (
  const [who, employmentType, rule, section] of [
    ["who_is_exempt", "w2", "none", "29 USC 213(a)(1), 29 CFR part 541"],
    ["who_is_not_employed", "1099", "flsa", "29 USC 203(e), 207(a)"],
  ] as const
) {
  Deno.test(`regular_rate_of_week/of_${who}_has_nothing_in_it`, () =>
    withDatabase(async ({ sql }) => {
      const { contractorId, assignment } = await worker(
        sql,
        [25, 25].map(() => 20),
        rule,
        employmentType,
      );
      await enterCoded(sql, assignment, MONDAY, "sick", { hours: "4" });
      await adjustment(sql, contractorId, MONDAY, "bonus", "50", {
        inRegularRate: true,
        reason: null,
      });
      assertEquals(await explainedLines(sql, contractorId, MONDAY), [
        `straight Regular 40 × 20 = 800: out, ${section}`,
        "code Sick leave 4 × 20 = 80: out, 29 USC 207(e)(2), (h)(1), 29 CFR 778.218",
        `adjustment bonus = 50: out, ${section}`,
      ]);
    }, CLOCK));
}

Deno.test("regular_rate_of_week/sets_nothing_off_under_a_rule_of_a_state", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, assignment } = await worker(sql, [10], "california");
    await enterCoded(sql, assignment, dayOfWeek(MONDAY, 2), "holiday_worked", { hours: "8" });
    const lines = await explainedLines(sql, contractorId, MONDAY);
    assertEquals(
      lines.slice(0, -1),
      [
        "straight Holiday worked 8 × 10 = 80: out, 29 USC 207(e)(6), 29 CFR 778.203",
        "straight Holiday worked 8 × 20 = 160: in, 29 CFR 778.203, 778.205",
        "straight Regular 10 × 20 = 200: in, 29 CFR 778.109, 778.115",
        "regular_rate 18 × 20 = 360: result, 29 USC 207(e), 29 CFR 778.109",
      ].toSorted((a, b) => order(a) - order(b)),
    );
    assertStrictEquals(lines.at(-1)?.startsWith("overtime_premium 2 = 20: result, "), true);
  }, CLOCK));

/** Hours with their rate first, then premiums, then the rest. */
function order(line: string): number {
  return line.includes("out,") ? 1 : line.startsWith("regular_rate") ? 2 : 0;
}

Deno.test("regular_rate_of_week/of_a_week_that_nothing_is_paid_of_has_no_row", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await worker(sql, [8]);
    assertEquals(await explainedLines(sql, contractorId, "2026-03-09"), []);
  }, CLOCK));

Deno.test("regular_rate_of_week/answers_payroll_alone_for_a_person_and_the_first_day_of_a_week", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await worker(sql, [8]);
    const ask = (person: string, day: string) =>
      `select place from public.regular_rate_of_week('${person}', '${day}')`;
    await assertRefused(
      sql.unsafe(ask(contractorId, "2026-03-03")),
      400,
      "week_start_not_first_day",
    );
    await assertRefused(sql.unsafe(ask(crypto.randomUUID(), MONDAY)), 404, "contractor_not_found");
    await assertRefused(sql.unsafe(ask(contractorId, "1026-03-02")), 400, "day_out_of_range");
    await assertRefused(
      sql.unsafe(`select place from public.regular_rate_of_week('${contractorId}', null)`),
      400,
      "argument_missing",
    );
    const access = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const attempt = () => runAs(sql, access, caller, ask(contractorId, MONDAY));
      if (["payroll", "admin", "service"].includes(caller)) {
        assertEquals((await attempt()).length, 2, caller);
      } else if (caller === "signed_out") {
        await assertDenied(attempt(), caller);
      } else {
        await assertRefused(attempt(), 403, "role_required");
      }
    }
  }, CLOCK));
