// Ids of what a firm has by the million begin with their time, so that a week of them lies side by side in an index.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { addAssignments } from "../../../fixtures/assignments.ts";
import { addContractors, addFacilities } from "../../../fixtures/people.ts";
import { withDatabase } from "../../support/server/database.ts";

/** Version 7 and the variant of RFC 9562, section 5.7. */
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

Deno.test("ids/begin_with_the_time_in_milliseconds_and_are_random_else", async () => {
  await withDatabase(async ({ sql }) => {
    const before = Date.now();
    const rows = await sql<{ id: string }[]>`
      select private.id_by_time() as id from generate_series(1, 5000)`;
    const ids = rows.map(({ id }) => id);
    for (const id of ids) assertMatch(id, VERSION_7);
    assertEquals(new Set(ids).size, 5000);
    const times = ids.map((id) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
    assert(times.every((time) => time >= before - 1 && time <= Date.now() + 1));
    assertEquals(times, times.toSorted((one, other) => one - other));
    assertEquals(new Set(ids.map((id) => id.slice(19))).size, 5000);
  });
});

Deno.test("ids/of_entries_and_lines_come_by_time_whoever_writes_them", async () => {
  await withDatabase(async ({ sql }) => {
    const rows = await sql<{ table: string; column: string }[]>`
      select attrelid::regclass::text as table, attname as column
        from pg_attrdef
        join pg_attribute on attrelid = adrelid and attnum = adnum
       where pg_get_expr(adbin, adrelid) = 'private.id_by_time()'
       order by 1`;
    assertEquals(rows.map(({ table, column }) => `${table}.${column}`), [
      "client_time.id",
      "invoice_lines.id",
      "leave_ledger.id",
      "payroll_item_lines.id",
      "planned_shifts.id",
      "time_entries.id",
    ]);
    const facilities = await addFacilities(sql, ["Mercy"]);
    const contractors = await addContractors(sql, 1);
    const [assignmentId = ""] = await addAssignments(sql, [
      { contractorId: contractors[0] ?? "", facilityId: facilities[0] ?? "" },
    ]);
    const [entry] = await sql<[{ id: string }]>`
      insert into time_entries (assignment_id, work_date, hours) values (${assignmentId}, '2026-03-02', 8)
      returning id`;
    assertMatch(entry.id, VERSION_7);
  });
});
