// The story of a row in sentences: changes, mails and notes, for staff, and a page at a time.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS } from "../../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { dispute, send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { facility, importRows, openInvoice } from "../../../support/moving_in/imports.ts";
import { settle, switchOn } from "../../../support/outbox/mail.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { enterCodes, handOver } from "../../../support/payroll/earnings.ts";
import { post, receive, returnCheck } from "../../../support/receivables/receipts.ts";
import { hire } from "../../../support/people/hiring.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { work } from "../../../support/time/worked_time.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const NOW = { clock: "2026-05-20 16:02:00+00" };

async function story(sql: postgres.Sql, kind: string, id: string): Promise<string[]> {
  const rows = await sql<{ said: string }[]>`
    select said from timeline(${kind}, ${id}) order by place`;
  return rows.map(({ said }) => said);
}

Deno.test("timeline/tells_of_an_invoice_to_whom_it_went_when_it_arrived_and_what_became_of_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await switchOn(sql, "invoice");
    await sql`update facilities set billing_email = 'ap@mercy.example'`;
    const invoice = await draft(firm, ["100.00"]);
    const users = await prepareBill(sql);
    await sql.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${users}, true), set_config('role', 'authenticated', true)`;
      await send(sql, [invoice], "2026-05-20");
    });
    await settle(sql, "sent");
    await dispute(sql, invoice);
    await sql`select settle_dispute(${invoice})`;
    await post(firm, "40.00", { [invoice]: "40.00" });
    assertEquals(await story(sql, "invoice", invoice), [
      "Bill Bell sent it to ap@mercy.example; delivered 10:02 AM",
      "The system noted that the facility disputes it, because: Not our shift.",
      "The system settled the dispute of it",
      "The system entered a payment of part of it: $40.00",
    ]);
    const [row] = await sql`
      select who, source, about, about_id from timeline('invoice', ${invoice}) order by place limit 1`;
    assertEquals({ ...row }, {
      who: "Bill Bell",
      source: "change",
      about: "invoice",
      about_id: invoice,
    });
  }, NOW));

Deno.test("timeline/says_that_no_mail_went_out_with_an_invoice_and_why_one_was_dropped", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set billing_email = 'ap@mercy.example'`;
    const unmailed = await draft(firm, ["100.00"]);
    await send(sql, [unmailed], "2026-05-20");
    assertEquals(await story(sql, "invoice", unmailed), ["The system sent it; no mail went out"]);
    await switchOn(sql, "invoice");
    const dropped = await draft(firm, ["100.00"]);
    await send(sql, [dropped], "2026-05-20");
    await sql`select drop_message(id) from private.outbox`;
    assertEquals(
      (await story(sql, "invoice", dropped))[0],
      "The system sent it; no mail went out: Somebody decided to drop it.",
    );
  }, NOW));

Deno.test("timeline/names_the_file_of_a_payroll_that_was_handed_over", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: "2026-03-02", hours: 8, rule: "flsa" }]);
    await enterCodes(sql);
    const batch = await prepare(sql, "2026-03-02");
    await close(sql, batch);
    await handOver(sql, batch, "w2");
    await handOver(sql, batch, "w2", { again: true });
    assertEquals(await story(sql, "payroll_batch", batch), [
      "The system prepared it: gross pay $480.00",
      "The system submitted it for review: gross pay $480.00",
      "The system approved it: gross pay $480.00",
      "The system closed it: gross pay $480.00",
      "The system handed over the W-2 file of Mar 2, 2026 to Mar 8, 2026: 1 person",
      "The system handed over the W-2 file of Mar 2, 2026 to Mar 8, 2026 again: 1 person",
    ]);
  }, NOW));

Deno.test("timeline/tells_of_a_check_what_it_was_and_why_it_went_back", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    const check = await receive(firm, "40.00");
    const [made] = await sql<[{ id: string }]>`
      insert into check_reconciliations (check_id) values (${check}) returning id`;
    await sql`
      insert into check_reconciliation_lines (check_reconciliation_id, invoice_id, amount)
      values (${made.id}, ${invoice}, 40)`;
    await sql`select confirm_check_reconciliation(${made.id})`;
    await returnCheck(sql, check, "It bounced.");
    // The log is written by the real clock, and the check came in on another day.
    assertEquals((await story(sql, "check", check)).toSorted(), [
      "It came in: $40.00",
      "It was entered: $40.00",
      "The system confirmed it: $40.00",
      "The system returned it, because: It bounced.",
    ]);
    const told = await story(sql, "facility", firm.facilityId);
    assert(told.includes("It was added"), told.join("\n"));
    assert(
      told.some((said) => /^Check \d+ of Mercy Hospital was entered: \$40.00$/.test(said)),
      told.join("\n"),
    );
  }, NOW));

