// Whoever has both roles reads the Monday page and cash ahead; one of them alone is not enough.
import { assertEquals } from "@std/assert";
import { actingAs } from "../../support/access/acting.ts";
import { Firm } from "../../support/firm.ts";
import { staffMember } from "../../support/people/staff.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { CLOCK } from "./week.ts";

Deno.test("profit/is_read_whole_by_staff_with_both_roles_and_not_by_who_has_one", () =>
  withDatabase(async ({ sql }) => {
    await Firm.create(sql);
    const asked = [["weekly_flash", 13], ["cash_ahead", 8]] as const;
    const both = await staffMember(sql, "billing", "payroll");
    const others = [
      await staffMember(sql, "billing", "recruiting"),
      await staffMember(sql, "payroll", "recruiting"),
    ];
    for (const [name, count] of asked) {
      const ask = (member: typeof both) =>
        actingAs(sql, member, (sql) => sql.unsafe(`select from ${name}()`));
      assertEquals((await ask(both)).length, count, name);
      for (const other of others) await assertRefused(ask(other), 403, "role_required");
    }
  }, CLOCK));
