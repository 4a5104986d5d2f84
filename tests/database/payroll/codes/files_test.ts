// What payroll files, totals, papers and books tell of time of codes.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { actingAs } from "../../../support/access/acting.ts";
import { signedIn } from "../../../support/access/callers.ts";
import { payDocument } from "../../../support/documents/documents.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { addCode, codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import {
  earningsFile,
  enterCodes,
  handOver,
  workState,
} from "../../../support/payroll/earnings.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertViolates } from "../../../support/sql/refusal.ts";
import { dayOfWeek, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

/** A week of 40 hours and eight of charge, a night on call, a day of leave and some miles, in Texas. */
async function weekOf(sql: postgres.Sql, employmentType: "1099" | "w2" = "w2") {
  const made = await work(
    sql,
    [1, 2, 3, 4].map((n) => ({ date: dayOfWeek(MONDAY, n), hours: 10, rule: "flsa" as const })),
    { employmentType },
  );
  const assignment = made.assignmentIds.flsa;
  await payRate(sql, assignment, "2020-01-01", "20");
  await codeRate(sql, assignment, "charge", "24");
  await codeRate(sql, assignment, "on_call", "3");
  await codeRate(sql, assignment, "mileage", "0.70");
  await workState(sql, assignment, "TX");
  const enter = (day: number, code: string, amount: { hours?: string; quantity?: string }) =>
    enterCoded(sql, assignment, dayOfWeek(MONDAY, day), code, amount);
  await enter(5, "charge", { hours: "8" });
  await enter(5, "on_call", { hours: "12" });
  await enter(6, "on_call", { hours: "12" });
  await enter(6, "sick", { hours: "8" });
  await enter(5, "mileage", { quantity: "100" });
  return { ...made, assignment };
}

Deno.test("payroll_earnings/has_a_line_per_code_with_what_it_counts", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql);
    await enterCodes(sql);
    await sql`update time_codes set earning_code = upper(name) where name not in ('regular', 'charge')`;
    const batch = await prepare(sql, MONDAY);
    const lines = await sql<{ line: string }[]>`
      select concat_ws(' ', earning, earning_code, code, work_state, hours, quantity, unit, rate, '=', amount) as line
        from payroll_earnings(${batch}) as earned order by earned.line`;
    assertEquals(lines.map(({ line }) => line), [
      "straight STRAIGHT TX 40.00 20.00 = 800.00",
      "straight STRAIGHT charge TX 8.00 24.00 = 192.00",
      "code ON_CALL on_call TX 24.00 hour 3.00 = 72.00",
      "code SICK sick TX 8.00 hour 20.00 = 160.00",
      // (992 + 72) / 48 × 4
      "overtime_premium OVERTIME TX 8.00 = 88.67",
      "reimbursement_code MILEAGE mileage TX 100.00 mile 0.70 = 70.00",
    ]);
    await sql`update time_codes set earning_code = 'CHG' where name = 'charge'`;
    const [charge] = await sql`
      select earning, earning_code from payroll_earnings(${batch}) where code = 'charge'`;
    assertEquals({ ...charge }, { earning: "straight", earning_code: "CHG" });
  }));

Deno.test("payroll_earnings_file/has_columns_of_codes_where_there_are_some_and_else_none", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }], { employmentType: "1099" });
    const coded = await weekOf(sql);
    const batch = await prepare(sql, MONDAY);
    const [head = "", first = "", second = "", third = "", ...rest] =
      (await earningsFile(sql, batch, "w2")).split("\r\n");
    assertMatch(head, /,rate,amount,code,unit,quantity$/);
    assertMatch(first, /,straight,,TX,40\.00,,,20\.00,800\.00,,,$/);
    assertMatch(second, /,straight,,TX,8\.00,,,24\.00,192\.00,charge,,$/);
    assertMatch(third, /,code,,TX,,,,3\.00,72\.00,on_call,hour,24\.00$/);
    assertStrictEquals(rest.length, 4);
    const [plain = "", ...lines] = (await earningsFile(sql, batch, "1099")).split("\r\n");
    assertMatch(plain, /,rate,amount$/);
    assertEquals(lines.length, 2);
    assertEquals(coded.entryIds.length, 4);
  }));

