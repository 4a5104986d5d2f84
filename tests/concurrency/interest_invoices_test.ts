// Interest that is billed while others bill, compute, pay, return, void or credit it: named interleavings on real
// connections.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { send, voidInvoice } from "../support/billing/invoices.ts";
import { draft } from "../support/billing/drafts.ts";
import { Firm } from "../support/firm.ts";
import { invoiceInterest } from "../support/receivables/billed_interest.ts";
import { credit } from "../support/receivables/credit_notes.ts";
import {
  confirm,
  owed,
  post,
  receive,
  reconcile,
  returnCheck,
  waive,
} from "../support/receivables/receipts.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** A race on 2 May 2026 about an invoice over 1000.00, due 1 April, whose interest of 15.29 is computed. */
function testRace(
  name: string,
  test: (firm: Firm, invoice: string, url: string) => Promise<void>,
): void {
  Deno.test(`invoice_interest/${name}`, () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      await firm.terms();
      const invoice = await firm.sentInvoice("2026-04-01");
      await accrueOverdueInterest(sql);
      await test(firm, invoice, url);
    }, { clock: "2026-05-02 12:00:00-06" }));
}

const bill = ({ facilityId }: Firm) => (sql: Sql) => invoiceInterest(sql, facilityId);

async function interestInvoices(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ invoice: string }[]>`
    select concat_ws(' ', number, status, total) as invoice
      from invoices where kind = 'interest' order by number`;
  return rows.map(({ invoice }) => invoice);
}

testRace("twice_at_this_moment_is_one_invoice", async (firm, invoice, url) => {
  const second = await interleave(url, bill(firm), () => bill(firm)(firm.sql));
  assertEquals([second.number, second.total], ["INV-2026-000001", "14.79"]);
  assertEquals(await interestInvoices(firm.sql), ["INV-2026-000001 sent 14.79"]);
  assertEquals(await owed(firm.sql, invoice), "sent 0.00 of 1000.00, interest 14.79 of 15.29");
});

testRace(
  "of_two_days_at_this_moment_bills_the_later_one_what_is_new",
  async (firm, invoice, url) => {
    const { sql, facilityId } = firm;
    const first = (sql: Sql) => invoiceInterest(sql, facilityId, "2026-04-30");
    // The second asks for days up to which the first made the interest due again.
    await assertRefused(
      interleave(url, first, () => bill(firm)(sql)),
      409,
      "interest_not_computed",
    );
    await accrueOverdueInterest(sql);
    await bill(firm)(sql);
    assertEquals(await interestInvoices(sql), [
      "INV-2026-000001 sent 14.30",
      "INV-2026-000002 sent 0.49",
    ]);
    assertEquals(await owed(sql, invoice), "sent 0.00 of 1000.00, interest 14.79 of 15.29");
  },
);

testRace("at_this_moment_is_passed_over_by_accrue_interest", async (firm, invoice, url) => {
  const { sql } = firm;
  await sql`update invoices set interest_computed_on = '2026-05-01'`;
  const connection = connectTo(url);
  await connection.begin(async (first) => {
    await bill(firm)(first);
    const { scanned, remaining } = await accrueOverdueInterest(sql);
    assertEquals([scanned, remaining], [0, 1]);
  });
  await connection.end();
  assertEquals((await accrueOverdueInterest(sql)).scanned, 1);
  assertEquals(await owed(sql, invoice), "sent 0.00 of 1000.00, interest 14.79 of 15.29");
});

testRace("waits_for_a_run_of_accrue_interest_and_bills_what_it_wrote", async (firm, _, url) => {
  const { sql } = firm;
  await sql`
    update invoices set interest_computed_on = null, accrued_interest = 0, interest_days = null,
           interest_on_days = null, interest_per_day = null`;
  // As the run does: it holds the invoice while it computes.
  const run = async (sql: Sql) => {
    await sql.unsafe("select from invoices for no key update skip locked");
    await sql.unsafe(
      "update invoices set accrued_interest = 15.29, interest_computed_on = '2026-05-02'",
    );
  };
  const { total } = await interleave(url, run, () => bill(firm)(sql));
  assertEquals(total, "15.29");
});

testRace(
  "before_a_check_that_pays_the_same_interest_has_it_refused",
  async (firm, invoice, url) => {
    const { sql } = firm;
    const check = await receive(firm, "10", "2026-05-01");
    const paying = await reconcile(sql, { check }, { [invoice]: "interest 10" });
    await assertRefused(
      interleave(url, bill(firm), () => confirm(sql, paying)),
      409,
      "lines_over_owed",
    );
  },
);

testRace("after_a_check_that_pays_some_bills_the_rest", async (firm, invoice, url) => {
  const { sql } = firm;
  const check = await receive(firm, "10", "2026-05-01");
  const paying = await reconcile(sql, { check }, { [invoice]: "interest 10" });
  // What was paid makes the interest due again.
  await assertRefused(
    interleave(url, (sql) => confirm(sql, paying), () => bill(firm)(sql)),
    409,
    "interest_not_computed",
  );
  await accrueOverdueInterest(sql);
  assertEquals((await bill(firm)(sql)).total, "4.79");
  assertEquals(await owed(sql, invoice), "sent 0.00 of 1000.00, interest 14.79 of 15.29");
});

