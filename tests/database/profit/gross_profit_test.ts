// What work brings: what is billed, less fees, pay and burden.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { parse } from "csv-parse/sync";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { backfill, createInvoice, recompute } from "../../support/billing/billed_time.ts";
import { adjust } from "../../support/billing/drafts.ts";
import { addFee } from "../../support/billing/fees.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import { assertProfitIsJournal } from "../../support/profit/profit_is_journal.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { billTo } from "../../support/receivables/programs.ts";
import { writeOff } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";
import { bill, CLOCK, DAYS, pay, profitBy, wholeWeek, workAgain, worked } from "./week.ts";

Deno.test("gross_profit/is_what_is_billed_less_wages_premiums_and_burden", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await wholeWeek(sql);
    const [row] = await sql`
      select row_id, name, hours, billed, wages, premiums, profit, profit_share, unbilled, unpaid
        from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'assignment')`;
    assertEquals({ ...row }, {
      row_id: assignment,
      name: "Ada Nurse at Mercy Hospital",
      hours: "42.00",
      billed: "5400.00",
      wages: "3024.00",
      premiums: "216.00",
      profit: "2160.00",
      profit_share: "0.4000",
      unbilled: "0.00",
      unpaid: "0.00",
    });
    await sql`
      insert into burden_rates (employment_type, effective_from, rate) values ('w2', '2026-01-01', 0.0765)`;
    const all = "5400.00 | 0.00 | 3240.00 | 2160.00 | 247.86 | 1912.14";
    assertEquals(await profitBy(sql, "assignment"), [`Ada Nurse at Mercy Hospital | ${all}`]);
    assertEquals(await profitBy(sql, "facility"), [`Mercy Hospital | ${all}`]);
    assertEquals(await profitBy(sql, "customer"), [`Mercy Hospital | ${all}`]);
    assertEquals(await profitBy(sql, "week"), [`2026-03-02 | ${all}`]);
    assertEquals(await profitBy(sql, "recruiter"), [`- | ${all}`]);
    const [margin] = await sql`
      select paid_margin, fees, burden, profit from assignment_margin`;
    assertEquals({ ...margin }, {
      paid_margin: "2160.00",
      fees: "0.00",
      burden: "247.86",
      profit: "1912.14",
    });
    await assertProfitIsJournal(sql);
  }, CLOCK));

Deno.test("gross_profit/estimates_what_is_not_billed_or_paid_yet_and_says_how_much", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await worked(firm);
    const all = "Mercy Hospital | 5400.00 | 0.00 | 3240.00 | 2160.00 | 0.00 | 2160.00";
    assertEquals(await profitBy(sql, "facility"), [`${all} | estimated 5400.00 3240.00`]);
    const { id } = await createInvoice(sql, firm.facilityId); // a draft
    assertEquals(await profitBy(sql, "facility"), [`${all} | estimated 5400.00 3240.00`]);
    await send(sql, [id], "2026-03-10");
    assertEquals(await profitBy(sql, "facility"), [`${all} | estimated 0.00 3240.00`]);
    await pay(sql);
    assertEquals(await profitBy(sql, "facility"), [all]);
    // Time that nobody approved counts nothing.
    await firm.entry(assignment, "submitted", "2026-03-06", "8");
    assertEquals(await profitBy(sql, "facility"), [all]);
    await voidInvoice(sql, id);
    assertEquals(await profitBy(sql, "facility"), [`${all} | estimated 5400.00 0.00`]);
  }, CLOCK));

Deno.test("gross_profit/counts_hours_on_their_days_and_what_is_of_a_week_on_its_last", () =>
  withDatabase(async ({ sql }) => {
    await wholeWeek(sql);
    const part = async (from: string, to: string) => {
      const [row] = await sql<{ part: string }[]>`
        select concat_ws(' ', billed, wages, premiums) as part from gross_profit(${from}, ${to}, 'facility')
         where row_id is not null`;
      return row?.part;
    };
    assertStrictEquals(await part("2026-03-02", "2026-03-02"), "1800.00 1008.00 0.00");
    assertStrictEquals(await part("2026-03-03", "2026-03-08"), "3600.00 2016.00 216.00");
    assertStrictEquals(await part("2026-03-05", "2026-03-07"), undefined);
    assertStrictEquals(await part("2026-03-08", "2026-03-08"), "0.00 0.00 216.00");
  }, CLOCK));

