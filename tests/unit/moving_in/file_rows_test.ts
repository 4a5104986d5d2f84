// A firm's file as Excel writes it in America, Europe and on paper.
import { assertEquals } from "@std/assert";
import { headingOf } from "../../../supabase/functions/_shared/moving_in/examples.ts";
import {
  allErrors,
  errorsFile,
  fileRows,
} from "../../../supabase/functions/_shared/moving_in/file_rows.ts";
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

Deno.test("file_rows/do_not_guess_the_order_of_month_and_day_and_leave_such_a_cell_as_it_is", () => {
  const { rows, errors } = read(AS_EXCEL_WRITES_IT);
  assertEquals(rows.map((row) => row["received_on"]), ["11/3/2026", "2026-11-04"]);
  assertEquals(errors.map(({ line, column }) => [line, column]), [[2, "received_on"]]);
  assertEquals(
    errors[0]?.message,
    '"11/3/2026" may be in either order: write it as 2026-11-03 or 2026-03-11, or say that the month comes first.',
  );
});

Deno.test("file_rows/say_of_a_day_that_has_one_reading_how_it_is_written", () => {
  const { errors } = read("day,name\n11/23/2026,Firm outing\n5/5/2027,Another\n", "iso");
  assertEquals(errors.map(({ message }) => message), [
    '"11/23/2026" has the month first: write it as 2026-11-23, or say that the month comes first.',
    '"5/5/2027" has the month first: write it as 2027-05-05, or say that the month comes first.',
  ]);
});

Deno.test("file_rows/leave_what_has_no_such_month_for_the_server_to_refuse_as_it_is_written", () => {
  for (const dates of ["us", "iso"] as const) {
    const { rows, errors } = read("day,name\n23/11/2026,Firm outing\n", dates);
    assertEquals([rows[0]?.["day"], errors], ["23/11/2026", []]);
  }
});

Deno.test("file_rows/of_a_line_with_too_many_values_hide_nothing_of_the_other_rows", () => {
  const { count, rows, errors } = read("name,day\nOuting,2026-11-23\nParty,2026-11-24,noon\n");
  assertEquals(rows, [{ line: "2", name: "Outing", day: "2026-11-23" }]);
  assertEquals([count, errors.map(({ line }) => line)], [2, [3]]);
});

Deno.test("file_rows/errors_are_told_with_the_servers_line_by_line_and_once_a_cell", () => {
  const error = (line: number, column: string, message: string) => ({ line, column, message });
  assertEquals(
    allErrors([error(3, "day", "Either order.")], [
      error(2, "name", "It is missing."),
      error(3, "day", "No day."),
      error(3, "name", "It is missing."),
    ]),
    [
      error(2, "name", "It is missing."),
      error(3, "day", "Either order."),
      error(3, "name", "It is missing."),
    ],
  );
});

Deno.test("file_rows/have_choices_of_several_words_as_people_read_them", () => {
  const { rows } = read(
    "name,billing_cycle\nTwo weeks,Two weeks\nNorth,two_weeks\nWest,some weeks\n",
  );
  assertEquals(rows.map((row) => [row["name"], row["billing_cycle"]]), [
    ["Two weeks", "two_weeks"],
    ["North", "two_weeks"],
    ["West", "some weeks"],
  ]);
});

Deno.test("file_rows/know_the_headings_that_people_read", () => {
  const headings = ["timezone", "cost_centre", "external_number"].map(headingOf);
  assertEquals(headings, ["Time zone", "Cost center", "External number"]);
  const { rows } = read(`${headings.join(",")}\nUTC,Ward 3,C-1\n`);
  assertEquals(rows, [{
    line: "2",
    timezone: "UTC",
    cost_centre: "Ward 3",
    external_number: "C-1",
  }]);
});

Deno.test("file_rows/leave_what_is_neither_money_nor_a_day_as_it_is_for_the_server_to_refuse", () => {
  const given = ["$1,23.00", "1.234,50", "--5", "12e3", "$", "ninety"];
  const { rows } = read(
    `amount,received_on\n${given.map((cell) => `"${cell}",23/11/26`).join("\n")}\n`,
    "us",
  );
  assertEquals(rows.map(({ line: _, ...row }) => Object.values(row)), [
    ...given.map((cell) => [cell, "23/11/26"]),
  ]);
});

Deno.test("file_rows/keep_the_minus_of_money_below_zero", () => {
  const { rows } = read('invoice_amount\n"-$1,250.50"\n"$ -5"\n- 5\n');
  assertEquals(rows.map((row) => row["invoice_amount"]), ["-1250.50", "$ -5", "-5"]);
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
