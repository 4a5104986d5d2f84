// Money posted and given up at the same moment: named interleavings on real connections.
import { assertEquals } from "@std/assert";
import { voidInvoice } from "../support/billing/invoices.ts";
import { Firm } from "../support/firm.ts";
import { interleave, waitUntilBlocked } from "../support/sql/interleaving.ts";
import {
  addLine,
  confirm,
  creditOf,
  credits,
  owed,
  payments,
  post,
  receive,
  reconcile,
  returnCheck,
  writeOff,
} from "../support/receivables/receipts.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { assertRefused } from "../support/sql/refusal.ts";

/** A test with an invoice over 100, due on 1 April 2026. */
function withInvoice(test: (firm: Firm, invoice: string, url: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      await test(firm, await firm.sentInvoice("2026-04-01", "100.00"), url);
    });
}

/** A check over so much, to be spread over one invoice. */
async function proposal(firm: Firm, invoice: string, amount: string): Promise<string> {
  return await reconcile(firm.sql, { check: await receive(firm, amount) }, { [invoice]: amount });
}

Deno.test(
  "confirm_check_reconciliation/of_two_checks_for_one_invoice_at_once_adds_both_up",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    const [first, second] = [
      await proposal(firm, invoice, "60"),
      await proposal(firm, invoice, "40"),
    ];
    await interleave(url, (sql) => confirm(sql, first), () => confirm(sql, second));
    assertEquals(await owed(sql, invoice), "paid 100.00 of 100.00, interest 0.00 of 0.00");
  }),
);

Deno.test(
  "confirm_check_reconciliation/of_two_checks_for_one_invoice_at_once_never_pays_too_much",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    const [first, second] = [
      await proposal(firm, invoice, "60"),
      await proposal(firm, invoice, "41"),
    ];
    const late = interleave(url, (sql) => confirm(sql, first), () => confirm(sql, second));
    await assertRefused(late, 409, "lines_over_owed");
    assertEquals(await owed(sql, invoice), "partially_paid 60.00 of 100.00, interest 0.00 of 0.00");
  }),
);

Deno.test(
  "confirm_check_reconciliation/twice_at_once_posts_once",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    const reconciliation = await proposal(firm, invoice, "60");
    const again = interleave(
      url,
      (sql) => confirm(sql, reconciliation),
      () => confirm(sql, reconciliation),
    );
    assertEquals((await again).status, "confirmed");
    assertEquals(await payments(sql), ["2026-04-10 principal 60.00"]);
  }),
);

Deno.test(
  "confirm_check_reconciliation/of_an_invoice_voided_at_this_moment_is_refused",
  withInvoice(async (firm, invoice, url) => {
    const reconciliation = await proposal(firm, invoice, "60");
    const late = interleave(
      url,
      (sql) => voidInvoice(sql, invoice),
      () => confirm(firm.sql, reconciliation),
    );
    await assertRefused(late, 409, "invoice_not_sent");
    assertEquals(await payments(firm.sql), []);
  }),
);

Deno.test(
  "void_invoice/of_an_invoice_paid_at_this_moment_is_refused",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    const reconciliation = await proposal(firm, invoice, "60");
    const late = interleave(
      url,
      (sql) => confirm(sql, reconciliation),
      () => voidInvoice(sql, invoice),
    );
    await assertRefused(late, 409, "invoice_has_payments");
    assertEquals(await owed(sql, invoice), "partially_paid 60.00 of 100.00, interest 0.00 of 0.00");
  }),
);

Deno.test(
  "confirm_check_reconciliation/of_a_check_returned_at_this_moment_is_refused",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    const check = await receive(firm, "60");
    const reconciliation = await reconcile(sql, { check }, { [invoice]: "60" });
    const late = interleave(
      url,
      (sql) => returnCheck(sql, check),
      () => confirm(sql, reconciliation),
    );
    await assertRefused(late, 409, "check_returned");
    assertEquals(await payments(sql), []);
  }),
);

Deno.test(
  "confirm_check_reconciliation/spends_a_credit_once_when_two_spend_it_at_once",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    const credit = await creditOf(sql, await post(firm, "50", {}));
    const first = await reconcile(sql, { credit }, { [invoice]: "30" });
    const second = await reconcile(sql, { credit }, { [invoice]: "30" });
    const late = interleave(url, (sql) => confirm(sql, first), () => confirm(sql, second));
    await assertRefused(late, 409, "lines_over_check");
    assertEquals(await credits(sql), ["20.00 of 50.00"]);
  }),
);