Deno.test("timeline/says_that_a_rate_changed_and_its_amount_only_to_whoever_has_the_role", () =>
  withDatabase(async ({ sql }) => {
    const access = await prepareFirm(sql);
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await apply(sql, await rateHit(sql, assignment, "2026-06-01"));
    const [of] = await sql<[{ id: string }]>`
      select contractor_id as id from assignments where id = ${assignment}`;
    for (const [kind, id] of [["assignment", assignment], ["contractor", of.id]] as const) {
      const seen = await told(sql, access, "billing", kind, id);
      const unseen = await told(sql, access, "viewer", kind, id);
      assertEquals(unseen.length, seen.length);
      assert(
        seen.some((said) => /added the rates of .* from .*: bill \$\d+.*, pay \$\d+/.test(said)),
        seen.join("\n"),
      );
      assert(
        seen.some((said) => /applied the rate hit of Jun 1, 2026/.test(said)),
        seen.join("\n"),
      );
      assert(unseen.some((said) => /added the rates of/.test(said)), unseen.join("\n"));
      for (const said of unseen) assert(!said.includes("$"), said);
    }
  }, NOW));

Deno.test("timeline/is_for_staff_and_that_of_a_batch_for_payroll", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = firm.id("facilities", "north");
    for (const caller of CALLERS) {
      const call = runAs(sql, firm, caller, `select * from timeline('facility', '${id}')`);
      if (caller === "signed_out") await assertDenied(call);
      else if (["ada", "ben", "north", "south"].includes(caller)) {
        await assertRefused(call, 403, "staff_only");
      } else assert((await call).length > 0);
    }
    const [batch] = await sql<[{ id: string }]>`select id from payroll_batches limit 1`;
    const ask = `select * from timeline('payroll_batch', '${batch.id}')`;
    await runAs(sql, firm, "payroll", ask);
    await assertRefused(runAs(sql, firm, "billing", ask), 403, "role_required");
    await assertRefused(sql`select timeline('time_entry', ${id})`, 400, "kind_unknown");
    await assertRefused(sql`select timeline('facility', null)`, 400, "argument_missing");
    await assertRefused(sql`select timeline('facility', ${id}, 'now')`, 400, "place_not_valid");
  }, NOW));

Deno.test("timeline/goes_on_from_the_last_row_and_leaves_out_and_repeats_none", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    await sql`
      insert into notes (about, about_id, text)
      select 'invoice', ${invoice}, n::text from generate_series(1, 7) as n`;
    await voidInvoice(sql, invoice);
    const all = await story(sql, "invoice", invoice);
    const read: string[] = [];
    let before: string | null = null;
    for (;;) {
      const page: { said: string; place: string }[] = await sql`
        select said, place from timeline('invoice', ${invoice}, ${before}, 3)`;
      read.push(...page.map(({ said }) => said));
      if (page.length < 3) break;
      before = page[2]?.place ?? null;
    }
    assertEquals(read.toReversed(), all);
    assertEquals(read.length, 9);
    assert(read.includes("The system voided it, because: Wrong facility."), read.join("\n"));
    assert(read.includes("It was sent"), read.join("\n"));
  }, NOW));

Deno.test("timeline/tells_of_a_hire_that_the_candidate_was_hired_and_not_that_somebody_was_added", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [candidate] = await sql<[{ id: string }]>`
      insert into candidates (first_name, last_name, email)
      values ('Ada', 'Moore', 'ada.moore@example.org') returning id`;
    await hire(sql, { candidate_id: candidate.id, facility_id: firm.facilityId });
    const [contractor] = await sql<[{ id: string }]>`
      select id from contractors where candidate_id = ${candidate.id}`;
    const told = await story(sql, "contractor", contractor.id);
    assertEquals(told.filter((said) => /hired|added them|were added/.test(said)), [
      "The system hired the candidate Ada Moore",
    ]);
    assertEquals((await story(sql, "candidate", candidate.id)).toSorted(), [
      "The system hired them",
    ]);
  }, NOW));

