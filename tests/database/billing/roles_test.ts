// Who bills, under both names of each procedure.
import { assertEquals, assertNotEquals } from "@std/assert";
import { actingAs, assertDenied } from "../../support/access/acting.ts";
import { CALLERS, identityOf } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { everything } from "../../support/assignments/rate_hits.ts";
import { createInvoice, MONDAY, SUNDAY } from "../../support/billing/billed_time.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

const MAY: readonly string[] = ["billing", "admin", "service"];

/** The call of each procedure, given a draft and its facility. */
const CALLS: Readonly<Record<string, (draft: string, facility: string) => string>> = {
  create_facility_invoice: (_, facility) => `('${facility}', '${MONDAY}', '${SUNDAY}')`,
  createfacilityinvoice: (_, facility) => `('${facility}', '${MONDAY}', '${SUNDAY}')`,
  recompute_draft_invoice: (draft) => `('${draft}')`,
  recomputedraftinvoice: (draft) => `('${draft}')`,
  backfill_invoice: (_, facility) => `('${facility}', '${SUNDAY}')`,
};

for (const [name, args] of Object.entries(CALLS)) {
  Deno.test(`${name}/takes_billing`, () =>
    withDatabase(async ({ sql }) => {
      const { users } = await prepareFirm(sql);
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await firm.entry(assignment, "approved", MONDAY);
      const draft = await createInvoice(sql, firm.facilityId);
      for (const caller of CALLERS) {
        await firm.entry(assignment, "approved", SUNDAY, "1"); // something to do
        const before = await everything(sql);
        const call = actingAs(
          sql,
          identityOf(caller, users),
          (sql) => sql.unsafe(`select status from ${name}${args(draft.id, firm.facilityId)}`),
        );
        if (MAY.includes(caller)) {
          assertEquals([...await call], [{ status: "draft" }], caller);
          assertNotEquals(await everything(sql), before);
        } else {
          if (caller === "signed_out") await assertDenied(call, caller);
          else await assertRefused(call, 403, "role_required");
          assertEquals(await everything(sql), before);
        }
      }
    }));
}
