// What is here after a move: rows as the procedures make them, with what follows from them.
import { assertEquals } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { CALLERS } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { createInvoice, linesOf } from "../../../support/billing/billed_time.ts";
import {
  assignment,
  check,
  contractor,
  facility,
  importRows,
  told,
  wrong,
} from "../../../support/moving_in/imports.ts";
import { credits, returnCheck } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };

Deno.test("import_rows/gives_facilities_their_interest_terms_from_the_day_of_the_move", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [
      facility({ annual_rate: "0.18", grace_days: "5", moved_on: "" }),
      facility({ external_number: "F2", annual_rate: "0.12", moved_on: "2026-05-01" }),
      facility({ external_number: "F3" }),
    ]);
    const terms = await sql`
      select external_number as facility, effective_from::text as from, annual_rate as rate, grace_days as grace,
             day_count
        from facility_interest_terms join facilities on facilities.id = facility_id order by 1`;
    assertEquals([...terms], [
      { facility: "F1", from: "2026-04-20", rate: "0.180000", grace: 5, day_count: "actual/365" },
      { facility: "F2", from: "2026-05-01", rate: "0.120000", grace: 0, day_count: "actual/365" },
    ]);
    const [row] = await sql`
      select name, payment_terms_days, bill_scope, bill_overtime_multiplier as half, timezone, is_active
        from facilities where external_number = 'F3'`;
    assertEquals(row, {
      name: "Mercy Hospital",
      payment_terms_days: 30,
      bill_scope: "facility",
      half: "1.500",
      timezone: null,
      is_active: true,
    });
  }, NOW));

