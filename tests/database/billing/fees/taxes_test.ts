// Sales taxes: of whom, on what, and that nothing is taxed unless one is entered.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { applyNew } from "../../../support/assignments/rate_hits.ts";
import { createInvoice, invoiceOf } from "../../../support/billing/billed_time.ts";
import { adjust, draft } from "../../../support/billing/drafts.ts";
import { addFee, addTax, chargesOf, workFor10080 } from "../../../support/billing/fees.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-03-25 12:00:00-06" };

/** A test with a facility in Pennsylvania. */
const withFirm = (test: (firm: Firm) => Promise<void>) => () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set work_state = 'PA'`;
    await test(firm);
  }, CLOCK);

async function report(sql: postgres.Sql, from: string, through: string): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', jurisdiction, base, amount) as row from tax_report(${from}, ${through})`;
  return rows.map(({ row }) => row);
}

Deno.test(
  "taxes/nothing_is_taxed_unless_one_is_entered",
  withFirm(async (firm) => {
    await workFor10080(firm);
    const { id, total } = await createInvoice(firm.sql, firm.facilityId);
    assertEquals([total, await chargesOf(firm.sql, id)], ["10080.00", []]);
    await addTax(firm.sql, { jurisdiction: "OH" });
    assertEquals((await invoiceOf(firm.sql, id)).total, "10080.00");
  }),
);

Deno.test(
  "taxes/are_of_what_fees_leave_rounded_once",
  withFirm(async (firm) => {
    const { sql } = firm;
    const id = await draft(firm, ["100.08", "0.13"]);
    await addFee(firm);
    await addTax(sql);
    // 100.21 less 3.01 is 97.20, of which 6 % are 5.832.
    assertEquals(await chargesOf(sql, id), [
      "MSP fee, 3 % of 100.21 = -3.01",
      "Sales tax, 6 % of 97.20 = 5.83",
    ]);
    assertStrictEquals((await invoiceOf(sql, id)).total, "103.03");
  }),
);

Deno.test(
  "taxes/of_fees_alone_leave_out_the_wages_that_the_line_states",
  withFirm(async (firm) => {
    await workFor10080(firm); // 100.8 hours at 100 / 60
    await addTax(firm.sql, { base: "fees" });
    const { id, total } = await createInvoice(firm.sql, firm.facilityId);
    assertEquals(await chargesOf(firm.sql, id), [
      "Sales tax, 6 % of 4,032.00: 10,080.00 less wages of 6,048.00 = 241.92",
    ]);
    assertStrictEquals(total, "10321.92");
  }),
);

Deno.test(
  "taxes/go_by_the_day_of_work_by_place_and_by_exemption",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    const assignment = await firm.assignment();
    for (const day of ["02", "03", "04"]) {
      await firm.entry(assignment, "approved", `2026-03-${day}`, "1");
    }
    await addTax(sql, { from: "2026-03-03" });
    await addTax(sql, { name: "City tax", jurisdiction: "PA Philadelphia", rate: "0.02" });
    const { id } = await createInvoice(sql, facilityId);
    const is = async (...charges: string[]) => assertEquals(await chargesOf(sql, id), charges);
    await is("Sales tax, 6 % of 200.00 = 12.00");
    await sql`insert into facility_taxes (facility_id, jurisdictions) values (${facilityId}, '{PA Philadelphia}')`;
    await is("City tax, 2 % of 300.00 = 6.00", "Sales tax, 6 % of 200.00 = 12.00");
    await sql`update facility_taxes set exemption = '75-1', exempt_from = '2026-03-04'`;
    await is("City tax, 2 % of 200.00 = 4.00", "Sales tax, 6 % of 100.00 = 6.00");
    await sql`update facility_taxes set exempt_from = '2026-01-01'`;
    await is();
    assertStrictEquals((await invoiceOf(sql, id)).total, "300.00");
  }),
);

/** Amount of a credit note of these lines, in all and of taxes: `"500.00, of it 0.00"`. */
async function credited(sql: postgres.Sql, invoice: string, lines: string[], amounts?: string[]) {
  const { id } = await credit(sql, invoice, {
    lines,
    ...(amounts && { amounts }),
    reinstate: false,
  });
  const [note] = await sql<[{ told: string }]>`
    select format('%s, of it %s', sum(taken.amount),
                  coalesce(sum(taken.amount) filter (where line.kind = 'tax'), 0.00)) as told
      from credit_note_lines as taken join invoice_lines as line on line.id = taken.invoice_line_id
     where taken.credit_note_id = ${id ?? null}`;
  return note.told;
}

/** Lines but charges, by their day; adjustments last. */
const linesOf = async (sql: postgres.Sql, invoice: string) =>
  (await sql<{ id: string }[]>`
    select id from invoice_lines where invoice_id = ${invoice} and base is null order by work_date`)
    .map(({ id }) => id);

