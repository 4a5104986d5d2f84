// What is printed is what the documents say: read back from the PDF by poppler's programs.
import { assert, assertMatch, assertNotMatch, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { createInvoice } from "../../support/billing/billed_time.ts";
import { facilityInGroups } from "../../support/billing/groups.ts";
import { addOrder } from "../../support/billing/orders.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import {
  creditNoteDocument,
  invoiceDocument,
  LOGO,
  payDocument,
  setLetterhead,
  statementDocument,
  timesheetDocument,
} from "../../support/documents/documents.ts";
import { invoiceOf, LONG_TEXTS } from "../../support/documents/long_texts.ts";
import { invoiceOfManyLines } from "../../support/documents/many_lines.ts";
import {
  HAS_POPPLER,
  linesOnPaper,
  pictureOf,
  print,
  textOf,
} from "../../support/documents/paper.ts";
import { Firm } from "../../support/firm.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { post } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";

const ignore = !HAS_POPPLER;

const dollars = (amount: string) =>
  amount.replace(
    /^(-?)(\d+)/,
    (_, sign, whole) => `${sign}$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}`,
  );

/** Asserts that the paper has each of the texts on a line of its own, in this order. */
function assertHas(paper: readonly string[], lines: readonly string[]): void {
  let at = -1;
  for (const line of lines) {
    const found = paper.findIndex((told, nth) => nth > at && told.includes(line));
    assert(found >= 0, `missing: ${line}\n${paper.join("\n")}`);
    at = found;
  }
}

/** A sent invoice of 44 hours and travel, overdue, paid in part. */
async function paidInPart(firm: Firm): Promise<string> {
  const { sql } = firm;
  await firm.terms("2026-01-01", "0.1825");
  const assignment = await firm.assignment();
  for (const day of [2, 3, 4, 5]) {
    await firm.entry(assignment, "approved", `2026-03-0${day}`, "11");
  }
  const { id } = await createInvoice(sql, firm.facilityId);
  await sql`
    insert into invoice_lines (invoice_id, kind, description, amount)
    values (${id}, 'adjustment', 'Travel to Żółć and Αθήνα, Москва', 1234.5)`;
  await send(sql, [id], "2026-03-09");
  await post(firm, "3000.00", { [id]: "3000.00" }, "2026-04-20");
  await accrueOverdueInterest(sql, { today: "2026-05-31" });
  return id;
}

Deno.test({
  name: "paper/of_an_invoice_has_its_lines_classes_totals_interest_and_payments_to_the_cent",
  ignore,
  fn: () =>
    withDatabase(async ({ sql }) => {
      await setLetterhead(sql, {
        legal_name: "Front Range Staffing LLC",
        address: "1801 California St\nDenver, CO 80202",
        phone: "303-555-0100",
        remit_to: "PO Box 4410\nDenver",
        tax_number: "84-1234567",
        logo: LOGO,
      });
      const firm = await Firm.create(sql);
      await sql`update facilities set purchase_order = 'PO 77', billing_address = '400 Aspen Way'`;
      const id = await paidInPart(firm);
      const document = await invoiceDocument(sql, id);
      const pdf = await print(document);
      const paper = await linesOnPaper(pdf);
      const [row] = await sql<
        [Record<"total" | "balance" | "accrued" | "owed" | "number" | "check", string>]
      >`
        select total, balance, accrued_interest as accrued, balance + interest_balance as owed, number,
               (select check_number from checks) as check
          from invoices where id = ${id}`;
      assertHas(paper, [
        "Ada Nurse Mon, Mar 2 Regular 11.00 $100.00 $1,100.00",
        "Thu, Mar 5 Regular 7.00 $100.00 $700.00",
        "Thu, Mar 5 Overtime 4.00 $100.00 × 1.5 $600.00",
        "Travel to Żółć and Αθήνα, Москва $1,234.50",
        "Adjustments $1,234.50",
        `Total ${dollars(row.total)}`,
        `Amount owed ${dollars(row.total)}`,
        "SINCE IT WAS SENT",
        `Apr 20, 2026 Received Check ${row.check} Principal $3,000.00`,
        "Paid and credited -$3,000.00",
        `Balance ${dollars(row.balance)}`,
        `Late-payment interest through May 31, 2026 ${dollars(row.accrued)}`,
        `Owed now ${dollars(row.owed)}`,
      ]);
      const text = paper.join("\n");
      for (
        const part of [
          "Front Range Staffing LLC",
          "303-555-0100",
          "84-1234567",
          "PO 77",
          "400 Aspen Way",
          "Regular, 40.00 hours $4,000.00",
          "Overtime, 4.00 hours $600.00",
          "18.25%",
          "Issued Mar 9, 2026",
          "Due Apr 8, 2026",
          row.number,
        ]
      ) assert(text.includes(part), part);
      assert(!/DRAFT|VOID/.test(text));
      // There is something on it, and most of it is white.
      const picture = await pictureOf(pdf);
      const dark = picture.filter((gray) => gray < 128).length / picture.length;
      assert(dark > 0.005 && dark < 0.2, String(dark));
    }),
});

