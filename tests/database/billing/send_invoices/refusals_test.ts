// What is not sent, why, and that then nothing is.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { draft, drafts } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

type Sending = readonly [ids: readonly (string | null)[] | null, issueDate?: string | null];

/** Asserts that sending is refused with these words and leaves every row as it was. */
async function refuses(
  sql: postgres.Sql,
  sending: Sending,
  status: 400 | 404 | 409,
  slug: string,
  message: string,
): Promise<void> {
  await assertRefusedUnchanged(sql, () => send(sql, ...sending), status, slug);
  await assertRejectsWith(() => send(sql, ...sending), { message });
  assertEquals([...await sql`select from private.last_invoice_numbers`], []);
}

Deno.test("send_invoices/refuses_ids_that_are_missing", () =>
  withDatabase(async ({ sql }) => {
    const id = await draft(await Firm.create(sql));
    const missing = (ids: Sending[0], what: string) =>
      refuses(sql, [ids], 400, "argument_missing", `No value is given for ${what}.`);
    await missing(null, "invoice");
    await missing([id, null], "invoice 2");
    await missing([null, id, null], "invoice 1, invoice 3");
  }));

Deno.test("send_invoices/refuses_a_day_that_is_none", () =>
  withDatabase(async ({ sql }) => {
    const id = await draft(await Firm.create(sql));
    const message = "The value of issue date is not a calendar day.";
    for (const day of ["infinity", "-infinity"]) {
      await refuses(sql, [[id], day], 400, "date_not_finite", message);
    }
  }));

Deno.test("send_invoices/refuses_more_than_a_thousand_at_once_and_counts_each_once", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const ids = await drafts(firm, 1001);
    const message = "You can send at most 1000 invoices at once, not 1001.";
    await refuses(sql, [ids], 400, "too_many_invoices", message);
    const thousand = ids.slice(1);
    assertEquals((await send(sql, [...thousand, ...thousand])).length, 1000);
  }));

Deno.test("send_invoices/refuses_unknown_ids_and_names_each", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [empty, id] = [await draft(firm, []), await draft(firm)];
    const unknown = Array.from({ length: 3 }, () => crypto.randomUUID());
    const [a = "", b = "", c = ""] = unknown;
    const message = `There is no invoice ${unknown.join(", ")}.`;
    await refuses(sql, [[a, id, b, empty, c, a]], 404, "invoice_not_found", message);
  }));

Deno.test("send_invoices/refuses_empty_negative_and_void_ones_and_names_each_with_its_reason", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const good = await draft(firm);
    const empty = await draft(firm, []);
    const negative = await draft(firm, ["40.00", "-40.01"]);
    const gone = await draft(firm);
    await voidInvoice(sql, gone);
    const elsewhere = await draft({
      sql,
      facilityId: (await sql<[{ id: string }]>`
        insert into facilities (name) values ('100% Clinic') returning id`)[0].id,
    }, []);
    const periods = new Map(
      (await sql<{ id: string; period: string }[]>`
        select id, period_start || ' to ' || period_end as period from invoices`)
        .map(({ id, period }) => [id, period]),
    );
    const named = (id: string, reason: string, name = "Mercy Hospital") =>
      `${name}, ${periods.get(id)} (${id}): ${reason}`;
    const reasons = [
      [empty, named(empty, "it has no lines")],
      [negative, named(negative, "its total is -0.01")],
      [gone, named(gone, "it is void")],
      [elsewhere, named(elsewhere, "it has no lines", "100% Clinic")],
    ] as const;
    const slug = "invoices_not_sendable";
    for (const [id, reason] of reasons) {
      const message = `Cannot be sent: ${reason}.`;
      await refuses(sql, [[good, id]], 409, slug, message);
    }
    const all = [good, gone, empty, elsewhere, negative];
    const inOrder = all.map((id) => reasons.find(([each]) => each === id)?.[1])
      .filter((reason) => reason !== undefined).join("; ");
    await refuses(sql, [all], 409, slug, `Cannot be sent: ${inOrder}.`);
  }));

Deno.test("send_invoices/refuses_a_void_one_that_was_sent_before", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const id = await draft(firm);
    await send(sql, [id]);
    await voidInvoice(sql, id);
    await assertRefusedUnchanged(sql, () => send(sql, [id]), 409, "invoices_not_sendable");
  }));