Deno.test(
  "taxes/go_back_with_the_lines_that_they_are_of_and_not_with_exempt_ones",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    const assignment = await firm.assignment();
    for (const day of ["02", "03"]) {
      await firm.entry(assignment, "approved", `2026-03-${day}`, "5");
    }
    await addTax(sql);
    await sql`
      insert into facility_taxes (facility_id, exemption, exempt_from) values (${facilityId}, '75-1', '2026-03-03')`;
    const { id } = await createInvoice(sql, facilityId);
    await send(sql, [id], "2026-03-10");
    const [monday = "", tuesday = ""] = await linesOf(sql, id);
    assertStrictEquals(await credited(sql, id, [tuesday]), "500.00, of it 0.00");
    assertStrictEquals(await credited(sql, id, [monday], ["100.00"]), "106.00, of it 6.00");
    // The certificate turns out to be of all days: what was taxed goes back all the same.
    await sql`update facility_taxes set exempt_from = '2026-01-01'`;
    assertStrictEquals(await credited(sql, id, [monday]), "424.00, of it 24.00");
    assertEquals(await report(sql, "2026-03-01", "2026-03-31"), ["PA 0.00 0.00"]);
  }),
);

Deno.test(
  "taxes/of_fees_alone_go_back_less_the_wages_of_the_lines_that_are_credited",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    const assignment = await firm.assignment(); // billed at 100.00, paid at 60.00
    await firm.entry(assignment, "approved", "2026-03-02", "10");
    await addTax(sql, { base: "fees" });
    const { id } = await createInvoice(sql, facilityId);
    await adjust(sql, id, "1000.00");
    await send(sql, [id], "2026-03-10");
    assertEquals(await chargesOf(sql, id), [
      "Sales tax, 6 % of 1,400.00: 2,000.00 less wages of 600.00 = 84.00",
    ]);
    const [time = "", expenses = ""] = await linesOf(sql, id);
    assertStrictEquals(await credited(sql, id, [time], ["500.00"]), "512.00, of it 12.00");
    assertStrictEquals(await credited(sql, id, [expenses]), "1060.00, of it 60.00");
    assertEquals(await report(sql, "2026-03-01", "2026-03-31"), ["PA 200.00 12.00"]);
    await applyNew(sql, assignment, "2026-03-02", { bill: "0", pay: "15" }, true);
    assertStrictEquals(await credited(sql, id, [time]), "512.00, of it 12.00");
  }),
);

Deno.test(
  "tax_report/adds_up_by_jurisdiction_what_was_billed_voided_and_credited_on_their_days",
  withFirm(async (firm) => {
    const { sql } = firm;
    await addTax(sql);
    const [billed, gone] = [await draft(firm, ["1000"]), await draft(firm, ["500"])];
    await send(sql, [billed, gone], "2026-02-20");
    await draft(firm, ["77"]); // drafts do not count
    assertEquals(await report(sql, "2026-02-01", "2026-02-28"), ["PA 1500.00 90.00"]);
    await voidInvoice(sql, gone);
    const [line] =
      await sql`select id from invoice_lines where invoice_id = ${billed} and base is null`;
    await sql`
      select credit_invoice(${billed}, 'Wrong', array[${line?.id}::uuid], counts_from => 'credit',
                            amounts => array[250.00])`;
    assertEquals(await report(sql, "2026-02-01", "2026-02-28"), ["PA 1500.00 90.00"]);
    assertEquals(await report(sql, "2026-03-01", "2026-03-31"), ["PA -750.00 -45.00"]);
    assertEquals(await report(sql, "2026-01-01", "2026-01-31"), []);
    await assertRefused(
      sql`select tax_report('2026-03-02', '2026-03-01')`,
      400,
      "period_ends_before_start",
    );
    await assertRefused(sql`select tax_report(null, '2026-03-01')`, 400, "argument_missing");
    await assertRefused(sql`select tax_report('-infinity', '2026-03-01')`, 400, "date_not_finite");
  }),
);

Deno.test(
  "taxes/one_that_was_sent_stays_and_wrong_ones_are_refused",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    await addTax(sql);
    await send(sql, [await draft(firm)], "2026-03-01");
    await assertRefused(sql`update sales_taxes set rate = 0.07`, 409, "fee_used");
    await assertRefused(sql`delete from sales_taxes`, 409, "fee_used");
    await sql`update sales_taxes set effective_to = '2026-06-30'`;
    await addTax(sql, { rate: "0.07", from: "2026-07-01" });
    await assertViolates(addTax(sql), "taxes_of_a_name_never_overlap");
    await assertViolates(addTax(sql, { jurisdiction: "Ohio" }), "tax_jurisdiction_is_a_place");
    await assertViolates(addTax(sql, { name: "x", rate: "6" }), "tax_rate_is_a_share");
    await assertViolates(addTax(sql, { name: "x", base: "time" }), "tax_base_is_known");
    const exempt = (values: Record<string, string | null>) =>
      sql`insert into facility_taxes ${sql({ facility_id: facilityId, ...values })}`;
    await assertViolates(exempt({ exemption: "75-1" }), "exemption_has_a_first_day");
    await assertViolates(exempt({ exempt_from: "2026-01-01" }), "exemption_has_a_first_day");
    await assertViolates(
      exempt({ exemption: "1", exempt_from: "2026-02-01", exempt_to: "2026-01-01" }),
      "exemption_ends_after_it_starts",
    );
    await exempt({ exemption: "75-1", exempt_from: "2026-01-01" });
    await assertViolates(
      exempt({ exemption: "75-1", exempt_from: "2026-01-01" }),
      "facility_is_taxed_one_way",
    );
  }),
);
