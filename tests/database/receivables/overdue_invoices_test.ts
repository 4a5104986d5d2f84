// The list of what is overdue: longest first, with what was said and written last.
import { assertEquals } from "@std/assert";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { dispute, voidInvoice } from "../../support/billing/invoices.ts";
import { settle, switchOn } from "../../support/outbox/mail.ts";
import { noon, withMovingClock } from "../../support/receivables/moving_clock.ts";
import { post } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

Deno.test(
  "overdue_invoices/has_what_is_late_with_whom_to_call_and_what_was_said_last",
  withMovingClock("2026-05-01", async (firm, setClock) => {
    const { sql, facilityId } = firm;
    const late = await firm.sentInvoice("2026-05-01", "1000.00");
    const later = await firm.sentInvoice("2026-05-10", "500.00");
    await firm.sentInvoice("2026-05-20", "9.00"); // due today
    await voidInvoice(sql, await firm.sentInvoice("2026-05-01"));
    const paid = await firm.sentInvoice("2026-05-02", "70.00");
    await post(firm, "470.00", { [paid]: "70.00", [late]: "400.00" }, "2026-04-30");
    await dispute(sql, later);
    const collector = crypto.randomUUID();
    await sql`
      insert into staff_members (name, user_id, roles) values ('Bill Bell', ${collector}, '{billing}')`;
    await sql`insert into facility_staff (facility_id, collector_id) values (${facilityId}, ${collector})`;
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    await sql`
      insert into facility_contacts (facility_id, name, email)
      values (${facilityId}, 'Kim', 'kim@mercy.example'), (${facilityId}, 'Lee Park', 'pay@mercy.example')`;
    await switchOn(sql, "overdue_reminder");
    await setClock(noon("2026-05-18"));
    await sql`select remind_invoice(${late})`;
    await settle(sql, "sent");
    const note = async (
      day: string,
      about: string,
      id: string,
      text: string,
      on: string | null,
    ) => {
      await setClock(noon(day));
      await sql`
        insert into notes (about, about_id, text, promised_on, promised_amount)
        values (${about}, ${id}, ${text}, ${on}, ${on === null ? null : "600.00"})`;
    };
    await note("2026-05-16", "invoice", late, "Promised by phone.", "2026-05-25");
    await note("2026-05-19", "facility", facilityId, "Office is closed.", null);
    await setClock(noon("2026-05-20"));
    const rows = await sql`
      select number is not null as has_number, facility_name, days_late, balance::text, owed::text, is_disputed, email,
             contact_name, collector_name, reminded_at, reminder_status, promised_on::text, promised_amount::text, note,
             invoice_id
        from overdue_invoices() order by due_date, invoice_id`;
    const both = {
      has_number: true,
      facility_name: "Mercy Hospital",
      email: "pay@mercy.example",
      contact_name: "Lee Park",
      collector_name: "Bill Bell",
      reminded_at: new Date("2026-05-18T18:00:00Z"),
      reminder_status: "sent",
      note: "Office is closed.",
    };
    assertEquals(rows.map((row) => ({ ...row })), [
      {
        ...both,
        invoice_id: late,
        days_late: 19,
        balance: "600.00",
        owed: "600.00",
        is_disputed: false,
        promised_on: "2026-05-25",
        promised_amount: "600.00",
      },
      {
        ...both,
        invoice_id: later,
        days_late: 10,
        balance: "500.00",
        owed: "500.00",
        is_disputed: true,
        promised_on: null,
        promised_amount: null,
      },
    ]);
  }),
);

Deno.test("overdue_invoices/is_for_staff", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const call = runAs(sql, firm, caller, "select * from overdue_invoices()");
      if (caller === "signed_out") await assertDenied(call);
      else if (["ada", "ben", "north", "south"].includes(caller)) {
        await assertRefused(call, 403, "staff_only");
      } else await call;
    }
  }));