Deno.test("gross_profit/shares_fees_among_the_lines_of_their_invoice_cent_by_cent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await addFee(firm, { rate: "0.0333" });
    await worked(firm);
    await worked(firm);
    const { id } = await createInvoice(sql, firm.facilityId);
    await adjust(sql, id, "77.77");
    await recompute(sql, id);
    await send(sql, [id], "2026-03-10");
    await pay(sql);
    // 3.33 % of 10,877.77, of which 77.77 has no assignment
    const [{ fees }] = await sql<[{ fees: string }]>`
      select -sum(amount) as fees from invoice_lines where kind = 'fee'`;
    assertStrictEquals(fees, "362.23");
    const rows = await sql<{ name: string | null; fees: string }[]>`
      select name, fees from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'assignment') order by place`;
    assertEquals(rows.map(({ name, fees }) => `${name} ${fees}`), [
      "Ada Nurse at Mercy Hospital 179.82",
      "Ada Nurse at Mercy Hospital 179.82",
      "null 2.59",
    ]);
    const [margin] = await sql`select fees from assignment_margin limit 1`;
    assertEquals(margin?.fees, "179.82");
    await assertProfitIsJournal(sql);
  }, CLOCK));

Deno.test("gross_profit/estimates_fees_that_are_a_share_before_there_is_a_draft", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await addFee(firm, { rate: "0.03" });
    await worked(firm);
    // 3 % of 5,400.00
    const all = "Mercy Hospital | 5400.00 | 162.00 | 3240.00 | 1998.00 | 0.00 | 1998.00";
    assertEquals(await profitBy(sql, "facility"), [`${all} | estimated 5238.00 3240.00`]);
    const { id } = await createInvoice(sql, firm.facilityId);
    assertEquals(await profitBy(sql, "facility"), [`${all} | estimated 5238.00 3240.00`]);
    await assertProfitIsJournal(sql);
    await send(sql, [id], "2026-03-10");
    await pay(sql);
    assertEquals(await profitBy(sql, "facility"), [all]);
    await assertProfitIsJournal(sql);
  }, CLOCK));

Deno.test("gross_profit/gives_what_names_no_assignment_a_row_of_its_own_and_leaves_deductions_out", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await worked(firm);
    await stipend(sql, assignment, "reimbursement", "140");
    const [{ contractor_id }] = await sql<[{ contractor_id: string }]>`
      select contractor_id from assignments`;
    await adjustment(sql, contractor_id, "2026-03-06", "bonus", "100.00");
    await adjustment(sql, contractor_id, "2026-03-06", "deduction", "30.00");
    await bill(firm);
    await pay(sql);
    await sql`
      insert into burden_rates (employment_type, state, effective_from, rate)
      values ('w2', null, '2026-01-01', 0.1), ('w2', 'CO', '2026-01-01', 0.2), ('w2', 'CO', '2026-03-09', 0.5),
             ('1099', null, '2026-01-01', 0.9)`;
    await sql`update facilities set work_state = 'CO'`;
    // Of Colorado 20 %, of what no placement is for the rate of all states; expenses bear none.
    assertEquals(await profitBy(sql, "assignment"), [
      "Ada Nurse at Mercy Hospital | 5400.00 | 0.00 | 3380.00 | 2020.00 | 648.00 | 1372.00",
      "- | 0.00 | 0.00 | 100.00 | -100.00 | 10.00 | -110.00",
    ]);
    await assertProfitIsJournal(sql);
  }, CLOCK));

Deno.test("gross_profit/takes_credits_off_and_counts_what_is_billed_again_once", () =>
  withDatabase(async ({ sql }) => {
    const { firm, invoice } = await wholeWeek(sql);
    await credit(sql, invoice);
    const all = "Mercy Hospital | 5400.00 | 0.00 | 3240.00 | 2160.00 | 0.00 | 2160.00";
    assertEquals(await profitBy(sql, "facility"), [`${all} | estimated 5400.00 0.00`]);
    await send(sql, [(await backfill(sql, firm.facilityId, DAYS[1])).id], "2026-03-20");
    assertEquals(await profitBy(sql, "facility"), [all]);
    const [{ hours }] = await sql<[{ hours: string }]>`
      select hours from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'facility')`;
    assertStrictEquals(hours, "42.00");
    await assertProfitIsJournal(sql);
  }, CLOCK));