Deno.test("hand_over_payroll/names_the_codes_that_the_provider_has_no_name_for", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql);
    const batch = await prepare(sql, MONDAY);
    await close(sql, batch);
    await enterCodes(sql);
    const refusal = await handOver(sql, batch, "w2").then(() => null, (error: unknown) => error);
    assertStrictEquals(
      refusal instanceof postgres.PostgresError ? refusal.message : refusal,
      "No code: mileage, on_call, sick.",
    );
    await sql`update time_codes set earning_code = 'X' where name <> 'regular'`;
    assertMatch(await handOver(sql, batch, "w2"), /,mile,100\.00\r\n$/);
  }));

Deno.test("pay_year_totals/count_codes_as_wages_unless_they_repay_expenses", () =>
  withDatabase(async ({ sql }) => {
    const employed = await weekOf(sql);
    const own = await weekOf(sql, "1099");
    await close(sql, await prepare(sql, MONDAY));
    const totals = async (id: string) => {
      const [total] = await sql`
        select wages::text, nonemployee_pay::text, reimbursements::text, qualified_overtime::text, gross_pay::text
          from pay_year_totals(2026) where contractor_id = ${id}`;
      return { ...total };
    };
    assertEquals(await totals(employed.contractorId), {
      wages: "1312.67",
      nonemployee_pay: "0.00",
      reimbursements: "70.00",
      qualified_overtime: "88.67",
      gross_pay: "1382.67",
    });
    assertEquals(await totals(own.contractorId), {
      wages: "0.00",
      nonemployee_pay: "1224.00",
      reimbursements: "70.00",
      qualified_overtime: "0.00",
      gross_pay: "1294.00",
    });
  }));

Deno.test("payroll_export/has_codes_apart_and_adds_up", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql);
    const batch = await prepare(sql, MONDAY);
    const [row] = await sql`
      select regular_hours::text, straight_pay::text, codes::text, reimbursement_codes::text, gross_pay::text,
             straight_pay + overtime_premium + codes + reimbursement_codes - gross_pay as off
        from payroll_export(${batch})`;
    assertEquals({ ...row }, {
      regular_hours: "40.00",
      straight_pay: "992.00",
      codes: "232.00",
      reimbursement_codes: "70.00",
      gross_pay: "1382.67",
      off: "0.00",
    });
  }));

Deno.test("my_pay_lines/name_codes_and_what_they_count", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await weekOf(sql);
    const user = crypto.randomUUID();
    await sql`update contractors set user_id = ${user} where id = ${contractorId}`;
    await close(sql, await prepare(sql, MONDAY));
    const lines = await actingAs(sql, signedIn(user), (sql) =>
      sql`
      select concat_ws(' ', kind, pay_kind, code_title, work_date, hours, quantity, unit, facility_name) as line
        from my_pay_lines where code is not null order by work_date, code, kind`);
    assertEquals(lines.map(({ line }) => line), [
      "straight Charge nurse 2026-03-06 8.00 flsa",
      "code reimbursement Mileage 2026-03-06 100.00 mile flsa",
      "code On call 2026-03-06 12.00 hour flsa",
      "code On call 2026-03-07 12.00 hour flsa",
      "code Sick leave 2026-03-07 8.00 hour flsa",
    ]);
    const [pay] = await actingAs(sql, signedIn(user), (sql) =>
      sql`select code_pay::text, gross_wages::text, reimbursements::text, gross_pay::text from my_pay`);
    assertEquals({ ...pay }, {
      code_pay: "302.00",
      gross_wages: "1312.67",
      reimbursements: "70.00",
      gross_pay: "1382.67",
    });
  }));

