// The Monday page: the week before and the week 364 days ago have figures of their own, and no other week has a part in them.
import { assertEquals } from "@std/assert";
import { addContractors } from "../../../fixtures/people.ts";
import { voidInvoice } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { receive, returnCheck } from "../../support/receivables/receipts.ts";
import { noon, withMovingClock } from "../../support/receivables/moving_clock.ts";
import { bill, pay } from "./week.ts";

/** Somebody with an assignment at a facility over some days, at 100.00 and 60.00 an hour. Gives it. */
async function place(firm: Firm, startDate: string, endDate: string | null = null) {
  const [contractor = ""] = await addContractors(firm.sql, 1);
  return await firm.assignmentOf(contractor, { startDate, endDate });
}

Deno.test(
  "weekly_flash/has_each_figure_of_the_week_before_and_of_364_days_ago_beside_it",
  withMovingClock("2025-03-14", async (firm, setClock) => {
    const { sql } = firm;
    const aspen = await Firm.create(sql, "Aspen Clinic");
    // Ann's assignment goes on as another: she neither starts nor ends.
    const [ann = ""] = await addContractors(sql, 1);
    const former = await firm.assignmentOf(ann, {
      startDate: "2025-01-06",
      endDate: "2026-03-08",
    });
    const later = await firm.assignmentOf(ann, { startDate: "2026-03-09" });
    await place(firm, "2025-03-12", "2025-03-14");
    const cy = await place(aspen, "2026-03-10");
    await place(aspen, "2026-03-15");
    await place(firm, "2026-02-02", "2026-03-13");

    // A year ago, and the weeks beside that: each is worked, billed after its end and paid on its pay day.
    await firm.pay(await firm.sentInvoice("2025-03-10", "40.00"), "2025-03-13", "20.00");
    await firm.entry(former, "submitted", "2025-03-13", "2");
    await receive(firm, "44.00", "2025-03-09");
    await receive(firm, "150.00", "2025-03-10");
    await firm.entry(former, "approved", "2025-03-03", "2");
    await bill(firm, "2025-03-03", "2025-03-11");
    await pay(sql, "2025-03-03");
    await setClock(noon("2025-03-21"));
    await receive(firm, "33.00", "2025-03-17");
    await firm.entry(former, "approved", "2025-03-10", "5");
    await bill(firm, "2025-03-10", "2025-03-18");
    await pay(sql, "2025-03-10");
    await setClock(noon("2025-03-28"));
    await firm.entry(former, "approved", "2025-03-17", "3");
    await pay(sql, "2025-03-17");

    await setClock(noon("2026-03-13"));
    await firm.sentInvoice("2026-03-12", "60.00");
    await bill(firm, "2025-03-17", "2026-03-03");
    await receive(firm, "75.00", "2026-03-08");
    await firm.entry(former, "submitted", "2026-03-05", "1");
    await firm.entry(former, "approved", "2026-03-02", "8");
    await bill(firm, "2026-03-02", "2026-03-10");
    await pay(sql, "2026-03-02");
    await receive(firm, "1000.00", "2026-03-09");
    const returned = await receive(firm, "250.00", "2026-03-13");
    await firm.entry(later, "submitted", "2026-03-13", "1.5");
    await firm.entry(later, "approved", "2026-03-09", "10");
    await firm.entry(cy, "approved", "2026-03-11", "4");
    await setClock(noon("2026-03-20"));
    const wrong = await bill(firm, "2026-03-09", "2026-03-15");
    await pay(sql, "2026-03-09");
    await returnCheck(sql, returned);
    await voidInvoice(sql, wrong); // today: at the end of its week it was owed, and billed its work

    const rows = await sql<{ row: string }[]>`
      select concat_ws(' ', figure, value, week_before, year_before) as row
        from weekly_flash('2026-03-09') order by place`;
    assertEquals(rows.map(({ row }) => row), [
      "heads 4 2 2",
      "starts 2 0 1",
      "ends 1 0 1",
      "hours 14.00 8.00 5.00",
      "unapproved_hours 1.50 1.00 2.00",
      "revenue 1400.00 800.00 500.00",
      "gross_profit 560.00 320.00 200.00",
      "billed 800.00 300.00 200.00",
      "unbilled 400.00 800.00 500.00",
      "cash_in 1000.00 75.00 150.00",
      // 91 × 2,880.00 / 2,160.00, 1,080.00 / 360.00 and 220.00 / 240.00
      "days_sales_outstanding 121.3 273.0 83.4",
      "overdue 780.00 720.00 20.00",
      "payroll_ahead 840.00 480.00 300.00",
    ]);
  }),
);
