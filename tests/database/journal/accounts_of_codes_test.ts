// Codes with accounts of their own in the journal: what they bill and pay is there, and closed days keep theirs.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { backfill, createInvoice, MONDAY } from "../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../support/billing/coded_time.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { invoiceDocument } from "../../support/documents/documents.ts";
import { Firm } from "../../support/firm.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../support/sql/refusal.ts";
import { work } from "../../support/time/worked_time.ts";
import { assertBalanced, journalOf } from "./books.ts";

const CLOCK = { clock: "2026-05-20 12:00:00-06" };
const ACCOUNTS = `
  insert into journal_accounts (account, type, name, number)
  values ('revenue_call', 'income', 'Call revenue', '4010'), ('revenue_lead', 'income', 'Lead revenue', null),
         ('revenue_later', 'income', 'Later revenue', null), ('pay_call', 'expense', 'Call pay', '5010'),
         ('pay_lead', 'expense', 'Lead pay', null), ('pay_miles', 'expense', 'Miles', null)`;

async function giveAccounts(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(ACCOUNTS);
  await sql`
    update time_codes set revenue_account = 'revenue_call', pay_account = 'pay_call' where name = 'on_call'`;
  await sql`
    update time_codes set revenue_account = 'revenue_lead', pay_account = 'pay_lead' where name = 'charge'`;
  await sql`update time_codes set pay_account = 'pay_miles' where name = 'mileage'`;
}

/** Eight hours of charge at 106, 12 on call at 8, ten miles at 0.70, and eight hours that are regular. */
async function worked(sql: postgres.Sql): Promise<Firm> {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await codeRate(sql, assignment, "charge", { bill: "106", pay: "64" });
  await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
  await codeRate(sql, assignment, "mileage", { bill: "0.70", pay: "0.70" });
  await codedEntry(sql, assignment, MONDAY, "charge", "8");
  await codedEntry(sql, assignment, MONDAY, "on_call", "12");
  await codedEntry(sql, assignment, MONDAY, "mileage", "10");
  return firm;
}

