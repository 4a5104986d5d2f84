// Example files that the console offers are files that a firm could move in with.
import { assertEquals } from "@std/assert";
import {
  FILE_COLUMNS,
  FILE_KINDS,
} from "../../../../supabase/functions/_shared/moving_in/columns.ts";
import { exampleFile } from "../../../../supabase/functions/_shared/moving_in/examples.ts";
import { fileRows } from "../../../../supabase/functions/_shared/moving_in/file_rows.ts";
import { importRows, useColoradosLeave } from "../../../support/moving_in/imports.ts";
import { withDatabase } from "../../../support/server/database.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };
const read = (text: string) => fileRows(new TextEncoder().encode(text));

Deno.test("import_rows/takes_the_example_files_as_they_are_in_their_order", () =>
  withDatabase(async ({ sql }) => {
    await useColoradosLeave(sql);
    for (const kind of FILE_KINDS) {
      const { rows, errors } = read(exampleFile(kind, true));
      assertEquals(errors, [], kind);
      const answer = await importRows(sql, kind, rows);
      assertEquals([answer.inserted, answer.errors], [rows.length, []], kind);
    }
    const [terms] = await sql`select annual_rate::text from facility_interest_terms`;
    assertEquals(terms?.["annual_rate"], "0.180000");
  }, NOW));

Deno.test("import_rows/finds_each_column_under_the_heading_that_people_read", () => {
  for (const kind of FILE_KINDS) {
    const { required, optional } = FILE_COLUMNS[kind];
    const row = `${exampleFile(kind, false)}${
      ",x".repeat(required.length + optional.length).slice(1)
    }\r\n`;
    assertEquals(
      Object.keys(read(row).rows[0] ?? {}).sort(),
      [...required, ...optional, "line"].sort(),
    );
  }
});

Deno.test("import_rows/takes_percent_and_asks_about_a_bare_share_above_1", () =>
  withDatabase(async ({ sql }) => {
    const one = (annual_rate: string) => ({ external_number: "C-1", name: "Mercy", annual_rate });
    const errors = async (rate: string) =>
      (await importRows(sql, "facilities", [one(rate)], true)).errors
        .map(({ message }: { message: string }) => message);
    for (const rate of ["18%", "18 %", "0.18", "1", "120%", "12.5%"]) {
      assertEquals(await errors(rate), [], rate);
    }
    assertEquals(await errors("18"), [
      '"18" may be meant in percent: write 18%, or 1800% if it is that much.',
    ]);
    assertEquals(await errors("1.5"), [
      '"1.5" may be meant in percent: write 1.5%, or 150% if it is that much.',
    ]);
    for (const rate of ["-3%", "%", "2000%", "eighteen"]) {
      assertEquals((await errors(rate)).length, 1, rate);
    }
    await importRows(sql, "facilities", [one("12.5%")]);
    const [terms] = await sql`select annual_rate::text from facility_interest_terms`;
    assertEquals(terms?.["annual_rate"], "0.125000");
    // The same by a share is the same.
    assertEquals((await importRows(sql, "facilities", [one("0.125")])).skipped, 1);
  }, NOW));
