// What a provider does not take is refused by name, and said while the batch is in review.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { addWebhook, callsOf } from "../../../support/outbox/webhooks.ts";
import { advance, close, closeBatch, prepare } from "../../../support/payroll/batches.ts";
import { addCode, codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { earningsFile, enterCodes, handOver } from "../../../support/payroll/earnings.ts";
import { adjustment, payRate } from "../../../support/payroll/extras.ts";
import { arrange, overpaid, THIRD } from "../../../support/payroll/overpaid.ts";
import { addProfile, rowsOfFile } from "../../../support/payroll/provider_batch.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { dayOfWeek, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const SPI = { client_id: "A1" };
const NAMES = {
  row: "earning",
  state: "not_carried",
  columns: [
    { title: "Id", field: "payroll_number" },
    { title: "Last", field: "last_name" },
    { title: "First", field: "first_name" },
    { title: "Pay", field: "earning" },
    { title: "Amount", field: "amount" },
  ],
};

const NUMBERS = [
  { title: "Id", field: "payroll_number" },
  { title: "Code", field: "earning_code" },
  { title: "Amount", field: "amount" },
];

/** A draft that pays a W-2 person eight hours at 60; all codes are there. */
async function draft(sql: postgres.Sql) {
  const { contractorId, assignmentIds } = await work(sql, [
    { date: MONDAY, hours: 8, rule: "flsa" },
  ]);
  await enterCodes(sql);
  await sql`update contractors set payroll_number = 'P1' where id = ${contractorId}`;
  return { contractorId, assignmentIds, batch: await prepare(sql, MONDAY) };
}

async function obstaclesOf(sql: postgres.Sql, batch: string, profile: string | null) {
  const rows = await sql<{ told: string }[]>`
    select obstacle || ': ' || name as told from payroll_file_obstacles(${batch}, 'w2', ${profile})`;
  return rows.map(({ told }) => told);
}

async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(() => null, (error: unknown) => error);
  assert(error instanceof Error, "not refused");
  return error.message;
}

Deno.test("hand_over_payroll/by_a_profile_says_what_is_missing_while_the_batch_is_in_review", () =>
  withDatabase(async ({ sql }) => {
    const { batch } = await draft(sql);
    await addProfile(sql, "workforce_now", { company_code: "AB", departments: { CA: "200" } });
    await addProfile(sql, "paychex_spi", SPI);
    await addProfile(sql, "csv", NAMES);
    await sql`update earning_codes set code = null`;
    await advance(sql, batch);
    assertEquals(await obstaclesOf(sql, batch, null), ["earning_code: straight"]);
    // Regular hours have a column of their own.
    assertEquals(await obstaclesOf(sql, batch, "workforce_now"), ["department: CO"]);
    assertEquals(await obstaclesOf(sql, batch, "csv"), []);
    await sql`update contractors set payroll_number = null`;
    await sql`update facilities set work_state = null`;
    const [facility] = await sql<[{ name: string }]>`
      select facility.name from facilities as facility join assignments as assignment on facility_id = facility.id
        join time_entries as entry on entry.assignment_id = assignment.id`;
    assertEquals(await obstaclesOf(sql, batch, "paychex_spi"), [
      "payroll_number: Ada Nurse",
      "earning_code: regular",
      `work_state: ${facility.name}`,
    ]);
    assertEquals(await obstaclesOf(sql, batch, "csv"), ["payroll_number: Ada Nurse"]);
    await advance(sql, batch);
    await closeBatch(sql, batch);
    const hand = () => handOver(sql, batch, "w2", { profile: "paychex_spi" });
    await assertRefusedUnchanged(sql, hand, 409, "payroll_file_incomplete");
    assertStrictEquals(
      await refusalOf(hand()),
      `No payroll number: Ada Nurse. No code: regular. No work state: ${facility.name}.`,
    );
    await sql`update contractors set payroll_number = 'P1'`;
    await enterCodes(sql);
    await sql`update contractors set payroll_number = 'P1'`;
    assertMatch(
      await refusalOf(handOver(sql, batch, "w2", { profile: "workforce_now" })),
      /^No department: CO\.$/,
    );
    await hand();
  }));

