import { assertEquals, assertStrictEquals } from "@std/assert";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

Deno.test("access/an_adjustment_names_who_approved_it_and_loses_the_approval_when_it_changes", () =>
  withDatabase(async ({ sql }) => {
    const user = crypto.randomUUID();
    await (await Firm.create(sql)).assignment();
    await sql`insert into staff_members (user_id, roles) values (${user}, '{payroll}')`;
    await sql`
      insert into payroll_adjustments (contractor_id, payable_on, kind, amount)
      select id, '2026-01-09', 'bonus', 50 from contractors`;

    const approve = (approvedAt: string) =>
      sql.begin(async (sql) => {
        await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: user })}, true),
                         set_config('role', 'authenticated', true)`;
        const [row] = await sql`
          update payroll_adjustments set approved_at = ${approvedAt} where true returning approved_by`;
        return row?.approved_by;
      });

    assertStrictEquals(await approve("2020-01-08"), user);
    const [approved] =
      await sql`select approved_at::date = now()::date as now from payroll_adjustments`;
    assertEquals(approved?.now, true, "the instant is the clock's");

    await sql`update payroll_adjustments set amount = 99999`;
    const [changed] = await sql`select approved_at, approved_by from payroll_adjustments`;
    assertEquals(changed, { approved_at: null, approved_by: null });
  }));

/** Enters an adjustment of a contractor, approved at once if asked. */
function entering(contractor: string, approvedAt: string | null = null): string {
  return `insert into payroll_adjustments (contractor_id, payable_on, kind, amount, approved_at)
          values ('${contractor}', '2026-01-09', 'bonus', 99999, ${
    approvedAt === null ? "null" : `'${approvedAt}'`
  })
          returning id, entered_by`;
}

const approving = (id: unknown) =>
  `update payroll_adjustments set approved_at = now() where id = '${id}' returning approved_by`;

Deno.test("access/payroll_does_not_approve_their_own_adjustment", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`update contractors set user_id = ${firm.users.payroll} where id = ${firm.people.ada}`;
    const asPayroll = (statement: string) => runAs(sql, firm, "payroll", statement);
    const [own] = await asPayroll(entering(firm.people.ada));
    await assertRefused(asPayroll(approving(own?.id)), 403, "own_adjustment_approved");
    const atOnce = asPayroll(entering(firm.people.ada, "2026-01-08"));
    await assertRefused(atOnce, 403, "own_adjustment_approved");
    assertEquals([...await runAs(sql, firm, "admin", approving(own?.id))], [{
      approved_by: firm.users.admin,
    }]);
    assertEquals((await asPayroll(entering(firm.people.ben, "2026-01-08"))).length, 1);
  }));

Deno.test("access/where_no_second_approver_is_asked_for_whoever_entered_an_adjustment_approves_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`update organization_settings set require_second_approver = false`;
    const as = (statement: string) => runAs(sql, firm, "payroll", statement);
    const [entered] = await as(entering(firm.people.ben));
    assertEquals([...await as(approving(entered?.id))], [{ approved_by: firm.users.payroll }]);
    await sql`update organization_settings set require_second_approver = true`;
    await assertRefused(as(approving(entered?.id)), 403, "second_approver_required");
  }));

Deno.test("access/where_a_second_approver_is_asked_for_nobody_approves_what_they_entered", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`update organization_settings set require_second_approver = true`;
    const as = (caller: "payroll" | "admin", statement: string) =>
      runAs(sql, firm, caller, statement);
    const refused = (attempt: PromiseLike<unknown>) =>
      assertRefused(attempt, 403, "second_approver_required");
    const [entered] = await as("payroll", entering(firm.people.ben));
    assertStrictEquals(entered?.entered_by, firm.users.payroll);
    await refused(as("payroll", approving(entered?.id)));
    await refused(as("payroll", entering(firm.people.ben, "2026-01-08")));
    await as("admin", approving(entered?.id));

    // Whoever changed it last entered what stands there; an approval changes nothing.
    const raise = `update payroll_adjustments set amount = 7 where id = '${entered?.id}'`;
    await as("admin", raise);
    await refused(as("admin", approving(entered?.id)));
    const both =
      `update payroll_adjustments set amount = 9, approved_at = now() where id = '${entered?.id}'`;
    await refused(as("payroll", both));
    await as("payroll", approving(entered?.id));
    await refused(as("admin", approving(entered?.id)));
    const [row] = await sql`
      select entered_by, approved_by from payroll_adjustments where id = ${entered?.id}`;
    assertEquals(row, { entered_by: firm.users.admin, approved_by: firm.users.payroll });
  }));

Deno.test("access/without_a_second_approver_payroll_approves_what_it_entered", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const at = "2026-01-08";
    assertEquals((await runAs(sql, firm, "payroll", entering(firm.people.ben, at))).length, 1);
  }));
