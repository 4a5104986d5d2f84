// Pay of some people on a day of its own, between the batches of their group.
import { assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../support/access/acting.ts";
import { signedIn } from "../../support/access/callers.ts";
import { Firm } from "../../support/firm.ts";
import {
  advance,
  close,
  closeBatch,
  closePeriod,
  discard,
  periodOf,
  prepareDraft,
  prepareOffCycle,
} from "../../support/payroll/batches.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import { linesOf } from "../../support/payroll/items.ts";
import { staffMember } from "../../support/people/staff.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { setAside } from "../../support/time/set_aside.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";

const CLOCK = { clock: "2026-03-19 18:00:00+00" };
const WEEK = "2026-03-16";

async function personOf(sql: postgres.Sql, assignment: string): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    select contractor_id as id from assignments where id = ${assignment}`;
  return id;
}

/** Somebody who worked on the Monday of the week, eight hours. */
async function worked(firm: Firm): Promise<{ assignment: string; person: string; entry: string }> {
  const assignment = await firm.assignment();
  const entry = await firm.entry(assignment, "approved", WEEK, "8");
  return { assignment, entry, person: await personOf(firm.sql, assignment) };
}

/** Gross pay by batch, of a person. */
async function grossOf(sql: postgres.Sql, person: string): Promise<string[]> {
  const rows = await sql<{ said: string }[]>`
    select batch.kind || ' ' || batch.status || ' ' || item.gross_pay as said
      from payroll_items as item join payroll_batches as batch on batch.id = item.payroll_batch_id
     where item.contractor_id = ${person} and batch.status <> 'discarded' order by batch.created_at, batch.kind desc`;
  return rows.map(({ said }) => said);
}

/** Number of changes of batches that the log has by a procedure. */
async function logOf(sql: postgres.Sql, procedure: string): Promise<number> {
  const rows = await sql`
    select from audit_log where procedure = ${procedure} and table_name = 'payroll_batches'`;
  return rows.count;
}

Deno.test("prepare_off_cycle/takes_people_out_of_drafts_and_the_next_batch_pays_the_difference_of_the_week", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [leaving, staying] = [await worked(firm), await worked(firm)];
    const { person } = leaving;
    const period = await periodOf(sql, WEEK);
    const draft = await prepareDraft(sql, period);
    const rate = Number((await grossOf(sql, staying.person))[0]?.split(" ")[2]) / 8;

    const batch = await prepareOffCycle(sql, period, [person]);
    assertEquals(await grossOf(sql, person), [`off_cycle draft ${(8 * rate).toFixed(2)}`]);
    assertStrictEquals(await logOf(sql, "prepare_off_cycle"), 2, "its own, and the draft's");
    assertStrictEquals(
      (await prepareOffCycle(sql, period, [person]))["id"],
      batch["id"],
      "the same draft",
    );
    assertStrictEquals(await logOf(sql, "prepare_off_cycle"), 2, "nothing changed");
    assertEquals([
      ...await sql`select kind, gross_total::text as total from payroll_batches order by kind`,
    ], [
      { kind: "off_cycle", total: (8 * rate).toFixed(2) },
      { kind: "regular", total: (8 * rate).toFixed(2) },
    ]);
    await assertRefused(closePeriod(sql, period), 409, "payroll_period_not_finished");
    await close(sql, batch["id"] ?? "");

    await firm.entry(leaving.assignment, "approved", "2026-03-17", "4");
    assertStrictEquals((await prepareDraft(sql, period))["id"], draft["id"]);
    assertEquals(
      await grossOf(sql, person),
      [
        `regular draft ${(4 * rate).toFixed(2)}`,
        `off_cycle closed ${(8 * rate).toFixed(2)}`,
      ],
    );
    const [posted] = await sql`
      select min(posted_on)::text as day from journal('2026-03-01', '2026-03-31') where account = 'wages'`;
    assertStrictEquals(posted?.["day"], "2026-03-20");
  }, CLOCK));

Deno.test("prepare_off_cycle/pays_the_overtime_of_a_week_whole_over_two_batches", () =>
  withDatabase(async ({ sql }) => {
    const shift = (n: number) => ({ date: dayOfWeek(WEEK, n), hours: 10, rule: "flsa" as const });
    const worker = await work(sql, [1, 2, 3, 4, 5].map(shift));
    await sql`update time_entries set status = 'draft' where work_date > '2026-03-18'`;
    const period = await periodOf(sql, WEEK);
    const first = await prepareOffCycle(sql, period, [worker.contractorId]);
    await close(sql, first["id"] ?? "");
    for (const status of ["submitted", "approved"]) {
      await sql`update time_entries set status = ${status} where work_date > '2026-03-18'`;
    }
    const second = await prepareDraft(sql, period);
    const [paid] = await sql`
      select sum(item.regular_hours)::text as regular, sum(item.overtime_hours)::text as overtime,
             sum(item.gross_pay)::text as gross, count(*)::int as batches
        from payroll_items as item where contractor_id = ${worker.contractorId}`;
    const [{ rate }] = await sql<[{ rate: string }]>`
      select rate from payroll_item_lines where kind = 'straight' limit 1`;
    assertEquals({ ...paid }, {
      regular: "40.00",
      overtime: "10.00",
      gross: (55 * Number(rate)).toFixed(2),
      batches: 2,
    });
    await close(sql, second["id"] ?? "");
    assertStrictEquals((await closePeriod(sql, period))["status"], "closed");
  }, { clock: "2026-03-21 18:00:00+00" }));

Deno.test("prepare_off_cycle/is_refused_where_a_batch_in_review_has_somebody_and_pays_of_closed_periods", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { assignment, person } = await worked(firm);
    const period = await periodOf(sql, WEEK);
    const draft = await prepareDraft(sql, period);
    await advance(sql, draft["id"] ?? "");
    await assertRefusedUnchanged(
      sql,
      () => prepareOffCycle(sql, period, [person]),
      409,
      "payroll_batch_under_review",
    );
    await advance(sql, draft["id"] ?? "");
    await closeBatch(sql, draft["id"] ?? "");
    await closePeriod(sql, period);
    await assertRefused(prepareOffCycle(sql, period, [person]), 409, "nothing_to_pay");
    await firm.entry(assignment, "approved", "2026-03-18", "6");
    const late = await prepareOffCycle(sql, period, [person], "2026-03-20", "A day was forgotten");
    assertEquals([late["kind"], late["pay_date"]], ["off_cycle", "2026-03-20"]);
    for (const nobody of [[], [person, "null"]]) {
      await assertRefused(prepareOffCycle(sql, period, nobody), 400, "argument_missing");
    }
    await assertRefused(
      prepareOffCycle(sql, period, [crypto.randomUUID()]),
      404,
      "contractor_not_found",
    );
    await assertRefused(
      prepareOffCycle(sql, period, [person], "2026-03-20", " "),
      400,
      "reason_missing",
    );
    await assertRefused(
      prepareOffCycle(sql, period, [person], "2025-03-20"),
      400,
      "pay_date_before_period",
    );
    await assertRefused(
      prepareOffCycle(sql, period, [person], "infinity"),
      400,
      "date_not_finite",
    );
    await assertRefused(
      prepareOffCycle(sql, period, [person], "20260-03-12"),
      400,
      "day_out_of_range",
    );
    await assertRefused(
      prepareOffCycle(sql, crypto.randomUUID(), [person]),
      404,
      "payroll_period_not_found",
    );
  }, CLOCK));

Deno.test("prepare_off_cycle/gives_its_people_back_where_the_batch_is_discarded", () =>
  withDatabase(async ({ sql }) => {
    const { person } = await worked(await Firm.create(sql));
    const period = await periodOf(sql, WEEK);
    await prepareDraft(sql, period);
    const batch = await prepareOffCycle(sql, period, [person]);
    const [before = ""] = await grossOf(sql, person);
    await discard(sql, batch["id"] ?? "");
    assertEquals(await grossOf(sql, person), []);
    await prepareDraft(sql, period);
    assertEquals(await grossOf(sql, person), [before.replace("off_cycle", "regular")]);
  }, CLOCK));

Deno.test("prepare_off_cycle/keeps_to_its_people_when_time_of_several_changes_at_once", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [one, other] = [await worked(firm), await worked(firm)];
    const second = await firm.entry(one.assignment, "approved", "2026-03-17", "2");
    await firm.entry(other.assignment, "approved", "2026-03-18", "2");
    const batch = await prepareOffCycle(sql, await periodOf(sql, WEEK), [one.person]);
    await setAside(sql, [second, other.entry]);
    const paid = await sql`select contractor_id from payroll_items where payroll_batch_id = ${
      batch["id"] ?? ""
    }`;
    assertEquals(paid.map(({ contractor_id: id }) => id), [one.person]);
  }, CLOCK));

Deno.test("prepare_off_cycle/leaves_later_weeks_with_the_draft_that_has_them", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { assignment, person } = await worked(firm);
    await firm.entry(assignment, "approved", "2026-03-09", "4");
    await prepareDraft(sql, await periodOf(sql, WEEK));
    const batch = await prepareOffCycle(sql, await periodOf(sql, "2026-03-09"), [person]);
    const hours = await sql`
      select batch.kind, sum(line.hours)::text as hours from payroll_item_lines as line
        join payroll_items as item on item.id = line.payroll_item_id
        join payroll_batches as batch on batch.id = item.payroll_batch_id
       where line.kind = 'straight' group by batch.kind order by batch.kind`;
    assertEquals([...hours], [{ kind: "off_cycle", hours: "4.00" }, {
      kind: "regular",
      hours: "8.00",
    }]);
    assertStrictEquals(batch["pay_date"], "2026-03-20");
  }, CLOCK));

Deno.test("prepare_off_cycle/tells_its_own_pay_date_to_the_person_the_provider_and_the_year", () =>
  withDatabase(async ({ sql }) => {
    const { person } = await worked(await Firm.create(sql));
    const user = crypto.randomUUID();
    await sql`update contractors set user_id = ${user} where id = ${person}`;
    const period = await periodOf(sql, WEEK);
    const batch = await prepareOffCycle(sql, period, [person], "2027-01-04");
    await close(sql, batch["id"] ?? "");
    const own = await actingAs(
      sql,
      signedIn(user),
      (sql) =>
        sql<{ day: string }[]>`
          select pay_date::text as day from my_pay union all select pay_date::text from my_pay_lines
           union all select pay_date::text from my_time`,
    );
    assertEquals(own.map(({ day }) => day), ["2027-01-04", "2027-01-04", "2027-01-04"]);
    const told = await sql<{ day: string }[]>`
      select pay_date::text as day from payroll_export(${batch["id"] ?? ""})
       union all select pay_date::text from payroll_earnings(${batch["id"] ?? ""})`;
    assertEquals([...new Set(told.map(({ day }) => day))], ["2027-01-04"]);
    const [statement] = await sql<[{ day: string }]>`
      select pay_document(id) ->> 'pay_date' as day from payroll_items`;
    assertStrictEquals(statement.day, "2027-01-04");
    assertEquals([
      (await sql`select from pay_year_totals(2026)`).count,
      (await sql`select from pay_year_totals(2027)`).count,
    ], [0, 1]);
  }, CLOCK));

Deno.test("prepare_off_cycle/asks_for_a_second_approver_as_other_batches_do_and_for_open_days", () =>
  withDatabase(async ({ sql }) => {
    const { person } = await worked(await Firm.create(sql));
    const period = await periodOf(sql, WEEK);
    await sql`update organization_settings set require_second_approver = true`;
    const [preparer, other, viewer] = [
      await staffMember(sql, "payroll"),
      await staffMember(sql, "payroll"),
      await staffMember(sql, "viewer", "billing"),
    ];
    const prepare = (pay = "2026-03-20") =>
      `select id from prepare_off_cycle('${period}', array['${person}']::uuid[], '${pay}', 'Their last day')`;
    await assertRefused(
      actingAs(sql, viewer, (sql) => sql.unsafe(prepare())),
      403,
      "role_required",
    );
    const [batch] = await actingAs(sql, preparer, (sql) => sql.unsafe(prepare()));
    const advanceIt = `select status from advance_payroll_batch_status('${batch?.["id"]}')`;
    await actingAs(sql, preparer, (sql) => sql.unsafe(advanceIt));
    await assertRefused(
      actingAs(sql, preparer, (sql) => sql.unsafe(advanceIt)),
      403,
      "second_approver_required",
    );
    const [approved] = await actingAs(sql, other, (sql) => sql.unsafe(advanceIt));
    assertStrictEquals(approved?.["status"], "approved");
    await discard(sql, String(batch?.["id"]));
    const admin = await staffMember(sql, "admin");
    await actingAs(sql, admin, (sql) => sql`select close_area('payroll', '2026-03-18')`);
    await assertRefused(
      actingAs(sql, preparer, (sql) => sql.unsafe(prepare("2026-03-17"))),
      409,
      "area_closed",
    );
    await actingAs(sql, preparer, (sql) => sql.unsafe(prepare()));
  }, CLOCK));

Deno.test("prepare_off_cycle/leaves_adjustments_of_weeks_that_have_not_come", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await work(
      sql,
      ["2026-03-02", "2026-03-03", "2026-03-04"].map((date) => ({ date, hours: 8, rule: "none" })),
    );
    await adjustment(sql, contractorId, "2026-03-13", "deduction", "300");
    await adjustment(sql, contractorId, "2026-03-14", "bonus", "200");
    const period = await periodOf(sql, "2026-03-02", 2);
    await prepareDraft(sql, period);
    const batch = await prepareOffCycle(sql, period, [contractorId], "2026-03-06");
    assertStrictEquals(batch["gross_total"], "1440.00");
    assertEquals(
      await linesOf(sql, batch["id"] ?? ""),
      Array(3).fill("2026-03-02 straight 8.00 60.00 = 480.00"),
    );
    await close(sql, batch["id"] ?? "");
    const { id: rest = "" } = await prepareDraft(sql, period);
    assertEquals((await linesOf(sql, rest ?? "")).toSorted(), [
      "2026-03-09 adjustment = -300.00",
      "2026-03-09 adjustment = 200.00",
      "2026-03-09 carried = 100.00",
    ]);
  }, { clock: "2026-03-05 18:00:00+00" }));

Deno.test("prepare_off_cycle/pays_what_is_payable_by_today_or_was_of_weeks_that_are_over_without_time_in_them", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await work(sql, [{ date: "2026-02-16", hours: 8, rule: "none" }]);
    const [newcomer] = await sql<[{ id: string }]>`
      insert into contractors (first_name, last_name, email) values ('New', 'Comer', 'new@example.org')
      returning id`;
    for (
      const [day, amount] of [["2026-03-03", "10"], ["2026-03-12", "20"], ["2026-03-16", "40"]]
    ) {
      await adjustment(sql, contractorId, day ?? "", "bonus", amount ?? "");
    }
    await adjustment(sql, newcomer.id, "2026-03-14", "bonus", "80");
    await adjustment(sql, newcomer.id, "2026-03-16", "bonus", "160");
    const period = await periodOf(sql, "2026-03-02", 3);
    const paid = async (id: string) =>
      (await prepareOffCycle(sql, period, [id], "2026-03-13"))["gross_total"];
    assertStrictEquals(await paid(contractorId), "510.00");
    assertStrictEquals(await paid(newcomer.id), "80.00", "of today's week");
  }, { clock: "2026-03-12 18:00:00+00" }));

Deno.test("prepare_off_cycle/discards_a_draft_that_it_empties", () =>
  withDatabase(async ({ sql }) => {
    const { person } = await worked(await Firm.create(sql));
    const period = await periodOf(sql, WEEK);
    const draft = await prepareDraft(sql, period);
    const batch = await prepareOffCycle(sql, period, [person]);
    const [left] = await sql`
      select status, discard_reason, gross_total::text as total from payroll_batches where id = ${draft.id}`;
    assertEquals({ ...left }, {
      status: "discarded",
      discard_reason: "Nothing is left to pay in it.",
      total: "0.00",
    });
    assertStrictEquals(await logOf(sql, "prepare_off_cycle"), 2, "its own, and the draft's");
    await close(sql, batch["id"] ?? "");
    assertStrictEquals((await closePeriod(sql, period))["status"], "closed");
  }, CLOCK));

Deno.test("prepare_off_cycle/makes_another_draft_where_its_own_was_emptied_and_so_discarded", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { person, assignment, entry } = await worked(firm);
    const period = await periodOf(sql, WEEK);
    const batch = await prepareOffCycle(sql, period, [person]);
    await setAside(sql, [entry]);
    const [left] = await sql`
      select status, discard_reason from payroll_batches where id = ${batch["id"] ?? ""}`;
    assertEquals({ ...left }, {
      status: "discarded",
      discard_reason: "Nothing is left to pay in it.",
    });
    await assertRefused(prepareOffCycle(sql, period, [person]), 409, "nothing_to_pay");
    await firm.entry(assignment, "approved", "2026-03-17", "5");
    assertNotEquals((await prepareOffCycle(sql, period, [person]))["id"], batch["id"]);
    assertStrictEquals((await grossOf(sql, person)).length, 1);
  }, CLOCK));

Deno.test("prepare_off_cycle/discards_its_own_draft_that_comes_to_nothing_when_it_is_built_anew", () =>
  withDatabase(async ({ sql }) => {
    const { person, assignment } = await worked(await Firm.create(sql));
    await stipend(sql, assignment, "reimbursement", "100", { from: "2026-03-09" });
    const period = await periodOf(sql, WEEK);
    await close(sql, (await prepareDraft(sql, period))["id"] ?? "");
    await sql`update assignment_stipends set effective_to = '2026-03-15'`;
    const batch = await prepareOffCycle(sql, period, [person]);
    assertEquals(await linesOf(sql, batch["id"] ?? ""), [
      `${WEEK} difference 0.00 0.00 = -100.00`,
      `${WEEK} overpayment = 100.00`,
    ]);
    await sql`update assignment_stipends set effective_to = '2026-03-31'`;
    const empty = await prepareOffCycle(sql, period, [person]);
    assertEquals([empty["id"], empty["status"]], [batch["id"], "discarded"]);
  }, CLOCK));

Deno.test("my_time/keeps_the_pay_date_of_a_period_of_which_somebody_was_paid_off_the_cycle", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [leaving, staying] = [await worked(firm), await worked(firm)];
    const user = crypto.randomUUID();
    await sql`update contractors set user_id = ${user} where id = ${staying.person}`;
    const period = await periodOf(sql, WEEK);
    await periodOf(sql, "2026-03-23");
    const batch = await prepareOffCycle(sql, period, [leaving.person]);
    await close(sql, batch["id"] ?? "");
    const told = await actingAs(
      sql,
      signedIn(user),
      (sql) => sql<{ day: string }[]>`select pay_date::text as day from my_time`,
    );
    assertEquals(told.map(({ day }) => day), ["2026-03-27"], "as its regular batch will pay it");
  }, { clock: "2026-03-30 18:00:00+00" }));