Deno.test("pay_document/has_a_row_per_entry_of_a_code_and_worked_hours_by_their_titles", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await weekOf(sql);
    const batch = await prepare(sql, MONDAY);
    const [{ id }] = await sql<[{ id: string }]>`
      select id from payroll_items where payroll_batch_id = ${batch} and contractor_id = ${contractorId}`;
    const document = JSON.parse(JSON.stringify(await payDocument(sql, id)));
    assertEquals([document.codes, document.gross_wages, document.reimbursements], [
      "232.00",
      "1312.67",
      "70.00",
    ]);
    assertEquals(
      document.hours.map((row: Record<string, string>) => `${row.title} ${row.hours} ${row.rate}`),
      ["null 40.00 20.00", "Charge nurse 8.00 24.00", "null 8.00 11.0838"],
    );
    assertEquals(
      document.rows.filter(({ kind }: { kind: string }) => kind === "code").map((
        row: Record<string, string>,
      ) => `${row.work_date} ${row.title} ${row.quantity} ${row.unit} ${row.hours}`),
      [
        "2026-03-06 Mileage 100.00 mile null",
        "2026-03-06 On call 12.00 hour null",
        "2026-03-07 On call 12.00 hour null",
        "2026-03-07 Sick leave 8.00 hour null",
      ],
    );
  }));

Deno.test("journal/has_codes_in_wages_and_reimbursements", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql);
    const accrued = await sql<{ row: string }[]>`
      select account || ' ' || debit - credit as row from accruals(${dayOfWeek(MONDAY, 5)})
       where posted_on = ${
      dayOfWeek(MONDAY, 5)
    } and account in ('wages', 'reimbursements', 'premiums') order by 1`;
    // On Friday 992 and the first night on call; the premium is the hours', which all were worked by then.
    assertEquals(accrued.map(({ row }) => row), [
      "premiums 88.67",
      "reimbursements 70.00",
      "wages 1028.00",
    ]);
    await close(sql, await prepare(sql, MONDAY));
    const posted = await sql<{ row: string }[]>`
      select account || ' ' || sum(debit - credit) as row from journal('2020-01-01', '2099-12-31')
       where document like 'PAY-%' group by account order by 1`;
    assertEquals(posted.map(({ row }) => row), [
      "payroll_clearing -1382.67",
      "premiums 88.67",
      "reimbursements 70.00",
      "wages 1224.00",
    ]);
  }, { clock: "2026-05-20 12:00:00-06" }));

Deno.test("accruals/of_a_day_within_a_week_of_miles_alone_have_them", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds } = await work(sql, []);
    await addCode(sql, "house_call", { unit: "visit", in_regular_rate: true });
    await codeRate(sql, assignmentIds.flsa, "house_call", "40");
    await enterCoded(sql, assignmentIds.flsa, MONDAY, "house_call", { quantity: "2" });
    await sql`
      insert into payroll_adjustments (contractor_id, payable_on, kind, amount, approved_at, in_regular_rate, reason)
      select contractor_id, ${MONDAY}, 'bonus', 10, now(), false, 'A gift' from assignments limit 1`;
    const accrued = await sql<{ row: string }[]>`
      select account || ' ' || debit - credit as row from accruals(${dayOfWeek(MONDAY, 2)})
       where posted_on = ${dayOfWeek(MONDAY, 2)} and account = 'wages'`;
    assertEquals(accrued.map(({ row }) => row), ["wages 80.00"]);
  }, { clock: "2026-05-20 12:00:00-06" }));

