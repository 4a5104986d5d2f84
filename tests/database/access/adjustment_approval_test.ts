import assert from "node:assert/strict";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";

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

    assert.equal(await approve("2020-01-08"), user);
    const [approved] =
      await sql`select approved_at::date = now()::date as now from payroll_adjustments`;
    assert.equal(approved?.now, true, "the instant is the clock's");

    await sql`update payroll_adjustments set amount = 99999`;
    const [changed] = await sql`select approved_at, approved_by from payroll_adjustments`;
    assert.deepEqual(changed, { approved_at: null, approved_by: null });
  }));