Deno.test({
  name: "paper/names_department_cost_centre_and_order_below_the_contractor_where_the_head_does_not",
  ignore,
  fn: () =>
    withDatabase(async ({ sql }) => {
      const { firm, icu: [ada = "", ben = ""], other } = await facilityInGroups(sql, "department");
      for (const id of [ada, ben, other]) await firm.entry(id, "approved", "2026-03-03", "8");
      const ofDepartment = await createInvoice(sql, firm.facilityId, undefined, undefined, "ICU");
      const read = async (id: string) =>
        await linesOnPaper(await print(await invoiceDocument(sql, id)));
      const grouped = await read(ofDepartment.id);
      assertHas(grouped, ["Purchase order PO-4711", "Department ICU", "Cost centre 7100"]);
      assert(!grouped.some((line) => /ICU · |Order /.test(line)), grouped.join("\n"));

      await sql`update facilities set invoices_by = 'one'`;
      await sql`update assignments set purchase_order_id = null where id = ${ben}`;
      await sql`update assignments set purchase_order_id = ${await addOrder(
        firm,
        { number: "PO-2" },
      )} where id = ${other}`;
      await sql`delete from invoices`;
      const all = await read((await createInvoice(sql, firm.facilityId)).id);
      assertHas(all, ["ICU · Cost centre 7100"]);
      assert(all.some((line) => line.startsWith("ICU · Cost centre 7100 · Order PO-4711")));
      assert(all.some((line) => line.startsWith("Order PO-2")));
      assert(!all.some((line) => /Purchase order|Department /.test(line)), all.join("\n"));
    }),
});

Deno.test({
  name: "paper/of_drafts_and_void_invoices_says_so_across_the_page",
  ignore,
  fn: () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await firm.entry(await firm.assignment(), "approved", "2026-03-02", "8");
      const { id } = await createInvoice(sql, firm.facilityId);
      const read = async () => await textOf(await print(await invoiceDocument(sql, id)));
      assertMatch(await read(), /Draft invoice/);
      // The word across the page stands slanted: its letters come apart.
      const markOf = (text: string) => text.replace(/[^A-Z]/g, "");
      assertMatch(markOf(await read()), /D.*R.*A.*F.*T/);
      await send(sql, [id]);
      await voidInvoice(sql, id);
      const voided = await read();
      assertMatch(voided, /Void invoice/);
      assertNotMatch(voided, /Amount owed|Draft/);
      assertMatch(await textOf(await print(await timesheetDocument(sql, id))), /Time sheet/);
    }),
});

Deno.test({
  name: "paper/of_statements_credit_notes_time_sheets_and_pay_says_what_the_documents_say",
  ignore,
  fn: () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const id = await paidInPart(firm);
      const sheet = await linesOnPaper(await print(await timesheetDocument(sql, id)));
      assert(sheet.some((line) => /^Ada Nurse Mon, Mar 2 11\.00 \w{3} \d+, \d{4}$/.test(line)));
      assertHas(sheet, ["Regular hours 40.00", "Overtime hours 4.00", "All hours 44.00"]);
      const [line] = await sql<[{ id: string }]>`
        select id from invoice_lines where kind = 'adjustment'`;
      const note = await credit(sql, id, { lines: [line.id], reason: "One way only." });
      const credited = await linesOnPaper(
        await print(await creditNoteDocument(sql, String(note.id))),
      );
      assertHas(credited, ["Adjustments $1,234.50", "Credited $1,234.50"]);
      assert(credited.some((line) => line.startsWith("One way only.")));
      const statement = await statementDocument(sql, firm.facilityId, "2026-03-01", "2026-12-31");
      const told = await linesOnPaper(await print(statement));
      for (const { balance } of statement.rows) {
        assert(told.some((line) => line.endsWith(` ${dollars(balance)}`)), balance);
      }
      assertHas(told, [
        "Mar 1, 2026 Balance before $0.00",
        "BY HOW LONG IT WAS OVERDUE ON DEC 31, 2026",
        "Not due 1–30 days 31–60 days 61–90 days Over 90 days Interest Credits",
        `Owed on Dec 31, 2026 ${dollars(statement.balance)}`,
      ]);
    }),
});

