// What aging, statement and journal say of billed interest: what a facility owes in all is the same on every day.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { voidInvoice } from "../../../support/billing/invoices.ts";
import { invoiceInterest, withLateInvoices } from "../../../support/receivables/billed_interest.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { noon } from "../../../support/receivables/moving_clock.ts";
import { statement, totals } from "../../../support/receivables/reports.ts";
import { assertBalanced, journalOf, owedAsOf, owedByJournal } from "../../journal/books.ts";

const DAYS = ["2026-04-20", "2026-05-01", "2026-05-02", "2026-05-04", "2026-05-05"];

Deno.test(
  "ar_aging_as_of/has_billed_interest_in_the_balance_until_it_is_voided_and_the_net_as_before",
  withLateInvoices(async (firm, _, setClock) => {
    const { sql, facilityId } = firm;
    const { id = "" } = await invoiceInterest(sql, facilityId, "2026-04-30");
    await setClock(noon("2026-05-05"));
    await accrueOverdueInterest(sql);
    assertEquals(await totals(firm), "3033.04 7.40 0.00 3040.44");
    await voidInvoice(sql, id);
    await accrueOverdueInterest(sql);
    const lines = [];
    for (const day of DAYS) {
      lines.push(await totals(firm, day));
      assertEquals(await owedByJournal(sql, day), await owedAsOf(sql, day), day);
      const rows = await statement(firm, "2026-01-01", day);
      assertStrictEquals(rows.at(-1)?.balance, lines.at(-1)?.split(" ").at(-1), day);
    }
    assertEquals(lines, [
      "3000.00 18.25 0.00 3018.25",
      "3000.00 34.52 0.00 3034.52",
      "3033.04 2.96 0.00 3036.00",
      "3033.04 5.91 0.00 3038.95",
      "3000.00 40.44 0.00 3040.44",
    ]);
    await assertBalanced(sql, "2026-01-01", "2026-05-05");
  }),
);

Deno.test(
  "facility_statement/tells_which_interest_was_billed_and_taken_back",
  withLateInvoices(async (firm, [a], setClock) => {
    const { sql, facilityId } = firm;
    const { id = "" } = await invoiceInterest(sql, facilityId, "2026-04-30");
    await setClock(noon("2026-05-05"));
    await voidInvoice(sql, id);
    const rows = (await statement(firm, "2026-05-02", "2026-05-05"))
      .filter(({ kind }) => kind !== "interest" && kind !== "opening_balance")
      .map(({ occurred_on, kind, reference, description, amount }) =>
        [occurred_on, kind, reference, amount, description].join(" ")
      );
    const number = "INV-2026-000001";
    assertEquals(rows, [
      `2026-05-02 invoice ${number} 33.04 Invoice ${number} of interest for 2026-04-02 to 2026-04-30, due 2026-06-01`,
      `2026-05-02 interest_invoiced ${number} -14.30 Interest of invoice A is owed on invoice ${number}`,
      `2026-05-02 interest_invoiced ${number} -18.74 Interest of invoice B is owed on invoice ${number}`,
      `2026-05-05 interest_invoiced ${number} 14.30 Interest of invoice A is no longer owed on invoice ${number}`,
      `2026-05-05 interest_invoiced ${number} 18.74 Interest of invoice B is no longer owed on invoice ${number}`,
      `2026-05-05 invoice_voided ${number} -33.04 Invoice ${number} voided`,
    ]);
    const [billed] = (await statement(firm, "2026-05-02", "2026-05-05"))
      .filter(({ kind }) => kind === "interest_invoiced");
    assertStrictEquals(billed?.invoice_id, a);
    assertEquals(billed?.details, { component: "interest", interest_invoice_id: id });
  }),
);

for (const reinstate of [true, false]) {
  const account = reinstate ? "interest_receivable" : "interest_income";
  Deno.test(
    `journal/posts_a_credit_note_for_interest_to_${account}_${
      reinstate ? "where_it_is_owed_again" : "where_it_is_given_up"
    }`,
    withLateInvoices(async (firm, _, setClock) => {
      const { sql, facilityId } = firm;
      const { id = "" } = await invoiceInterest(sql, facilityId, "2026-04-30");
      await setClock(noon("2026-05-05"));
      await credit(sql, id, { reinstate, countsFrom: "credit" });
      const documents = (await journalOf(sql, "2026-05-02", "2026-05-05"))
        .filter((posting) => posting.includes("INV-"))
        .map((posting) => posting.split(" ").slice(0, 5).join(" "));
      assertEquals(
        documents,
        [
          "2026-05-02 INV-2026-000001 interest_receivable 0.00 33.04",
          "2026-05-02 INV-2026-000001 receivables 33.04 0.00",
          "2026-05-05 INV-2026-000002 customer_credits 33.04 0.00",
          "2026-05-05 INV-2026-000002 customer_credits 0.00 33.04",
          `2026-05-05 INV-2026-000002 ${account} 33.04 0.00`,
          "2026-05-05 INV-2026-000002 receivables 0.00 33.04",
        ].sort(),
      );
      for (const day of DAYS) {
        assertEquals(await owedByJournal(sql, day), await owedAsOf(sql, day), day);
        const rows = await statement(firm, "2026-01-01", day);
        assertStrictEquals(rows.at(-1)?.balance, (await totals(firm, day))?.split(" ").at(-1), day);
      }
      await assertBalanced(sql, "2026-01-01", "2026-05-05");
    }),
  );
}

Deno.test(
  "journal/posts_on_the_first_open_day_what_becomes_of_interest_that_was_billed_on_closed_ones",
  withLateInvoices(async (firm, _, setClock) => {
    const { sql, facilityId } = firm;
    const { id = "" } = await invoiceInterest(sql, facilityId, "2026-04-30");
    await setClock(noon("2026-05-05"));
    await accrueOverdueInterest(sql);
    const stood = await owedAsOf(sql, "2026-05-04");
    await sql`select close_books('2026-05-04')`;
    await voidInvoice(sql, id);
    await accrueOverdueInterest(sql);
    assertEquals(await owedByJournal(sql, "2026-05-04"), stood);
    assertEquals(await owedByJournal(sql, "2026-05-05"), await owedAsOf(sql, "2026-05-05"));
    await assertBalanced(sql, "2026-01-01", "2026-05-05");
  }),
);
