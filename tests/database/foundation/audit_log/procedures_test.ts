// What procedures, jobs and guards change is in the log once, under the procedure's name.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { lockEndedAssignments } from "../../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import { Firm } from "../../../support/firm.ts";
import { close, closePeriod, periodOf, prepare } from "../../../support/payroll/batches.ts";
import { hire, hiring } from "../../../support/people/hiring.ts";
import { confirm, receive, returnCheck } from "../../../support/receivables/receipts.ts";
import { propose } from "../../../support/receivables/proposals.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { setAside } from "../../../support/time/set_aside.ts";

const MONDAY = "2026-01-05";

/** Entries in the log from a piece of work: `"<procedure> <caller> <table>"`, sorted. */
async function logged(sql: postgres.Sql, work: () => PromiseLike<unknown>): Promise<string[]> {
  const before = new Set((await sql`select id from audit_log`).map(({ id }) => id));
  await work();
  const rows = await sql`select id, procedure, caller, table_name from audit_log`;
  return rows.filter(({ id }) => !before.has(id))
    .map(({ procedure, caller, table_name }) => `${procedure} ${caller} ${table_name}`).sort();
}

Deno.test("audit_log/has_one_row_for_each_row_that_a_hire_made_or_changed", () =>
  withDatabase(async ({ sql }) => {
    const access = await prepareFirm(sql);
    const firm = await Firm.create(sql);
    const call = hiring({
      candidate_id: await firm.candidate(),
      facility_id: firm.facilityId,
      end_date: "2026-03-31",
    });
    assertEquals(await logged(sql, () => runAs(sql, access, "recruiting", call)), [
      "hire_candidate authenticated assignment_bill_terms",
      "hire_candidate authenticated assignment_rates",
      "hire_candidate authenticated assignments",
      "hire_candidate authenticated candidates",
      "hire_candidate authenticated contractors",
    ]);
    const log = await sql`
      select distinct actor from audit_log where procedure = 'hire_candidate'`;
    assertEquals([...log], [{ actor: access.users.recruiting }]);
  }));

Deno.test("audit_log/has_the_rates_that_a_rate_hit_made_and_moved", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`
      insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
      values (${assignment}, '2026-06-01', 110, 66)`;
    const hit = await rateHit(sql, assignment, "2026-03-01");
    assertEquals(await logged(sql, () => apply(sql, hit)), [
      // Made as the rate that was in force, then moved as the later one is.
      "apply_rate_hit owner assignment_rates",
      "apply_rate_hit owner assignment_rates",
      "apply_rate_hit owner assignment_rates",
      "apply_rate_hit owner rate_hits",
    ]);
    const rates = await sql<{ rate: string }[]>`
      select concat_ws(' ', new ->> 'effective_from', old ->> 'bill_rate', new ->> 'bill_rate') as rate
        from audit_log
       where table_name = 'assignment_rates' and row_id = ${assignment} and procedure = 'apply_rate_hit'
       order by 1`;
    assertEquals(rates.map(({ rate }) => rate), [
      "2026-03-01 100.00",
      "2026-03-01 100.00 105.00",
      "2026-06-01 110.00 115.00",
    ]);
  }));

Deno.test("audit_log/has_the_check_its_reconciliation_and_their_lines_once_a_step", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.sentInvoice("2026-03-01", "60.00");
    const check = await receive(firm, "100.00");
    let reconciliation = "";
    assertEquals(
      await logged(sql, async () => ({ id: reconciliation } = await propose(sql, check))),
      [
        "propose_check_reconciliation owner check_reconciliation_lines",
        "propose_check_reconciliation owner check_reconciliations",
      ],
    );
    assertEquals(await logged(sql, () => confirm(sql, reconciliation)), [
      "confirm_check_reconciliation owner check_reconciliations",
      "confirm_check_reconciliation owner checks",
      "confirm_check_reconciliation owner facility_credits",
      "confirm_check_reconciliation owner invoices",
    ]);
    assertEquals(await logged(sql, () => returnCheck(sql, check)), [
      "return_check owner check_reconciliations",
      "return_check owner checks",
      "return_check owner facility_credits",
      "return_check owner invoices",
    ]);
    assertEquals(await logged(sql, () => returnCheck(sql, check)), []);
  }));

Deno.test("audit_log/has_the_batch_that_was_closed_and_its_period_and_no_row_for_each_entry", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment(), "approved", MONDAY);
    const period = await periodOf(sql, MONDAY);
    const batch = await prepare(sql, MONDAY);
    assertEquals(await logged(sql, () => close(sql, batch)), [
      "advance_payroll_batch_status owner payroll_batches",
      "advance_payroll_batch_status owner payroll_batches",
      "close_and_lock_payroll_batch owner payroll_batches",
    ]);
    assertEquals(await logged(sql, () => closePeriod(sql, period)), [
      "close_payroll_period owner payroll_periods",
    ]);
  }));

Deno.test("audit_log/has_what_procedures_do_under_the_path_segment_by_the_same_name", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const period = await periodOf(sql, MONDAY);
    assertEquals(
      await logged(sql, () => sql`select public.closepayrollperiod(${period})`),
      ["close_payroll_period owner payroll_periods"],
    );
    const entry = await firm.entry(await firm.assignment(), "submitted");
    assertEquals(await logged(sql, () => setAside(sql, [entry])), [
      "set_aside_time owner time_entries",
    ]);
  }));

Deno.test("audit_log/has_an_extension_with_which_renewals_move", () =>
  withDatabase(async ({ sql }) => {
    const access = await prepareFirm(sql);
    const id = access.id("assignments", "ada at north");
    const extend = `update assignments set end_date = '2026-12-31' where id = '${id}'`;
    assertEquals(await logged(sql, () => runAs(sql, access, "recruiting", extend)), [
      "update authenticated assignments",
    ]);
  }));

Deno.test("audit_log/has_nothing_of_what_lock_ended_locks", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment("2026-02-01"), "submitted");
    assertEquals(await logged(sql, () => lockEndedAssignments(sql)), []);
    const [entry] = await sql`select status from time_entries`;
    assertEquals(entry?.status, "locked");
  }));

Deno.test("audit_log/has_the_same_of_a_hire_after_a_hire_in_one_transaction", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const place = { facility_id: firm.facilityId };
    const candidates = [await firm.candidate(), await firm.candidate()];
    const both = await logged(sql, () =>
      sql.begin(async (sql) => {
        for (const candidate_id of candidates) await hire(sql, { candidate_id, ...place });
      }));
    assertEquals(both.length, 10);
  }));
