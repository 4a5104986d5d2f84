// The weeks that the console works out as examples, of codes and of guarantees, are those that the engine pays and bills.
import { assertEquals } from "@std/assert";
import { addAssignments } from "../../../../fixtures/assignments.ts";
import { addContractors, addFacilities } from "../../../../fixtures/people.ts";
import {
  guaranteeWeek,
  HOURLY as OF_GUARANTEES,
  type Missing,
} from "../../../../console/src/screens/people/guarantee_week.ts";
import { factorOf } from "../../../../console/src/screens/settings/code_terms.ts";
import {
  HOURLY,
  ofUnit,
  ownRates,
  weekOf,
} from "../../../../console/src/screens/settings/code_week.ts";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../../support/billing/coded_time.ts";
import { prepare } from "../../../support/payroll/batches.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-05-25";
const NOW = { clock: "2026-06-15 18:00:00+00" };

interface Code {
  readonly name: string;
  readonly unit: string;
  readonly is_worked: boolean;
  readonly in_regular_rate: boolean;
  readonly premium_is_creditable: boolean;
  readonly pay_multiplier: string | null;
  readonly pay_amount: string | null;
  readonly bill_multiplier: string | null;
  readonly bill_amount: string | null;
}

const factor = (multiplier: string | null, amount: string | null) =>
  factorOf(
    multiplier === null ? null : Number(multiplier),
    amount === null ? null : Number(amount),
  );

Deno.test("codes/of_every_firm_have_the_week_that_the_settings_show", () =>
  withDatabase(async ({ sql }) => {
    const codes = await sql<Code[]>`
      select name, unit, is_worked, in_regular_rate, premium_is_creditable, pay_multiplier::text, pay_amount::text,
             bill_multiplier::text, bill_amount::text
        from time_codes where name <> 'regular' order by name`;
    const [facilityId = ""] = await addFacilities(sql, ["Mercy Hospital"]);
    const contractors = await addContractors(sql, codes.length);
    const assignments = await addAssignments(
      sql,
      contractors.map((contractorId) => ({
        contractorId,
        facilityId,
        overtimeRule: "flsa",
        payRate: HOURLY.pay,
        billRate: HOURLY.bill,
      })),
    );
    const expected = codes.map((code) => {
      const terms = {
        isWorked: code.is_worked,
        inRegularRate: code.in_regular_rate,
        isCreditable: code.premium_is_creditable,
        pay: factor(code.pay_multiplier, code.pay_amount),
        bill: factor(code.bill_multiplier, code.bill_amount),
      };
      const own = ownRates(terms, code.unit);
      const week = weekOf(terms, own.pay);
      return { terms, own, week, bills: ofUnit(HOURLY.bill, terms.bill)?.toFixed(2) ?? own.bill };
    });
    for (const [nth, { name, is_worked }] of codes.entries()) {
      const [assignmentId = "", given] = [assignments[nth], expected[nth]];
      if (given?.terms.pay === null) await codeRate(sql, assignmentId, name, given.own);
      for (let day = 1; day <= (is_worked ? 5 : 6); day++) {
        await codedEntry(sql, assignmentId, dayOfWeek(MONDAY, day), "regular", "8");
      }
      await codedEntry(sql, assignmentId, dayOfWeek(MONDAY, 7), name, "8");
    }
    const batch = await prepare(sql, MONDAY);
    const paid = await sql<{ week: string }[]>`
      select concat_ws(' ', sum(line.amount) filter (where line.kind <> 'overtime_premium'),
                       coalesce(sum(line.amount) filter (where line.kind = 'overtime_premium'), 0.00),
                       item.gross_pay) as week
        from payroll_items as item
        join payroll_item_lines as line on line.payroll_item_id = item.id
       where item.payroll_batch_id = ${batch}
       group by item.id
       order by array_position(${contractors}::uuid[], item.contractor_id)`;
    assertEquals(
      paid.map(({ week }, nth) => `${codes[nth]?.name}: ${week}`),
      expected.map(({ week }, nth) =>
        `${codes[nth]?.name}: ${week.straight.toFixed(2)} ${
          week.asked.minus(week.credit).toFixed(2)
        } ${week.total.toFixed(2)}`
      ),
    );
    const { id } = await createInvoice(sql, facilityId, MONDAY, dayOfWeek(MONDAY, 7));
    const billed = await sql<{ code: string; rate: string }[]>`
      select distinct code, rate::numeric(12, 2)::text as rate from invoice_lines
       where invoice_id = ${id} and code is not null order by code`;
    assertEquals(
      [...billed],
      codes.flatMap(({ name: code }, nth) => {
        const rate = expected[nth]?.bills ?? "";
        return Number(rate) === 0 ? [] : [{ code, rate: Number(rate).toFixed(2) }];
      }),
    );
  }, NOW));

Deno.test("guarantees/have_the_week_that_their_form_shows", () =>
  withDatabase(async ({ sql }) => {
    const [facilityId = ""] = await addFacilities(sql, ["Mercy Hospital"]);
    const amount = (missing: Missing | null | undefined) =>
      missing === null || missing === undefined || missing.hours.isZero()
        ? []
        : [`${missing.hours.toFixed(2)} ${missing.amount.toFixed(2)}`];
    const cases = [
      { code: null, pay: "36", bill: "32.25" },
      { code: null, pay: "20", bill: "" },
      { code: "call_back", pay: "2.5", bill: "3" },
    ] as const;
    for (const [nth, { code, pay, bill }] of cases.entries()) {
      const monday = dayOfWeek("2026-04-06", 1 + 7 * nth);
      const week = guaranteeWeek(code === null, { pay, bill });
      const [contractorId = ""] = await addContractors(sql, 1);
      const [assignmentId = ""] = await addAssignments(sql, [{
        contractorId,
        facilityId,
        overtimeRule: "flsa",
        payRate: OF_GUARANTEES.pay,
        billRate: OF_GUARANTEES.bill,
      }]);
      await sql`
        insert into guarantees (assignment_id, code, pay_hours, bill_hours, effective_from)
        values (${assignmentId}, ${code}, ${pay}, ${bill || null}, ${monday})`;
      if (code === null) {
        for (const day of [1, 2, 3]) {
          await codedEntry(sql, assignmentId, dayOfWeek(monday, day), "regular", "10");
        }
      } else await codedEntry(sql, assignmentId, monday, code, "1");
      assertEquals(week?.had, code === null ? 30 : 1);
      for (const side of ["pay", "bill"] as const) {
        const due = await sql<{ due: string }[]>`
          select concat_ws(' ', quantity, amount) as due
            from private.guarantees_of_weeks(${[contractorId]}::uuid[], ${[
          monday,
        ]}::date[], ${side})`;
        assertEquals(due.map((one) => one.due), amount(week?.[side]), `${code} ${side}`);
      }
    }
    assertEquals(guaranteeWeek(true, { pay: "36.", bill: "" }), null);
    assertEquals(guaranteeWeek(true, { pay: "", bill: "" }), null);
  }, NOW));