Deno.test("gross_profit/by_customer_adds_up_who_is_billed_today", () =>
  withDatabase(async ({ sql }) => {
    const program = await Firm.create(sql, "Summit Program");
    const mercy = await Firm.create(sql);
    const aspen = await Firm.create(sql, "Aspen Clinic");
    for (const facility of [mercy, aspen]) {
      await billTo(facility, program);
      await worked(facility);
      await bill(facility);
    }
    await pay(sql);
    assertEquals(await profitBy(sql, "customer"), [
      "Summit Program | 10800.00 | 0.00 | 6480.00 | 4320.00 | 0.00 | 4320.00",
    ]);
    assertEquals((await profitBy(sql, "facility")).length, 2);
  }, CLOCK));

Deno.test("gross_profit/by_line_has_each_line_of_invoices_and_batches", () =>
  withDatabase(async ({ sql }) => {
    await wholeWeek(sql);
    const rows = await sql<{ row: string }[]>`
      select concat_ws(' ', day, part, billed, wages, premiums) as row
        from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'line') order by place`;
    assertEquals(rows.map(({ row }) => row), [
      ...["2026-03-02", "2026-03-03", "2026-03-04"].flatMap((day) => [
        `${day} overtime 360.00 0.00 0.00`,
        `${day} regular 1440.00 0.00 0.00`,
        `${day} straight 0.00 1008.00 0.00`,
      ]),
      "2026-03-08 overtime_premium 0.00 0.00 216.00",
    ]);
  }, CLOCK));

Deno.test("gross_profit/by_recruiter_shares_each_week_and_pays_for_what_is_collected", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment, invoice } = await wholeWeek(sql);
    await workAgain(firm, assignment, "2026-03-09");
    await bill(firm, "2026-03-09", "2026-03-16");
    await pay(sql, "2026-03-09");
    const [rae, sam] = await sql<{ id: string }[]>`
      insert into staff_members (name, email) values ('Rae', 'rae@example.org'), ('Sam', 'sam@example.org') returning id`;
    await sql`
      insert into assignment_recruiters (assignment_id, staff_member_id, share, effective_from)
      values (${assignment}, ${rae?.id ?? ""}, 0.75, '2026-01-01'), (${assignment}, ${
      sam?.id ?? ""
    }, 0.25, '2026-01-01'),
             (${assignment}, ${rae?.id ?? ""}, 0.5, '2026-03-11')`; // of the second week
    await sql`insert into recruiter_commissions (staff_member_id, rate) values (${
      rae?.id ?? ""
    }, 0.1)`;
    const rows = async () =>
      (await sql<{ row: string }[]>`
        select concat_ws(' ', coalesce(name, '-'), billed, profit, collected, collected_profit,
                         coalesce(commission::text, '-'), coalesce(commission_collected::text, '-')) as row
          from gross_profit('2026-03-02', '2026-03-15', 'recruiter') order by place`).map((
        { row },
      ) => row);
    assertEquals(await rows(), [
      "Rae 6750.00 2700.00 0.00 0.00 270.00 0.00",
      "Sam 1350.00 540.00 0.00 0.00 - -",
      "- 2700.00 1080.00 0.00 0.00 - -",
    ]);
    // A third of the first invoice.
    await firm.pay(invoice, "2026-03-18", "1800.00");
    assertEquals(await rows(), [
      "Rae 6750.00 2700.00 1350.00 540.00 270.00 54.00",
      "Sam 1350.00 540.00 450.00 180.00 - -",
      "- 2700.00 1080.00 0.00 0.00 - -",
    ]);
    // What is written off was not collected.
    await writeOff(sql, invoice, "3600.00");
    assertEquals((await rows())[0], "Rae 6750.00 2700.00 1350.00 540.00 270.00 54.00");
  }, CLOCK));

Deno.test("gross_profit/shows_staff_all_and_of_commissions_and_lines_what_is_theirs", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const rowsOf = async (caller: Parameters<typeof runAs>[2], by: string) =>
      (await runAs(
        sql,
        firm,
        caller,
        `select row_id from gross_profit('2000-01-01', '2100-12-31', '${by}')`,
      )).length;
    for (const caller of ["viewer", "billing", "payroll", "recruiting"] as const) {
      assertEquals(await rowsOf(caller, "facility") > 0, true, caller);
      await assertRefused(rowsOf(caller, "line"), 403, "role_required");
    }
    const all = await rowsOf("admin", "recruiter");
    assertEquals(all > 1, true);
    assertEquals(await rowsOf("recruiting", "recruiter"), 1);
    assertEquals(await rowsOf("viewer", "recruiter"), 0);
    assertEquals(await rowsOf("service", "line") > 0, true);
    for (const caller of ["ada", "north"] as const) {
      await assertRefused(rowsOf(caller, "facility"), 403, "staff_only");
    }
  }));

