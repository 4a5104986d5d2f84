// Files of the API are taken apart, and files for it are.
import { assertEquals } from "@std/assert";
import { csvRows, rowsToImport } from "../../../packages/client/src/csv_rows.ts";

Deno.test("csv_rows/quotes_commas_breaks_and_nothing_in_a_cell_are_of_the_cell", () => {
  const file = "document,facility,memo\r\n" +
    'CHECK 47/11,"St. Anne ""North"", Denver",\r\n' +
    'INV-2026-000001,"one line\r\nand another\nthird",""""\r\n' +
    ",,\r\n";
  assertEquals(csvRows(file), [
    { document: "CHECK 47/11", facility: 'St. Anne "North", Denver', memo: "" },
    { document: "INV-2026-000001", facility: "one line\r\nand another\nthird", memo: '"' },
    { document: "", facility: "", memo: "" },
  ]);
});

Deno.test("csv_rows/a_file_of_names_alone_has_no_rows_and_the_last_line_may_end_without_a_break", () => {
  assertEquals(csvRows("posted_on,document\r\n"), []);
  assertEquals(csvRows(""), []);
  assertEquals(csvRows("a,b\r\n1,\r\n,2"), [{ a: "1", b: "" }, { a: "", b: "2" }]);
});

Deno.test("csv_rows/rows_to_import_know_the_line_on_which_they_begin", () => {
  const file = "\uFEFFexternal_number,name\r\n" +
    'F1,"St. Anne\r\nNorth"\r\n' +
    ",\r\n" +
    "F2,Mercy\r\n";
  assertEquals(rowsToImport(file), [
    { external_number: "F1", name: "St. Anne\r\nNorth", line: 2 },
    { external_number: "F2", name: "Mercy", line: 5 },
  ]);
});
