// The client's time while others bill, correct or import it: named interleavings on real connections.
import { assertEquals } from "@std/assert";
import { createInvoice, linesOf } from "../support/billing/billed_time.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import {
  bring,
  enter,
  line,
  lineIds,
  NOW,
  prepareClient,
  take,
  timeHere,
} from "../support/time/client_time.ts";
import { correct } from "../support/time/corrections.ts";
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

Deno.test("import_rows/of_time_by_two_at_once_enters_each_line_once", () =>
  withDatabase(async ({ sql, url }) => {
    await prepareClient(sql);
    const second = await interleave(
      url,
      (sql) => bring(sql, [line()]),
      () => bring(sql, [line(), line({ line_id: "2", work_date: "2026-03-03" })]),
    );
    assertEquals(second, [1, 0, 1]);
    assertEquals((await timeHere(sql)).length, 2);
  }, NOW));

const facilityOf = async (sql: postgres.Sql) => {
  const [row] = await sql<[{ id: string }]>`select id from facilities`;
  return row.id;
};

for (const order of ["before", "after"] as const) {
  Deno.test(`take_client_time/${order}_an_invoice_is_created_comes_to_the_same`, () =>
    withDatabase(async ({ sql, url }) => {
      await prepareClient(sql);
      await enter(sql, "8", "approved");
      await bring(sql, [line({ hours: "6" })]);
      const ids = await lineIds(sql, "1");
      const facility = await facilityOf(sql);
      const taking = (sql: Sql) => take(sql, ids);
      const billing = (sql: Sql) => createInvoice(sql, facility);
      if (order === "before") await interleave(url, taking, () => billing(sql));
      else await interleave(url, billing, () => taking(sql));
      const [invoice] = await sql<[{ id: string }]>`select id from invoices`;
      assertEquals(await linesOf(sql, invoice.id), [
        "2026-03-02 regular 6.00 × 100.00 × 1.000 = 600.00",
      ]);
    }, NOW));
}

Deno.test("import_rows/of_time_sees_a_correction_that_it_waited_for", () =>
  withDatabase(async ({ sql, url }) => {
    await prepareClient(sql);
    await bring(sql, [line()]);
    const [entry] = await sql<[{ id: string }]>`select id from time_entries`;
    await interleave(
      url,
      (sql) => correct(sql, entry.id, { hours: "7" }),
      () => bring(sql, [line({ hours: "6" })]),
    );
    // Somebody said otherwise: the line waits.
    assertEquals(await timeHere(sql), ["2026-03-02 regular 7.00 approved was 8.00"]);
  }, NOW));

Deno.test("take_client_time/by_two_at_once_corrects_once", () =>
  withDatabase(async ({ sql, url }) => {
    await prepareClient(sql);
    await enter(sql, "8", "approved");
    await bring(sql, [line({ hours: "6" })]);
    const ids = await lineIds(sql, "1");
    await interleave(url, (sql) => take(sql, ids), () => take(sql, ids));
    assertEquals(await timeHere(sql), ["2026-03-02 regular 6.00 approved was 8.00"]);
    const [log] = await sql<[{ changes: number }]>`
      select count(*)::int as changes from audit_log where procedure = 'take_client_time' and table_name = 'time_entries'`;
    assertEquals(log.changes, 1);
  }, NOW));