/** Revenue of some days by account. */
async function revenue(sql: postgres.Sql, from: string, to: string): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', account, sum(debit - credit)) as row
      from journal(${from}, ${to}) where account like 'revenue%' group by account having sum(debit - credit) <> 0
     order by 1`;
  return rows.map(({ row }) => row);
}

/** Does something on a later day. */
async function onDay(
  sql: postgres.Sql,
  day: string,
  act: (later: postgres.ReservedSql) => Promise<void>,
): Promise<void> {
  const later = await sql.reserve();
  try {
    await later`select set_config('app.clock', ${`${day} 12:00:00-06`}, false)`;
    await act(later);
    await later`reset app.clock`;
  } finally {
    later.release();
  }
}

const PARTS = ["revenue_call -96.00", "revenue_codes -7.00", "revenue_lead -848.00"];
const BACK = PARTS.map((part) => part.replace("-", ""));

Deno.test("journal/has_what_codes_bill_on_their_accounts_as_the_invoices_say", () =>
  withDatabase(async ({ sql }) => {
    const firm = await worked(sql);
    await giveAccounts(sql);
    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id], "2026-03-10");
    assertEquals(await revenue(sql, "2026-03-10", "2026-03-10"), PARTS);
    const billed = await sql<{ row: string }[]>`
      select concat_ws(' ', coalesce(code.revenue_account, 'revenue_codes'), -sum(line.amount)) as row
        from invoice_lines as line join time_codes as code on code.name = line.code group by code.revenue_account order by 1`;
    assertEquals(billed.map(({ row }) => row), PARTS);
    const [{ line }] = await sql<[{ line: string }]>`
      select id as line from invoice_lines where code = 'on_call'`;
    await credit(sql, id, { lines: [line], countsFrom: "credit" });
    assertEquals(await revenue(sql, "2026-05-20", "2026-05-20"), ["revenue_call 96.00"]);
    await assertBalanced(sql, "2026-01-01", "2026-12-31");
    const [{ file }] = await sql<[{ file: string }]>`
      select journal_file('2026-03-01', '2026-03-31', 'hledger') as file`;
    assert(/^ {4}income:4010 Call revenue {2}-96\.00/m.test(file), file);
  }, CLOCK));

Deno.test("journal/has_differences_of_what_was_billed_on_the_account_of_their_code", () =>
  withDatabase(async ({ sql }) => {
    const firm = await worked(sql);
    await giveAccounts(sql);
    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id], "2026-03-10");
    await sql`update assignment_code_rates set bill_rate = bill_rate + 1`;
    const late = await backfill(sql, firm.facilityId, "2026-03-08");
    await send(sql, [late.id], "2026-03-17");
    assertEquals(await revenue(sql, "2026-03-17", "2026-03-17"), [
      "revenue_call -12.00",
      "revenue_differences -10.00", // miles have no account of their own
      "revenue_lead -8.00",
    ]);
    const lines = (await invoiceDocument(sql, late.id)).content.rows;
    assertEquals(lines.map((row) => "code_title" in row ? row.code_title : null), [
      "Charge nurse",
      "Mileage",
      "On call",
    ]);
  }, CLOCK));

Deno.test("accruals/have_time_of_codes_on_their_accounts", () =>
  withDatabase(async ({ sql }) => {
    const firm = await worked(sql);
    const accrued = async (accounts: string) => {
      const rows = await sql<{ row: string }[]>`
        select concat_ws(' ', account, debit - credit) as row
          from accruals(${MONDAY}) where posted_on = ${MONDAY}::text::date and account ~ ${accounts} order by 1`;
      return rows.map(({ row }) => row);
    };
    const revenues = "^revenue_";
    const pay = "^(pay_|wages|reimb)";
    assertEquals(await accrued(revenues), ["revenue_codes -103.00", "revenue_regular -848.00"]);
    assertEquals(await accrued(pay), ["reimbursements 7.00", "wages 572.00"]);
    await giveAccounts(sql);
    assertEquals(await accrued(revenues), PARTS);
    assertEquals(await accrued(pay), ["pay_call 60.00", "pay_lead 512.00", "pay_miles 7.00"]);
    const { id } = await createInvoice(sql, firm.facilityId);
    assertEquals(await accrued(revenues), PARTS, "by the lines of the draft");
    await send(sql, [id], "2026-03-10");
    assertEquals(await accrued(revenues), PARTS, "it was not invoiced on that day");
  }, CLOCK));

Deno.test("journal/has_what_codes_pay_on_their_accounts_and_beside_w2_only_what_is_repaid", () =>
  withDatabase(async ({ sql }) => {
    for (const employmentType of ["w2", "1099"] as const) {
      const shifts = [{ date: MONDAY, hours: 4, rule: "flsa" as const }];
      const made = await work(sql, shifts, { employmentType });
      const assignment = made.assignmentIds.flsa;
      await codeRate(sql, assignment, "charge", { bill: "106", pay: "64" });
      await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
      await codeRate(sql, assignment, "mileage", { bill: "0", pay: "1.225" }); // 0.50 of it are a wage
      await codedEntry(sql, assignment, MONDAY, "charge", "8");
      await codedEntry(sql, assignment, MONDAY, "on_call", "12");
      await sql`
        insert into time_entries (assignment_id, work_date, hours, quantity, code, status)
        values (${assignment}, ${MONDAY}, 0, 100, 'mileage', 'approved')`;
    }
    await giveAccounts(sql);
    await close(sql, await prepare(sql, MONDAY));
    const posted = async () => {
      const rows = await sql<{ row: string }[]>`
        select concat_ws(' ', person.employment_type, account, sum(debit - credit)) as row
          from journal('2026-01-01', '2026-12-31') as posted
          join contractors as person on person.id = posted.contractor_id
         where account <> 'payroll_clearing' and account not in ('contractor_cost', 'wages')
         group by person.employment_type, account order by 1`;
      return rows.map(({ row }) => row);
    };
    assertEquals(await posted(), [
      "1099 pay_miles 72.50",
      "w2 pay_call 60.00",
      "w2 pay_lead 512.00",
      "w2 pay_miles 72.50",
    ]);
    // What is open follows, and what is closed does not.
    await sql`update time_codes set pay_account = null where name = 'on_call'`;
    await sql`update time_codes set pay_account = 'stipends' where name = 'charge'`;
    const ofDay = ["1099 pay_miles 72.50", "w2 pay_miles 72.50", "w2 stipends 512.00"];
    assertEquals(await posted(), ofDay);
    await onDay(sql, "2026-05-25", async (later) => {
      await later`select close_books('2026-05-21')`;
      await later`update time_codes set pay_account = 'wages' where name in ('charge', 'mileage')`;
    });
    assertEquals(await posted(), ofDay);
    await sql`insert into private.documents_to_post (document_id) select id from payroll_batches`;
    assertEquals(await posted(), ofDay, "computed again");
    await assertBalanced(sql, "2026-01-01", "2026-12-31");
  }, CLOCK));

Deno.test("journal/keeps_the_accounts_of_codes_on_closed_days_and_takes_back_from_where_it_posted", () =>
  withDatabase(async ({ sql }) => {
    const firm = await worked(sql);
    await giveAccounts(sql);
    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id], "2026-03-10");
    await sql`select close_books('2026-03-31')`;
    const closed = await journalOf(sql, "2026-01-01", "2026-03-31");

    await sql`update time_codes set revenue_account = 'revenue_later' where name = 'on_call'`;
    await sql`update time_codes set revenue_account = null where name = 'charge'`;
    assertEquals(await journalOf(sql, "2026-01-01", "2026-03-31"), closed);
    assertEquals(await revenue(sql, "2026-04-01", "2026-12-31"), []);
    // Twice before the books are closed again: what closed days had stays theirs.
    await sql`update time_codes set revenue_account = 'revenue_call' where name = 'charge'`;
    await voidInvoice(sql, id);
    assertEquals(await journalOf(sql, "2026-01-01", "2026-03-31"), closed);
    assertEquals(await revenue(sql, "2026-04-01", "2026-12-31"), BACK);

    const again = await createInvoice(sql, firm.facilityId);
    await send(sql, [again.id], "2026-05-20");
    assertEquals(await revenue(sql, "2026-01-01", "2026-12-31"), [
      "revenue_call -848.00",
      "revenue_codes -7.00",
      "revenue_later -96.00",
    ]);
    // What is open follows.
    await sql`update time_codes set revenue_account = null where name in ('on_call', 'charge')`;
    assertEquals(await revenue(sql, "2026-01-01", "2026-12-31"), [
      "revenue_codes -103.00",
      "revenue_regular -848.00",
    ]);
    await assertBalanced(sql, "2026-01-01", "2026-12-31");
  }, CLOCK));

Deno.test("journal_accounts/of_the_firm_are_revenue_or_pay_and_codes_name_those_there_are", () =>
  withDatabase(async ({ sql }) => {
    for (
      const [account, type] of [["revenue_x", "expense"], ["pay_x", "asset"], [
        "call",
        "income",
      ]] as const
    ) {
      await assertViolates(
        sql`insert into journal_accounts (account, type, name) values (${account}, ${type}, 'X')`,
        "journal_account_is_known",
      );
    }
    await sql.unsafe(ACCOUNTS);
    for (
      const [edit, constraint] of [
        ["revenue_account = 'revenue_none'", "revenue_account_of_code_is_known"],
        ["revenue_account = 'pay_call'", "code_is_revenue_of_a_revenue_account"],
        ["pay_account = 'pay_none'", "pay_account_of_code_is_known"],
        ["pay_account = 'cash'", "code_is_pay_of_a_pay_account"],
      ] as const
    ) {
      await assertViolates(
        sql.unsafe(`update time_codes set ${edit} where name = 'on_call'`),
        constraint,
      );
    }
    await assertRefused(
      sql`update time_codes set pay_account = 'pay_call' where name = 'regular'`,
      409,
      "time_code_used",
    );
  }));
