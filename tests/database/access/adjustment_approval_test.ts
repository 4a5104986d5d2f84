import assert from "node:assert/strict";
import { withDatabase } from "../../support/database.ts";
import { Firm } from "../../support/firm.ts";

Deno.test("access/an_adjustment_names_the_payroll_staff_who_approved_it", () =>
  withDatabase(async ({ sql }) => {
    const user = crypto.randomUUID();
    await (await Firm.create(sql)).assignment();
    await sql`insert into staff_members (user_id, roles) values (${user}, '{payroll}')`;
    await sql`
      insert into payroll_adjustments (contractor_id, payable_on, kind, amount)
      select id, '2026-01-09', 'bonus', 50 from contractors`;

    const approve = (approvedAt: string | null) =>
      sql.begin(async (sql) => {
        await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: user })}, true),
                         set_config('role', 'authenticated', true)`;
        const [row] = await sql`
          update payroll_adjustments set approved_at = ${approvedAt} where true returning approved_by`;
        return row?.approved_by;
      });

    assert.equal(await approve("2026-01-08"), user);
    assert.equal(await approve(null), null);
  }));