Deno.test("gross_profit/refuses_days_and_ways_that_are_none", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(sql`select gross_profit(null, '2026-03-01')`, 400, "argument_missing");
    await assertRefused(
      sql`select gross_profit('-infinity', '2026-03-01')`,
      400,
      "date_not_finite",
    );
    await assertRefused(
      sql`select gross_profit('1999-01-01', '2026-03-01')`,
      400,
      "day_out_of_range",
    );
    await assertRefused(
      sql`select gross_profit('2026-03-02', '2026-03-01')`,
      400,
      "period_ends_before_start",
    );
    await assertRefused(
      sql`select gross_profit('2026-03-01', '2026-03-01', 'moon')`,
      400,
      "profit_by_unknown",
    );
    assertEquals(await profitBy(sql, "facility"), []);
  }, CLOCK));

Deno.test("profit/is_not_noticed_by_who_enters_nothing_for_it", () =>
  withDatabase(async ({ sql }) => {
    await wholeWeek(sql);
    const [row] = await sql`
      select (select count(*)::int from burden_rates) as burdens,
             (select count(*)::int from assignment_recruiters) as recruiters,
             (select count(*)::int from recruiter_commissions) as commissions,
             (select is_on from mail_kinds where kind = 'weekly_flash') as mails,
             (select count(*)::int from private.outbox) as messages,
             (select paid_margin - profit from assignment_margin) as taken_off`;
    assertEquals({ ...row }, {
      burdens: 0,
      recruiters: 0,
      commissions: 0,
      mails: false,
      messages: 0,
      taken_off: "0.00",
    });
    // What it reads it leaves as it is.
    const before = await contents(sql);
    await sql`select count(*) from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'line')`;
    await sql`select count(*) from weekly_flash()`;
    await sql`select count(*) from cash_ahead()`;
    assertEquals(await contents(sql), before);
  }, CLOCK));

Deno.test("gross_profit_file/has_the_rows_as_csv", () =>
  withDatabase(async ({ sql }) => {
    await wholeWeek(sql);
    await sql`update facilities set name = '=Mercy, East'`;
    const [{ file }] = await sql<[{ file: string }]>`
      select gross_profit_file(${DAYS[0]}, ${DAYS[1]}) as file`;
    const [row, ...others] = parse(file, { columns: true }) as Record<string, string>[];
    assertEquals(others, []);
    assertEquals([row?.name, row?.billed, row?.profit, row?.day, row?.commission], [
      "'=Mercy, East",
      "5400.00",
      "2160.00",
      "",
      "",
    ]);
    const [{ empty }] = await sql<[{ empty: string }]>`
      select gross_profit_file('2001-01-01', '2001-01-31') as empty`;
    assertStrictEquals(empty.split("\r\n").length, 2);
  }, CLOCK));

Deno.test("assignment_recruiters/share_the_whole_at_most_from_each_day_on", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const [rae, sam] = await sql<{ id: string }[]>`
      insert into staff_members (name, email) values ('Rae', 'rae@example.org'), ('Sam', 'sam@example.org') returning id`;
    const add = (member: string | undefined, share: string, from: string) =>
      sql`
        insert into assignment_recruiters (assignment_id, staff_member_id, share, effective_from)
        values (${assignment}, ${member ?? ""}, ${share}, ${from})`;
    await add(rae?.id, "0.75", "2026-03-02");
    await assertRefused(add(sam?.id, "0.2501", "2026-03-02"), 409, "recruiters_share_too_much");
    await add(sam?.id, "0.25", "2026-03-02");
    await add(sam?.id, "1", "2026-06-01");
    await assertRefused(
      sql`update assignment_recruiters set share = 0.3 where staff_member_id = ${
        sam?.id ?? ""
      } and effective_from = '2026-03-02'`,
      409,
      "recruiters_share_too_much",
    );
    await assertViolates(add(rae?.id, "1.5", "2027-01-01"), "recruiter_has_a_share");
    await assertRefused(add(rae?.id, "0.5", "1999-01-01"), 400, "day_out_of_range");
  }));
