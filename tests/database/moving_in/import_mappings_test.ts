// Mappings of clients' files: what they may say, those that come with the product, and the command that reads by them.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { FILE_COLUMNS } from "../../../supabase/functions/_shared/moving_in/columns.ts";
import { runImport } from "../../support/moving_in/command.ts";
import { contractor, importRows } from "../../support/moving_in/imports.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefusedUnchanged, assertViolates } from "../../support/sql/refusal.ts";
import { NOW, prepareClient, timeHere, variances } from "../../support/time/client_time.ts";

const FIELDGLASS = "SAP Fieldglass, report of time sheets";
const BEELINE = "Beeline, Timesheet Base Report";
const COLUMNS = { line_id: ["Id"], worker_number: ["Worker"], work_date: ["Day"] };

Deno.test("import_mappings/come_with_their_sources_and_name_all_that_time_must_have", () =>
  withDatabase(async ({ sql }) => {
    const known = await sql<
      { name: string; source: string; columns: Record<string, string[]>; constants: object }[]
    >`select name, source, columns, constants from import_mappings order by name`;
    assertEquals(known.map(({ name }) => name), [BEELINE, FIELDGLASS]);
    for (const { source, columns, constants } of known) {
      assertStrictEquals(source.startsWith("https://"), true);
      const named = new Set([...Object.keys(columns), ...Object.keys(constants)]);
      assertEquals(FILE_COLUMNS.time.required.filter((name) => !named.has(name)), []);
    }
  }));

Deno.test("import_mappings/refuse_what_no_file_can_be_read_by", () =>
  withDatabase(async ({ sql }) => {
    const system = { system: "Mercy" };
    for (
      const [columns, constants, replacements, kind] of [
        [{ ...COLUMNS, wage: ["Wage"] }, system, {}, "time"],
        [{ ...COLUMNS, hours: [] }, system, {}, "time"],
        [{ ...COLUMNS, hours: "Hours" }, system, {}, "time"],
        [{ ...COLUMNS, hours: [" "] }, system, {}, "time"],
        [[], system, {}, "time"],
        [COLUMNS, {}, {}, "time"],
        [COLUMNS, { system: "" }, {}, "time"],
        [COLUMNS, { ...system, line_id: "1" }, {}, "time"],
        [COLUMNS, system, { code: ["OT"] }, "time"],
        [COLUMNS, system, { code: { OT: 1 } }, "time"],
        [COLUMNS, system, {}, "wages"],
      ] as const
    ) {
      await assertRefusedUnchanged(
        sql,
        () =>
          sql`
            insert into import_mappings (name, kind, columns, constants, replacements)
            values ('Mercy', ${kind}, ${sql.json(columns as never)}, ${sql.json(constants)},
                    ${sql.json(replacements as never)})`,
        400,
        "import_mapping_not_valid",
      );
    }
    const many = { code: { [`OT${"x".repeat(20_000)}`]: "regular" } };
    await assertViolates(
      sql`
        insert into import_mappings (name, columns, constants, replacements)
        values ('Mercy', ${sql.json(COLUMNS)}, ${sql.json(system)}, ${sql.json(many)})`,
      "mapping_is_short",
    );
    await sql`
      insert into import_mappings (name, columns, constants) values ('Mercy', ${
      sql.json(COLUMNS)
    }, ${sql.json(system)})`;
  }));

/** Imports a file as the command does. */
async function command(url: string, text: string, mapping: string) {
  const path = await Deno.makeTempFile({ suffix: ".csv" });
  try {
    await Deno.writeTextFile(path, text);
    return await runImport(["time", path, "--dates", "us", "--mapping", mapping], {
      SUPABASE_DB_URL: url,
    });
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("import_command/brings_reports_of_sap_fieldglass_and_beeline_by_their_mappings", () =>
  withDatabase(async ({ sql, url }) => {
    await prepareClient(sql);
    await importRows(sql, "contractors", [
      contractor({ external_number: "ACMEWK00000012", email: "fg@example.org" }),
    ]);
    await importRows(sql, "assignments", [{
      external_number: "A2",
      contractor_number: "ACMEWK00000012",
      facility_number: "F1",
      start_date: "2026-01-05",
      bill_rate: "90",
      pay_rate: "50",
    }]);
    const heading = [
      "Time Sheet ID,Worker ID,Last Name,First Name,Buyer Code,Site Code,Site,Cost Center,Time Sheet Billable Hours",
      "Rate Component Code,Time Entry Date,Time Sheet Approved Date,Time Sheet Status",
      "Time Sheet Billable Hours (by Rate Category)",
    ].join(",");
    const row = (hours: string, code: string, approved: string) =>
      `ACMETS00009001,ACMEWK00000012,Nurse,Ada,ACME,S1,Denver,CC 12,40,${code},3/2/2026,${approved},Approved,${hours}`;
    const report = [heading, row("8", "ST", "3/6/2026"), row("1.5", "OT", "3/6/2026")].join("\n");
    const first = await command(url, report, FIELDGLASS);
    assertEquals([first.code, first.stderr], [0, ""]);
    assertEquals(JSON.parse(first.stdout), {
      kind: "time",
      rows: 2,
      dry_run: false,
      inserted: 2,
      skipped: 0,
      changed: 0,
    });
    assertEquals(await timeHere(sql), [
      "2026-03-02 regular 1.50 approved",
      "2026-03-02 regular 8.00 approved",
    ]);
    const again = await command(url, report, FIELDGLASS);
    assertStrictEquals(JSON.parse(again.stdout).skipped, 2);

    const base = [
      "Assignment - ID,Week Ending Date,Work Date,Contractor - User Name,Earning Code - Code,Operational Timesheets - Units," +
      "Timesheets Status - Name,Operational Timesheet - Timesheet Header ID",
      "A1,3/8/2026,3/3/2026,C1,RT,7.5,Approved,551",
      "A1,3/8/2026,3/4/2026,C1,RT,8,Submitted,551",
    ].join("\n");
    assertEquals((await command(url, base, BEELINE)).code, 0);
    assertEquals(await variances(sql), [
      "2026-03-02 regular 9.50 beside 9.50: agrees",
      "2026-03-03 regular 7.50 beside 7.50: agrees",
      "2026-03-04 regular 8.00 beside 8.00: agrees",
    ]);
    assertEquals((await timeHere(sql)).slice(2), [
      "2026-03-03 regular 7.50 approved",
      "2026-03-04 regular 8.00 draft",
    ]);
  }, NOW));

Deno.test("import_command/names_the_mappings_that_there_are", () =>
  withDatabase(async ({ url }) => {
    const { code, stderr } = await command(url, "Id\n1\n", "Mercy");
    assertEquals([code, stderr], [
      2,
      `There is no mapping Mercy of time. There are: ${BEELINE}; ${FIELDGLASS}.`,
    ]);
  }));