Deno.test("payroll_earnings/pays_a_mile_at_72_5_cents_and_tells_it_everywhere", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, contractorId } = await weekOf(sql);
    await codeRate(sql, assignment, "mileage", "0.725");
    await enterCodes(sql);
    await sql`update time_codes set earning_code = upper(name) where name not in ('regular', 'charge')`;
    const batch = await prepare(sql, MONDAY);
    const [line] = await sql`
      select rate, amount from payroll_item_lines where code = 'mileage'`;
    assertEquals(line, { rate: "0.725", amount: "72.50" });
    const [earned] =
      await sql`select rate, amount from payroll_earnings(${batch}) where code = 'mileage'`;
    assertEquals(earned, { rate: "0.725", amount: "72.50" });
    const [item] = await sql<[{ id: string }]>`
      select id from payroll_items where contractor_id = ${contractorId}`;
    const { rows } = await payDocument(sql, item.id);
    assertEquals(
      rows.filter(({ code }) => code === "mileage").map(({ rate, amount }) => `${rate} ${amount}`),
      ["0.725 72.50"],
    );
    assertEquals(
      [...new Set(rows.map(({ rate }) => rate))].sort(),
      [null, "0.725", "20.00", "24.00", "3.00"].sort(),
    );
  }));

/** A week of which the miles were paid, and corrected since. */
async function corrected(sql: postgres.Sql, quantity: number) {
  const made = await weekOf(sql);
  await enterCodes(sql);
  await sql`update time_codes set earning_code = upper(name) where name <> 'regular'`;
  await sql`insert into journal_accounts (account, type, name) values ('pay_miles', 'expense', 'Miles')`;
  await sql`update time_codes set pay_account = 'pay_miles' where name = 'mileage'`;
  await close(sql, await prepare(sql, MONDAY));
  await sql`select public.correct_time_entry(id, 'Misread.', quantity => ${quantity})
              from time_entries where code = 'mileage'`;
  return made;
}

