/** Rows of the codes of random weeks, and of their rates. */
import type postgres from "postgres";
import {
  type Code,
  isByHour,
  isSumInRegularRate,
  isWorked,
} from "../../../support/payroll/lawful_codes.ts";
import { dayAfter } from "../../../support/payroll/lawful_pay.ts";
import { money, type Person } from "./person.ts";

/** A code as time_codes has it; none bills anything. */
function rowOf(name: string, code: Code) {
  return {
    name,
    unit: isByHour(code) ? "hour" : code.standing === "expenses" ? "mile" : "visit",
    is_worked: isWorked(code),
    is_expense: code.standing === "expenses",
    in_rate: isWorked(code) || isSumInRegularRate(code),
    is_creditable: code.standing === "special_day",
    times: code.ofHour === null ? null : (code.ofHour.thousandths / 1000).toFixed(3),
    amount: code.ofHour === null ? null : money(code.ofHour.amount),
  };
}

/** Enters the codes of people's weeks, and what they pay at their assignments and facilities. */
export async function enterCodes(sql: postgres.Sql, people: readonly Person[]): Promise<void> {
  const of = people.flatMap(({ week, codes, assignments, facilities }) =>
    week.codes.map((code, nth) => ({ code, name: codes[nth] ?? "", week, assignments, facilities }))
  );
  await sql`
    insert into time_codes (
           name, title, unit, is_worked, is_reimbursement, in_regular_rate, premium_is_creditable, pay_multiplier,
           pay_amount, bill_multiplier, bill_amount)
    select name, name, unit, is_worked, is_expense, in_rate, is_creditable, times, amount, 0, 0
      from jsonb_to_recordset(${
    sql.json(of.map(({ name, code }) => rowOf(name, code)) as never)
  }) as row (
           name text, unit text, is_worked boolean, is_expense boolean, in_rate boolean, is_creditable boolean,
           times numeric, amount numeric)`;
  const own = of.flatMap(({ code, name, week, assignments }) =>
    code.own.flatMap((rate, place) =>
      rate === null ? [] : [{
        assignment: assignments[place],
        code: name,
        from: rate.fromDay === 0 ? "2025-01-01" : dayAfter(week.monday, rate.fromDay),
        rate: money(rate.rate),
        reason: rate.hasReason ? "The roads are bad." : null,
      }]
    )
  );
  await sql`
    insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate, reason)
    select assignment, code, "from", 0, rate, reason
      from jsonb_to_recordset(${
    sql.json(own as never)
  }) as row (assignment uuid, code text, "from" date, rate numeric, reason text)`;
  const listed = of.flatMap(({ code, name, facilities }) =>
    code.listed.flatMap((rate, place) =>
      rate === null ? [] : [{ facility: facilities[place], code: name, rate: money(rate) }]
    )
  );
  await sql`
    insert into facility_code_rates (facility_id, code, effective_from, bill_rate, pay_rate)
    select facility, code, '2025-01-01', 0, rate
      from jsonb_to_recordset(${
    sql.json(listed as never)
  }) as row (facility uuid, code text, rate numeric)`;
}
