// Interest on paper: the invoice that bills it, what is credited of it, and the invoices on which it accrued.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import {
  creditNoteDocument,
  invoiceDocument,
  invoiceFile,
  statementDocument,
} from "../../support/documents/documents.ts";
import { HAS_POPPLER, linesOnPaper, print } from "../../support/documents/paper.ts";
import { invoiceInterest, withLateInvoices } from "../../support/receivables/billed_interest.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { withMovingClock } from "../../support/receivables/moving_clock.ts";

const ignore = !HAS_POPPLER;

Deno.test(
  "invoice_document/of_interest_has_the_invoices_on_which_it_accrued_the_oldest_first",
  withLateInvoices(async ({ sql, facilityId }) => {
    const { id } = await invoiceInterest(sql, facilityId, "2026-04-30");
    const { kind, total, content } = await invoiceDocument(sql, id ?? null);
    assertEquals([kind, total], ["interest", "33.04"]);
    const line = { invoices: 1, through: "2026-04-30" };
    assertEquals(content, {
      lines: 2,
      shown: "interest",
      rows: [
        { original_number: "A", due_date: "2026-04-01", ...line, amount: "14.30" },
        { original_number: "B", due_date: "2026-04-11", ...line, amount: "18.74" },
      ],
      classes: [{
        kind: "interest",
        hours: null,
        amount: "33.04",
        code_title: null,
        quantity: null,
        unit: null,
      }],
    });
  }),
);

Deno.test(
  "invoice_document/of_interest_has_nothing_of_what_the_facility_was_billed_before",
  withLateInvoices(async ({ sql, facilityId }, _, setClock) => {
    const first = await invoiceInterest(sql, facilityId, "2026-04-30");
    await setClock("2026-06-02");
    await accrueOverdueInterest(sql);
    const second = await invoiceInterest(sql, facilityId, "2026-05-31");
    for (const { id, period_end: through } of [first, second]) {
      const { content } = await invoiceDocument(sql, id ?? null);
      const days = content.rows.map((row) => "through" in row ? row.through : null);
      assertEquals([content.lines, days], [2, [through, through]]);
    }
  }),
);

Deno.test(
  "invoice_file/of_interest_has_its_lines_without_contractors",
  withLateInvoices(async ({ sql, facilityId }) => {
    const { id } = await invoiceInterest(sql, facilityId, "2026-04-30");
    const [, first] = (await invoiceFile(sql, id ?? null)).split("\r\n");
    assertMatch(
      first ?? "",
      /^INV-2026-000001,,,interest,,,Interest on invoice A through 2026-04-30,,,,14\.30/,
    );
  }),
);

Deno.test({
  name: "paper/of_interest_names_invoices_and_days_and_has_no_hours",
  ignore,
  fn: withLateInvoices(async ({ sql, facilityId }, [a]) => {
    const { id } = await invoiceInterest(sql, facilityId, "2026-04-30");
    const paper = await linesOnPaper(await print(await invoiceDocument(sql, id ?? null)));
    for (
      const line of [
        "Late-payment interest on Due Through Amount",
        "Invoice A Apr 1, 2026 Apr 30, 2026 $14.30",
        "Invoice B Apr 11, 2026 Apr 30, 2026 $18.74",
        "Late-payment interest $33.04",
        "Total $33.04",
        "Amount owed $33.04",
      ]
    ) assert(paper.some((told) => told.includes(line)), `missing: ${line}\n${paper.join("\n")}`);
    assert(!paper.some((line) => /Hours|Contractor/.test(line)), paper.join("\n"));

    const original = await linesOnPaper(await print(await invoiceDocument(sql, a)));
    for (
      const line of [
        "Interest paid or billed -$14.30",
        "Owed now $1,000.99",
        "May 2, 2026 Billed on INV-2026-000001 Interest $14.30",
      ]
    ) {
      assert(
        original.some((told) => told.includes(line)),
        `missing: ${line}\n${original.join("\n")}`,
      );
    }

    const { id: note } = await credit(sql, id ?? null, { countsFrom: "credit" });
    const { content, amount } = await creditNoteDocument(sql, note);
    assertEquals([content.shown, content.lines, amount], ["interest", 2, "33.04"]);
    const statement = await statementDocument(sql, facilityId, "2026-05-02", "2026-05-02");
    assert(statement.rows.some(({ kind }) => kind === "interest_invoiced"));
    const told = await linesOnPaper(await print(statement));
    assert(
      told.some((line) =>
        line.includes("Interest of invoice A is owed on invoice INV-2026-000001")
      ),
    );
  }),
});

Deno.test({
  name: "paper/of_an_invoice_with_interest_by_started_months_counts_months",
  ignore,
  fn: withLateInvoices(async (firm, [a]) => {
    const { sql } = firm;
    await sql`update facility_interest_terms set day_count = 'started_months'`;
    await firm.pay(a, "2026-04-20", "400.00");
    await accrueOverdueInterest(sql);
    const paper = await linesOnPaper(await print(await invoiceDocument(sql, a)));
    for (
      const line of [
        "Apr 2, 2026 – Apr 20, 2026 1 month $1,000.00 18% $15.00",
        "Apr 21, 2026 – May 1, 2026 $600.00 18% $0.00",
        "May 2, 2026 – May 2, 2026 1 month $600.00 18% $9.00",
      ]
    ) assert(paper.some((told) => told.includes(line)), `missing: ${line}\n${paper.join("\n")}`);
  }),
});

Deno.test({
  name: "paper/of_interest_on_more_invoices_than_a_page_can_have_sums_them_by_month",
  ignore,
  fn: withMovingClock("2026-05-02", async (firm) => {
    const { sql, facilityId } = firm;
    await firm.terms();
    await firm.sentInvoices(800, "2026-03-20", "100.00");
    await firm.sentInvoices(701, "2026-04-11", "100.00");
    while ((await accrueOverdueInterest(sql)).remaining > 0);
    const { id, total } = await invoiceInterest(sql, facilityId, "2026-04-30");
    assertEquals(total, "2274.94"); // 800 times 2.02, 701 times 0.94; 41 and 19 days
    const document = await invoiceDocument(sql, id ?? null);
    assert(document.content.shown === "interest");
    assertEquals(
      document.content.rows.map(({ due_date, invoices, amount }) => [
        due_date,
        invoices,
        amount,
      ]),
      [["2026-03-01", 800, "1616.00"], ["2026-04-01", 701, "658.94"]],
    );
    const paper = await linesOnPaper(await print(document));
    assert(paper.some((line) => line.includes("800 invoices Mar 2026 Apr 30, 2026 $1,616.00")));
  }),
});
