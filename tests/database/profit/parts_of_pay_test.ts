// Each part of pay is in its own column, before it is paid, once it is, and by the sums that the nights make of it.
import { assertEquals } from "@std/assert";
import { maintain } from "../../../supabase/functions/_shared/jobs/maintain.ts";
import { createInvoice } from "../../support/billing/billed_time.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { codeRate, enterCoded } from "../../support/payroll/codes.ts";
import { stipend } from "../../support/payroll/extras.ts";
import {
  assertAllWaysAgree,
  assertProfitIsJournal,
} from "../../support/profit/profit_is_journal.ts";
import { withDatabase } from "../../support/server/database.ts";
import { guarantee } from "../../support/time/guarantees.ts";
import { CLOCK, DAYS, pay } from "./week.ts";

Deno.test("gross_profit/has_each_part_of_pay_in_its_own_column", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment(); // 100.00 and 60.00 an hour
    await firm.entry(assignment, "approved", "2026-03-03", "13");
    await stipend(sql, assignment, "hours_driven", "65.00");
    await guarantee(sql, assignment, { pay: "16", bill: null });
    await enterCoded(sql, assignment, "2026-03-04", "sick", { hours: "8" });
    await codeRate(sql, assignment, "mileage", "1.225");
    await sql`update assignment_code_rates set reason = 'Mountain roads.'`; // out of the regular rate
    await enterCoded(sql, assignment, "2026-03-05", "mileage", { quantity: "2" });
    const columns = async () => {
      const [row] = await sql`
        select wages, premiums, stipends, codes, reimbursements, profit_before_burden
          from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'assignment')`;
      return { ...row };
    };
    const parts = {
      wages: "780.00",
      premiums: "32.50", // half an hour at 65.00: the regular rate has the stipend
      stipends: "65.00",
      codes: "661.00", // 8 hours sick, 3 that were promised, and of the miles what the tax law calls a wage
      reimbursements: "1.45", // 2 miles at 0.725
    };
    const said = { ...parts, profit_before_burden: "-189.95" }; // of 1,350.00
    assertEquals(await columns(), said);
    await send(sql, [(await createInvoice(sql, firm.facilityId)).id], "2026-03-10");
    await pay(sql);
    assertEquals(await columns(), said, "once it is paid");
    await maintain(sql, { today: "2026-03-20" });
    const sums = await sql`
      select wages, premiums, stipends, codes, reimbursements from private.paid_sums`;
    assertEquals([...sums], [parts]);
    assertEquals(await columns(), said, "by its sums");
    const all = await assertAllWaysAgree(sql, DAYS);
    assertEquals([all["stipends"], all["codes"]], ["65.00", "661.00"]);
    await assertProfitIsJournal(sql);
  }, CLOCK));