Deno.test("hand_over_payroll/by_a_profile_refuses_texts_that_begin_like_a_formula_and_keeps_negative_numbers", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await draft(sql);
    await addProfile(sql, "csv", NAMES);
    await adjustment(sql, contractorId, MONDAY, "deduction", "20");
    for (const [text, told] of [["=1+1", "=1+1"], ["+1", "+1"], ["-1", "-1"], ["@A", "@A"]]) {
      await sql`update contractors set last_name = ${text ?? ""}, first_name = 'Ada'`;
      const batch = await prepare(sql, MONDAY);
      assertEquals(await obstaclesOf(sql, batch, "csv"), [`not_taken: last name "${told}"`]);
    }
    await sql`update contractors set last_name = 'Nurse', first_name = '=cmd', payroll_number = '@1'`;
    const batch = await prepare(sql, MONDAY);
    await close(sql, batch);
    const hand = () => handOver(sql, batch, "w2", { profile: "csv" });
    await assertRefusedUnchanged(sql, hand, 409, "payroll_file_not_taken");
    assertStrictEquals(
      await refusalOf(hand()),
      `The provider of the profile csv does not take: first name "=cmd", payroll number "@1" of =cmd Nurse.`,
    );
    // Our own columns have the apostrophe as ever, and a layout without the names has no such cell.
    assertMatch(await handOver(sql, batch, "w2"), /,'@1,Nurse,'=cmd,/);
    await addProfile(sql, "csv", { ...NAMES, columns: NUMBERS }, "numbers");
    await sql`update contractors set payroll_number = '1'`;
    const handAgain = { profile: "numbers", again: true, corrected: true };
    assertMatch(await handOver(sql, batch, "w2", handAgain), /\r\n1,DEDUCTIO,-20\.00\r\n/);
  }));

Deno.test("hand_over_payroll/by_a_profile_of_run_refuses_what_is_taken_after_taxes", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await draft(sql);
    const run = {
      company_code: "1",
      pay_frequency: "W",
      state: "not_carried",
      negative_amounts: true,
    };
    await addProfile(sql, "run", run);
    await adjustment(sql, contractorId, MONDAY, "deduction", "20");
    const batch = await prepare(sql, MONDAY);
    const told = "deduction -20.00 of Ada Nurse (enter it as a deduction in RUN)";
    assertEquals(await obstaclesOf(sql, batch, "run"), [`not_taken: ${told}`]);
    await close(sql, batch);
    const hand = () => handOver(sql, batch, "w2", { profile: "run" });
    await assertRefusedUnchanged(sql, hand, 409, "payroll_file_not_taken");
    assertStrictEquals(
      await refusalOf(hand()),
      `The provider of the profile run does not take: ${told}.`,
    );
  }));

Deno.test("hand_over_payroll/by_a_profile_of_run_refuses_recoveries_of_an_earlier_year", () =>
  withDatabase(async ({ sql }) => {
    const id = await overpaid(sql);
    await sql`insert into payroll_periods (period_start, period_end, pay_date) values (${THIRD}, ${
      dayOfWeek(THIRD, 7)
    }, '2027-01-02')`;
    await arrange(sql, id);
    await enterCodes(sql);
    await addProfile(sql, "run", {
      company_code: "1",
      pay_frequency: "W",
      state: "not_carried",
      negative_amounts: true,
    });
    const [told, ...others] = await obstaclesOf(sql, await prepare(sql, THIRD), "run");
    assertMatch(
      told ?? "",
      /^not_taken: recovery prior year -200\.00 of .+ \(enter it as a deduction in RUN\)$/,
    );
    assertEquals(others, []);
  }));