Deno.test(
  "confirm_check_reconciliation/waits_for_a_line_being_added_and_posts_it",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    const other = await firm.sentInvoice("2026-04-01", "100.00");
    const reconciliation = await reconcile(sql, { check: await receive(firm, "70") }, {
      [invoice]: "60",
    });
    await interleave(
      url,
      (sql) => addLine(sql, reconciliation, other, "10"),
      () => confirm(sql, reconciliation),
    );
    assertEquals(await owed(sql, other), "partially_paid 10.00 of 100.00, interest 0.00 of 0.00");
  }),
);

Deno.test(
  "confirm_check_reconciliation/leaves_a_line_out_that_comes_too_late",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    const other = await firm.sentInvoice("2026-04-01", "100.00");
    const reconciliation = await reconcile(sql, { check: await receive(firm, "70") }, {
      [invoice]: "60",
    });
    const late = interleave(
      url,
      (sql) => confirm(sql, reconciliation),
      () => addLine(sql, reconciliation, other, "10"),
    );
    await assertRefused(late, 409, "reconciliation_not_proposed");
    assertEquals(await credits(sql), ["10.00 of 10.00"]);
  }),
);

Deno.test(
  "confirm_check_reconciliation/of_one_deleted_at_this_moment_finds_none",
  withInvoice(async (firm, invoice, url) => {
    const reconciliation = await proposal(firm, invoice, "60");
    const late = interleave(
      url,
      (sql) => sql`delete from check_reconciliations`,
      () => confirm(firm.sql, reconciliation),
    );
    await assertRefused(late, 404, "check_reconciliation_not_found");
  }),
);

Deno.test(
  "write_off_invoice/of_a_rest_paid_at_this_moment_is_refused",
  withInvoice(async (firm, invoice, url) => {
    const reconciliation = await proposal(firm, invoice, "60");
    const late = interleave(
      url,
      (sql) => confirm(sql, reconciliation),
      () => writeOff(firm.sql, invoice, "50"),
    );
    await assertRefused(late, 409, "write_off_over_owed");
  }),
);

Deno.test(
  "write_off_invoice/of_one_request_twice_at_once_the_second_waits_and_answers_the_firsts_row",
  withInvoice(async (firm, invoice, url) => {
    const request = crypto.randomUUID();
    const call = (sql: Pick<typeof firm.sql, "unsafe">) =>
      writeOff(sql, invoice, "50", "Disputed hours", request);
    const second = await interleave(url, call, () => call(firm.sql));
    assertEquals([second.id, second.balance], [invoice, "50.00"]);
    assertEquals(second, await call(firm.sql));
    assertEquals(
      await owed(firm.sql, invoice),
      "partially_paid 50.00 of 100.00, interest 0.00 of 0.00",
    );
  }),
);

Deno.test(
  "write_off_invoice/of_one_request_twice_at_once_the_second_is_made_when_the_first_fails",
  withInvoice(async (firm, invoice, url) => {
    const request = crypto.randomUUID();
    const sql = connectTo(url);
    const made: Promise<unknown>[] = [];
    await sql.begin(async (first) => {
      await writeOff(first, invoice, "50", "Disputed hours", request);
      made.push(writeOff(firm.sql, invoice, "50", "Disputed hours", request));
      await waitUntilBlocked(sql);
      throw new Error("gone");
    }).catch(() => {});
    await Promise.all(made);
    await sql.end();
    assertEquals((await payments(firm.sql)).length, 1);
  }),
);

Deno.test("confirm_check_reconciliation/by_eight_at_once_over_the_same_invoices_in_any_order_neither_deadlocks_nor_loses_a_cent", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const invoices = await firm.sentInvoices(6, "2026-04-01", "1000.00");
    const reconciliations: string[] = [];
    for (let n = 0; n < 64; n++) {
      const [first = "", second = "", third = ""] = [n, n + 1 + n % 4, n + 5].map((at) =>
        invoices[at % 6]
      );
      const check = await receive(firm, "3.25");
      const lines = { [first]: "1.01", [second]: "0.99", [third]: "1.00" };
      reconciliations.push(await reconcile(sql, { check }, lines));
    }
    const connections = Array.from(
      { length: 8 },
      () => connectTo(url, { deadlock_timeout: "50ms" }),
    );
    await Promise.all(connections.map(async (sql, n) => {
      for (const [at, reconciliation] of reconciliations.entries()) {
        if (at % 4 === n % 4) await confirm(sql, reconciliation); // each by two of them
      }
    }));
    await Promise.all(connections.map((sql) => sql.end()));
    const [sums] = await sql`
      select (select sum(amount) from payments) as paid,
             (select sum(amount_paid) from invoices) as on_invoices,
             (select sum(remaining) from facility_credits) as kept`;
    assertEquals({ ...sums }, { paid: "192.00", on_invoices: "192.00", kept: "16.00" });
  }));
