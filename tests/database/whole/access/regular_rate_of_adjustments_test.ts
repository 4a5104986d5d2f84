// 29 CFR 778.208 to 778.211: a bonus is in the regular rate unless it is said otherwise, and why.
import { assertEquals } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

/** Enters an adjustment that says no more than this. */
function entering(firm: AccessFirm, kind: string, also: Record<string, string> = {}): string {
  const values = { contractor_id: `'${firm.people.ben}'`, payable_on: "'2026-01-09'", ...also };
  return `insert into payroll_adjustments (kind, amount, ${Object.keys(values)})
          values ('${kind}', 50, ${Object.values(values)}) returning id, in_regular_rate as counts`;
}

const FALSE = { in_regular_rate: "false" };

for (const caller of ["payroll", "service"] as const) {
  Deno.test(`payroll_adjustments/of_${caller}_are_in_the_regular_rate_when_they_are_a_bonus_unless_said`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await prepareFirm(sql);
      const enter = async (kind: string, also: Record<string, string> = {}) =>
        (await runAs(sql, firm, caller, entering(firm, kind, also)))[0]?.counts;
      assertEquals(await enter("bonus"), true);
      assertEquals(await enter("bonus", { in_regular_rate: "null" }), true);
      assertEquals(await enter("bonus", { in_regular_rate: "true" }), true);
      assertEquals(await enter("bonus", { ...FALSE, reason: "'A gift'" }), false);
      for (const kind of ["reimbursement", "deduction"]) {
        assertEquals(await enter(kind), false);
        assertEquals(await enter(kind, FALSE), false);
        await assertViolates(
          enter(kind, { in_regular_rate: "true" }),
          "only_bonuses_are_in_the_regular_rate",
        );
      }
      const slug = "bonus_left_out_without_reason";
      await assertRefused(enter("bonus", FALSE), 400, slug);
      await assertRefused(enter("bonus", { ...FALSE, reason: "' '" }), 400, slug);
    }));
}

Deno.test("payroll_adjustments/that_change_are_in_the_regular_rate_as_their_kind_is_unless_said", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const [row] = await runAs(sql, firm, "payroll", entering(firm, "reimbursement"));
    const change = async (set: string) => {
      const update = `update payroll_adjustments set ${set} where id = '${row?.id}'
                      returning in_regular_rate as counts`;
      return (await runAs(sql, firm, "payroll", update))[0]?.counts;
    };
    assertEquals(await change("kind = 'bonus'"), true);
    assertEquals(await change("amount = 60"), true);
    await assertRefused(change("in_regular_rate = false"), 400, "bonus_left_out_without_reason");
    assertEquals(await change("in_regular_rate = false, reason = 'A gift'"), false);
    assertEquals(await change("amount = 70"), false);
    await assertRefused(change("reason = null"), 400, "bonus_left_out_without_reason");
    assertEquals(await change("kind = 'deduction'"), false);
    assertEquals(await change("kind = 'bonus', in_regular_rate = false"), false);
    assertEquals(await change("in_regular_rate = true"), true);
    assertEquals(await change("in_regular_rate = null"), true);
    assertEquals(await change("kind = 'reimbursement', reason = null"), false);
    const unexplained = change("kind = 'bonus', in_regular_rate = false");
    await assertRefused(unexplained, 400, "bonus_left_out_without_reason");
  }));

Deno.test("payroll_adjustments/entered_before_the_rule_keep_their_value_and_can_be_approved", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const old = await sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      const [row] = await sql.unsafe(entering(firm, "bonus", FALSE));
      return row?.id;
    });
    const [approved] = await runAs(
      sql,
      firm,
      "payroll",
      `update payroll_adjustments set approved_at = now() where id = '${old}'
       returning in_regular_rate as counts, approved_at is not null as approved`,
    );
    assertEquals(approved, { counts: false, approved: true });
  }));
