// What recruiting may write: candidates until they are hired, renewals, the end of an assignment.
import { assert, assertEquals } from "@std/assert";
import { assertDenied, runAs, writableColumns } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

Deno.test("access/recruiting_changes_nothing_of_an_assignment_but_its_end_overtime_rule_and_what_it_is_for", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of ["recruiting", "admin"] as const) {
      assertEquals(await writableColumns(sql, firm, caller, "assignments"), [
        "end_date",
        "overtime_rule",
        "overtime_rule_reason",
        "department",
        "cost_centre",
        "purchase_order_id",
        "title",
        "requisition",
        "missing_credentials_reason",
      ]);
      const end = `update assignments set end_date = '2026-12-31' returning id`;
      assertEquals((await runAs(sql, firm, caller, end)).length, 3);
    }
  }));

Deno.test("access/nobody_hires_a_candidate_by_hand_or_changes_a_hired_one", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const applied = firm.id("candidates", "applied");
    const hired = firm.id("candidates", "hired");
    for (const caller of ["recruiting", "admin"] as const) {
      const run = (statement: string) => runAs(sql, firm, caller, statement);
      await assertRefused(
        run(`update candidates set status = 'hired' where id = '${applied}'`),
        403,
        "row_not_allowed",
      );
      await assertRefused(
        run(
          `insert into candidates (first_name, last_name, email, status)
         values ('Di', 'Direct', 'di@example.org', 'hired')`,
        ),
        403,
        "row_not_allowed",
      );
      await assertDenied(run(`update candidates set hired_at = now() where id = '${applied}'`));
      await assertRefused(
        run(`update candidates set status = 'applied' where id = '${hired}'`),
        409,
        "candidate_hired",
      );
      await assertRefused(
        run(`delete from candidates where id = '${hired}'`),
        409,
        "candidate_hired",
      );
      const offered =
        `update candidates set status = 'offered' where id = '${applied}' returning status`;
      assertEquals([...await run(offered)], [{ status: "offered" }]);
    }
  }));

Deno.test("access/recruiting_writes_no_instants_of_renewals_and_only_acknowledges_alerts", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const writable = (table: string) => writableColumns(sql, firm, "recruiting", table);
    assertEquals(await writable("contract_renewals"), ["renewal_date", "status"]);
    assertEquals(await writable("contract_alerts"), ["acknowledged_at"]);
    const renew = `update contract_renewals set status = 'renewed' where status = 'upcoming'
                   returning renewed_at`;
    const [renewed] = await runAs(sql, firm, "recruiting", renew);
    assert(renewed?.renewed_at instanceof Date);
  }));

Deno.test("access/recruiting_touches_no_rates_and_removes_no_contractors", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const table of ["assignment_rates", "assignment_stipends", "rate_hits", "contractors"]) {
      const attempt = runAs(sql, firm, "recruiting", `delete from ${table}`);
      await assertRejectsWith(
        () => Promise.resolve(attempt),
        /^PostgresError: (permission denied|This takes)/,
      );
    }
    assertEquals(await writableColumns(sql, firm, "admin", "assignment_rates"), []);
  }));