Deno.test("timeline/tells_from_the_rows_what_the_log_does_not_have", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const bill = userOf(await prepareBill(sql));
    const paid = await firm.sentInvoice("2026-04-01");
    await sql`
      insert into payments (invoice_id, source, paid_on, amount, reason, recorded_by, created_at)
      values (${paid}, 'write_off', '2026-04-20', 25, 'Too small.', ${bill}, '2026-04-20')`;
    assertEquals(await story(sql, "invoice", paid), [
      "It was sent",
      "$25.00 was written off, because: Too small.",
    ]);
    const voided = await firm.sentInvoice("2026-04-02");
    await sql`
      update invoices set status = 'void', voided_at = '2026-04-22', voided_by = ${bill}, void_reason = 'Twice.'
       where id = ${voided}`;
    assertEquals(await story(sql, "invoice", voided), [
      "It was sent",
      "Bill Bell voided it, because: Twice.",
    ]);

    const loaded = { id: crypto.randomUUID() };
    await sql.begin(async (sql) => {
      await sql`
        insert into checks (id, facility_id, amount, received_on, status, reconciled_at)
        values (${loaded.id}, ${firm.facilityId}, 40, '2026-04-20', 'reconciled', '2026-04-21')`;
      await sql`
        insert into facility_credits (facility_id, check_id, amount, remaining)
        values (${firm.facilityId}, ${loaded.id}, 40, 40)`;
    });
    assertEquals(await story(sql, "check", loaded.id), [
      "It came in: $40.00",
      "It was confirmed: $40.00",
      "It was entered: $40.00",
    ]);

    const assignment = await firm.assignment();
    await sql`update assignments set end_date = '2026-05-01' where id = ${assignment}`;
    const lived = await story(sql, "assignment", assignment);
    assert(lived.includes("It started") && lived.includes("It ended"), lived.join("\n"));
    assertEquals(lived.filter((said) => said.includes("bill terms")), []);
    const [of] = await sql<[{ id: string; name: string }]>`
      select id, first_name || ' ' || last_name as name from contractors
       where id = (select contractor_id from assignments where id = ${assignment})`;
    const ended = await sql`
      select about, about_id, who from timeline('contractor', ${of.id})
       where said = ${`The assignment of ${of.name} at Mercy Hospital ended`} and source = 'record'`;
    assertEquals(ended.map((row) => ({ ...row })), [
      { about: "assignment", about_id: assignment, who: null },
    ]);

    const [candidate] = await sql<[{ id: string }]>`
      insert into candidates (first_name, last_name, email, status, hired_at)
      values ('Ada', 'Moore', 'ada.moore@example.org', 'hired', '2026-04-01') returning id`;
    assertEquals(await story(sql, "candidate", candidate.id), ["They were hired"]);
    const [made] = await sql<[{ id: string }]>`
      insert into candidates (first_name, last_name, email)
      values ('Bea', 'Moore', 'bea.moore@example.org') returning id`;
    assertEquals(await story(sql, "candidate", made.id), ["They were added"]);
    assertEquals(await story(sql, "invoice", await draft(firm, ["100.00"])), ["It was made"]);
  }, NOW));

Deno.test("timeline/says_that_what_moved_in_was_imported", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    await importRows(sql, "open-invoices", [openInvoice()]);
    const [one] = await sql<[{ id: string; facility_id: string }]>`
      select id, facility_id from invoices`;
    assertEquals(await story(sql, "invoice", one.id), ["It was imported"]);
    const told = await story(sql, "facility", one.facility_id);
    assert(told.includes("It was imported"), told.join("\n"));
  }, NOW));

Deno.test("timeline/has_the_promise_of_a_note", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    await sql`
      insert into notes (about, about_id, text, promised_on, promised_amount)
      values ('invoice', ${invoice}, 'Lee pays.', '2026-06-01', 1400)`;
    assertEquals(await story(sql, "invoice", invoice), [
      "It was sent",
      "A program noted: Lee pays. (promised $1,400.00 for Jun 1, 2026)",
    ]);
  }, NOW));

Deno.test("audit_log/says_each_change_in_a_sentence_to_admins", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await runAs(
      sql,
      firm,
      "billing",
      `update facilities set payment_terms_days = 45 where id = '${
        firm.id("facilities", "north")
      }'`,
    );
    const rule = `update facilities set due_date_rule = 'next_business_day' where name = 'north'`;
    await runAs(sql, firm, "billing", rule);
    const read = `select audit_log.said from audit_log order by at desc, id limit 400`;
    const said = (await runAs(sql, firm, "admin", read)).map((row) => row["said"] as string);
    assert(
      said.includes("billing changed the facility north: payment terms days from 30 to 45"),
      said[0],
    );
    assert(
      said.includes(
        "billing changed the facility north: due date rule from none to next business day",
      ),
      said[0],
    );
    // A sentence for each table that is in the log: no name of a table, no id.
    for (const one of said) {
      assert(!/_|[0-9a-f]{8}-/.test(one.replace(/overtime rule \w+/, "")), one);
    }
    assertEquals((await runAs(sql, firm, "billing", read)).length, 0);
  }, NOW));

async function told(
  sql: postgres.Sql,
  firm: AccessFirm,
  caller: "billing" | "viewer",
  kind: string,
  id: string,
): Promise<string[]> {
  const rows = await runAs(sql, firm, caller, `select said from timeline('${kind}', '${id}')`);
  return rows.map((row) => row["said"] as string);
}

/** Claims of Bill Bell, who bills. */
async function prepareBill(sql: postgres.Sql): Promise<string> {
  const user = crypto.randomUUID();
  await sql`
    insert into staff_members (name, email, user_id, roles)
    values ('Bill Bell', 'bill@mesa.example', ${user}, '{billing}')`;
  return JSON.stringify({ sub: user, role: "authenticated" });
}

/** User that claims are of. */
function userOf(claims: string): string {
  return (JSON.parse(claims) as { sub: string }).sub;
}
