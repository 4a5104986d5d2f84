// Two files that are imported at once, and somebody who writes by hand meanwhile.
import { assertEquals } from "@std/assert";
import { contractor, facility, importRows } from "../support/moving_in/imports.ts";
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
