// Payments that a bank reports become checks, each once, and what the payer says they pay is proposed, never posted.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { rowsOfFile } from "../../../../supabase/functions/_shared/moving_in/rows_of_file.ts";
import { bai2File } from "../../../support/moving_in/bank_files.ts";
import { importRows, told, wrong } from "../../../support/moving_in/imports.ts";
import {
  bankReports,
  open,
  progress,
  proposed,
  remittance,
  shortages,
} from "../../../support/receivables/remittances.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };

Deno.test("remittances/of_an_invoice_that_is_named_become_a_check_that_is_proposed_and_not_posted", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "M-2026-000012": ["F1", "1000.00"], "M-2026-000013": ["F1", "700.00"] });
    const answer = await bankReports(
      sql,
      remittance({
        amount: "1650.00",
        method: "ach",
        check_number: "7001",
        payer: "MERCY HOSPITAL AP",
        invoice_number: "M-2026-000012",
        invoice_amount: "950.00",
        deduction: "50.00",
        deduction_reason: "Two hours were not worked",
      }),
      remittance({
        amount: "1650.00",
        method: "ach",
        check_number: "7001",
        invoice_number: "m 2026 13",
        invoice_amount: "700.00",
      }),
    );
    assertEquals([answer.rows, answer.inserted, answer.skipped, answer.errors], [2, 2, 0, []]);
    assertEquals(await progress(sql), [
      "B1: proposed of Mercy Hospital by invoice_number, 1650.00 on invoices",
    ]);
    assertEquals(await proposed(sql), [
      "B1: M-2026-000012 principal 950.00",
      "B1: M-2026-000013 principal 700.00",
    ]);
    assertEquals(await shortages(sql), [
      "M-2026-000012: short by 50.00",
      "m 2026 13: short by 0.00",
    ]);
    const [check] = await sql`
      select check_number, method, amount, received_on::text, status, late, external_number from checks`;
    assertEquals(check, {
      check_number: "7001",
      method: "ach",
      amount: "1650.00",
      received_on: "2026-04-10",
      status: "received",
      late: false,
      external_number: null,
    });
    assertEquals([...await sql`select from payments`].length, 0);
  }, NOW));

Deno.test("remittances/are_found_by_number_prefix_zeros_and_separators_aside", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, {
      "M-2026-000012": ["F1", "10.00"],
      "M-2025-000012": ["F2", "10.00"],
      "4711": ["F1", "10.00"],
      "A-88": ["F1", "10.00"],
      "B-88": ["F2", "10.00"],
      "NODIGITS": ["F2", "10.00"],
    });
    const found = async (number: string, payer: string | null = null) => {
      const [row] = await sql`
        select invoice.number
          from private.invoices_of_numbers(array[${number}], array[
                   (select id from facilities where external_number = ${payer})]) as found
          join invoices as invoice on invoice.id = found.invoice_id`;
      return row?.["number"] ?? null;
    };
    for (
      const [number, payer, invoice] of [
        ["M-2026-000012", null, "M-2026-000012"],
        ["m-2026-000012", null, "M-2026-000012"],
        ["2026-12", null, "M-2026-000012"],
        ["INVOICE 2026/0012", null, "M-2026-000012"],
        ["2026000012", null, "M-2026-000012"],
        ["M2025000012", null, "M-2025-000012"],
        ["202612", null, null], // could be another year's
        ["12", null, null],
        ["000012", "F1", "M-2026-000012"],
        ["12", "F2", "M-2025-000012"],
        ["M-2026-000012", "F2", null], // another facility's
        ["0004711", null, "4711"],
        ["No. 4711", null, "4711"],
        ["4711-B", null, null],
        ["88", null, null], // two have it
        ["b-88", null, "B-88"],
        ["88", "F1", "A-88"],
        ["nodigits", null, "NODIGITS"],
        ["", null, null],
      ] as const
    ) assertStrictEquals(await found(number, payer), invoice, `${number} of ${payer}`);
  }, NOW));

