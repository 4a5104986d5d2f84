// What billing may write by hand, and what only procedures do.
import { assert, assertEquals } from "@std/assert";
import { assertDenied, runAs, writableColumns } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

function line(invoiceId: string, kind = "adjustment"): string {
  return `insert into invoice_lines (invoice_id, kind, description, amount)
          values ('${invoiceId}', '${kind}', 'Parking', 12.50) returning id`;
}

Deno.test("access/billing_adds_changes_and_removes_adjustments_on_drafts_only", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of ["billing", "admin"] as const) {
      const run = (statement: string) => runAs(sql, firm, caller, statement);
      const [added] = await run(line(firm.id("invoices", "north draft")));
      const where = `where id = '${added?.id}'`;
      const change = `update invoice_lines set amount = -5, description = 'Refund' ${where}
                      returning amount`;
      assertEquals([...await run(change)], [{ amount: "-5.00" }]);
      assertEquals((await run(`delete from invoice_lines ${where} returning id`)).length, 1);

      for (const state of ["sent", "partially paid", "paid", "void, once sent"]) {
        const id = firm.id("invoice_lines", `north ${state}, adjustment`);
        await assertRefused(
          run(line(firm.id("invoices", `north ${state}`))),
          409,
          "invoice_not_draft",
        );
        const change = run(`update invoice_lines set amount = 1 where id = '${id}'`);
        await assertRefused(change, 409, "invoice_not_draft");
        const removal = run(`delete from invoice_lines where id = '${id}'`);
        await assertRefused(removal, 409, "invoice_not_draft");
      }
    }
  }));

Deno.test("access/billing_never_writes_the_lines_of_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const run = (statement: string) => runAs(sql, firm, "billing", statement);
    const where = `where id = '${firm.id("invoice_lines", "north draft, time")}'`;
    await assertRefused(
      run(`update invoice_lines set amount = 1 ${where}`),
      409,
      "invoice_line_of_time",
    );
    await assertRefused(run(`delete from invoice_lines ${where}`), 409, "invoice_line_of_time");
    await assertRefused(
      run(line(firm.id("invoices", "north draft"), "regular")),
      400,
      "only_lines_of_time_have_a_time_entry",
    );
    await assertDenied(run(`update invoice_lines set kind = 'adjustment' ${where}`));
    const writable = await writableColumns(sql, firm, "billing", "invoice_lines");
    assertEquals(writable, ["description", "amount"]);
  }));

Deno.test("access/nobody_writes_invoices_payments_or_credits_by_hand", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const table of ["invoices", "payments", "facility_credits", "billing_runs", "job_runs"]) {
      for (const caller of ["billing", "payroll", "admin"] as const) {
        assertEquals(await writableColumns(sql, firm, caller, table), [], `${caller} ${table}`);
        await assertDenied(runAs(sql, firm, caller, `delete from ${table}`));
      }
    }
  }));

Deno.test("access/an_applied_or_cancelled_rate_hit_stays_and_a_pending_one_is_only_cancelled", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of ["billing", "payroll", "admin"] as const) {
      const run = (statement: string) => runAs(sql, firm, caller, statement);
      const where = (label: string) => `where id = '${firm.id("rate_hits", label)}'`;
      for (const label of ["applied", "cancelled"]) {
        for (const set of ["bill_rate_change = 9", "status = 'pending'", "reason = 'other'"]) {
          await assertRefused(
            run(`update rate_hits set ${set} ${where(label)}`),
            409,
            "rate_hit_not_pending",
          );
        }
        await assertRefused(
          run(`delete from rate_hits ${where(label)}`),
          409,
          "rate_hit_not_pending",
        );
      }
      await assertRefused(
        run(`update rate_hits set status = 'applied' ${where("pending")}`),
        409,
        "rate_hit_move_not_legal",
      );
      await assertDenied(run(`update rate_hits set applied_at = now() ${where("pending")}`));
      await assertDenied(run(`update rate_hits set applied_by = null ${where("pending")}`));
      const [hit] = await run(`insert into rate_hits (assignment_id, effective_on, pay_rate_change)
        values ('${firm.placements.adaNorth}', '2100-01-01', 1) returning id`);
      const cancel = `update rate_hits set status = 'cancelled' where id = '${hit?.id}'
                      returning cancelled_at is not null as cancelled`;
      assertEquals([...await run(cancel)], [{ cancelled: true }]);
    }
  }));

Deno.test("access/a_confirmed_reconciliation_and_its_lines_stay_and_nobody_confirms_by_hand", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const run = (statement: string) => runAs(sql, firm, "billing", statement);
    for (const label of ["confirmed", "returned"]) {
      const where = `where id = '${firm.id("check_reconciliations", label)}'`;
      await assertRefused(
        run(`update check_reconciliations set check_id = null ${where}`),
        409,
        "reconciliation_not_proposed",
      );
      await assertRefused(
        run(`delete from check_reconciliations ${where}`),
        409,
        "reconciliation_not_proposed",
      );
    }
    const confirmed = firm.id("check_reconciliations", "confirmed");
    const lines = `where check_reconciliation_id = '${confirmed}'`;
    await assertRefused(
      run(`update check_reconciliation_lines set amount = 1 ${lines}`),
      409,
      "reconciliation_not_proposed",
    );
    await assertRefused(
      run(`delete from check_reconciliation_lines ${lines}`),
      409,
      "reconciliation_not_proposed",
    );
    await assertRefused(
      run(
        `insert into check_reconciliation_lines (check_reconciliation_id, invoice_id, amount)
       values ('${confirmed}', '${firm.id("invoices", "north paid")}', 1)`,
      ),
      409,
      "reconciliation_not_proposed",
    );
    await assertDenied(run(`update check_reconciliations set status = 'confirmed'`));
    await assertDenied(run(`update check_reconciliations set confirmed_at = now()`));
    const columns = await writableColumns(sql, firm, "billing", "check_reconciliation_lines");
    assert(!columns.includes("check_reconciliation_id"), "a line moves to another reconciliation");
  }));

Deno.test("access/nobody_sets_the_state_of_a_check_or_changes_one_that_was_reconciled", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of ["billing", "admin"] as const) {
      const run = (statement: string) => runAs(sql, firm, caller, statement);
      const columns = [
        "facility_id",
        "check_number",
        "method",
        "amount",
        "received_on",
        "entered_again",
        "late",
      ];
      assertEquals(await writableColumns(sql, firm, caller, "checks"), columns);
      await assertDenied(run(
        `insert into checks (facility_id, amount, received_on, status)
         values ('${firm.people.north}', 1, '2026-02-01', 'reconciled')`,
      ));
      for (const label of ["reconciled", "returned"]) {
        const where = `where id = '${firm.id("checks", label)}'`;
        await assertRefused(
          run(`update checks set amount = 1 ${where}`),
          409,
          "check_not_received",
        );
        await assertRefused(run(`delete from checks ${where}`), 409, "check_not_received");
      }
    }
  }));
