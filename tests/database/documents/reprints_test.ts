// A reprint is the document as it was sent, whoever was renamed and whatever was corrected since; what was paid stands apart.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice } from "../../support/billing/billed_time.ts";
import { draft } from "../../support/billing/drafts.ts";
import { send } from "../../support/billing/invoices.ts";
import { addOrder } from "../../support/billing/orders.ts";
import {
  creditNoteDocument,
  invoiceDocument,
  invoiceFile,
  timesheetDocument,
} from "../../support/documents/documents.ts";
import { HAS_POPPLER, linesOnPaper, print } from "../../support/documents/paper.ts";
import { Firm } from "../../support/firm.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { withProgram } from "../../support/receivables/programs.ts";
import { post, spend } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { addCoded, addCodeRate } from "../../support/time/codes.ts";
import { guarantee } from "../../support/time/guarantees.ts";
import { addPremium } from "../../support/time/premiums.ts";
import { enterParts } from "../../support/time/shifts.ts";

const CLOCK = { clock: "2026-03-10 17:00:00+00" };

/** Names under which is what came since, and nowhere else. */
type Since =
  | "status"
  | "voided_on"
  | "amount_paid"
  | "balance"
  | "interest"
  | "owed"
  | "discount_left"
  | "payments";

async function asSent(sql: postgres.Sql, id: string): Promise<Record<string, unknown>> {
  const document = await invoiceDocument(sql, id);
  const since: readonly Since[] = [
    "status",
    "voided_on",
    "amount_paid",
    "balance",
    "interest",
    "owed",
    "discount_left",
    "payments",
  ];
  return Object.fromEntries(
    Object.entries(document).filter(([name]) => !since.includes(name as Since)),
  );
}

/** The time sheet without what says who approved it by now, and whether it was corrected since. */
async function sheetAsSent(sql: postgres.Sql, id: string) {
  const sheet = await timesheetDocument(sql, id);
  assert(sheet.shown === "entries");
  return {
    ...sheet,
    status: null,
    rows: sheet.rows.map(({ approved_by: _, approved_on: __, is_corrected: ___, ...row }) => row),
  };
}

/** Lines of the paper but for the pages' feet, up to what came since. */
async function paperAsSent(sql: postgres.Sql, id: string): Promise<string[]> {
  const lines = await linesOnPaper(await print(await invoiceDocument(sql, id)));
  const end = lines.indexOf("SINCE IT WAS SENT");
  return (end < 0 ? lines : lines.slice(0, end)).filter((line) => !/Page \d+ of \d+$/.test(line));
}

/** A program's invoice with all that documents have: a shift, a code, a premium, a guarantee, a title and two numbers. */
async function sentInvoice(sql: postgres.Sql) {
  const { program, mercy } = await withProgram(sql);
  await sql`
    update facilities set billing_address = ${"400 Aspen Way\nDenver"}
     where id = ${mercy.facilityId}`;
  await sql`
    update facilities set billing_address = '1 Summit Way', billing_name = 'Summit, payables'
     where id = ${program.facilityId}`;
  const [ada, ben] = [await mercy.assignment(), await mercy.assignment()];
  await sql`
    update contractors set first_name = 'Ben'
     where id = (select contractor_id from assignments where id = ${ben})`;
  const order = await addOrder(program, { number: "PO-7" });
  await sql`
    update assignments
       set title = 'Registered nurse', requisition = 'REQ-1', department = 'ICU', purchase_order_id = ${order}
     where id = ${ada}`;
  await sql`
    insert into client_time (system, line_id, worker_number, assignment_id, work_date, hours, received_at)
    values ('Fieldglass', '1', 'W-OLD', ${ada}, '2026-03-01', 8, now()),
           ('Fieldglass', '2', 'W-7', ${ada}, '2026-03-02', 8, now())`;
  const premium = await addPremium(sql, { title: "Night", clock: "06:00-08:00", bill: "+ 10" });
  const [part] = await enterParts(sql, ada, "2026-03-02 14:00Z", "2026-03-02 22:30Z", {
    breakMinutes: 30,
    breakStartedAt: "2026-03-02 18:00Z",
  });
  const shift = part?.id ?? "";
  for (const status of ["submitted", "pending_approval", "approved"]) {
    await sql`update time_entries set status = ${status} where id = ${shift}`;
  }
  await mercy.entry(ada, "approved", "2026-03-03", "8");
  await mercy.entry(ben, "approved", "2026-03-03", "8");
  await addCodeRate(sql, ada, "on_call");
  await addCoded(sql, ada, "on_call", { hours: "12" }, { status: "approved", day: "2026-03-04" });
  await guarantee(sql, ada, { bill: "20" });
  const { id } = await createInvoice(sql, mercy.facilityId);
  const asDraft = await invoiceDocument(sql, id);
  await send(sql, [id], "2026-03-09");
  return { program, mercy, ada, shift, premium, id, asDraft };
}