Deno.test({
  name: "paper/of_pay_names_each_kind_and_comes_to_gross_pay",
  ignore,
  fn: () =>
    withDatabase(async ({ sql }) => {
      const monday = "2026-03-02";
      const { contractorId, assignmentIds } = await work(
        sql,
        [11, 11, 11, 11, 13].map((hours, i) => ({
          date: dayOfWeek(monday, i + 1),
          hours,
          rule: "california" as const,
        })),
      );
      await stipend(sql, assignmentIds.california, "flat_sum", "20");
      await stipend(sql, assignmentIds.california, "reimbursement", "100");
      await adjustment(sql, contractorId, monday, "deduction", "120.55");
      const batch = await prepare(sql, monday);
      const [item] = await sql<[{ id: string; gross_pay: string }]>`
        select id, gross_pay from payroll_items where payroll_batch_id = ${batch}`;
      const paper = async () => await linesOnPaper(await print(await payDocument(sql, item.id)));
      assertMatch((await paper()).join("").replace(/[^A-Z]/g, ""), /D.*R.*A.*F.*T/);
      await close(sql, batch);
      const closed = await paper();
      for (const { kind, pay_kind, amount } of (await payDocument(sql, item.id)).rows) {
        assert(
          closed.some((line) => line.endsWith(` ${dollars(amount)}`)),
          `${kind} ${pay_kind} ${amount}`,
        );
      }
      for (const name of ["Overtime premium", "Stipend, flat sum", "Reimbursement", "Deduction"]) {
        assert(closed.some((line) => line.includes(name)), name);
      }
      const { gross_wages } = await payDocument(sql, item.id);
      assertHas(closed, [
        `Gross wages ${dollars(gross_wages)}`,
        `Reimbursements ${dollars("100.00")}`,
        `Deductions ${dollars("-120.55")}`,
        `Total ${dollars(item.gross_pay)}`,
        `Gross wages, 2026 to date ${dollars(gross_wages)}`,
        `Total, 2026 to date ${dollars(item.gross_pay)}`,
      ]);
      assert(closed.some((line) => line.includes("Earnings statement")));
    }),
});

Deno.test({
  name: "paper/of_more_than_1500_lines_has_their_sums_and_the_same_total",
  ignore,
  fn: () =>
    withDatabase(async ({ sql }) => {
      const id = await invoiceOfManyLines(sql, { contractors: 151, days: 10, hours: "4.25" });
      const document = await invoiceDocument(sql, id);
      const paper = await linesOnPaper(await print(document));
      assertHas(paper, [
        "Ada Nurse 00001 Mar 2, 2026 29.75 $2,975.00",
        "Ada Nurse 00151 Mar 9, 2026 12.75 $1,275.00",
        "Sum of Ada Nurse 00151 42.50 hours $4,250.00",
        "1,510 lines, summed by contractor and workweek. A CSV file has each of them.",
        `Total ${dollars(document.total)}`,
      ]);
    }),
});

Deno.test({
  name: "paper/with_texts_longer_than_a_page_has_every_amount_all_the_same",
  ignore,
  fn: async () => {
    for (const [what, text] of Object.entries(LONG_TEXTS)) {
      const paper = (await linesOnPaper(await print(invoiceOf(text, 6)))).join("\n");
      // Three lines of a text; three of time, with their rate; what was paid, in the sums and by itself.
      assertStrictEquals(paper.match(/\$17\.25/g)?.length, 3 + 3 * 2 + 2, what);
      assertHas(paper.split("\n"), [
        "Total $4,321.05",
        "Paid and credited -$17.25",
        "Owed now $4,303.80",
      ]);
      assertMatch(paper, /…/, what);
    }
  },
});
