import { assertEquals } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS, PEOPLE } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { owe } from "../../../support/receivables/proposals.ts";
import { receive } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";

const MAY: readonly string[] = ["billing", "admin", "service"];

Deno.test("propose_check_reconciliation/is_for_billing", () =>
  withDatabase(async ({ sql }) => {
    const access = await prepareFirm(sql);
    const firm = await Firm.create(sql);
    await owe(firm, { principal: "1000.00" });
    for (const caller of CALLERS) {
      const check = await receive(firm, "100.00");
      const attempt = () =>
        runAs(
          sql,
          access,
          caller,
          `select id, status from propose_check_reconciliation('${check}')`,
        );
      if (MAY.includes(caller)) {
        const [proposal] = await attempt();
        assertEquals(proposal?.status, "proposed", caller);
        const person = PEOPLE.find((person) => person === caller);
        const [entry] = await sql`select actor from audit_log where row_id = ${proposal?.id}`;
        assertEquals(entry, { actor: person === undefined ? null : access.users[person] });
      } else if (caller === "signed_out") {
        const before = await contents(sql);
        await assertDenied(attempt(), caller);
        assertEquals(await contents(sql), before);
      } else {
        await assertRefusedUnchanged(sql, attempt, 403, "role_required");
      }
    }
  }));
