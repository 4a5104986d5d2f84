// The pay group that a file of contractors gives people.
import { assertEquals } from "@std/assert";
import { contractor, importRows, told, wrong } from "../../../support/moving_in/imports.ts";
import { payGroup } from "../../../support/payroll/batches.ts";
import { withDatabase } from "../../../support/server/database.ts";

const person = (number: string, pay_group: string) =>
  contractor({ external_number: number, pay_group });

Deno.test("import_rows/puts_people_into_the_pay_group_that_their_row_names_else_the_default_one", () =>
  withDatabase(async ({ sql }) => {
    await payGroup(sql, "Nights");
    const rows = [person("C1", " Nights"), person("C2", ""), contractor({ external_number: "C3" })];
    assertEquals((await importRows(sql, "contractors", rows)).inserted, 3);
    const groups = await sql<{ of: string }[]>`
      select external_number || ' ' || pay_groups.name as of
        from contractors join pay_groups on pay_groups.id = pay_group_id order by 1`;
    assertEquals(groups.map(({ of }) => of), ["C1 Nights", "C2 Everybody", "C3 Everybody"]);
  }));

Deno.test("import_rows/refuses_a_pay_group_that_is_not_there_by_its_line", () =>
  withDatabase(async ({ sql }) => {
    const rows = [person("C1", "Everybody"), person("C2", "Nights"), person("C3", "everybody")];
    assertEquals(await wrong(sql, "contractors", rows), ["3 pay_group", "4 pay_group"]);
    assertEquals(
      await told(sql, "contractors", [person("C2", "Nights")]),
      '2 pay_group: There is no pay group "Nights". Settings, Pay groups, lists them.',
    );
  }));

Deno.test("import_rows/compares_the_pay_group_of_whoever_is_here_where_the_file_names_one", () =>
  withDatabase(async ({ sql }) => {
    const nights = await payGroup(sql, "Nights");
    await importRows(sql, "contractors", [person("C1", "")]);
    await sql`update contractors set pay_group_id = ${nights}`;
    for (const name of ["", "Nights"]) {
      assertEquals((await importRows(sql, "contractors", [person("C1", name)])).skipped, 1, name);
    }
    assertEquals(
      await told(sql, "contractors", [person("C1", "Everybody")]),
      '2 pay_group: Here it is "Nights", and the file says "Everybody": what was moved in is changed here, not by a file.',
    );
    assertEquals(
      await told(sql, "contractors", [person("C1", "Days")]),
      '2 pay_group: There is no pay group "Days". Settings, Pay groups, lists them.',
    );
  }));
