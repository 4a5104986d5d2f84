// What names a row in the log.
import { assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("audit_log/has_a_rate_under_its_assignment_and_one_that_moves_as_gone_and_made", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await sql`update assignment_rates set effective_from = '2025-12-01'`;
    const log = await sql`
      select procedure, row_id, old ->> 'effective_from' as old, new ->> 'effective_from' as new
        from audit_log where table_name = 'assignment_rates' order by at, new`;
    assertEquals([...log], [
      { procedure: "insert", row_id: assignment, old: null, new: "2026-01-01" },
      { procedure: "update", row_id: assignment, old: null, new: "2025-12-01" },
      { procedure: "update", row_id: assignment, old: "2026-01-01", new: null },
    ]);
  }));

Deno.test("audit_log/has_the_settings_without_an_id_when_they_go_and_come_again", () =>
  withDatabase(async ({ sql }) => {
    await sql`delete from organization_settings`;
    await sql`insert into organization_settings (workweek_starts_on) values (7)`;
    const log = await sql`
      select procedure, caller, row_id, old -> 'workweek_starts_on' as old,
             new -> 'workweek_starts_on' as new
        from audit_log where table_name = 'organization_settings' order by at`;
    assertEquals([...log], [
      { procedure: "delete", caller: "owner", row_id: null, old: 1, new: null },
      { procedure: "insert", caller: "owner", row_id: null, old: null, new: 7 },
    ]);
  }));
