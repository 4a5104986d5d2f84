import { assertEquals } from "@std/assert";
import { actingAs, assertDenied } from "../../../support/access/acting.ts";
import { CALLERS, identityOf } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { facilityWithTime, runWeek, WEEK } from "../../../support/billing/runs.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";

const NAMES = ["weekly_billing_run", "weeklybillingrun"];
const MAY: readonly string[] = ["billing", "admin", "service"];

Deno.test("weekly_billing_run/takes_billing_under_both_its_names", () =>
  withDatabase(async ({ sql }) => {
    const { users } = await prepareFirm(sql);
    await facilityWithTime(sql, "Mercy", WEEK);
    for (const caller of CALLERS) {
      for (const name of NAMES) {
        for (const dryRun of [true, false]) {
          const before = await contents(sql);
          const call = actingAs(
            sql,
            identityOf(caller, users),
            (sql) => runWeek(sql, WEEK, { dryRun, name }),
          );
          if (MAY.includes(caller)) {
            const { dry_run, entries_billed } = await call;
            assertEquals([dry_run, entries_billed], [dryRun, 1], caller);
          } else {
            if (caller === "signed_out") await assertDenied(call, caller);
            else await assertRefused(call, 403, "role_required");
            assertEquals(await contents(sql), before, caller);
          }
        }
      }
    }
    const recorded = await sql`select actor from audit_log where procedure = 'weekly_billing_run'`;
    assertEquals([...recorded], [{ actor: users.billing }]);
  }));
