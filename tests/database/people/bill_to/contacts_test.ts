// A program's clerk reads what it owes, and approves no hours.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../../support/access/acting.ts";
import { signedIn } from "../../../support/access/callers.ts";
import { creditNoteDocument, invoiceDocument } from "../../../support/documents/documents.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { dispute, send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { aging, billTo, withProgram } from "../../../support/receivables/programs.ts";
import { post } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-03-04 17:30:00+00" };

/** A contact of a facility who signs in; does work as them. */
async function contactOf(firm: Firm) {
  const user = crypto.randomUUID();
  await firm.sql`
    insert into facility_contacts (facility_id, name, user_id) values (${firm.facilityId}, 'Lee Park', ${user})`;
  return <T>(work: (sql: postgres.TransactionSql) => PromiseLike<T>) =>
    actingAs(firm.sql, signedIn(user), work);
}

Deno.test("bill_to/lets_the_programs_contacts_read_invoices_and_balances_of_its_facilities", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy } = await withProgram(sql);
    const elsewhere = await Firm.create(sql, "Elsewhere");
    const [ours, theirs] = [await draft(mercy), await draft(elsewhere)];
    const unsent = await draft(mercy);
    await send(sql, [ours, theirs]);
    const [clerk, nurse] = [await contactOf(program), await contactOf(mercy)];
    const invoices = (sql: postgres.TransactionSql) =>
      sql<{ id: string }[]>`select id from invoices`.then((rows) => rows.map(({ id }) => id));
    assertEquals(await clerk(invoices), [ours]);
    assertEquals(await nurse(invoices), [ours]);
    assertEquals(
      await clerk(async (sql) => (await sql`select from invoice_lines`).length),
      1,
    );
    assertEquals((await clerk((sql) => invoiceDocument(sql, ours))).total, "100.00");
    await assertRefused(clerk((sql) => invoiceDocument(sql, unsent)), 404, "invoice_not_found");
    const owed = (by: "facility" | "customer") => (sql: postgres.TransactionSql) => aging(sql, by);
    assertEquals(await clerk(owed("facility")), ["Mercy Hospital 100.00 0.00 0.00"]);
    assertEquals(await clerk(owed("customer")), ["Summit Program 100.00 0.00 0.00"]);
    assertEquals(
      await nurse(owed("customer")),
      [],
      "what others owe with it is not theirs to read",
    );
    const asOf = (sql: postgres.TransactionSql) => aging(sql, "customer", "2026-03-04");
    assertEquals(await clerk(asOf), ["Summit Program 100.00 0.00 0.00"]);
    assertEquals(await nurse(asOf), []);

    await billTo(mercy, null);
    assertEquals(await clerk(invoices), [ours], "it owes what it was sent");
    assertEquals(await clerk(owed("customer")), ["Summit Program 100.00 0.00 0.00"]);
    assertEquals(await clerk(asOf), ["Summit Program 100.00 0.00 0.00"]);
    await send(sql, [unsent]);
    assertEquals(await clerk(invoices), [ours], "and no more");
  }, CLOCK));

Deno.test("bill_to/shows_no_program_what_another_one_was_sent_of_its_facility", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy } = await withProgram(sql);
    const other = await Firm.create(sql, "Other Program");
    const [theirs, noted] = [await draft(mercy), await draft(mercy)];
    await send(sql, [theirs, noted]);
    await post(mercy, "70.00", { [theirs]: "30.00" }, "2026-03-04");
    const { id: note = "" } = await credit(sql, noted);
    await dispute(sql, theirs);
    await billTo(mercy, other);
    const own = await draft(mercy);
    await send(sql, [own]);

    const [former, clerk, nurse] = [
      await contactOf(program),
      await contactOf(other),
      await contactOf(mercy),
    ];
    const told = async (sql: postgres.TransactionSql) => {
      const count = async (from: string) => (await sql.unsafe(`select from ${from}`)).length;
      return {
        invoices: await count("invoices"),
        lines: await count("invoice_lines"),
        notes: await count("credit_notes"),
        noteLines: await count("credit_note_lines"),
        bundles: await count("invoice_bundles"),
      };
    };
    assertEquals(await former(told), {
      invoices: 2,
      lines: 2,
      notes: 1,
      noteLines: 1,
      bundles: 1,
    });
    assertEquals(await clerk(told), { invoices: 1, lines: 1, notes: 0, noteLines: 0, bundles: 1 });
    assertEquals(await nurse(told), { invoices: 3, lines: 3, notes: 1, noteLines: 1, bundles: 0 });
    for (const contact of [former, nurse]) {
      assertEquals((await contact((sql) => invoiceDocument(sql, theirs))).total, "100.00");
      assertEquals((await contact((sql) => creditNoteDocument(sql, note))).amount, "100.00");
    }
    await assertRefused(clerk((sql) => invoiceDocument(sql, theirs)), 404, "invoice_not_found");
    await assertRefused(
      clerk((sql) => creditNoteDocument(sql, note)),
      404,
      "credit_note_not_found",
    );

    const today = "2026-03-04";
    for (const day of [null, today]) {
      const owed = (by: "facility" | "customer") => (sql: postgres.TransactionSql) =>
        aging(sql, by, day);
      assertEquals(await clerk(owed("facility")), ["Mercy Hospital 100.00 0.00 40.00"]);
      assertEquals(await clerk(owed("customer")), ["Other Program 100.00 0.00 40.00"]);
      assertEquals(await former(owed("customer")), ["Summit Program 70.00 0.00 0.00"]);
      assertEquals(await nurse(owed("facility")), ["Mercy Hospital 170.00 0.00 40.00"]);
    }
    const statement = async (sql: postgres.TransactionSql) =>
      (await sql`
        select kind, balance::text from facility_statement(${mercy.facilityId}, '2026-03-01', ${today})`)
        .map(({ kind, balance }) => `${kind} ${balance}`);
    // 40.00 of the check were left over; of the note nothing was.
    assertEquals(await clerk(statement), [
      "opening_balance 0.00",
      "invoice 100.00",
      "credit_note 0.00",
      "credit -40.00",
      "credit_spent 60.00",
    ]);
    assertEquals((await nurse(statement)).at(-1), "invoice_disputed 130.00");
  }, CLOCK));

Deno.test("bill_to/lets_the_programs_contacts_read_no_time_and_approve_none", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy } = await withProgram(sql);
    const entry = await mercy.entry(await mercy.assignment(), "submitted", "2026-03-02");
    const [clerk, nurse] = [await contactOf(program), await contactOf(mercy)];
    for (const from of ["time_entries", "unapproved_time", "facility_time"]) {
      const count = (sql: postgres.TransactionSql) =>
        sql.unsafe(`select from ${from}`).then((rows) => rows.length);
      assertEquals([from, await clerk(count), await nurse(count)], [from, 0, 1]);
    }
    const approve = (sql: postgres.TransactionSql) =>
      sql`update time_entries set status = 'approved' where id = ${entry}`;
    await assertRefusedUnchanged(sql, () => clerk(approve), 403, "role_required");
    assertEquals((await nurse(approve)).count, 1);
  }, CLOCK));
