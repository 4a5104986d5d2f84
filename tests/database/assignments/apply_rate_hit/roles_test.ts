import { assertEquals } from "@std/assert";
import { actingAs, assertDenied } from "../../../support/access/acting.ts";
import { CALLERS, identityOf, PEOPLE } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { everything, rateHit } from "../../../support/assignments/rate_hits.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const MAY: readonly string[] = ["billing", "payroll", "admin", "service"];

Deno.test("apply_rate_hit/takes_billing_or_payroll_under_both_its_names", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      for (const name of ["apply_rate_hit", "applyratehit"]) {
        const hit = await rateHit(sql, firm.placements.benSouth, "2100-01-01");
        const before = await everything(sql);
        const call = actingAs(
          sql,
          identityOf(caller, firm.users),
          (sql) => sql.unsafe(`select status, applied_by from ${name}('${hit}')`),
        );
        if (MAY.includes(caller)) {
          const person = PEOPLE.find((person) => person === caller);
          const applied_by = person === undefined ? null : firm.users[person];
          assertEquals([...await call], [{ status: "applied", applied_by }], caller);
        } else {
          if (caller === "signed_out") await assertDenied(call, caller);
          else await assertRefused(call, 403, "role_required");
          assertEquals(await everything(sql), before);
        }
      }
    }
  }));
