import { assertEquals } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS, PEOPLE } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";

const MAY: readonly string[] = ["billing", "admin", "service"];

Deno.test("invoices/are_sent_and_voided_by_billing", () =>
  withDatabase(async ({ sql }) => {
    const access = await prepareFirm(sql);
    const firm = await Firm.create(sql);
    for (const caller of CALLERS) {
      const id = await draft(firm);
      const calls = {
        sent: `select status, facility_id from send_invoices('{${id}}')`,
        void: `select status, facility_id from void_invoice('${id}', 'Wrong.')`,
      };
      for (const [status, call] of Object.entries(calls)) {
        const attempt = () => runAs(sql, access, caller, call);
        if (MAY.includes(caller)) {
          const facility_id = firm.facilityId;
          assertEquals([...await attempt()], [{ status, facility_id }], caller);
          const person = PEOPLE.find((person) => person === caller);
          const [entry] = await sql`
            select actor from audit_log where row_id = ${id} and new ->> 'status' = ${status}`;
          assertEquals(entry, { actor: person === undefined ? null : access.users[person] });
        } else if (caller === "signed_out") {
          const before = await contents(sql);
          await assertDenied(attempt(), caller);
          assertEquals(await contents(sql), before);
        } else {
          await assertRefusedUnchanged(sql, attempt, 403, "role_required");
        }
      }
    }
  }));
