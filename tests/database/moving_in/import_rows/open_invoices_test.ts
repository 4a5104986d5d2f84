// What facilities owed by the former books: owed here to the cent, paid and credited by the same rules, and never charged or numbered twice.
import { assert, assertEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { createInvoice, linesOf } from "../../../support/billing/billed_time.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { dispute, send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import {
  check,
  facility,
  importRows,
  openInvoice,
  told,
  wrong,
} from "../../../support/moving_in/imports.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import {
  auditOf,
  confirm,
  credits,
  owed,
  reconcile,
  returnCheck,
  spend,
  writeOff,
} from "../../../support/receivables/receipts.ts";
import { buckets, statementLines, totals } from "../../../support/receivables/reports.ts";
import { type TestDatabase, withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };

/** A firm whose facility came as F1. */
async function withMoved(
  test: (firm: Firm, database: TestDatabase) => Promise<void>,
): Promise<void> {
  await withDatabase(async (database) => {
    const firm = await Firm.create(database.sql);
    await database
      .sql`update facilities set external_number = 'F1', billing_email = 'ap@mercy.example'`;
    await test(firm, database);
  }, NOW);
}

async function idOf({ sql }: Firm, number: string): Promise<string> {
  const [row] = await sql<[{ id: string }]>`select id from invoices where number = ${number}`;
  return row.id;
}

Deno.test("import_rows/makes_an_open_invoice_a_sent_one_with_its_old_number_in_one_line", () =>
  withMoved(async (firm) => {
    const { sql } = firm;
    await importRows(sql, "open-invoices", [openInvoice()]);
    const [invoice] = await sql`
      select id, number, kind, status, issue_date::text, due_date::text, total, balance, sent_by, facility_name,
             billing_email, sent_at from invoices`;
    assert(invoice);
    const { id, ...rest } = invoice;
    assertEquals(rest, {
      number: "4711",
      kind: "opening",
      status: "sent",
      issue_date: "2026-03-01",
      due_date: "2026-03-31",
      total: "1000.00",
      balance: "1000.00",
      sent_by: null,
      facility_name: "Mercy Hospital",
      billing_email: "ap@mercy.example",
      sent_at: new Date("2026-04-20T18:00:00Z"),
    });
    assertEquals(await linesOf(sql, id), ["Open amount of invoice 4711 = 1000.00"]);
    assertEquals(await auditOf(sql, "import_rows"), ["invoices none → sent"]);
  }));

Deno.test("import_rows/ages_open_invoices_from_their_old_days", () =>
  withMoved(async (firm) => {
    const due = ["2026-04-20", "2026-04-19", "2026-03-20", "2026-02-10", "2025-11-30"];
    await importRows(
      firm.sql,
      "open-invoices",
      due.map((day, nth) =>
        openInvoice({
          external_number: `O${nth}`,
          due_date: day,
          issue_date: "2025-11-01",
          amount: `${nth + 1}00.1${nth}`,
        })
      ),
    );
    assertEquals(await buckets(firm), "100.10 200.11 300.12 400.13 500.14");
    assertEquals(await buckets(firm, "2025-12-01"), "1000.46 500.14 0.00 0.00 0.00");
    assertEquals(await statementLines(firm, "2025-10-31", "2025-11-02"), [
      "2025-10-31 opening_balance 0.00 = 0.00",
      "2025-11-01 invoice 100.10 = 100.10",
      "2025-11-01 invoice 200.11 = 300.21",
      "2025-11-01 invoice 300.12 = 600.33",
      "2025-11-01 invoice 400.13 = 1000.46",
      "2025-11-01 invoice 500.14 = 1500.60",
    ]);
  }));

Deno.test("import_rows/lets_interest_begin_on_the_day_of_the_move_and_not_before", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility({ annual_rate: "0.365" })]);
    await importRows(sql, "open-invoices", [openInvoice({ due_date: "2026-03-01" })]);
    const interest = async (today: string) => {
      await accrueOverdueInterest(sql, { today });
      const [row] = await sql<
        [{ accrued_interest: string }]
      >`select accrued_interest from invoices`;
      return row.accrued_interest;
    };
    // A dollar a day.
    assertEquals(await interest("2026-04-19"), "0.00");
    assertEquals(await interest("2026-04-20"), "1.00");
    assertEquals(await interest("2026-04-30"), "11.00");
  }, NOW));

Deno.test("import_rows/refuses_open_invoices_whose_old_interest_would_be_charged_again", () =>
  withMoved(async (firm) => {
    const { sql } = firm;
    await firm.terms("2026-04-01");
    assertEquals(
      await told(sql, "open-invoices", [openInvoice()]),
      "2 moved_on: The facility has interest terms here from 2026-04-01 on, so interest of 2026-04-01 to 2026-04-19, before the move, would be charged again.",
    );
    assertEquals(
      await wrong(sql, "open-invoices", [
        openInvoice({ due_date: "2026-04-18" }),
        openInvoice({ external_number: "4712", due_date: "2026-04-19" }),
        openInvoice({ external_number: "4713", moved_on: "2026-04-01" }),
        openInvoice({ external_number: "4714", moved_on: "2026-04-02" }),
      ]),
      ["2 moved_on", "5 moved_on"],
    );
    await sql`update facility_interest_terms set annual_rate = 0`;
    assertEquals(await wrong(sql, "open-invoices", [openInvoice()]), []);
  }));

