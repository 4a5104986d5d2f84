import { assertEquals } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS, PEOPLE } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { receive, reconcile } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";

const MAY: readonly string[] = ["billing", "admin", "service"];

Deno.test("receipts/are_confirmed_returned_and_written_off_by_billing", () =>
  withDatabase(async ({ sql }) => {
    const access = await prepareFirm(sql);
    const firm = await Firm.create(sql);
    for (const caller of CALLERS) {
      const invoice = await firm.sentInvoice("2026-04-01", "100.00");
      const check = await receive(firm, "40");
      const reconciliation = await reconcile(sql, { check }, { [invoice]: "40" });
      const other = await receive(firm, "40");
      const otherOne = await reconcile(sql, { check: other }, { [invoice]: "40" });
      const calls: [call: string, status: string, row: string][] = [
        [`confirm_check_reconciliation('${reconciliation}')`, "confirmed", reconciliation],
        [`confirmcheckreconciliation('${otherOne}')`, "confirmed", otherOne],
        [`return_check('${check}', 'No funds')`, "returned", check],
        [`write_off_invoice('${invoice}', 60, 'Disputed hours')`, "paid", invoice],
      ];
      for (const [call, status, row] of calls) {
        const attempt = () => runAs(sql, access, caller, `select id, status from ${call}`);
        if (MAY.includes(caller)) {
          assertEquals([...await attempt()], [{ id: row, status }], `${caller}: ${call}`);
          const person = PEOPLE.find((person) => person === caller);
          const actors = await sql`
            select distinct actor from audit_log where row_id = ${row} and new ->> 'status' = ${status}`;
          assertEquals([...actors], [{
            actor: person === undefined ? null : access.users[person],
          }]);
        } else if (caller === "signed_out") {
          const before = await contents(sql);
          await assertDenied(attempt(), caller);
          assertEquals(await contents(sql), before);
        } else {
          await assertRefusedUnchanged(sql, attempt, 403, "role_required");
        }
      }
      if (MAY.includes(caller)) {
        const person = PEOPLE.find((person) => person === caller);
        const [row] =
          await sql`select confirmed_by from check_reconciliations where id = ${otherOne}`;
        assertEquals(row, { confirmed_by: person === undefined ? null : access.users[person] });
      }
    }
  }));