Deno.test("hand_over_payroll/by_a_profile_quotes_hostile_texts_as_its_delimiter_asks", () =>
  withDatabase(async ({ sql }) => {
    const { batch } = await draft(sql);
    const last = 'Größe, "Ä"; a|b';
    await sql`update contractors set last_name = ${last}`;
    const first = "A\u00a0'x'";
    await sql`update contractors set first_name = ${first}`;
    await prepare(sql, MONDAY);
    for (const delimiter of [",", ";", "|", "\t"]) {
      for (const [lineEnd, header] of [["crlf", true], ["lf", false]] as const) {
        const name = `csv ${delimiter} ${lineEnd}`.replace("\t", "tab");
        await addProfile(
          sql,
          "csv",
          { ...NAMES, delimiter, line_end: lineEnd, header },
          name,
        );
        const file = await earningsFile(sql, batch, "w2", name);
        const end = lineEnd === "lf" ? "\n" : "\r\n";
        assertStrictEquals(file.split(end).length, header ? 3 : 2);
        assert(lineEnd === "crlf" || !file.includes("\r"));
        const head = ["Id", "Last", "First", "Pay", "Amount"].join(delimiter) + end;
        const [row] = rowsOfFile(header ? file : head + file, delimiter);
        assertEquals(
          [row?.["Last"], row?.["First"], row?.["Amount"]],
          [last, first, "480.00"],
        );
      }
    }
  }));

Deno.test("hand_over_payroll/by_a_profile_refuses_amounts_below_zero_where_the_provider_takes_none", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, assignmentIds } = await work(sql, [
      { date: MONDAY, hours: 7.5, rule: "flsa" },
      { date: dayOfWeek(MONDAY, 3), hours: 7.5, rule: "flsa" },
    ]);
    await payRate(sql, assignmentIds.flsa, "2020-01-01", "33.33");
    await payRate(sql, assignmentIds.flsa, dayOfWeek(MONDAY, 3), "35.33");
    await enterCodes(sql);
    await sql`update contractors set payroll_number = '7' where id = ${contractorId}`;
    const run = { company_code: "1", pay_frequency: "W", state: "not_carried" };
    await addProfile(sql, "run", run);
    await addProfile(sql, "run", { ...run, negative_amounts: true }, "takes them");
    const batch = await prepare(sql, MONDAY);
    await advance(sql, batch);
    const told = "adjusting amount -0.01 of Ada Nurse, below zero";
    assertEquals(await obstaclesOf(sql, batch, "run"), [`not_taken: ${told}`]);
    assertEquals(await obstaclesOf(sql, batch, "takes them"), []);
    await advance(sql, batch);
    await closeBatch(sql, batch);
    const hand = () => handOver(sql, batch, "w2", { profile: "run" });
    await assertRefusedUnchanged(sql, hand, 409, "payroll_file_not_taken");
    assertStrictEquals(
      await refusalOf(hand()),
      `The provider of the profile run does not take: ${told}.`,
    );
    await handOver(sql, batch, "w2", { profile: "takes them" });
  }));

Deno.test("hand_over_payroll/by_a_profile_refuses_numbers_and_rates_that_its_layout_has_no_room_for", () =>
  withDatabase(async ({ sql }) => {
    const { batch } = await draft(sql);
    await addProfile(sql, "paychex_spi", SPI);
    await addProfile(sql, "workforce_now", { company_code: "ABC", state: "not_carried" });
    await sql`update contractors set payroll_number = 'P-123456789'`;
    await sql`update earning_codes set code = ${"R".repeat(21)}`;
    await sql`update facilities set work_state = 'GB-LND'`;
    await sql`alter table payroll_item_lines disable trigger user`;
    await sql`update payroll_item_lines set rate = 10000`;
    const number = 'not_taken: payroll number "P-123456789" of Ada Nurse';
    assertEquals(await obstaclesOf(sql, batch, "paychex_spi"), [
      `not_taken: earning code "${"R".repeat(21)}"`,
      number,
      "not_taken: rate 10000.00 of Ada Nurse",
      "not_taken: work state GB-LND",
    ]);
    assertEquals(await obstaclesOf(sql, batch, "workforce_now"), [number]);
    for (const digits of ["0", "000000"]) {
      await sql`update contractors set payroll_number = ${digits}`;
      assertEquals(await obstaclesOf(sql, batch, "workforce_now"), [
        `not_taken: payroll number "${digits}" of Ada Nurse`,
      ]);
    }
  }));

