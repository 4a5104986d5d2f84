// A program gets its bundle in place of each invoice.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type { InvoiceBundleMail } from "../../../../supabase/functions/_shared/delivery/texts/invoice_bundle.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { dataOfWaiting, messages, settle, switchOn } from "../../../support/outbox/mail.ts";
import { withProgram } from "../../../support/receivables/programs.ts";
import { withDatabase } from "../../../support/server/database.ts";

const CLOCK = { clock: "2026-03-04 17:30:00+00" };

Deno.test("mail/a_program_gets_its_bundle_in_place_of_each_invoice_once_that_is_on", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    await sql`update facilities set billing_email = 'pay@summit.example' where id = ${program.facilityId}`;
    await switchOn(sql, "invoice");
    await send(sql, [await draft(mercy), await draft(aspen)]);
    assertEquals((await messages(sql)).map(({ kind }) => kind), ["invoice", "invoice"]);
    assertEquals(
      (await dataOfWaiting(sql)).map(({ to }) => to),
      Array(2).fill("pay@summit.example"),
    );
    await settle(sql, "sent");

    await switchOn(sql, "invoice_bundle");
    await switchOn(sql, "invoice_voided");
    const [first, second] = [await draft(mercy), await draft(aspen, ["50.50"])];
    await send(sql, [first, second]);
    const [said] = await dataOfWaiting(sql);
    const expected: InvoiceBundleMail = {
      to: "pay@summit.example",
      firm: null,
      facility_name: "Summit Program",
      issue_date: "2026-03-04",
      part: 1,
      parts: 1,
      invoices: 2,
      facilities: 2,
      total: "150.50",
      due_from: "2026-04-03",
      due_to: "2026-04-03",
      remit_to: null,
    };
    assertEquals<unknown>(said, expected);
    assertStrictEquals((await messages(sql)).length, 3);
    await settle(sql, "sent");
    await voidInvoice(sql, first);
    assertEquals(
      (await messages(sql)).at(-1)?.kind,
      "invoice_voided",
      "it was mailed in the bundle",
    );
  }, CLOCK));

Deno.test("mail/of_a_bundle_asks_for_what_is_in_force_and_is_dropped_once_all_of_its_invoices_are_void", () =>
  withDatabase(async ({ sql }) => {
    const { mercy, aspen } = await withProgram(sql);
    await sql`update facilities set billing_email = 'pay@summit.example'`;
    await switchOn(sql, "invoice_bundle");
    const ids = [await draft(mercy), await draft(aspen, ["50.50"])] as const;
    await send(sql, ids);
    await voidInvoice(sql, ids[0]);
    const [said] = await dataOfWaiting(sql);
    assertEquals([said?.["invoices"], said?.["total"], said?.["facilities"]], [1, "50.50", 1]);
    await voidInvoice(sql, ids[1]);
    assertEquals(await dataOfWaiting(sql), [{ drop: "All of its invoices are void." }]);
  }, CLOCK));
