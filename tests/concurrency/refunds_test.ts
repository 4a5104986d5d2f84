// A credit that is paid back while others pay it back, spend it or return its check: named interleavings on real
// connections.
import { assertEquals } from "@std/assert";
import { draft } from "../support/billing/drafts.ts";
import { send } from "../support/billing/invoices.ts";
import { Firm } from "../support/firm.ts";
import { credit, creditOfNote } from "../support/receivables/credit_notes.ts";
import {
  confirm,
  creditOf,
  credits,
  post,
  reconcile,
  refund,
  returnCheck,
} from "../support/receivables/receipts.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

/** A race about a check over 60.00, all of which is a credit, and an invoice over 100.00. */
function testRace(
  name: string,
  test: (firm: Firm, check: string, left: string, invoice: string, url: string) => Promise<void>,
): void {
  Deno.test(`refund_credit/${name}`, () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      const invoice = await firm.sentInvoice("2026-04-01", "100.00");
      const check = await post(firm, "60", {});
      await test(firm, check, await creditOf(sql, check), invoice, url);
    }));
}

testRace(
  "of_a_rest_that_is_refunded_at_this_moment_is_refused",
  async ({ sql }, _, left, __, url) => {
    const late = interleave(url, (sql) => refund(sql, left, "40"), () => refund(sql, left, "21"));
    await assertRefused(late, 409, "refund_over_credit");
    assertEquals(await credits(sql), ["20.00 of 60.00"]);
  },
);

testRace(
  "of_a_rest_that_is_spent_at_this_moment_is_refused",
  async (firm, _, left, invoice, url) => {
    const { sql } = firm;
    const spent = await reconcile(sql, { credit: left }, { [invoice]: "40" });
    const late = interleave(url, (sql) => confirm(sql, spent), () => refund(sql, left, "21"));
    await assertRefused(late, 409, "refund_over_credit");
  },
);

testRace("and_what_is_spent_of_it_meanwhile_is_refused", async (firm, _, left, invoice, url) => {
  const { sql } = firm;
  const spent = await reconcile(sql, { credit: left }, { [invoice]: "40" });
  const late = interleave(url, (sql) => refund(sql, left, "21"), () => confirm(sql, spent));
  await assertRefused(late, 409, "lines_over_check");
});

testRace(
  "of_a_check_that_is_returned_at_this_moment_is_refused",
  async ({ sql }, check, left, _, url) => {
    const late = interleave(url, (sql) => returnCheck(sql, check), () => refund(sql, left, "1"));
    await assertRefused(late, 409, "refund_over_credit");
  },
);

testRace(
  "and_the_return_of_its_check_meanwhile_is_refused",
  async ({ sql }, check, left, _, url) => {
    const late = interleave(url, (sql) => refund(sql, left, "1"), () => returnCheck(sql, check));
    await assertRefused(late, 409, "check_refunded");
  },
);

Deno.test("refund_credit/of_what_a_note_left_and_the_return_of_the_check_that_paid_share_it_out", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["100.00"]);
    await send(sql, [invoice], "2026-04-01");
    const check = await post(firm, "100", { [invoice]: "100" });
    const left = await creditOfNote(sql, (await credit(sql, invoice)).id ?? "");
    await interleave(url, (sql) => refund(sql, left, "30"), () => returnCheck(sql, check));
    assertEquals(await credits(sql), ["0.00 of 100.00"]);
    const [row] = await sql`select balance from invoices where id = ${invoice}`;
    assertEquals(row?.balance, "30.00");
  }, { clock: "2026-04-21 18:00:00+00" }));