Deno.test("hand_over_payroll/by_a_profile_of_workforce_now_refuses_numbers_codes_and_fields_that_it_does_not_have", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await draft(sql);
    const other = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    await addCode(sql, "lead", { is_worked: true });
    await codeRate(sql, other.assignmentIds.flsa, "lead", "60");
    await enterCoded(sql, other.assignmentIds.flsa, dayOfWeek(MONDAY, 2), "lead", { hours: "4" });
    await adjustment(sql, contractorId, MONDAY, "bonus", "20");
    await enterCodes(sql);
    await sql`update time_codes set earning_code = 'LED' where name = 'lead'`;
    await sql`update contractors set payroll_number = '12' where id = ${contractorId}`;
    await sql`update contractors set payroll_number = '0012', first_name = 'Eve' where id = ${other.contractorId}`;
    const batch = await prepare(sql, MONDAY);
    const fields = { LED: 5, BONUS: 5 };
    await addProfile(sql, "workforce_now", { company_code: "ABC", fields, state: "not_carried" });
    for (const [code, told] of [["BÖN", "BÖN"], ["B\\N", "B\\N"], ["B{N", "B{N"], ["B[N", null]]) {
      await sql`update earning_codes set code = ${code ?? ""} where earning = 'bonus'`;
      // Regular hours have a column of their own, and need no code.
      await sql`update earning_codes set code = ${code ?? ""} where earning = 'regular'`;
      assertEquals(
        await obstaclesOf(sql, batch, "workforce_now"),
        [
          ...(told === null ? [] : [`not_taken: earning code "${told}"`]),
          'not_taken: earning code "LED" of hours in field 5',
          'not_taken: payroll number "0012" of Eve Nurse: somebody else has it with other zeros',
          'not_taken: payroll number "12" of Ada Nurse: somebody else has it with other zeros',
        ].sort(),
      );
    }
    await sql`update contractors set payroll_number = '13' where id = ${contractorId}`;
    await sql`update earning_codes set code = 'BONUS' where earning = 'bonus'`;
    await sql`update payroll_profiles set settings = settings || '{"fields": {"BONUS": 5}}'`;
    assertEquals(await obstaclesOf(sql, batch, "workforce_now"), []);
    const rows = rowsOfFile(await earningsFile(sql, batch, "w2", "workforce_now"));
    assertEquals(
      rows.map((row) =>
        [row["File #"], row["Hours 3 Code"], row["Earnings 5 Code"], row["Earnings 5 Amount"]].join(
          " ",
        )
      ).sort(),
      ["000012   ", "000012 LED  ", "000013   ", "000013  BONUS 20.00"],
    );
  }));

Deno.test("hand_over_payroll/keeps_by_which_profile_and_another_one_is_another_file", () =>
  withDatabase(async ({ sql }) => {
    const { batch } = await draft(sql);
    await close(sql, batch);
    await addProfile(sql, "paychex_spi", SPI);
    await addProfile(sql, "paychex_spi", SPI, "the same");
    const { id } = await addWebhook(sql, { events: ["payroll_batch.handed_over"] });
    const hand = (profile: string | null, corrected = false) =>
      handOver(sql, batch, "w2", { again: true, profile, corrected });
    const file = await handOver(sql, batch, "w2", { profile: "paychex_spi" });
    await assertRefused(
      handOver(sql, batch, "w2", { profile: "paychex_spi" }),
      409,
      "payroll_handed_over",
    );
    assertStrictEquals(await hand("paychex_spi"), file);
    for (const other of [null, "the same"]) {
      await assertRefusedUnchanged(sql, () => hand(other), 409, "payroll_file_changed");
      assertStrictEquals(
        await refusalOf(hand(other)),
        "The file is no longer the one that was handed over: that was written by the profile paychex_spi.",
      );
    }
    await hand(null, true);
    assertStrictEquals(
      await refusalOf(hand("the same")),
      "The file is no longer the one that was handed over: that was written with our own columns.",
    );
    await hand("the same", true);
    await sql`update payroll_profiles set settings = '{"client_id": "B2"}' where name = 'the same'`;
    await assertRefusedUnchanged(sql, () => hand("the same"), 409, "payroll_file_changed");
    assertMatch(await refusalOf(hand("the same")), /work states or the profile have changed since/);
    await assertRefusedUnchanged(sql, () => hand("nobody's"), 404, "payroll_profile_not_found");
    await assertRefused(obstaclesOf(sql, batch, "nobody's"), 404, "payroll_profile_not_found");
    const handovers = await sql<{ id: string; row: string }[]>`
      select id, concat_ws(' ', nth, people, lines, amount, profile) as row from payroll_handovers order by nth`;
    assertEquals(handovers.map(({ row }) => row), [
      "1 1 1 480.00 paychex_spi",
      "2 1 1 480.00 paychex_spi",
      "3 1 1 480.00",
      "4 1 1 480.00 the same",
    ]);
    assertEquals(
      await callsOf(sql, id),
      handovers.map((handover) => ({
        kind: "payroll_batch.handed_over",
        data: { payroll_batch_id: batch, payroll_handover_id: handover.id, employment: "w2" },
      })),
    );
  }));

