// Write-offs that are taken back or recovered while others do it: named interleavings on real connections.
import { Firm } from "../support/firm.ts";
import { draft } from "../support/billing/drafts.ts";
import { send } from "../support/billing/invoices.ts";
import { credit, creditOfNote } from "../support/receivables/credit_notes.ts";
import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  confirm,
  credits,
  owed,
  receive,
  reconcile,
  refund,
  reverseWriteOff,
  writeOff,
  writeOffsOf,
} from "../support/receivables/receipts.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

/** A race about an invoice over 100.00, of which 60.00 are written off, and a check for them. */
function testRace(
  name: string,
  test: (firm: Firm, off: string, recovery: string, invoice: string, url: string) => Promise<void>,
): void {
  Deno.test(`reverse_write_off/${name}`, () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      const invoice = await firm.sentInvoice("2026-04-01", "100.00");
      await writeOff(sql, invoice, "60");
      const [off = ""] = await writeOffsOf(sql, invoice);
      const recovery = await reconcile(sql, { check: await receive(firm, "60") }, {
        [invoice]: "write_off 60",
      });
      await test(firm, off, recovery, invoice, url);
    }, { clock: "2026-04-21 18:00:00+00" }));
}

testRace(
  "of_what_is_recovered_at_this_moment_is_refused",
  async ({ sql }, off, recovery, _, url) => {
    const late = interleave(url, (sql) => confirm(sql, recovery), () => reverseWriteOff(sql, off));
    await assertRefused(late, 409, "write_off_recovered");
  },
);

testRace(
  "and_what_is_recovered_of_it_meanwhile_is_refused",
  async ({ sql }, off, recovery, _, url) => {
    const late = interleave(url, (sql) => reverseWriteOff(sql, off), () => confirm(sql, recovery));
    await assertRefused(late, 409, "lines_over_owed");
  },
);

testRace("twice_at_this_moment_is_taken_back_once", async ({ sql }, off, _, invoice, url) => {
  const second = await interleave(
    url,
    (sql) => reverseWriteOff(sql, off, "First"),
    () => reverseWriteOff(sql, off, "Second"),
  );
  assertStrictEquals(second.reversal_reason, "First");
  assertStrictEquals(await owed(sql, invoice), "sent 0.00 of 100.00, interest 0.00 of 0.00");
});

Deno.test("reverse_write_off/and_the_refund_of_what_a_note_left_because_of_it_share_it_out", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["100.00"]);
    await send(sql, [invoice], "2026-04-01");
    await writeOff(sql, invoice, "60");
    const left = await creditOfNote(sql, (await credit(sql, invoice)).id ?? "");
    const [off = ""] = await writeOffsOf(sql, invoice);
    await interleave(url, (sql) => refund(sql, left, "10"), () => reverseWriteOff(sql, off));
    assertEquals(await credits(sql), ["0.00 of 60.00"]);
    assertStrictEquals(
      await owed(sql, invoice),
      "partially_paid 90.00 of 100.00, interest 0.00 of 0.00",
    );
  }, { clock: "2026-04-21 18:00:00+00" }));