Deno.test("import_rows/keeps_old_numbers_outside_the_series_of_new_ones", () =>
  withMoved(async (firm) => {
    const { sql } = firm;
    const of = (number: string) =>
      wrong(sql, "open-invoices", [openInvoice({ external_number: number })]);
    assertEquals(await of("INV-2025-000123"), ["2 external_number"]);
    assertEquals(await of("INV-2025-1000123"), ["2 external_number"]);
    for (const number of ["INV-2025-00123", "INV-000123", "XINV-2025-000123", "2025-000123"]) {
      assertEquals(await of(number), [], number);
    }
    await importRows(sql, "open-invoices", [openInvoice({ external_number: "INV-2026-9" })]);
    const id = await draft(firm, ["100.00"]);
    const [sent] = await send(sql, [id], "2026-04-20");
    assertEquals(sent?.number, "INV-2026-000001");
    await sql`update organization_settings set invoice_number_prefix = 'NEW'`;
    assertEquals(await of("INV-2025-000123"), []);
    assertEquals(await of("INV-2026-000001"), ["2 external_number"]);
    assertEquals(
      await told(sql, "open-invoices", [openInvoice({ external_number: "INV-2026-000001" })]),
      "2 external_number: An invoice that was sent from here has the number INV-2026-000001.",
    );
  }));

Deno.test("import_rows/leaves_open_invoices_to_be_paid_credited_disputed_and_written_off", () =>
  withMoved(async (firm) => {
    const { sql } = firm;
    const numbers = ["paid", "credited", "off", "void", "spent"];
    await importRows(
      sql,
      "open-invoices",
      numbers.map((number) => openInvoice({ external_number: number })),
    );
    await importRows(sql, "checks", [
      check({ amount: "1000.00" }),
      check({ external_number: "R2", amount: "300.00", unapplied_credit: "yes" }),
    ]);
    const [first = "", second = "", third = "", fourth = "", fifth = ""] = await Promise.all(
      numbers.map((number) => idOf(firm, number)),
    );
    const [{ id: checkId }] = await sql<
      [{ id: string }]
    >`select id from checks where external_number = 'R1'`;
    await confirm(sql, await reconcile(sql, { check: checkId }, { [first]: "1000.00" }));
    assertEquals(await owed(sql, first), "paid 1000.00 of 1000.00, interest 0.00 of 0.00");
    await assertRefused(voidInvoice(sql, first), 409, "invoice_has_payments");
    await returnCheck(sql, checkId);
    assertEquals(await owed(sql, first), "sent 0.00 of 1000.00, interest 0.00 of 0.00");

    await dispute(sql, second);
    assertEquals((await credit(sql, second)).number, "INV-2026-000001");
    assertEquals(await owed(sql, second), "paid 1000.00 of 1000.00, interest 0.00 of 0.00");
    await writeOff(sql, third, "1000.00");
    assertEquals(await owed(sql, third), "paid 1000.00 of 1000.00, interest 0.00 of 0.00");
    assertEquals((await voidInvoice(sql, fourth)).status, "void");

    const [{ id: left }] = await sql<[{ id: string }]>`select id from facility_credits`;
    await spend(sql, left, { [fifth]: "300.00" });
    assertEquals(await owed(sql, fifth), "partially_paid 300.00 of 1000.00, interest 0.00 of 0.00");
    assertEquals(await credits(sql), ["0.00 of 300.00"]);
    assertEquals(await totals(firm), "1700.00 0.00 0.00 1700.00");
    // Whatever became of them, the file says what they were.
    const again = numbers.map((number) => openInvoice({ external_number: number }));
    assertEquals((await importRows(sql, "open-invoices", again)).skipped, 5);
  }));

Deno.test("import_rows/leaves_the_weeks_of_open_invoices_to_be_billed", () =>
  withMoved(async (firm) => {
    const { sql } = firm;
    await firm.entry(await firm.assignment(), "approved", "2026-04-07", "8");
    await importRows(sql, "open-invoices", [
      openInvoice({ issue_date: "2026-04-07", due_date: "2026-05-07" }),
    ]);
    const [run] =
      await sql`select invoices_created, facilities_skipped from weekly_billing_run('2026-04-06')`;
    assertEquals(run, { invoices_created: 1, facilities_skipped: 0 });
    await voidInvoice(
      sql,
      (await sql<[{ id: string }]>`select id from invoices where kind = 'weekly'`)[0].id,
    );
    assertEquals(
      (await createInvoice(sql, firm.facilityId, "2026-04-06", "2026-04-12")).total,
      "800.00",
    );
  }));

Deno.test("import_rows/shows_open_invoices_to_the_contacts_of_their_facility", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`update facilities set external_number = name`;
    await importRows(sql, "open-invoices", [openInvoice({ facility_number: "north" })]);
    const read =
      "select number, balance, description, amount from invoices join invoice_lines on invoice_id = invoices.id where invoices.kind = 'opening'";
    assertEquals([...await runAs(sql, firm, "north", read)], [{
      number: "4711",
      balance: "1000.00",
      description: "Open amount of invoice 4711",
      amount: "1000.00",
    }]);
    for (const caller of ["south", "ada"] as const) {
      assertEquals([...await runAs(sql, firm, caller, read)], [], caller);
    }
  }, NOW));
