// Files of other programs, read by a mapping.
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { fileRows } from "../../../supabase/functions/_shared/moving_in/file_rows.ts";
import type { ImportMapping } from "../../../supabase/functions/_shared/moving_in/mapping.ts";
import { mappingOf, textsOf } from "../../../console/src/screens/time/mapping_texts.ts";

const MAPPING: ImportMapping = {
  columns: {
    line_id: ["Time Sheet ID", "Time Entry Date", "Rate Component Code"],
    worker_number: ["Worker ID"],
    work_date: ["Time Entry Date"],
    hours: ["Hours"],
    code: ["Rate Component Code"],
    approved_on: ["Time Sheet Approved Date"],
  },
  constants: { system: "SAP Fieldglass" },
  replacements: { code: { OT: "regular", ST: "regular" } },
};
const HEADER =
  "Worker ID,Last Name,Time Sheet ID,time  entry date,Rate Component Code,Hours,Time Sheet Approved Date";
const read = (text: string, dates: "iso" | "us" = "us") =>
  fileRows(new TextEncoder().encode(text), dates, MAPPING);

Deno.test("file_rows/reads_the_columns_of_another_program_by_a_mapping", () => {
  const { rows, errors, count } = read(
    `${HEADER}\nWK1,Young,TS9,3/2/2026,ST,8,3/6/2026 10:15 AM\nWK1,Young,TS9,3/2/2026,Holiday,2,\n`,
  );
  assertEquals({ errors, count }, { errors: [], count: 2 });
  const row = {
    worker_number: "WK1",
    work_date: "2026-03-02",
    hours: "8",
    system: "SAP Fieldglass",
  };
  assertEquals(rows, [
    { ...row, line_id: "TS9/2026-03-02/ST", code: "regular", approved_on: "2026-03-06", line: "2" },
    {
      ...row,
      line_id: "TS9/2026-03-02/Holiday",
      hours: "2",
      code: "Holiday",
      approved_on: "",
      line: "3",
    },
  ]);
});

Deno.test("file_rows/keeps_the_id_of_a_line_however_its_file_writes_days", () => {
  const ids = [
    read(`${HEADER}\nWK1,Young,TS9,3/2/2026,ST,8,\n`),
    read(`${HEADER}\nWK1,Young,TS9,2026-03-02,ST,8,\n`, "iso"),
    read(`${HEADER}\nWK1,Young,TS9,2026-03-02T00:00:00,ST,8,\n`, "iso"),
  ].map(({ rows: [row] }) => row?.["line_id"]);
  assertEquals(new Set(ids), new Set(["TS9/2026-03-02/ST"]));
});

Deno.test("file_rows/names_the_headings_that_a_file_lacks_by_our_columns", () => {
  const { rows, errors } = read("Worker ID,Hours\nWK1,8\n");
  assertEquals(rows, []);
  assertEquals(errors.map(({ column, message }) => `${column} ${message}`), [
    'line_id The file has no column "Time Sheet ID".',
    'line_id The file has no column "Time Entry Date".',
    'line_id The file has no column "Rate Component Code".',
    'work_date The file has no column "Time Entry Date".',
    'code The file has no column "Rate Component Code".',
    'approved_on The file has no column "Time Sheet Approved Date".',
  ]);
});

Deno.test("file_rows/finds_days_of_another_program_that_may_be_in_either_order", () => {
  const { errors } = read(`${HEADER}\nWK1,Young,TS9,3/2/2026,ST,8,\n`, "iso");
  assertEquals(errors.map(({ line, column }) => `${line} ${column}`), ["2 work_date"]);
});

Deno.test("mapping_texts/are_read_back_as_the_mapping_that_they_show", () => {
  assertEquals(mappingOf(textsOf(MAPPING)), { ...MAPPING });
  const heading = fc.stringMatching(/^[A-Za-z]([A-Za-z ()-]{0,20}[A-Za-z)])?$/);
  fc.assert(
    fc.property(
      fc.array(heading, { minLength: 1, maxLength: 3 }),
      heading,
      fc.dictionary(heading, fc.constantFrom("regular", "on_call"), { minKeys: 1 }),
      (headings, system, codes) => {
        const mapping = {
          columns: { line_id: headings, hours: [system] },
          constants: { system },
          replacements: { code: codes },
        };
        assertEquals<unknown>(mappingOf(textsOf(mapping)), {
          ...mapping,
          replacements: { code: { ...codes } },
        });
      },
    ),
  );
});
