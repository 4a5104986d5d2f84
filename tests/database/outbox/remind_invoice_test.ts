// A person has a facility reminded of an overdue invoice: one mail a facility and day, however often it is pressed.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../support/access/acting.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { dispute, voidInvoice } from "../../support/billing/invoices.ts";
import { draft } from "../../support/billing/drafts.ts";
import { dataOfOnly, settle, steps, switchOn, writeDue } from "../../support/outbox/mail.ts";
import { noon, withMovingClock } from "../../support/receivables/moving_clock.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

const DUE = "2026-05-01";

const remind = (sql: postgres.Sql, invoice: string) =>
  sql<{ id: string; status: string }[]>`select id, status from remind_invoice(${invoice})`;

Deno.test(
  "remind_invoice/writes_one_mail_a_facility_and_day_of_all_that_is_overdue",
  withMovingClock(DUE, async (firm, setClock) => {
    const { sql } = firm;
    await switchOn(sql, "overdue_reminder");
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    const one = await firm.sentInvoice(DUE);
    const two = await firm.sentInvoice(DUE, "50.00");
    await setClock(noon("2026-05-02"));
    const [first] = await remind(sql, one);
    assertStrictEquals(first?.status, "waiting");
    assertEquals((await remind(sql, two))[0], first);
    assertEquals((await dataOfOnly(sql)).owed, "1050.00");
    await settle(sql, "sent");
    assertEquals((await remind(sql, one))[0], { id: first?.id ?? "", status: "sent" });
    assertEquals(await steps(sql), ["2026-05-02"]);
    await setClock(noon("2026-05-03"));
    await remind(sql, one);
    await settle(sql, "sent");
    // What comes by itself takes it for the reminder of its step.
    await setClock(noon("2026-05-04"));
    assertStrictEquals(await writeDue(sql), 1);
    assertEquals(await steps(sql), ["2026-05-02", "2026-05-03", "2026-05-04"]);
  }),
);

Deno.test(
  "remind_invoice/says_why_nobody_is_reminded",
  withMovingClock(DUE, async (firm, setClock) => {
    const { sql } = firm;
    const invoice = await firm.sentInvoice(DUE);
    await assertRefused(remind(sql, invoice), 409, "invoice_not_overdue");
    await setClock(noon("2026-05-02"));
    await assertRefused(remind(sql, await draft(firm)), 409, "invoice_not_overdue");
    await assertRefused(remind(sql, crypto.randomUUID()), 404, "invoice_not_found");
    await assertRefused(sql`select remind_invoice(null)`, 400, "argument_missing");
    await assertRefused(remind(sql, invoice), 409, "reminders_not_mailed");
    await switchOn(sql, "overdue_reminder");
    await assertRefused(remind(sql, invoice), 409, "facility_without_address");
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    await dispute(sql, invoice);
    await assertRefused(remind(sql, invoice), 409, "invoice_disputed");
    await sql`select settle_dispute(${invoice})`;
    await remind(sql, invoice);
    await settle(sql, "failed");
    await assertRefused(remind(sql, invoice), 409, "reminded_today");
    await voidInvoice(sql, invoice);
    await assertRefused(remind(sql, invoice), 409, "invoice_not_overdue");
    assertEquals(await steps(sql), ["2026-05-02"]);
  }),
);

Deno.test("remind_invoice/is_for_billing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const call = `select remind_invoice('${crypto.randomUUID()}')`;
    for (const caller of CALLERS.filter((one) => one !== "signed_out")) {
      const may = ["billing", "admin", "service"].includes(caller);
      await assertRefused(
        runAs(sql, firm, caller, call),
        may ? 404 : 403,
        may ? "invoice_not_found" : "role_required",
      );
    }
  }));
