// One payment of a program, as its bank reports it, pays invoices of several of its facilities.
import { assertEquals } from "@std/assert";
import { rowsOfFile } from "../../../../supabase/functions/_shared/moving_in/rows_of_file.ts";
import { facility, importRows, openInvoice } from "../../../support/moving_in/imports.ts";
import { aging } from "../../../support/receivables/programs.ts";
import {
  assign,
  bankReports,
  facilityId,
  progress,
  proposed,
  remittance,
  remittanceId,
} from "../../../support/receivables/remittances.ts";
import { withDatabase } from "../../../support/server/database.ts";
import type postgres from "postgres";

const NOW = { clock: "2026-04-20 18:00:00+00" };

/** F1 owes 1,000.00 and F2 owes 500.00, both billed to P1; F3, which is not, owes 70.00. */
async function owe(sql: postgres.Sql): Promise<void> {
  await importRows(sql, "facilities", [
    facility({ bill_to_number: "P1" }),
    facility({ external_number: "F2", name: "North Clinic", bill_to_number: "P1" }),
    facility({ external_number: "P1", name: "Summit Program" }),
    facility({ external_number: "F3", name: "Lakeside" }),
  ]);
  await importRows(sql, "open-invoices", [
    openInvoice(),
    openInvoice({ external_number: "4712", facility_number: "F2", amount: "500.00" }),
    openInvoice({ external_number: "4713", facility_number: "F3", amount: "70.00" }),
  ]);
}

const programTest = (name: string, test: (sql: postgres.Sql) => Promise<void>) =>
  Deno.test(name, () =>
    withDatabase(async ({ sql }) => {
      await owe(sql);
      await test(sql);
    }, NOW));

const BOTH = ["B1: 4711 principal 1000.00", "B1: 4712 principal 500.00"];

programTest(
  "remittances/of_a_program_in_one_file_pay_invoices_of_two_facilities_once_confirmed",
  async (sql) => {
    const { rows } = rowsOfFile(
      "remittances",
      new TextEncoder().encode(
        "bank_reference,received_on,amount,facility_number,invoice_number,invoice_amount\n" +
          "B1,2026-04-10,1500.00,P1,4711,1000.00\nB1,2026-04-10,1500.00,P1,4712,500.00\n",
      ),
    );
    await importRows(sql, "remittances", rows);
    assertEquals(await progress(sql), [
      "B1: proposed of Summit Program by facility_number, 1500.00 on invoices",
    ]);
    assertEquals(await proposed(sql), BOTH);
    await sql`select confirm_check_reconciliation(id) from check_reconciliations`;
    assertEquals(
      (await sql`select number || ' ' || status as told from invoices order by number`)
        .map(({ told }) => told),
      ["4711 paid", "4712 paid", "4713 sent"],
    );
    assertEquals(await aging(sql, "customer"), ["Lakeside 70.00 0.00 0.00"]);
  },
);

programTest(
  "remittances/without_a_payers_number_are_the_programs_by_the_invoices_that_they_name",
  async (sql) => {
    const named = (invoice_number: string) =>
      remittance({ amount: "1500.00", invoice_number, invoice_amount: null });
    await bankReports(sql, named("4711"), named("4712"));
    assertEquals(await progress(sql), [
      "B1: proposed of Summit Program by invoice_number, 1500.00 on invoices",
    ]);
    assertEquals(await proposed(sql), BOTH);
  },
);

programTest(
  "remittances/of_a_program_that_name_nothing_pay_its_facilities_to_the_cent",
  async (sql) => {
    await bankReports(sql, remittance({ amount: "1500.00", facility_number: "P1" }));
    assertEquals(await proposed(sql), BOTH);
  },
);

programTest(
  "remittances/of_a_facility_pay_those_that_are_billed_with_it_and_no_others",
  async (sql) => {
    await bankReports(
      sql,
      remittance({ amount: "570.00", invoice_number: "4712", remark: "by F1" }),
      remittance({ amount: "570.00", invoice_number: "4713", remark: "by F1" }),
    );
    assertEquals(await progress(sql), ["B1: without_facility"]);
    await assign(sql, await remittanceId(sql), await facilityId(sql, "F1"));
    assertEquals(await proposed(sql), ["B1: 4712 principal 500.00"]);
  },
);

programTest(
  "remittances/of_a_check_that_was_entered_for_a_facility_of_the_program_are_that_check",
  async (sql) => {
    await sql`
      insert into checks (facility_id, check_number, amount, received_on)
      select id, '88', 1000, '2026-04-08' from facilities where external_number = 'F1'`;
    const told = (bank_reference: string, more = {}) =>
      remittance({ bank_reference, check_number: "88", ...more });
    await bankReports(sql, told("B1", { invoice_number: "4711" })); // whose payer is the program
    assertEquals(await progress(sql), [
      "B1: proposed of Mercy Hospital by invoice_number, 1000.00 on invoices",
    ]);
    await bankReports(
      sql,
      told("B2", { facility_number: "F2" }),
      told("B3", { invoice_number: "999" }),
    );
    await bankReports(sql, told("B4", { facility_number: "F3" })); // who is no part of it
    assertEquals(
      (await sql`
        select facility.name || ' ' || received.amount as told
          from checks as received join facilities as facility on facility.id = received.facility_id
         order by 1`).map(({ told }) => told),
      ["Lakeside 1000.00", "Mercy Hospital 1000.00"],
    );
    const id = await remittanceId(sql, "B3");
    const program = await facilityId(sql, "P1");
    const assigned = await assign(sql, id, program);
    assertEquals(await assign(sql, id, program), assigned);
    assertEquals((await sql`select from checks`).length, 2);
  },
);
