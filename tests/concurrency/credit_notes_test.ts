// Credit notes while money is posted, returned or given up, and while others send: named interleavings on real
// connections.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { applyNew } from "../support/assignments/rate_hits.ts";
import { backfill, createInvoice, unbilledDifferences } from "../support/billing/billed_time.ts";
import { draft } from "../support/billing/drafts.ts";
import { dispute, numbersOf, send, voidInvoice } from "../support/billing/invoices.ts";
import { Firm } from "../support/firm.ts";
import { credit, creditOfNote } from "../support/receivables/credit_notes.ts";
import {
  confirm,
  credits,
  owed,
  post,
  receive,
  reconcile,
  returnCheck,
  writeOff,
} from "../support/receivables/receipts.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** A race about a sent invoice over 100.00, of lines of 70.00 and 30.00. */
function testRace(
  name: string,
  test: (firm: Firm, invoice: string, url: string) => Promise<void>,
): void {
  Deno.test(`credit_invoice/${name}`, () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      const invoice = await draft(firm, ["70.00", "30.00"]);
      await send(sql, [invoice], "2026-03-10");
      await test(firm, invoice, url);
    }, { clock: "2026-05-20 12:00:00-06" }));
}

testRace("after_a_payment_at_this_moment_leaves_it_as_credit", async (firm, invoice, url) => {
  const { sql } = firm;
  const reconciliation = await reconcile(sql, { check: await receive(firm, "80") }, {
    [invoice]: "80",
  });
  await interleave(url, (sql) => confirm(sql, reconciliation), () => credit(sql, invoice));
  assertEquals(await owed(sql, invoice), "paid 100.00 of 100.00, interest 0.00 of 0.00");
  assertEquals(await credits(sql), ["80.00 of 80.00"]);
});

testRace("before_a_payment_at_this_moment_has_it_refused", async (firm, invoice, url) => {
  const { sql } = firm;
  const reconciliation = await reconcile(sql, { check: await receive(firm, "80") }, {
    [invoice]: "80",
  });
  await assertRefused(
    interleave(url, (sql) => credit(sql, invoice), () => confirm(sql, reconciliation)),
    409,
    "lines_over_owed",
  );
  assertEquals(await credits(sql), []);
});

testRace("and_a_check_returned_at_this_moment_come_to_the_same", async (firm, invoice, url) => {
  const { sql } = firm;
  const returned = await post(firm, "100", { [invoice]: "100" });
  await interleave(url, (sql) => returnCheck(sql, returned), () => credit(sql, invoice));
  assertEquals(await owed(sql, invoice), "paid 100.00 of 100.00, interest 0.00 of 0.00");
  assertEquals(await credits(sql), []);

  const other = await draft(firm, ["100.00"]);
  await send(sql, [other], "2026-03-10");
  const check = await post(firm, "100", { [other]: "100" });
  await interleave(url, (sql) => credit(sql, other), () => returnCheck(sql, check));
  assertEquals(await owed(sql, other), "paid 100.00 of 100.00, interest 0.00 of 0.00");
  assertEquals(await credits(sql), ["0.00 of 100.00"]);
});

testRace("left_a_credit_that_is_spent_before_its_check_returns", async (firm, invoice, url) => {
  const { sql } = firm;
  const check = await post(firm, "100", { [invoice]: "100" });
  const { id: note } = await credit(sql, invoice);
  const other = await firm.sentInvoice("2026-06-01", "60.00");
  const spending = await reconcile(sql, { credit: await creditOfNote(sql, note) }, {
    [other]: "60",
  });
  await interleave(url, (sql) => confirm(sql, spending), () => returnCheck(sql, check));
  assertEquals(await owed(sql, other), "paid 60.00 of 60.00, interest 0.00 of 0.00");
  assertEquals(await owed(sql, invoice), "partially_paid 40.00 of 100.00, interest 0.00 of 0.00");
  assertEquals(await credits(sql), ["0.00 of 100.00"]);
});

testRace("and_a_write_off_at_this_moment_go_one_after_the_other", async (firm, invoice, url) => {
  const { sql } = firm;
  await assertRefused(
    interleave(url, (sql) => credit(sql, invoice), () => writeOff(sql, invoice, "50")),
    409,
    "write_off_over_owed",
  );
});

testRace("twice_at_this_moment_is_one_credit_note", async (firm, invoice, url) => {
  const { sql } = firm;
  const requestId = crypto.randomUUID();
  const again = (sql: Sql) => credit(sql, invoice, { requestId });
  const second = await interleave(url, again, () => again(sql));
  const notes = await sql<{ id: string }[]>`select id from credit_notes`;
  assertEquals(notes.map(({ id }) => id), [second.id]);
  await assertRefused(credit(sql, invoice), 409, "nothing_to_credit");
});

