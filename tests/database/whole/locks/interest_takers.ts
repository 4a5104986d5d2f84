import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { invoiceInterest } from "../../../support/receivables/billed_interest.ts";
import type { Taker } from "./taker.ts";

/** Bills the interest of two late invoices. */
export const INVOICE_INTEREST: Taker = {
  names: ["invoice_interest"],
  prepare: async (firm) => {
    await send(firm.sql, [await draft(firm)]); // of this year numbers were given
    await firm.terms();
    await firm.sentInvoices(2, "2026-03-01");
    await accrueOverdueInterest(firm.sql);
    return (sql) => invoiceInterest(sql, firm.facilityId);
  },
};