Deno.test("remittances/are_known_by_the_payers_number_then_by_invoices_then_by_an_amount_of_one_alone", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, {
      "4711": ["F1", "900.00"],
      "4712": ["F2", "800.00"],
      "4713": ["F1", "800.00"],
      "4714": ["F2", "111.11"],
    });
    await bankReports(
      sql,
      remittance({ bank_reference: "B1", amount: "5.00", facility_number: "f1" }),
      remittance({ bank_reference: "B2", amount: "900.00", facility_number: "F9" }),
      remittance({ bank_reference: "B3", amount: "800.00" }), // two owe it
      remittance({ bank_reference: "B4", amount: "111.11", invoice_number: "999" }), // it names something else
      remittance({ bank_reference: "B5", amount: "60.00", invoice_number: "4711" }),
      remittance({ bank_reference: "B5", amount: "60.00", invoice_number: "4712" }), // of two facilities
      remittance({
        bank_reference: "B6",
        amount: "40.00",
        facility_number: "F2",
        invoice_number: "4711",
      }),
      remittance({ bank_reference: "B7", amount: "30.00", remark: "PAYMENT OF INV 4714, THANKS" }),
    );
    assertEquals(await progress(sql), [
      "B1: not_matched of Mercy Hospital by facility_number",
      "B2: proposed of Mercy Hospital by amount, 900.00 on invoices",
      "B3: without_facility",
      "B4: without_facility",
      "B5: without_facility",
      "B6: not_matched of North Clinic by facility_number",
      "B7: proposed of North Clinic by invoice_number, 30.00 on invoices",
    ]);
    assertEquals(await proposed(sql), ["B2: 4711 principal 900.00", "B7: 4714 principal 30.00"]);
  }, NOW));

Deno.test("remittances/that_name_no_invoice_are_proposed_to_the_cent_or_not_at_all", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, {
      "4711": ["F1", "100.00"],
      "4712": ["F1", "250.00"],
      "4713": ["F1", "30.00"],
    });
    const of = (bank_reference: string, amount: string) =>
      remittance({ bank_reference, amount, facility_number: "F1" });
    await bankReports(sql, of("B1", "130.00"), of("B2", "100.00"), of("B3", "250.00"));
    // Of the first three, B2 finds 4711 claimed, and pays nothing to the cent.
    assertEquals(await proposed(sql), [
      "B1: 4711 principal 100.00",
      "B1: 4713 principal 30.00",
      "B3: 4712 principal 250.00",
    ]);
    const [unproposed] = await sql`select count(*)::int from check_reconciliations`;
    assertEquals(unproposed?.["count"], 2);
  }, NOW));

