// A firm's file as Excel writes it in America, Europe and on paper.
import { assertEquals, assertMatch } from "@std/assert";
import { errorsFile, fileRows } from "../../../supabase/functions/_shared/moving_in/file_rows.ts";
import type { Dates } from "../../../supabase/functions/_shared/moving_in/spreadsheet.ts";

const read = (text: string, dates?: Dates) => fileRows(new TextEncoder().encode(text), dates);

const AS_EXCEL_WRITES_IT =
  "\uFEFFexternal_number,facility_number,amount,received_on,check_number\r\n" +
  'R1,F1,"$9,401.61",11/3/2026,"1,234"\r\n' +
  "R2,F1, $85.5 ,2026-11-04,11/3/2026\r\n";

Deno.test("file_rows/read_money_with_its_sign_and_commas_and_days_with_the_month_first", () => {
  assertEquals(read(AS_EXCEL_WRITES_IT, "us").rows, [
    {
      line: "2",
      external_number: "R1",
      facility_number: "F1",
      amount: "9401.61",
      received_on: "2026-11-03",
      check_number: "1,234",
    },
    {
      line: "3",
      external_number: "R2",
      facility_number: "F1",
      amount: "85.5",
      received_on: "2026-11-04",
      check_number: "11/3/2026", // no day
    },
  ]);
});

Deno.test("file_rows/do_not_guess_the_order_of_month_and_day", () => {
  const { rows, errors } = read(AS_EXCEL_WRITES_IT);
  assertEquals([rows, errors.length], [[], 1]);
  assertEquals([errors[0]?.line, errors[0]?.column], [2, "received_on"]);
  assertMatch(errors[0]?.message ?? "", /^"11\/3\/2026" may be in either order: write it as /);
});

Deno.test("file_rows/leave_what_is_neither_money_nor_a_day_as_it_is_for_the_server_to_refuse", () => {
  const given = ["$1,23.00", "1.234,50", "-$5", "12e3", "$", "ninety"];
  const { rows } = read(
    `amount,received_on\n${given.map((cell) => `"${cell}",23/11/26`).join("\n")}\n`,
    "us",
  );
  assertEquals(rows.map(({ line: _, ...row }) => Object.values(row)), [
    ...given.map((cell) => [cell, "23/11/26"]),
  ]);
});

Deno.test("file_rows/are_separated_by_what_separates_the_names_of_the_columns", () => {
  for (const separator of [",", ";", "\t"]) {
    const { rows } = read(
      `external_number${separator}"name, or what"\nF1${separator}"Mercy; Denver, CO"\n`,
    );
    const [, ...others] = Object.values(rows[0] ?? {}).sort();
    assertEquals(others, ["F1", "Mercy; Denver, CO"], separator);
  }
});

Deno.test("file_rows/errors_are_a_file_that_a_spreadsheet_opens", () => {
  assertEquals(
    errorsFile([{ line: 7, column: "name", message: 'It is "x", no name.' }]),
    'line,column,message\r\n7,"name","It is ""x"", no name."\r\n',
  );
});
