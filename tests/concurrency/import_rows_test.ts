// Two files that are imported at once, and somebody who writes by hand meanwhile.
import { assertEquals } from "@std/assert";
import { contractor, facility, importRows } from "../support/moving_in/imports.ts";
import {
  assign,
  bankReports,
  facilityId,
  open,
  progress,
  remittance,
  remittanceId,
  setAsideRemittance,
} from "../support/receivables/remittances.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

const FILE = [facility(), facility({ external_number: "F2", annual_rate: "0.18" })];

Deno.test("import_rows/of_two_who_import_one_file_at_once_the_second_skips_it", () =>
  withDatabase(async ({ sql, url }) => {
    const second = await interleave(
      url,
      (sql) => importRows(sql, "facilities", FILE),
      () => importRows(sql, "facilities", FILE),
    );
    assertEquals([second.inserted, second.skipped], [0, 2]);
    assertEquals((await sql`select from facility_interest_terms`).length, 1);
  }));

Deno.test("import_rows/waits_five_seconds_for_another_import_and_then_says_so", () =>
  withDatabase(async ({ sql, url }) => {
    const first = connectTo(url);
    try {
      await first.begin(async (first) => {
        await importRows(first, "facilities", FILE);
        await importRows(sql, "facilities", FILE, true); // looking waits for nobody
        await assertRefused(importRows(sql, "facilities", FILE), 409, "import_in_progress");
      });
    } finally {
      await first.end();
    }
  }));

Deno.test("import_rows/is_overtaken_in_words_by_who_writes_the_same_by_hand", () =>
  withDatabase(async ({ sql, url }) => {
    const rows = [contractor(), contractor({ external_number: "C2" })];
    await assertRefused(
      interleave(
        url,
        (sql) =>
          sql`insert into contractors (first_name, last_name, email) values ('Ada', 'Nurse', 'c2@example.org')`,
        () => importRows(sql, "contractors", rows),
      ),
      409,
      "import_overtaken",
    );
    assertEquals((await sql`select from contractors`).length, 1);
  }));

const NOW = { clock: "2026-04-20 18:00:00+00" };

/** A remittance of which nobody knew who paid, until its invoice is here. */
async function unknown(sql: Parameters<typeof open>[0]): Promise<string> {
  await open(sql, {});
  await bankReports(sql, remittance({ check_number: "88", invoice_number: "4711" }));
  await open(sql, { "4711": ["F1", "1000.00"] });
  return await remittanceId(sql);
}

const reported = (sql: Parameters<typeof open>[0]) =>
  bankReports(sql, remittance({ check_number: "88", invoice_number: "4711" }));

Deno.test("import_rows/of_a_remittance_that_somebody_assigns_meanwhile_enters_one_check", () =>
  withDatabase(async ({ sql, url }) => {
    const id = await unknown(sql);
    const north = await facilityId(sql, "F2");
    await interleave(url, (sql) => assign(sql, id, north), () => reported(sql));
    assertEquals(await progress(sql), ["B1: not_matched of North Clinic by person"]);
    assertEquals((await sql`select from checks`).length, 1);
  }, NOW));

Deno.test("import_rows/of_a_remittance_that_somebody_sets_aside_meanwhile_leaves_it_aside", () =>
  withDatabase(async ({ sql, url }) => {
    const id = await unknown(sql);
    await interleave(url, (sql) => setAsideRemittance(sql, id), () => reported(sql));
    assertEquals(await progress(sql), ["B1: set_aside"]);
    assertEquals((await sql`select from checks`).length, 0);
  }, NOW));

Deno.test("assign_remittance/and_set_aside_remittance_wait_for_the_file_that_enters_it", () =>
  withDatabase(async ({ sql, url }) => {
    const id = await unknown(sql);
    const north = await facilityId(sql, "F2");
    await assertRefused(
      interleave(url, reported, () => assign(sql, id, north)),
      409,
      "remittance_has_a_check",
    );
    await assertRefused(setAsideRemittance(sql, id), 409, "remittance_has_a_check");
    assertEquals(await progress(sql), [
      "B1: proposed of Mercy Hospital by invoice_number, 1000.00 on invoices",
    ]);
  }, NOW));