Deno.test("remittances/pay_interest_and_take_discounts_as_told", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "1000.00"], "4712": ["F1", "500.00"] });
    await sql`
      update invoices set accrued_interest = 25 where number = '4711'`;
    await sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update invoices set discount = 10, discount_until = '2026-04-10' where number = '4712'`;
    });
    const named = (
      bank_reference: string,
      invoice_number: string,
      amount: string,
      day = "2026-04-10",
    ) =>
      remittance({
        bank_reference,
        amount,
        invoice_number,
        invoice_amount: amount,
        received_on: day,
      });
    await bankReports(
      sql,
      named("B1", "4711", "1020.00"),
      named("B2", "4712", "490.00"),
      named("B3", "4712", "490.00", "2026-04-11"),
      remittance({ bank_reference: "B4", amount: "1100.00", invoice_number: "4711" }),
    );
    assertEquals(await proposed(sql), [
      "B1: 4711 interest 20.00",
      "B1: 4711 principal 1000.00",
      "B2: 4712 discount 10.00",
      "B2: 4712 principal 490.00",
      "B3: 4712 principal 490.00",
      "B4: 4711 interest 25.00",
      "B4: 4711 principal 1000.00",
    ]);
    const [discounted] = await sql<{ id: string }[]>`
      select reconciliation.id from check_reconciliations as reconciliation
        join remittances as told on told.check_id = reconciliation.check_id and told.bank_reference = 'B2'`;
    await sql`select confirm_check_reconciliation(${discounted?.id ?? null})`;
    assertEquals([...await sql`select status from invoices where number = '4712'`], [{
      status: "paid",
    }]);
  }, NOW));

Deno.test("remittances/never_propose_more_than_an_invoice_owes_or_than_came", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "1000.00"], "4712": ["F1", "500.00"] });
    const line = (bank_reference: string, amount: string, invoice_number: string, paid: string) =>
      remittance({ bank_reference, amount, invoice_number, invoice_amount: paid });
    await bankReports(
      sql,
      line("B1", "2000.00", "4711", "2000.00"),
      line("B2", "900.00", "4711", "1000.00"),
      line("B2", "900.00", "CN-1", "-100.00"),
      line("B3", "600.00", "4711", "400.00"),
      line("B3", "600.00", "4712", "500.00"),
    );
    assertEquals(await proposed(sql), [
      "B1: 4711 principal 1000.00",
      "B2: 4711 principal 900.00",
      "B3: 4711 principal 400.00",
      "B3: 4712 principal 200.00",
    ]);
  }, NOW));

Deno.test("remittances/of_a_check_that_is_here_already_are_that_check", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "1000.00"] });
    await sql`
      insert into checks (facility_id, check_number, amount, received_on)
      select id, '88', 1000, '2026-04-09' from facilities where external_number = 'F1'`;
    const told = { check_number: "88", facility_number: "F1", invoice_number: "4711" };
    await bankReports(sql, remittance(told));
    // Another file of the bank, by another reference; and one of which two tell at once.
    await bankReports(
      sql,
      remittance({ ...told, bank_reference: "B2" }),
      remittance({ ...told, bank_reference: "B3", check_number: "89", amount: "7.00" }),
      remittance({ ...told, bank_reference: "B4", check_number: "89", amount: "7.00" }),
      remittance({
        ...told,
        bank_reference: "B5",
        check_number: "89",
        amount: "7.00",
        method: "ach",
      }),
    );
    const checks = await sql`
      select received.check_number, received.method, received.amount, count(*)::int as told
        from checks as received join remittances as remittance on remittance.check_id = received.id
       group by received.id order by 4 desc, 1, 2`;
    assertEquals(checks.map((one) => ({ ...one })), [
      { check_number: "88", method: "check", amount: "1000.00", told: 2 },
      { check_number: "89", method: "check", amount: "7.00", told: 2 },
      { check_number: "89", method: "ach", amount: "7.00", told: 1 },
    ]);
    assertEquals((await sql`select from checks`).length, 3);
  }, NOW));

Deno.test("remittances/of_equal_transfers_of_two_days_are_two_checks_in_one_file_or_in_two", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "5000.00"], "4712": ["F1", "5000.00"] });
    const transfer = {
      type: "142",
      cents: 500000,
      funds: "Z",
      bankReference: "",
      customerReference: "F1",
      text: ["SUMMIT"],
    };
    const report = (...days: string[]) =>
      importRows(
        sql,
        "remittances",
        rowsOfFile(
          "remittances",
          new TextEncoder().encode(
            bai2File(days.map((day) => ({
              day,
              accounts: [{ number: "77", summaries: [], transactions: [transfer] }],
            }))),
          ),
        ).rows,
      );
    await report("260401");
    await sql`select confirm_check_reconciliation(id) from check_reconciliations`;
    await report("260408");
    await sql`select confirm_check_reconciliation(id) from check_reconciliations where status = 'proposed'`;
    assertEquals(await proposed(sql), [
      "77 2026-04-01 142 5000.00 F1: 4711 principal 5000.00",
      "77 2026-04-08 142 5000.00 F1: 4712 principal 5000.00",
    ]);
    assertEquals([...await sql`select count(*)::int, sum(amount) from checks`], [
      { count: 2, sum: "10000.00" },
    ]);
    await report("260415", "260416");
    // A number that the payer gives each week, as a file of commas may have it.
    const weekly = (received_on: string, bank_reference: string) =>
      remittance({
        received_on,
        bank_reference,
        method: "ach",
        check_number: "P1",
        facility_number: "F1",
      });
    await bankReports(sql, weekly("2026-04-02", "C1"), weekly("2026-04-09", "C2"));
    await bankReports(sql, weekly("2026-04-16", "C3"));
    await bankReports(sql, weekly("2026-04-16", "C4")); // of that day: another file tells it again
    assertEquals(
      [
        ...await sql`
        select check_number, count(*)::int, sum(amount) from checks group by 1 order by 2`,
      ],
      [{ check_number: "P1", count: 3, sum: "3000.00" }, {
        check_number: null,
        count: 4,
        sum: "20000.00",
      }],
    );
  }, NOW));

Deno.test("remittances/of_paper_are_one_check_within_two_weeks_and_another_one_later", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, {});
    const told = (bank_reference: string, received_on: string) =>
      remittance({ bank_reference, received_on, check_number: "88", facility_number: "F1" });
    const checks = async () =>
      (await sql`select received_on::text from checks order by 1`).map((row) => row["received_on"]);
    await bankReports(
      sql,
      told("B1", "2026-03-01"),
      told("B2", "2026-03-15"),
      told("B3", "2026-03-30"),
    );
    assertEquals(await checks(), ["2026-03-01", "2026-03-30"]);
    await bankReports(sql, told("B4", "2026-04-13"));
    await bankReports(sql, told("B5", "2026-04-14"));
    assertEquals(await checks(), ["2026-03-01", "2026-03-30", "2026-04-14"]);
  }, NOW));

Deno.test("remittances/add_up_what_is_said_of_one_invoice_in_two_spellings", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "M-2026-000012": ["F1", "1000.00"] });
    const line = (bank_reference: string, invoice_number: string, invoice_amount: string) =>
      remittance({
        bank_reference,
        amount: "900.00",
        check_number: "88",
        facility_number: "F1",
        invoice_number,
        invoice_amount,
      });
    await bankReports(sql, line("B1", "12", "400.00"), line("B1", "M-2026-000012", "500.00"));
    assertEquals(await proposed(sql), ["B1: M-2026-000012 principal 900.00"]);
    assertEquals(
      await shortages(sql),
      ["12: short by 0.00", "M-2026-000012: short by 100.00"]
        .toSorted((one, other) => one < other ? -1 : 1),
    );
    assertEquals(
      [...await sql`select short_by from remittance_states`],
      [{ short_by: "100.00" }],
    );
    // Another file of the bank says of the same check what the first said: it is no more for that.
    await sql`delete from check_reconciliations`;
    await bankReports(sql, line("B2", "2026-12", "900.00"));
    assertEquals(await proposed(sql), [
      "B1: M-2026-000012 principal 900.00",
      "B2: M-2026-000012 principal 900.00",
    ]);
  }, NOW));

Deno.test("remittances/of_a_closed_day_are_entered_as_late", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "1000.00"] });
    await sql`select close_books('2026-04-10')`;
    await bankReports(
      sql,
      remittance({ invoice_number: "4711" }),
      remittance({ bank_reference: "B2", received_on: "2026-04-11", facility_number: "F1" }),
    );
    assertEquals(
      [...await sql`select received_on::text, late from checks order by received_on`],
      [{ received_on: "2026-04-10", late: true }, { received_on: "2026-04-11", late: false }],
    );
  }, NOW));

Deno.test("remittances/again_change_nothing_and_what_says_something_else_is_an_error", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "1000.00"] });
    const row = remittance({
      method: "wire",
      check_number: "W1",
      facility_number: "F1",
      invoice_number: "4711",
      invoice_amount: "900.00",
      deduction: "100.00",
      deduction_reason: "Hours",
      payer: "MERCY",
      remark: "Thanks",
    });
    await bankReports(sql, row);
    const before = await contents(sql);
    const again = await bankReports(sql, { ...row, payer: "Mercy", remark: "" });
    assertEquals([again.inserted, again.skipped], [0, 1]);
    assertEquals(await contents(sql), before);
    const others = {
      received_on: "2026-04-11",
      amount: "1000.01",
      method: "ach",
      check_number: "W2",
      facility_number: "F2",
      invoice_amount: "901.00",
      deduction: "99.00",
    };
    for (const [name, value] of Object.entries(others)) {
      assertEquals(
        await wrong(sql, "remittances", [{ ...row, [name]: value }]),
        [`2 ${name}`],
        name,
      );
    }
  }, NOW));

Deno.test("remittances/add_further_invoices_to_a_proposal_and_leave_what_somebody_typed", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, {
      "4711": ["F1", "1000.00"],
      "4712": ["F1", "500.00"],
      "4713": ["F1", "300.00"],
    });
    const line = (invoice_number: string, invoice_amount: string) =>
      remittance({ amount: "1500.00", invoice_number, invoice_amount });
    await bankReports(sql, line("4711", "1000.00"));
    await sql`update check_reconciliation_lines set amount = 990`;
    const answer = await bankReports(sql, line("4711", "1000.00"), line("4712", "500.00"));
    assertEquals([answer.inserted, answer.skipped], [1, 1]);
    assertEquals(await proposed(sql), [
      "B1: 4711 principal 990.00",
      "B1: 4712 principal 500.00",
    ]);
    await sql`select confirm_check_reconciliation(id) from check_reconciliations`;
    await bankReports(sql, line("4713", "300.00"));
    assertEquals((await proposed(sql)).length, 2);
    assertEquals(await progress(sql), [
      "B1: confirmed of Mercy Hospital by invoice_number, 1490.00 on invoices",
    ]);
  }, NOW));

Deno.test("remittances/are_proposed_by_what_was_told_when_somebody_has_them_proposed_anew", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "1000.00"], "4712": ["F1", "1000.00"] });
    await bankReports(sql, remittance({ invoice_number: "4712" }));
    await sql`delete from check_reconciliations`;
    await sql`select propose_check_reconciliation(id) from checks`;
    assertEquals(await proposed(sql), ["B1: 4712 principal 1000.00"]);
  }, NOW));

Deno.test("remittances/say_by_line_and_column_what_is_wrong_with_a_file", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "1000.00"] });
    const rows = [
      remittance({ bank_reference: "", amount: "0.00", received_on: "2026-04-21" }),
      remittance({ bank_reference: "B2", invoice_amount: "5.00" }),
      remittance({ bank_reference: "B3", invoice_number: "4711", invoice_amount: "5.005" }),
      remittance({ bank_reference: "B3", invoice_number: "4711", amount: "1.00" }),
      remittance({ bank_reference: "B4" }),
      remittance({ bank_reference: "B4", method: "cash", deduction: "-1" }),
    ];
    assertEquals(await wrong(sql, "remittances", rows), [
      "2 bank_reference",
      "2 received_on",
      "2 amount",
      "3 invoice_number",
      "4 invoice_amount",
      "5 amount",
      "5 invoice_number",
      "7 method",
      "7 invoice_number",
      "7 deduction",
    ]);
    assertStrictEquals(
      await told(sql, "remittances", [remittance({ received_on: "2026-04-21" })]),
      "2 received_on: 2026-04-21 has not come yet.",
    );
    await assertRefusedUnchanged(sql, () => bankReports(sql, ...rows), 400, "import_not_valid");
  }, NOW));

Deno.test("remittances/are_billings_to_import_and_the_rest_is_the_admins", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const call = (kind: string) =>
      `select import_rows('${kind}', '[{"bank_reference": "B1"}]'::jsonb, true)`;
    assertEquals((await runAs(sql, firm, "billing", call("remittances"))).length, 1);
    assertEquals((await runAs(sql, firm, "admin", call("remittances"))).length, 1);
    await assertRefused(runAs(sql, firm, "payroll", call("remittances")), 403, "role_required");
    await assertRefused(runAs(sql, firm, "billing", call("checks")), 403, "role_required");
  }));

Deno.test("remittances/stay_as_they_were_told_whoever_asks", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "1000.00"] });
    await bankReports(sql, remittance({ invoice_number: "4711" }));
    for (
      const statement of [
        "update remittances set amount = 1",
        "update remittances set payer = 'X'",
        "delete from remittances",
        "update remittance_lines set deduction = 1",
        "delete from remittance_lines",
      ]
    ) await assertRefused(sql.unsafe(statement), 409, "remittance_is_kept");
    // Its check may be removed: then whoever did so says whose it is, and no file brings it back.
    await sql`delete from check_reconciliations`;
    await sql`delete from checks`;
    assertEquals(await progress(sql), ["B1: without_facility"]);
    const again = await importRows(sql, "remittances", [remittance({ invoice_number: "4711" })]);
    assertEquals([again.inserted, again.skipped], [0, 1]);
    assertEquals(await progress(sql), ["B1: without_facility"]);
    const further = await bankReports(sql, remittance({ invoice_number: "4712" }));
    assertEquals([further.inserted, await progress(sql)], [1, ["B1: without_facility"]]);
    await sql`select assign_remittance(remittance.id, facility.id)
                from remittances as remittance, facilities as facility where external_number = 'F1'`;
    assertEquals(await progress(sql), [
      "B1: proposed of Mercy Hospital by person, 1000.00 on invoices",
    ]);
  }, NOW));
