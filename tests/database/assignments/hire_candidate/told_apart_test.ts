// Somebody may have two assignments at a facility on the same days, if people can tell them apart.
import { assertEquals } from "@std/assert";
import { actingAs } from "../../../support/access/acting.ts";
import { signedIn } from "../../../support/access/callers.ts";
import { Firm } from "../../../support/firm.ts";
import {
  assignment,
  contractor,
  facility,
  importRows,
  order,
  wrong,
} from "../../../support/moving_in/imports.ts";
import { hire } from "../../../support/people/hiring.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };
/** Identity of a program with the secret key. */
const PROGRAM = { role: "service_role", claims: "" };

Deno.test("hire_candidate/places_somebody_again_as_charge_nurse_and_answers_that_when_called_again", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const place = { candidate_id: await firm.candidate(), facility_id: firm.facilityId };
    const nurse = await hire(sql, place);
    const charge = { ...place, department: " Charge ", bill_rate: "110.00", pay_rate: "66.00" };
    const second = await hire(sql, charge);
    assertEquals([second.contractor_id, second.department], [nurse.contractor_id, "Charge"]);
    assertEquals(await hire(sql, charge), second);
    assertEquals(await hire(sql, place), nurse);
    assertEquals((await sql`select from assignments`).count, 2);
    const later = { ...charge, start_date: "2026-05-01" };
    await assertRefusedUnchanged(sql, () => hire(sql, later), 409, "assignment_overlaps");
  }));

Deno.test("assignments/of_the_secret_key_are_told_apart_as_everybody_elses", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.assignment();
    const [first] = await sql`select contractor_id, facility_id from assignments`;
    const add = (...places: Record<string, string>[]) =>
      actingAs(sql, PROGRAM, (sql) => {
        const rows = places.map((place) => ({ ...first, start_date: "2026-03-02", ...place }));
        return sql`
          insert into assignments (contractor_id, facility_id, start_date, department, cost_centre)
          select contractor_id, facility_id, start_date, department, cost_centre
            from jsonb_populate_recordset(null::assignments, ${sql.json(rows)})`;
      });
    await assertRefusedUnchanged(sql, () => add({}), 409, "assignment_overlaps");
    const twice = [{ department: "ICU" }, { department: "ICU" }];
    await assertRefusedUnchanged(sql, () => add(...twice), 409, "assignment_overlaps");
    await add({ department: "ICU" }, { department: "ICU", cost_centre: "4711" });
    assertEquals((await sql`select from assignments`).count, 3);
  }));

Deno.test("assignments/stay_told_apart_when_their_department_changes", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const place = { candidate_id: await firm.candidate(), facility_id: firm.facilityId };
    await hire(sql, place);
    const charge = await hire(sql, { ...place, department: "Charge" });
    const user = crypto.randomUUID();
    await sql`insert into staff_members (user_id, roles) values (${user}, '{recruiting}')`;
    const name = (department: string | null) =>
      actingAs(
        sql,
        signedIn(user),
        (sql) =>
          sql`update assignments set department = ${department} where id = ${
            String(charge.id)
          } returning id`,
      );
    await assertRefusedUnchanged(sql, () => name(null), 409, "assignment_overlaps");
    assertEquals((await name("Charge nurse")).count, 1);
  }));

Deno.test("import_rows/takes_two_assignments_at_a_facility_that_are_told_apart_and_no_others", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    await importRows(sql, "orders", [order()]);
    await importRows(sql, "contractors", [contractor()]);
    const first = assignment({ external_number: "A1" });
    for (
      const apart of [{ department: "Charge" }, { cost_centre: "1" }, { order_number: "PO-1" }]
    ) {
      const second = assignment({ external_number: "A2", ...apart });
      assertEquals(await wrong(sql, "assignments", [first, second]), [], JSON.stringify(apart));
    }
    const alike = assignment({ external_number: "A2" });
    assertEquals(await wrong(sql, "assignments", [first, alike]), ["3 start_date"]);
    assertEquals((await importRows(sql, "assignments", [first])).inserted, 1);
    assertEquals(await wrong(sql, "assignments", [alike]), ["2 start_date"]);
    const charge = assignment({ external_number: "A2", department: "Charge" });
    assertEquals((await importRows(sql, "assignments", [charge])).inserted, 1);
  }, NOW));

Deno.test("assignments/that_are_told_apart_share_a_workweek_and_each_hour_has_one_rate", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const place = {
      candidate_id: await firm.candidate(),
      facility_id: firm.facilityId,
      overtime_rule: "flsa",
      overtime_rule_reason: "The contract",
    };
    const nurse = await hire(sql, place);
    const rates = { bill_rate: "110.00", pay_rate: "66.00" };
    const charge = await hire(sql, { ...place, department: "Charge", ...rates });
    await sql`
      update assignment_bill_terms set overtime_rule = 'flsa', overtime_multiplier = 1.5`;
    for (const day of ["02", "03", "04", "05"]) {
      await firm.entry(String(nurse.id), "approved", `2026-03-${day}`, "8");
      await firm.entry(String(charge.id), "approved", `2026-03-${day}`, "4");
    }

    await sql`select create_facility_invoice(${firm.facilityId}, '2026-03-02', '2026-03-08')`;
    // 48 hours of one person at one facility: eight of the last day are overtime.
    const classes = await sql`
      select kind, sum(hours)::text as hours from invoice_lines group by kind order by kind desc`;
    assertEquals(classes.map((line) => Object.values(line).join(" ")), [
      "regular 40.00",
      "overtime 8.00",
    ]);
    const whole = await sql`
      select entry.id from time_entries as entry
        join invoice_lines as line on line.time_entry_id = entry.id
       group by entry.id
      having sum(line.hours) = entry.hours
         and array_agg(distinct line.rate) = array[case when entry.assignment_id = ${
      String(charge.id)
    } then 110.00 else 100.00 end]
         and array_agg(distinct line.department) is not distinct from array[case when entry.assignment_id = ${
      String(charge.id)
    } then 'Charge' end]`;
    assertEquals(whole.count, 8, "each hour once, at the rate of its assignment, with its place");

    await sql`
      insert into payroll_periods (period_start, period_end, pay_date)
      values ('2026-03-02', '2026-03-08', '2026-03-13')`;
    await sql`select prepare_payroll_draft(id) from payroll_periods`;
    // The regular rate is 2976.00 over 48 hours, 62.00.
    const paid = await sql`
      select line.kind, sum(line.hours)::text as hours, sum(line.amount)::text as amount
        from payroll_item_lines as line group by line.kind order by line.kind desc`;
    assertEquals(paid.map((line) => Object.values(line).join(" ")), [
      "straight 48.00 2976.00",
      "overtime_premium 8.00 248.00",
    ]);
  }, NOW));