Deno.test("import_rows/places_contractors_so_that_their_time_is_billed_and_renewals_come_up", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [
      facility({
        work_state: "CA",
        bill_overtime_rule: "flsa",
        bill_overtime_multiplier: "1.4",
      }),
    ]);
    await importRows(sql, "contractors", [contractor(), contractor({ external_number: "C2" })]);
    await importRows(sql, "assignments", [
      assignment({ end_date: "2026-12-31", rates_from: "2026-03-01", overtime_rule: "california" }),
      assignment({ external_number: "A2", contractor_number: "C2", end_date: "2026-02-01" }),
      assignment({
        external_number: "A3",
        contractor_number: "C2",
        start_date: "2026-03-01",
        end_date: "2026-09-30",
        renewal_date: "2026-08-01",
        bill_overtime_multiplier: "1.1",
      }),
    ]);
    const placed = await sql`
      select external_number as number, rate.effective_from::text as rates_from, bill_rate, pay_rate,
             terms.overtime_rule as billed_by, terms.overtime_multiplier as half, renewal_date::text as renewal,
             (select count(*)::int from contract_alerts where contract_renewal_id = renewal.id) as alerts
        from assignments
        join assignment_rates as rate on rate.assignment_id = assignments.id
        join assignment_bill_terms as terms on terms.assignment_id = assignments.id
        left join contract_renewals as renewal on renewal.assignment_id = assignments.id
       order by 1`;
    const money = { bill_rate: "100.00", pay_rate: "60.00", billed_by: "flsa" };
    assertEquals([...placed], [
      {
        number: "A1",
        rates_from: "2026-03-01",
        ...money,
        half: "1.400",
        renewal: "2026-12-31",
        alerts: 3,
      },
      { number: "A2", rates_from: "2026-01-05", ...money, half: "1.400", renewal: null, alerts: 0 },
      {
        number: "A3",
        rates_from: "2026-03-01",
        ...money,
        half: "1.100",
        renewal: "2026-08-01",
        alerts: 3,
      },
    ]);

    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      select id, '2026-04-06', 8, 'approved' from assignments where external_number = 'A1'`;
    const [first] = await sql<[{ id: string }]>`select id from facilities`;
    const { id } = await createInvoice(sql, first.id, "2026-04-06", "2026-04-12");
    assertEquals(await linesOf(sql, id), [
      "2026-04-06 regular 8.00 × 100.00 × 1.000 = 800.00",
    ]);
  }, NOW));

Deno.test("import_rows/takes_checks_to_reconcile_and_what_was_unapplied_as_credits", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    await importRows(sql, "checks", [
      check({ check_number: "88" }),
      check({ external_number: "R2", amount: "40.25", method: "ach", unapplied_credit: "yes" }),
    ]);
    const checks = await sql`
      select external_number as number, amount, status, method, received_on::text as day from checks order by 1`;
    assertEquals([...checks], [
      { number: "R1", amount: "500.00", status: "received", method: "check", day: "2026-04-10" },
      { number: "R2", amount: "40.25", status: "reconciled", method: "ach", day: "2026-04-10" },
    ]);
    assertEquals(await credits(sql), ["40.25 of 40.25"]);
    const reconciled = await sql`
      select external_number as number, reconciliation.status
        from check_reconciliations as reconciliation join checks on checks.id = check_id`;
    assertEquals([...reconciled], [{ number: "R2", status: "confirmed" }]);
    const [aged] = await sql`select unapplied_credits, net from ar_aging`;
    assertEquals(aged, { unapplied_credits: "40.25", net: "-40.25" });
    const [past] = await sql`select unapplied_credits, net from ar_aging_as_of('2026-04-12')`;
    assertEquals(past, aged);
    const [{ id }] = await sql<
      [{ id: string }]
    >`select id from checks where external_number = 'R2'`;
    await returnCheck(sql, id);
    assertEquals(await credits(sql), ["0.00 of 40.25 reversed"]);
  }, NOW));

Deno.test("import_rows/is_the_admins_and_says_so_in_the_log", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const [nth, caller] of CALLERS.entries()) {
      const rows = JSON.stringify([facility({ external_number: `F${nth}` })]);
      for (const dryRun of [true, false]) {
        const attempt = runAs(
          sql,
          firm,
          caller,
          `select import_rows('facilities', '${rows}', ${dryRun}) - '{rows,skipped,errors}'::text[] as answer`,
        );
        if (["admin", "service"].includes(caller)) {
          const counted = dryRun ? { would_insert: 1 } : { inserted: 1 };
          assertEquals((await attempt)[0]?.answer, {
            kind: "facilities",
            dry_run: dryRun,
            ...counted,
          }, caller);
        } else if (caller === "signed_out") {
          await assertRejectsWith(() => attempt, { code: "42501" });
        } else await assertRefused(attempt, 403, "role_required");
      }
    }
    const log = await sql`
      select actor, caller, table_name from audit_log where procedure = 'import_rows' order by caller`;
    assertEquals([...log], [
      { actor: firm.users.admin, caller: "authenticated", table_name: "facilities" },
      { actor: null, caller: "service_role", table_name: "facilities" },
    ]);
  }));

Deno.test("import_rows/gives_facilities_the_minimum_wages_that_hold_there", () =>
  withDatabase(async ({ sql }) => {
    const at = (external_number: string, minimum_wage_jurisdictions: string, work_state = "CO") =>
      facility({ external_number, work_state, minimum_wage_jurisdictions });
    await importRows(sql, "facilities", [
      at("F1", "CO Denver ;CO;"),
      at("F2", " ; "),
      at("F3", "CA health care: hospitals and facilities of no other class; US", "CA"),
    ]);
    const rows = await sql`
      select minimum_wage_jurisdictions as names from facilities order by external_number`;
    assertEquals(rows.map(({ names }) => names), [
      ["CO", "CO Denver"],
      null,
      ["CA health care: hospitals and facilities of no other class", "US"],
    ]);
    assertEquals(
      await told(sql, "facilities", [at("F4", "CO; CA Los Angeles")]),
      "2 minimum_wage_jurisdictions: The minimum wage of CA Los Angeles is not one of the state of the facility.",
    );
    assertEquals(
      await told(sql, "facilities", [at("F4", "CO Aspen")]),
      "2 minimum_wage_jurisdictions: No minimum wage of CO Aspen is known. Put a semicolon between two.",
    );
  }, NOW));

Deno.test("import_rows/gives_facilities_a_discount_of_a_rate_and_days_or_none", () =>
  withDatabase(async ({ sql }) => {
    const at = (external_number: string, discount_rate: string, discount_days: string) =>
      facility({ external_number, discount_rate, discount_days });
    await importRows(sql, "facilities", [
      at("F1", "2 %", "10"),
      at("F2", "0.015", "0"),
      at("F3", "", ""),
    ]);
    const rows = await sql`
      select concat_ws(' ', discount_rate, discount_days) as discount from facilities order by external_number`;
    assertEquals(rows.map(({ discount }) => discount), ["0.020000 10", "0.015000 0", ""]);
    assertEquals(
      await wrong(sql, "facilities", [
        at("F4", "2%", ""),
        at("F5", "", "10"),
        at("F6", "0", "10"),
        at("F7", "1000%", "1"),
      ]),
      ["2 discount_days", "3 discount_rate", "4 discount_rate", "5 discount_rate"],
    );
  }, NOW));