/** The parts of a batch's pay that are not nought, and what its file says. */
async function tolds(sql: postgres.Sql, batch: string) {
  const [pay] = await sql`
    select differences::text, codes::text, reimbursement_codes::text, gross_pay::text from payroll_export(${batch})`;
  const [review] = await sql`
    select gross_wages::text, reimbursements::text from payroll_batch_review(${batch}) where gross_pay_before >= 0`;
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', earning, earning_code, code, work_state, hours, quantity, unit, rate, '=', amount) as line
      from payroll_earnings(${batch}) as earned order by earned.line`;
  return { pay: { ...pay }, review: { ...review }, file: lines.map(({ line }) => line) };
}

Deno.test("payroll_earnings/has_corrected_miles_as_a_reimbursement_and_as_no_wage", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await corrected(sql, 110);
    const batch = await prepare(sql, dayOfWeek(MONDAY, 8));
    assertEquals(await tolds(sql, batch), {
      pay: {
        differences: "0.00",
        codes: "0.00",
        reimbursement_codes: "7.00",
        gross_pay: "7.00",
      },
      review: { gross_wages: "0.00", reimbursements: "7.00" },
      file: ["reimbursement_code MILEAGE mileage TX = 7.00"],
    });
    const [{ id }] = await sql<[{ id: string }]>`
      select id from payroll_items where payroll_batch_id = ${batch}`;
    const document = await payDocument(sql, id);
    assertEquals([document.gross_wages, document.reimbursements], ["0.00", "7.00"]);
    assertEquals(
      document.rows.map(({ kind, pay_kind, title }) => [kind, pay_kind, title]),
      [["difference", "reimbursement", "Mileage"]],
    );
    const accrued = await sql<{ row: string }[]>`
      select account || ' ' || debit - credit as row from accruals(${dayOfWeek(MONDAY, 7)})
       where posted_on = ${dayOfWeek(MONDAY, 7)} and account in ('wages', 'pay_miles') order by 1`;
    assertEquals(accrued.map(({ row }) => row).at(0), "pay_miles 77.00");
    await close(sql, batch);
    const posted = await sql<{ row: string }[]>`
      select account || ' ' || sum(debit - credit) as row from journal('2020-01-01', '2099-12-31')
       where document like 'PAY-%' group by account order by 1`;
    assertEquals(posted.map(({ row }) => row), [
      "pay_miles 77.00",
      "payroll_clearing -1389.67",
      "premiums 88.67",
      "wages 1224.00",
    ]);
    const [year] = await sql`
      select wages::text, reimbursements::text from pay_year_totals(2026) where contractor_id = ${contractorId}`;
    assertEquals({ ...year }, { wages: "1312.67", reimbursements: "77.00" });
  }, { clock: "2026-05-20 12:00:00-06" }));

Deno.test("payroll_earnings/leaves_overpaid_miles_out_of_wages_when_they_are_found_and_when_they_come_back", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, contractorId } = await corrected(sql, 90);
    // Some of what is found is wages: half an hour less of leave.
    await sql`select public.correct_time_entry(id, 'Misread.', hours => 7.5) from time_entries where code = 'sick'`;
    const found = await prepare(sql, dayOfWeek(MONDAY, 8));
    const lines = async (batch: string) => {
      const rows = await sql<{ line: string }[]>`
        select concat_ws(' ', line.kind, line.pay_kind, line.code, line.amount) as line
          from payroll_item_lines as line join payroll_items as item on item.id = line.payroll_item_id
         where item.payroll_batch_id = ${batch} order by 1`;
      return rows.map(({ line }) => line);
    };
    assertEquals(await lines(found), [
      "difference reimbursement mileage -7.00",
      "difference sick -10.00",
      "overpayment 10.00",
      "overpayment reimbursement mileage 7.00",
    ]);
    const nought = {
      pay: { differences: "0.00", codes: "0.00", reimbursement_codes: "0.00", gross_pay: "0.00" },
      review: { gross_wages: "0.00", reimbursements: "0.00" },
      file: [],
    };
    assertEquals(await tolds(sql, found), nought);
    await close(sql, found);
    const open = async () => {
      const [{ of }] = await sql<[{ of: string }]>`select sum(open) as of from overpayments`;
      return of;
    };
    assertStrictEquals(await open(), "17.00");
    // The miles come back: they make up for what was overpaid of them, and with the rest of what they gain for the leave.
    await sql`select public.correct_time_entry(id, 'Right at first.', quantity => 105)
                from time_entries where code = 'mileage'`;
    await enterCoded(sql, assignment, dayOfWeek(MONDAY, 7), "on_call", { hours: "1" });
    const back = await prepare(sql, dayOfWeek(MONDAY, 8));
    assertEquals(await lines(back), [
      "code on_call 3.00",
      // 3.00 / 48 × 4
      "difference 0.25",
      "difference reimbursement mileage 10.50",
      "overpayment -6.75",
      "overpayment reimbursement mileage -7.00",
    ]);
    assertEquals((await tolds(sql, back)).pay, {
      differences: "-6.50",
      codes: "3.00",
      reimbursement_codes: "3.50",
      gross_pay: "0.00",
    });
    await close(sql, back);
    assertStrictEquals(await open(), "3.25");
    const [year] = await sql`
      select wages::text, reimbursements::text from pay_year_totals(2026) where contractor_id = ${contractorId}`;
    // The leave that the miles make up for is a wage no more, and 105 miles are repaid.
    assertEquals({ ...year }, { wages: "1309.17", reimbursements: "73.50" });
  }));

Deno.test("payroll_item_lines/of_what_changed_or_was_overpaid_of_a_reimbursement_name_its_code", () =>
  withDatabase(async ({ sql }) => {
    await corrected(sql, 90);
    await prepare(sql, dayOfWeek(MONDAY, 8));
    for (const kind of ["difference", "overpayment"]) {
      await assertViolates(
        sql`update payroll_item_lines set code = null where kind = ${kind}`,
        "differences_of_reimbursements_name_their_code",
      );
    }
    await assertViolates(
      sql`update payroll_item_lines set pay_kind = null where kind = 'overpayment'`,
      "only_time_has_a_code",
    );
  }));