/** Renames and moves all that stands on it. */
async function rename(sql: postgres.Sql): Promise<void> {
  await sql`
    update facilities
       set name = 'Renamed ' || name, billing_name = 'Renamed', billing_address = 'Elsewhere', purchase_order = 'PO-9',
           timezone = 'America/New_York'`;
  await sql`update contractors set first_name = 'Eve', last_name = 'Renamed'`;
  await sql`
    update assignments set title = 'Renamed', requisition = null, department = 'Renamed', cost_centre = 'Renamed'`;
  await sql`update client_time set worker_number = 'W-RENAMED'`;
  await sql`update time_codes set title = 'Renamed' where name = 'on_call'`;
  await sql`update premium_rules set title = 'Renamed'`;
}

Deno.test("invoice_document/of_a_sent_invoice_stays_whoever_is_renamed_and_whatever_is_corrected", () =>
  withDatabase(async ({ sql }) => {
    const { program, shift, id, asDraft } = await sentInvoice(sql);
    const sent = await invoiceDocument(sql, id);
    assertEquals(sent.content, asDraft.content);
    assertEquals(
      [sent.service_address, asDraft.service_address],
      ["400 Aspen Way\nDenver", "400 Aspen Way\nDenver"],
    );
    assert(sent.content.shown === "lines");
    const told = sent.content.rows.map((row) =>
      [
        row.kind,
        row.code_title,
        row.title,
        row.requisition,
        row.worker_number,
        row.purchase_order,
        row.started_at,
        row.ended_at,
      ].join(" ")
    );
    const ada = "Registered nurse REQ-1 W-7 PO-7";
    assertEquals(told, [
      `regular  ${ada} 07:00 15:30`,
      `differential Night ${ada} 07:00 15:30`,
      `regular  ${ada}  `,
      `code On call ${ada}  `,
      `guarantee  ${ada}  `,
      "regular       ",
    ]);
    const before = {
      document: await asSent(sql, id),
      file: await invoiceFile(sql, id),
      sheet: await sheetAsSent(sql, id),
      paper: HAS_POPPLER ? await paperAsSent(sql, id) : [],
    };
    const [, first] = before.file.split("\r\n");
    assert(
      first?.endsWith(
        `,Registered nurse,REQ-1,W-7,07:00,15:30,30,"400 Aspen Way\nDenver"`,
      ),
      first,
    );
    await rename(sql);
    await post(program, "500.00", { [id]: "500.00" }, "2026-03-09");
    const [line] = await sql<[{ id: string }]>`
      select id from invoice_lines where time_entry_id = ${shift} and kind = 'regular'`;
    const note = await credit(sql, id, { lines: [line.id] }).catch(() => credit(sql, id));
    await sql`
      select from correct_time_entry(${shift}, 'Came later.', started_at => '2026-03-02 16:00Z')`;
    assertEquals(
      {
        document: await asSent(sql, id),
        file: await invoiceFile(sql, id),
        sheet: await sheetAsSent(sql, id),
        paper: HAS_POPPLER ? await paperAsSent(sql, id) : [],
      },
      before,
    );
    const reprint = await invoiceDocument(sql, id);
    assertEquals(
      reprint.payments.map(({ source }) => source).toSorted(),
      ["credit_note", "reconciliation"],
    );
    const { content, service_address } = await creditNoteDocument(sql, String(note.id));
    assert(content.shown === "lines");
    assertEquals(
      [content.rows[0]?.title, content.rows[0]?.started_at, service_address],
      ["Registered nurse", "07:00", "400 Aspen Way\nDenver"],
    );
    if (HAS_POPPLER) {
      const paper = await linesOnPaper(await print(reprint));
      assert(paper.some((told) => told.includes("Paid and credited -$")), paper.join("\n"));
    }
  }, CLOCK));