Deno.test("hand_over_payroll/by_a_profile_of_a_person_a_row_refuses_pay_without_a_column", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await draft(sql);
    await adjustment(sql, contractorId, MONDAY, "bonus", "20");
    await adjustment(sql, contractorId, MONDAY, "reimbursement", "5");
    const batch = await prepare(sql, MONDAY);
    const person = (...fields: string[]) => ({
      row: "person",
      state: "not_carried",
      columns: ["contractor_id", ...fields].map((field) => ({ title: field, field })),
    });
    await addProfile(sql, "csv", person("regular_hours", "bonus"), "lacks");
    await addProfile(
      sql,
      "csv",
      person("regular_hours", "rate", "bonus", "wages", "reimbursements"),
      "has",
    );
    await addProfile(sql, "csv", person("gross_pay"), "total");
    await addProfile(sql, "csv", person("wages", "reimbursement"), "by hand");
    assertEquals(await obstaclesOf(sql, batch, "lacks"), [
      "not_taken: reimbursement 5.00 of Ada Nurse, without a column",
    ]);
    for (
      const [name, cells] of [
        ["has", "8.00,60.00,20.00,,5.00"],
        ["total", "505.00"],
        ["by hand", "500.00,5.00"],
      ] as const
    ) {
      assertEquals(await obstaclesOf(sql, batch, name), []);
      const [, row] = (await earningsFile(sql, batch, "w2", name)).split("\r\n");
      assertStrictEquals(row, `${contractorId},${cells}`);
    }
  }));

Deno.test("hand_over_payroll/by_a_profile_writes_as_many_columns_as_it_may_have", () =>
  withDatabase(async ({ sql }) => {
    const { batch } = await draft(sql);
    const more = Array.from({ length: 47 }, (_, nth) => ({ title: `More ${nth}`, literal: "x" }));
    await addProfile(sql, "csv", {
      row: "earning",
      state: "not_carried",
      columns: [...NUMBERS, ...more],
    });
    assertEquals(await obstaclesOf(sql, batch, "csv"), []);
  }));

Deno.test("hand_over_payroll/by_a_profile_of_hours_refuses_pay_that_only_its_sum_has", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds, batch } = await draft(sql);
    const columns = ["payroll_number", "regular_hours", "rate", "gross_pay"]
      .map((field) => ({ title: field, field }));
    await addProfile(sql, "csv", { row: "person", state: "not_carried", columns });
    assertEquals(await obstaclesOf(sql, batch, "csv"), []);
    await sql`
      insert into assignment_stipends (assignment_id, kind, weekly_amount, effective_from)
      values (${assignmentIds.flsa}, 'reimbursement', 5, ${MONDAY})`;
    await prepare(sql, MONDAY);
    assertEquals(await obstaclesOf(sql, batch, "csv"), [
      "not_taken: reimbursement stipend 5.00 of Ada Nurse, without a column",
    ]);
  }));