testRace("takes_its_number_after_who_sends_at_this_moment", async (firm, invoice, url) => {
  const { sql } = firm;
  const next = await draft(firm);
  const note = await interleave(
    url,
    (sql) => send(sql, [next], "2026-05-20"),
    () => credit(sql, invoice),
  );
  assertEquals(note.number, "INV-2026-000003");
  assertEquals(await numbersOf(sql, [await draft(firm)], "2026-05-20"), ["INV-2026-000004"]);
});

const linesOf = async (firm: Firm, invoice: string) =>
  (await firm.sql<{ id: string }[]>`
    select id from invoice_lines where invoice_id = ${invoice} order by amount`).map(({ id }) =>
    id
  );

testRace(
  "of_a_part_twice_at_this_moment_takes_no_more_than_the_line",
  async (firm, invoice, url) => {
    const [thirty = ""] = await linesOf(firm, invoice);
    const twenty = (sql: Sql) => credit(sql, invoice, { lines: [thirty], amounts: ["20"] });
    await assertRefused(interleave(url, twenty, () => twenty(firm.sql)), 409, "credit_over_rest");
    assertEquals(
      await owed(firm.sql, invoice),
      "partially_paid 20.00 of 100.00, interest 0.00 of 0.00",
    );
  },
);

testRace("of_a_part_and_a_payment_at_this_moment_come_to_the_total", async (firm, invoice, url) => {
  const { sql } = firm;
  const [thirty = ""] = await linesOf(firm, invoice);
  const reconciliation = await reconcile(sql, { check: await receive(firm, "80") }, {
    [invoice]: "80",
  });
  await interleave(
    url,
    (sql) => confirm(sql, reconciliation),
    () => credit(sql, invoice, { lines: [thirty], amounts: ["25"] }),
  );
  assertEquals(await owed(sql, invoice), "paid 100.00 of 100.00, interest 0.00 of 0.00");
  assertEquals(await credits(sql), ["5.00 of 5.00"]);
});

testRace(
  "of_a_part_at_this_moment_keeps_its_invoice_from_being_voided",
  async (firm, invoice, url) => {
    const [thirty = ""] = await linesOf(firm, invoice);
    await assertRefused(
      interleave(
        url,
        (sql) => credit(sql, invoice, { lines: [thirty], amounts: ["5"] }),
        () => voidInvoice(firm.sql, invoice),
      ),
      409,
      "invoice_has_credit_notes",
    );
  },
);

testRace(
  "of_a_line_and_its_dispute_at_this_moment_leave_no_more_in_dispute_than_is_left",
  async (firm, invoice, url) => {
    const { sql } = firm;
    const [thirty = ""] = await linesOf(firm, invoice);
    await assertRefused(
      interleave(
        url,
        (sql) => credit(sql, invoice, { lines: [thirty], amounts: ["20"] }),
        () => dispute(sql, invoice, "Not ours.", [thirty], ["15"]),
      ),
      409,
      "line_not_disputable",
    );
    await interleave(
      url,
      (sql) => dispute(sql, invoice, "Not ours.", [thirty], ["10"]),
      () => credit(sql, invoice, { lines: [thirty], amounts: ["4"] }),
    );
    const [left] = await sql`select disputed_amount from invoices where id = ${invoice}`;
    assertEquals({ ...left }, { disputed_amount: "6.00" });
  },
);

for (const first of ["credit", "backfill"] as const) {
  Deno.test(`credit_invoice/of_a_difference_and_a_backfill_take_it_off_once_${first}_first`, () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await firm.entry(assignment, "approved", "2026-03-02", "10");
      await firm.entry(assignment, "approved", "2026-03-10", "10");
      const { id } = await createInvoice(sql, firm.facilityId);
      await send(sql, [id], "2026-03-10");
      await applyNew(sql, assignment, "2026-03-02", { bill: "-30", pay: "0" }, true);
      const crediting = (sql: Sql) => credit(sql, id, { forDifferences: true });
      const billing = (sql: Sql) => backfill(sql, firm.facilityId, "2026-03-15");
      if (first === "credit") {
        assertEquals((await interleave(url, crediting, () => billing(sql))).total, "700.00");
      } else {
        await assertRefused(
          interleave(url, billing, () => crediting(sql)),
          409,
          "nothing_to_credit",
        );
      }
      assertEquals(await unbilledDifferences(sql), []);
    }, { clock: "2026-05-20 12:00:00-06" }));
}