Deno.test({
  name: "paper/has_the_title_the_clients_numbers_the_times_of_shifts_and_where_the_work_was",
  ignore: !HAS_POPPLER,
  fn: () =>
    withDatabase(async ({ sql }) => {
      const { id } = await sentInvoice(sql);
      const paper = await paperAsSent(sql, id);
      for (
        const part of [
          "For Mercy Hospital",
          "400 Aspen Way",
          "Registered nurse · ICU · Requisition REQ-1 · Worker W-7",
          "Mon, Mar 2 07:00 – 15:30 Regular 8.00 $100.00 $800.00",
        ]
      ) {
        assert(paper.some((line) => line.includes(part)), `${part} in ${paper.join("\n")}`);
      }
    }, CLOCK),
});

Deno.test("invoice_document/of_what_was_sent_before_it_was_kept_has_names_of_today_and_no_more", () =>
  withDatabase(async ({ sql }) => {
    const { id } = await sentInvoice(sql);
    await sql`delete from private.invoice_papers`;
    await sql`update time_codes set title = 'Renamed' where name = 'on_call'`;
    const { content, service_address } = await invoiceDocument(sql, id);
    assert(content.shown === "lines");
    assertEquals(service_address, null);
    assert(content.rows.some(({ code_title }) => code_title === "Renamed"));
    for (const { title, requisition, worker_number, started_at } of content.rows) {
      assertEquals([title, requisition, worker_number, started_at], [null, null, null, null]);
    }
    // Its time sheet has the times that it had.
    const sheet = await timesheetDocument(sql, id);
    assert(sheet.shown === "entries");
    assertEquals([sheet.rows[0]?.started_at, sheet.rows[0]?.ended_at], ["07:00", "15:30"]);
  }, CLOCK));

Deno.test("send_invoices/keeps_no_paper_of_an_invoice_that_has_nothing_more_to_keep", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set billing_address = '400 Aspen Way'`;
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", "2026-03-02", "8");
    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id], "2026-03-09");
    assertEquals([...await sql`select from private.invoice_papers`], []);
    await sql`update assignments set title = 'Later'`;
    const { content, service_address } = await invoiceDocument(sql, id);
    assert(content.shown === "lines");
    assertEquals([content.rows[0]?.title, service_address], [null, null]);
  }, CLOCK));

Deno.test("invoice_document/says_the_number_of_the_credit_note_that_left_over_what_paid_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first, second] = [await draft(firm, ["100.00"]), await draft(firm, ["70.00"])];
    await send(sql, [first, second], "2026-03-09");
    await post(firm, "100.00", { [first]: "100.00" }, "2026-03-09");
    const note = await credit(sql, first);
    const [left] = await sql<[{ id: string }]>`select id from facility_credits`;
    await spend(sql, left.id, { [second]: "60.00" });
    const { payments } = await invoiceDocument(sql, second);
    assertEquals(payments.map(({ reference }) => reference), [`credit note ${note.number}`]);
    const [own] = (await invoiceDocument(sql, first)).payments;
    assertStrictEquals(own?.reference?.startsWith("check"), true);
  }, CLOCK));