testRace("and_a_check_returned_that_paid_interest_come_to_the_same", async (firm, invoice, url) => {
  const { sql } = firm;
  const check = await post(firm, "10", { [invoice]: "interest 10" }, "2026-05-01");
  await accrueOverdueInterest(sql);
  await interleave(url, bill(firm), () => returnCheck(sql, check));
  assertEquals(await interestInvoices(sql), ["INV-2026-000001 sent 4.79"]);
  await accrueOverdueInterest(sql);
  assertEquals((await bill(firm)(sql)).total, "10.00");
  assertEquals(await owed(sql, invoice), "sent 0.00 of 1000.00, interest 14.79 of 15.29");
});

testRace("voided_at_this_moment_is_not_paid", async (firm, _, url) => {
  const { sql } = firm;
  const { id = "" } = await bill(firm)(sql);
  const check = await receive(firm, "14.79", "2026-05-02");
  const paying = await reconcile(sql, { check }, { [id ?? ""]: "14.79" });
  await assertRefused(
    interleave(url, (sql) => voidInvoice(sql, id), () => confirm(sql, paying)),
    409,
    "invoice_not_sent",
  );
});

testRace("paid_at_this_moment_is_not_voided_and_stays_off_its_original", async (firm, one, url) => {
  const { sql } = firm;
  const { id = "" } = await bill(firm)(sql);
  const check = await receive(firm, "14.79", "2026-05-02");
  const paying = await reconcile(sql, { check }, { [id ?? ""]: "14.79" });
  await assertRefused(
    interleave(url, (sql) => confirm(sql, paying), () => voidInvoice(sql, id)),
    409,
    "invoice_has_payments",
  );
  assertEquals(await owed(sql, one), "sent 0.00 of 1000.00, interest 14.79 of 15.29");
});

testRace("at_this_moment_keeps_its_original_from_being_voided", async (firm, invoice, url) => {
  await assertRefused(
    interleave(url, bill(firm), () => voidInvoice(firm.sql, invoice)),
    409,
    "invoice_has_payments",
  );
});

testRace("does_not_bill_an_invoice_that_is_voided_at_this_moment", async (firm, invoice, url) => {
  await assertRefused(
    interleave(url, (sql) => voidInvoice(sql, invoice), () => bill(firm)(firm.sql)),
    409,
    "no_interest_to_bill",
  );
});

testRace("credited_and_voided_at_this_moment_is_credited", async (firm, invoice, url) => {
  const { sql } = firm;
  const { id = "" } = await bill(firm)(sql);
  await assertRefused(
    interleave(
      url,
      (sql) => credit(sql, id, { countsFrom: "credit" }),
      () => voidInvoice(sql, id),
    ),
    409,
    "invoice_has_credit_notes",
  );
  assertEquals(await owed(sql, invoice), "sent 0.00 of 1000.00, interest 0.00 of 15.29");
});

testRace("takes_its_number_after_who_sends_at_this_moment", async (firm, _, url) => {
  const next = await draft(firm);
  const { number } = await interleave(
    url,
    (sql) => send(sql, [next], "2026-05-02"),
    () => bill(firm)(firm.sql),
  );
  assertEquals(number, "INV-2026-000002");
});

testRace(
  "of_interest_that_is_waived_at_this_moment_waits_for_the_job",
  async (firm, invoice, url) => {
    const { sql } = firm;
    const early = interleave(url, (sql) => waive(sql, invoice, "10"), () => bill(firm)(sql));
    await assertRefused(early, 409, "interest_not_computed");
    await accrueOverdueInterest(sql);
    assertEquals((await bill(firm)(sql)).total, "4.79");
    assertEquals(await owed(sql, invoice), "sent 0.00 of 1000.00, interest 14.79 of 15.29");
  },
);

Deno.test("waive_interest/of_interest_that_is_paid_or_billed_at_this_moment_is_refused", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    await accrueOverdueInterest(sql);
    const paid = await reconcile(sql, { check: await receive(firm, "10") }, {
      [invoice]: "interest 10",
    });
    const afterPayment = interleave(
      url,
      (sql) => confirm(sql, paid),
      () => waive(sql, invoice, "6"),
    );
    await assertRefused(afterPayment, 409, "waiver_over_owed");
    await accrueOverdueInterest(sql); // what was paid may have been capitalized
    const afterBill = interleave(url, bill(firm), () => waive(sql, invoice, "5"));
    await assertRefused(afterBill, 409, "waiver_over_owed");
    await waive(sql, invoice, "0.50");
  }, { clock: "2026-05-02 12:00:00-06" }));

Deno.test("waive_interest/of_interest_that_is_waived_at_this_moment_is_refused", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    await sql`update invoices set accrued_interest = 15`;
    const second = interleave(
      url,
      (sql) => waive(sql, invoice, "10"),
      () => waive(sql, invoice, "6"),
    );
    await assertRefused(second, 409, "waiver_over_owed");
  }));
