// Sending against sending, and against those who write to the drafts meanwhile: named interleavings on real
// connections.
import { assertEquals, assertStrictEquals, fail } from "@std/assert";
import type postgres from "postgres";
import { adjust, draft, drafts, withDraft } from "../support/billing/drafts.ts";
import { auditOfInvoices, invoiceOf, numbersOf, send } from "../support/billing/invoices.ts";
import { addOrder, draftOfOrder } from "../support/billing/orders.ts";
import { Firm } from "../support/firm.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

const DAY = "2026-03-01";
const SENDERS = 20;

/** The numbers 1…n of the year. */
const firstNumbers = (n: number) =>
  Array.from({ length: n }, (_, i) => `INV-2026-${String(i + 1).padStart(6, "0")}`);

/** Does the same at once, each on a connection of its own. Gives what becomes of each. */
async function atOnce<T>(
  url: string,
  work: (sql: postgres.Sql, n: number) => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  const connections = Array.from({ length: SENDERS }, () => connectTo(url));
  await Promise.all(connections.map((sql) => sql`select`));
  try {
    return await Promise.allSettled(connections.map(work));
  } finally {
    await Promise.all(connections.map((sql) => sql.end()));
  }
}

Deno.test("invoices/sent_by_twenty_at_once_are_numbered_without_gap_or_duplicate", () =>
  withDatabase(async ({ sql, url }) => {
    const ids = await drafts(await Firm.create(sql), 5 * SENDERS);
    const answers = await atOnce(url, (sql, n) => numbersOf(sql, ids.slice(5 * n, 5 * n + 5), DAY));
    const numbers = answers.flatMap((answer) =>
      answer.status === "fulfilled" ? answer.value : fail(String(answer.reason))
    );
    assertEquals(numbers.toSorted(), firstNumbers(ids.length));
  }));

Deno.test("invoices/sent_in_overlapping_sets_in_any_order_are_sent_once_and_nobody_deadlocks", () =>
  withDatabase(async ({ sql, url }) => {
    const ids = await drafts(await Firm.create(sql), SENDERS + 20);
    const answers = await atOnce(url, (sql, n) => {
      const mine = ids.slice(n, n + 20);
      return send(sql, n % 2 ? mine.toReversed() : mine, DAY);
    });
    const numberOf = new Map<string, unknown>();
    for (const answer of answers) {
      if (answer.status === "rejected") fail(String(answer.reason));
      for (const { id, number } of answer.value) {
        assertStrictEquals(numberOf.get(id) ?? number, number, "everyone gets the same number");
        numberOf.set(id, number);
      }
    }
    assertEquals([...numberOf.values()].sort(), firstNumbers(SENDERS + 19));
    assertStrictEquals((await auditOfInvoices(sql)).length, SENDERS + 19);
  }));

Deno.test("invoices/whose_sending_fails_beside_others_leave_no_gap", () =>
  withDatabase(async ({ sql, url }) => {
    const ids = await drafts(await Firm.create(sql), SENDERS);
    const answers = await atOnce(url, (sql, n) =>
      sql.begin(async (sql) => {
        await send(sql, ids.slice(n, n + 1), DAY);
        if (n % 3 === 0) throw new Error("undone");
      }));
    const sent = answers.filter(({ status }) => status === "fulfilled").length;
    assertStrictEquals(sent, ids.filter((_, n) => n % 3).length);
    const numbers = await sql`
      select number from invoices where status = 'sent' order by number`;
    assertEquals(numbers.map(({ number }) => number), firstNumbers(sent));
  }));

Deno.test(
  "invoices/sent_by_two_at_once_get_one_number_and_both_see_it",
  withDraft(async ({ sql }, id, url) => {
    const second = interleave(url, (sql) => send(sql, [id], DAY), () => send(sql, [id]));
    assertEquals(await second, [await invoiceOf(sql, id)]);
    assertEquals((await second).map(({ number }) => number), firstNumbers(1));
    assertEquals((await auditOfInvoices(sql)).length, 1);
  }),
);

Deno.test(
  "invoices/sent_first_in_their_year_by_two_at_once_follow_each_other",
  withDraft(async (firm, id, url) => {
    const other = await draft(firm);
    const second = interleave(
      url,
      (sql) => send(sql, [id], DAY),
      () => numbersOf(firm.sql, [other], DAY),
    );
    assertEquals(await second, ["INV-2026-000002"]);
  }),
);

Deno.test(
  "invoices/of_other_years_are_sent_side_by_side",
  withDraft(async (firm, id, url) => {
    const other = await draft(firm);
    const connection = connectTo(url);
    await connection.begin(async (first) => {
      await send(first, [id], "2025-12-31");
      assertEquals(await numbersOf(firm.sql, [other], "2026-01-01"), ["INV-2026-000001"]);
    });
    await connection.end();
  }),
);

Deno.test(
  "invoices/get_the_total_of_the_line_that_is_being_added",
  withDraft(async ({ sql }, id, url) => {
    const sending = interleave(
      url,
      (sql) => adjust(sql, id, "7.00"),
      () => send(sql, [id]),
    );
    assertEquals((await sending).map(({ total }) => total), ["107.00"]);
  }),
);

Deno.test(
  "invoices/sent_at_this_moment_take_no_more_lines",
  withDraft(async ({ sql }, id, url) => {
    const adding = interleave(
      url,
      (sql) => send(sql, [id]),
      () => adjust(sql, id, "7.00"),
    );
    await assertRefused(adding, 409, "invoice_not_draft");
    assertEquals((await invoiceOf(sql, id)).total, "100.00");
  }),
);

Deno.test("invoices/of_one_order_are_not_sent_over_it_by_two_at_once", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const order = await addOrder(firm, { amount: "150.00" });
    const [first, second] = [
      await draftOfOrder(firm, order, "100.00"),
      await draftOfOrder(firm, order, "100.00"),
    ];
    const sending = interleave(
      url,
      (sql) => send(sql, [first], DAY),
      () => send(sql, [second], DAY),
    );
    await assertRefused(sending, 409, "order_exceeded");
    assertEquals((await invoiceOf(sql, second)).status, "draft");
  }));

Deno.test("invoices/of_orders_are_sent_beside_who_changes_the_order_by_its_new_amount", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const order = await addOrder(firm, { amount: "50.00" });
    const id = await draftOfOrder(firm, order, "100.00");
    const [sent] = await interleave(
      url,
      (sql) => sql`update purchase_orders set amount = 100 where id = ${order}`,
      () => send(sql, [id], DAY),
    );
    assertEquals(sent?.status, "sent");
  }));
