// A file is looked at whole: everything that is wrong in it is said at once, by line and column, and nothing is written.
import { assertEquals, assertMatch } from "@std/assert";
import {
  assignment,
  calendarDay,
  check,
  codeRate,
  contractor,
  credential,
  credentialKind,
  facility,
  type FileRow,
  guarantee,
  holiday,
  importRows,
  leaveBalance,
  openInvoice,
  order,
  premiumRule,
  requirement,
  timeCode,
  told,
  useColoradosLeave,
  wrong,
} from "../../../support/moving_in/imports.ts";
import { returnCheck } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };

Deno.test("import_rows/says_all_errors_at_once_with_line_and_column", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    const rows = [
      openInvoice({ issue_date: "3/1/2026", amount: "1,250.50" }),
      openInvoice({ external_number: "4712", due_date: "2026-02-30", facility_number: "F9" }),
      openInvoice({ external_number: "4713" }),
      openInvoice({ external_number: " ", amount: "0" }),
      openInvoice({ external_number: "4711" }),
    ];
    const before = await contents(sql);
    const answer = await importRows(sql, "open-invoices", rows, true);
    assertEquals(answer, {
      kind: "open-invoices",
      dry_run: true,
      rows: 5,
      would_insert: 0,
      skipped: 0,
      errors: [
        {
          line: 2,
          column: "issue_date",
          message: '"3/1/2026" is no day from 2000-01-01 to 2100-12-31, written as 2026-03-01.',
        },
        {
          line: 2,
          column: "amount",
          message:
            '"1,250.50" is not an amount above 0 with at most two decimals, such as 1250.50.',
        },
        {
          line: 3,
          column: "facility_number",
          message: "There is no facility with the number F9. Import facilities first.",
        },
        {
          line: 3,
          column: "due_date",
          message: '"2026-02-30" is no day from 2000-01-01 to 2100-12-31, written as 2026-03-01.',
        },
        { line: 5, column: "external_number", message: "It is missing." },
        {
          line: 5,
          column: "amount",
          message: '"0" is not an amount above 0 with at most two decimals, such as 1250.50.',
        },
        { line: 6, column: "external_number", message: "Line 2 has the same number." },
      ],
    });
    assertEquals(await contents(sql), before);
  }, NOW));

Deno.test("import_rows/refuses_a_file_with_errors_whole_and_names_them", () =>
  withDatabase(async ({ sql }) => {
    const rows = [contractor(), contractor({ external_number: "C2", email: "", last_name: null })];
    await assertRefusedUnchanged(
      sql,
      () => importRows(sql, "contractors", rows),
      400,
      "import_not_valid",
    );
    await assertRejectsWith(() => importRows(sql, "contractors", rows), {
      message:
        "Nothing was imported, for 2 errors. Line 3, last_name: It is missing. Line 3, email: It is missing.",
    });
    const many = Array.from(
      { length: 150 },
      (_, nth) => contractor({ external_number: `C${nth}`, employment_type: "w3" }),
    );
    await assertRejectsWith(
      () => importRows(sql, "contractors", many),
      ({ message }: Error) =>
        /^Nothing was imported, for 150 errors\. Line 2, .* Line 6, [^L]* And 145 more\.$/.test(
          message,
        ),
    );
    assertEquals((await wrong(sql, "contractors", many)).length, 150);
  }));

Deno.test("import_rows/says_once_which_columns_are_missing_and_which_are_none", () =>
  withDatabase(async ({ sql }) => {
    const rows = ["F1", "F2"].map((number) => ({ external_number: number, nmae: "Mercy" }));
    const { errors } = await importRows(sql, "facilities", rows, true);
    assertEquals(errors.map(({ line, column }) => `${line} ${column}`), ["1 nmae", "1 name"]);
    assertMatch(
      errors[0]?.message ?? "",
      /^There is no such column of facilities\. There are external_number, name, billing_email, /,
    );
    assertEquals(errors[1]?.message, "The column is missing.");
  }));

Deno.test("import_rows/counts_lines_as_the_file_does_that_says_them", () =>
  withDatabase(async ({ sql }) => {
    const rows = [{ ...facility({ name: "" }), line: 12 }, { ...facility(), line: 15 }];
    assertEquals(
      await wrong(sql, "facilities", rows as unknown as FileRow[]),
      ["12 name", "15 external_number"],
    );
  }));

/** Kinds whose rows have no number of the former books. */
const NOT_NUMBERED = [
  "orders",
  "codes",
  "code-rates",
  "holiday-calendars",
  "premium-rules",
  "guarantees",
  "leave-balances",
  "credential-kinds",
  "credentials",
  "requirements",
  "holidays",
];

Deno.test("import_rows/reads_days_numbers_and_choices_of_each_kind", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    await importRows(sql, "contractors", [contractor()]);
    const cells: readonly (readonly [string, (more: FileRow) => FileRow, FileRow])[] = [
      ["facilities", facility, {
        payment_terms_days: "366",
        timezone: "America/Dnver",
        work_state: "Colorado",
        invoices_by: "contractor",
        billing_cycle: "monthly",
        two_weeks_from: "Monday",
        due_date_rule: "next",
        bill_overtime_rule: "texas",
        bill_scope: "firm",
        bill_overtime_multiplier: "0.5",
        bill_doubletime_multiplier: "two",
        annual_rate: "18",
        day_count: "365",
        compounding: "daily",
        rate_basis: "fixed",
        grace_days: "-5",
        accrue_from: "today",
        fixed_fee: "NaN",
        waive_below: "1e3",
        maximum_days: "1.5",
        maximum_fraction: "0.1234567",
        moved_on: "2026-13-01",
        minimum_wage_jurisdictions: "CO, CO Denver",
        discount_rate: "100%",
        discount_days: "366",
      }],
      ["contractors", contractor, { employment_type: "W2" }],
      ["assignments", assignment, {
        start_date: "0026-01-05",
        end_date: "1999-12-31",
        bill_rate: "0",
        pay_rate: "60.005",
        rates_from: "infinity",
        allow_negative_margin: "maybe",
        overtime_rule: "texas",
        renewal_date: "2026-06-31",
      }],
      ["codes", timeCode, {
        name: "Weekend",
        unit: "2",
        is_worked: "maybe",
        pay_multiplier: "-1",
        pay_amount: "1.00005",
        bill_multiplier: "half",
        bill_amount: "100000000",
        is_reimbursement: "1",
        in_regular_rate: "half",
        premium_is_creditable: "0",
        entered_by: "payroll, contractor",
        earning_code: "-1",
        revenue_account: "revenue_weekend",
        pay_account: "revenue_codes",
        regular_rate_section: "778.114",
      }],
      ["code-rates", codeRate, {
        code: "charged",
        rates_from: "2026-00-01",
        assignment_number: "A9",
        bill_rate: "-1",
        pay_rate: "1.00005",
      }],
      ["holiday-calendars", calendarDay, { day: "July 4", facility_number: "F9" }],
      ["premium-rules", premiumRule, {
        starts_on: "2026-02-30",
        ends_on: "soon",
        facility_number: "F9",
        days_of_week: "0; 6",
        from_time: "24:00",
        to_time: "7 pm",
        holiday_calendar: "Theirs",
        pay_multiplier: "0.5",
        pay_amount: "-1",
        bill_multiplier: "half",
        bill_amount: "1.005",
        combines: "add",
        codes: "regular; charged",
        is_creditable: "maybe",
      }],
      ["guarantees", guarantee, {
        assignment_number: "A9",
        starts_on: "2026-00-01",
        ends_on: "2101-01-01",
        code: "called_back",
        pay_hours: "168.01",
        bill_hours: "0",
      }],
      ["leave-balances", leaveBalance, {
        contractor_number: "C9",
        plan: "Sick leave of Denver",
        day: "2026-04-31",
        hours: "0",
      }],
      ["credential-kinds", credentialKind, { months_good: "0", is_confidential: "maybe" }],
      ["credentials", credential, {
        contractor_number: "C9",
        kind: "Pilot's license",
        issued_on: "2026-02-30",
        expires_on: "never",
        verified_on: "2026-04-21",
        document_url: "javascript:alert(1)",
      }],
      ["requirements", requirement, {
        kind: "Pilot's license",
        starts_on: "2026-00-01",
        ends_on: "1999-12-31",
        facility_number: "F9",
        assignment_number: "A9",
      }],
      ["orders", order, { starts_on: "2026", ends_on: "1999-12-31", amount: "0" }],
      ["holidays", holiday, { day: "12/25/2026" }],
      ["open-invoices", openInvoice, {
        issue_date: "2026-02-29",
        amount: "-100",
        moved_on: "tomorrow",
      }],
      ["checks", check, {
        amount: "10000000000",
        received_on: "2101-01-01",
        method: "cash",
        unapplied_credit: "1",
      }],
    ];
    for (const [kind, row, values] of cells) {
      assertEquals(
        await wrong(sql, kind, [
          row(NOT_NUMBERED.includes(kind) ? values : { ...values, external_number: "N1" }),
        ]),
        Object.keys(values).map((column) => `2 ${column}`),
      );
    }
    assertMatch(
      await told(sql, "facilities", [{ ...facility(), name: { text: "x" } } as unknown as FileRow]),
      /^2 name: It is no single value\.$/,
    );
  }, NOW));

Deno.test("import_rows/takes_credentials_as_their_table_does", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    await importRows(sql, "contractors", [contractor()]);
    await importRows(sql, "assignments", [assignment()]);
    assertEquals(
      await wrong(sql, "credential-kinds", [
        credentialKind(),
        credentialKind({ name: "rn LICENSE" }),
      ]),
      ["3 name"],
    );
    const tb = { name: "TB test", months_good: "12", is_confidential: "yes" };
    await importRows(sql, "credential-kinds", [credentialKind(), tb]);
    const test = credential({ kind: "tb test", number: "", expires_on: "" });
    assertEquals(
      await wrong(sql, "credentials", [
        credential(),
        credential(),
        { ...test, issued_on: "" },
        credential({ number: "2", expires_on: "2025-09-30" }),
        test,
        { ...test, expires_on: "2026-09-30" },
      ]),
      ["3 kind", "4 expires_on", "5 expires_on", "7 kind"],
    );
    const verified = {
      ...test,
      verified_on: "2025-10-02",
      document_url: "https://files.example/1",
    };
    const answer = await importRows(sql, "credentials", [credential(), verified]);
    assertEquals(answer.inserted, 2);
    const rows = await sql`
      select expires_on::text as day, verified_at, document_url from credentials order by expires_on`;
    assertEquals([...rows], [
      {
        day: "2026-09-30",
        verified_at: new Date("2025-10-02T06:00:00Z"),
        document_url: "https://files.example/1",
      },
      { day: "2027-09-30", verified_at: null, document_url: null },
    ]);
    assertEquals((await importRows(sql, "credentials", [verified])).skipped, 1);
    assertEquals(
      await wrong(sql, "requirements", [
        requirement(),
        requirement({ starts_on: "2026-02-01" }),
        requirement({ facility_number: "F1", assignment_number: "A1" }),
        requirement({ facility_number: "F1", ends_on: "2026-01-31" }),
        requirement({ facility_number: "F1", starts_on: "2026-01-31" }),
        requirement({ assignment_number: "A1" }),
        requirement({ facility_number: "F1", starts_on: "2026-03-02", ends_on: "2026-03-01" }),
      ]),
      [
        "3 starts_on",
        "4 assignment_number",
        "5 starts_on",
        "6 starts_on",
        "8 starts_on",
        "8 ends_on",
      ],
    );
    await importRows(sql, "requirements", [
      requirement(),
      requirement({ assignment_number: "A1" }),
    ]);
    assertEquals(await wrong(sql, "requirements", [requirement({ starts_on: "2026-02-01" })]), [
      "2 starts_on",
    ]);
  }, NOW));

Deno.test("import_rows/names_what_people_lack_who_are_placed_by_a_file", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    await importRows(sql, "contractors", [contractor(), contractor({ external_number: "C2" })]);
    await importRows(sql, "credential-kinds", [credentialKind(), credentialKind({ name: "ACLS" })]);
    await importRows(sql, "credentials", [credential(), credential({ kind: "ACLS" })]);
    await importRows(sql, "requirements", [
      requirement(),
      requirement({ kind: "ACLS", facility_number: "F1" }),
    ]);
    const second = assignment({ external_number: "A2", contractor_number: "C2" });
    assertEquals(
      await told(sql, "assignments", [assignment(), second]),
      "3 contractor_number: They lack what is required there on the first day: ACLS, RN license. " +
        "Import credentials first, or give the reason as missing_credentials_reason.",
    );
    await assertRefusedUnchanged(
      sql,
      () => importRows(sql, "assignments", [assignment(), second]),
      400,
      "import_not_valid",
    );
    const rows = [assignment(), { ...second, missing_credentials_reason: "They come on Monday." }];
    assertEquals((await importRows(sql, "assignments", rows)).inserted, 2);
    const placed = await sql`
      select missing_credentials_reason as reason from assignments order by external_number`;
    assertEquals(placed.map(({ reason }) => reason), [null, "They come on Monday."]);
    // Again: here already, and asked nothing.
    await sql`delete from credentials`;
    assertEquals((await importRows(sql, "assignments", rows)).skipped, 2);
  }, NOW));

Deno.test("import_rows/takes_codes_as_their_table_does_and_by_a_name_once", () =>
  withDatabase(async ({ sql }) => {
    const code = (more: FileRow) =>
      timeCode({
        pay_multiplier: "",
        pay_amount: "",
        bill_multiplier: "",
        bill_amount: "",
        ...more,
      });
    const parking = code({
      name: "parking",
      unit: "day",
      is_worked: "no",
      is_reimbursement: "yes",
    });
    // As every firm has it: skipped.
    const sick = code({
      name: "sick",
      title: "Sick leave",
      is_worked: "",
      pay_multiplier: "1",
      pay_amount: "0",
      bill_multiplier: "0",
      bill_amount: "0",
      in_regular_rate: "no",
      entered_by: "recruiting; billing; payroll",
    });
    assertEquals(
      await wrong(sql, "codes", [
        timeCode(),
        code({ name: "a2", unit: "visit" }),
        code({ name: "a3", pay_amount: "1" }),
        code({ name: "a4", pay_multiplier: "1" }),
        code({ name: "a5", bill_amount: "1", bill_multiplier: "" }),
        code({ name: "a6", bill_multiplier: "1" }),
        timeCode({ name: "a7", pay_amount: "6.005", bill_amount: "0.0001" }),
        code({ name: "a8", is_worked: "", is_reimbursement: "yes" }),
        code({ name: "a9", in_regular_rate: "no" }),
        { ...parking, in_regular_rate: "yes" },
        timeCode({ name: "a11", premium_is_creditable: "yes" }),
        code({ name: "a12", entered_by: "payroll; nurses" }),
        code({ name: "a13", revenue_account: "wages", pay_account: "revenue_codes" }),
        timeCode({ name: "a14", regular_rate_section: "778.109" }),
        timeCode(),
        sick,
        { ...sick, name: "regular", title: "Regular" },
      ]),
      [
        "3 is_worked",
        "4 pay_multiplier",
        "5 pay_amount",
        "6 bill_multiplier",
        "7 bill_amount",
        "8 pay_amount",
        "8 bill_amount",
        "9 is_reimbursement",
        "10 in_regular_rate",
        "11 in_regular_rate",
        "12 premium_is_creditable",
        "13 entered_by",
        "14 revenue_account",
        "14 pay_account",
        "15 regular_rate_section",
        "16 name",
        "18 is_worked",
        "18 bill_multiplier",
        "18 in_regular_rate",
        "18 entered_by",
      ],
    );
    const { inserted, skipped } = await importRows(sql, "codes", [
      timeCode(),
      parking,
      sick,
      code({ name: "retired", entered_by: "none" }),
    ]);
    assertEquals([inserted, skipped], [3, 1]);
    const rows = await sql`
      select name, unit, is_worked, pay_multiplier, pay_amount, bill_amount, is_reimbursement, in_regular_rate,
             array_length(entered_by, 1) as roles
        from time_codes where name in ('weekend_charge', 'parking', 'retired') order by name`;
    const bare = { pay_multiplier: null, pay_amount: null, bill_amount: null };
    assertEquals([...rows], [
      {
        ...bare,
        name: "parking",
        unit: "day",
        is_worked: false,
        is_reimbursement: true,
        in_regular_rate: false,
        roles: 4,
      },
      {
        ...bare,
        name: "retired",
        unit: "hour",
        is_worked: true,
        is_reimbursement: false,
        in_regular_rate: true,
        roles: null,
      },
      {
        name: "weekend_charge",
        unit: "hour",
        is_worked: true,
        pay_multiplier: "1.000",
        pay_amount: "6.00",
        bill_amount: "9.00",
        is_reimbursement: false,
        in_regular_rate: true,
        roles: 4,
      },
    ]);
  }, NOW));

Deno.test("import_rows/takes_rates_of_a_code_that_is_here_once_a_day_at_an_assignment_or_a_facility", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    await importRows(sql, "contractors", [contractor()]);
    await importRows(sql, "assignments", [assignment()]);
    const listed = codeRate({ assignment_number: "", facility_number: "F1" });
    assertEquals(
      await wrong(sql, "code-rates", [
        codeRate(),
        listed,
        codeRate({ code: "regular" }),
        codeRate({ facility_number: "F1" }),
        codeRate({ assignment_number: "" }),
        codeRate({ bill_rate: "", pay_rate: "", rates_from: "2026-02-01" }),
        codeRate({ pay_rate: "0" }),
        { ...listed, facility_number: "F9" },
      ]),
      [
        "4 code",
        "5 assignment_number",
        "6 assignment_number",
        "7 bill_rate",
        "8 rates_from",
        "9 facility_number",
      ],
    );
    assertEquals((await importRows(sql, "code-rates", [codeRate(), listed])).inserted, 2);
    assertEquals(
      [
        ...await sql`
        select bill_rate, pay_rate from assignment_code_rates where code = 'charge'
         union all select bill_rate, pay_rate from facility_code_rates where code = 'charge'`,
      ],
      Array(2).fill({ bill_rate: "106.00", pay_rate: "64.00" }),
    );
  }, NOW));

/** The demo rows that premiums and guarantees are of: F1 and F2, and A1 at F1. */
async function placed(sql: Parameters<typeof importRows>[0]) {
  await importRows(sql, "facilities", [facility(), facility({ external_number: "F2" })]);
  await importRows(sql, "contractors", [contractor()]);
  await importRows(sql, "assignments", [assignment()]);
}

Deno.test("import_rows/takes_a_day_once_a_calendar_and_adds_the_calendar_with_it", () =>
  withDatabase(async ({ sql }) => {
    await placed(sql);
    const firms = calendarDay({ facility_number: "" });
    const rows = [calendarDay(), firms, calendarDay({ day: "2026-07-03", name: "July 4" })];
    assertEquals(
      await wrong(sql, "holiday-calendars", [...rows, firms, calendarDay({ name: "" })]),
      ["5 day", "6 day", "6 name"],
    );
    assertEquals((await importRows(sql, "holiday-calendars", rows)).inserted, 3);
    const days = await sql`
      select facility.external_number as facility, calendar.title, array_agg(day::text order by day) as days
        from holiday_calendars as calendar
        left join facilities as facility on facility.id = calendar.facility_id
        join holiday_calendar_days as day on day.calendar_id = calendar.id
       group by 1, 2 order by 1`;
    assertEquals([...days], [
      { facility: "F1", title: "Mercy's holidays", days: ["2026-07-03", "2026-12-25"] },
      { facility: null, title: "Mercy's holidays", days: ["2026-12-25"] },
    ]);
    await sql`insert into holiday_calendars (title) values ('Mercy''s holidays')`;
    assertEquals(
      await told(sql, "holiday-calendars", [firms]),
      "2 calendar: Several calendars are called Mercy's holidays. Give each a title of its own first.",
    );
    assertEquals((await importRows(sql, "holiday-calendars", [calendarDay()])).skipped, 1);
  }, NOW));

Deno.test("import_rows/takes_premiums_of_the_firm_a_facility_or_an_assignment_that_add_something", () =>
  withDatabase(async ({ sql }) => {
    await placed(sql);
    await importRows(sql, "holiday-calendars", [
      calendarDay(),
      calendarDay({ calendar: "Firm's", facility_number: "" }),
      calendarDay({ calendar: "Others'", facility_number: "F2" }),
    ]);
    const whole = { from_time: "", to_time: "", pay_amount: "", bill_amount: "" };
    const holiday = premiumRule({
      ...whole,
      title: "Holiday",
      holiday_calendar: "Mercy's holidays",
      pay_multiplier: "1.5",
      bill_multiplier: "1.5",
      combines: "adds",
      is_creditable: "yes",
    });
    const own = premiumRule({
      facility_number: "",
      assignment_number: "A1",
      days_of_week: "7; 6",
      holiday_calendar: "Firm's",
      codes: "call_back;regular",
    });
    const firms = premiumRule({ facility_number: "", bill_amount: "" });
    const bad: readonly [FileRow, string][] = [
      [premiumRule(), "title"],
      [premiumRule({ title: "a", assignment_number: "A1" }), "facility_number"],
      [{ ...own, title: "b", assignment_number: "A9" }, "assignment_number"],
      [premiumRule({ title: "c", ends_on: "2026-01-04" }), "ends_on"],
      [premiumRule({ title: "d", from_time: "" }), "from_time"],
      [premiumRule({ title: "e", to_time: "" }), "to_time"],
      [premiumRule({ title: "f", holiday_calendar: "Others'" }), "holiday_calendar"],
      [{ ...firms, title: "g", holiday_calendar: "Mercy's holidays" }, "holiday_calendar"],
      [
        premiumRule({ title: "h", pay_amount: "0", bill_multiplier: "1", bill_amount: "" }),
        "pay_amount",
      ],
      [premiumRule({ title: "i", codes: "regular; on_call" }), "codes"],
      [{ ...holiday, title: "j", pay_multiplier: "1.4" }, "is_creditable"],
      [{ ...holiday, title: "k", pay_amount: "1" }, "is_creditable"],
      [{ ...holiday, title: "l", holiday_calendar: "" }, "is_creditable"],
      [{ ...holiday, title: "m", from_time: "7:00", to_time: "8:00" }, "is_creditable"],
    ];
    const good = [premiumRule(), holiday, own, firms];
    assertEquals(
      await wrong(sql, "premium-rules", [...good, ...bad.map(([row]) => row)]),
      bad.map(([, column], nth) => `${nth + 6} ${column}`),
    );
    assertEquals((await importRows(sql, "premium-rules", good)).inserted, 4);
    const rules = await sql<{ rule: string }[]>`
      select concat_ws(' ', facility.external_number, assignment.external_number, rule.title, effective_from,
                       days_of_week, from_time, to_time, calendar.title, pay_multiplier, pay_amount, '/',
                       bill_multiplier, bill_amount, combines, codes, is_creditable) as rule
        from premium_rules as rule
        left join facilities as facility on facility.id = rule.facility_id
        left join assignments as assignment on assignment.id = rule.assignment_id
        left join holiday_calendars as calendar on calendar.id = rule.holiday_calendar_id
       order by 1`;
    assertEquals(rules.map(({ rule }) => rule), [
      "A1 Night 2026-01-05 {6,7} 19:00:00 07:00:00 Firm's 1.000 4.00 / 1.000 6.00 highest {call_back,regular} f",
      "F1 Holiday 2026-01-05 Mercy's holidays 1.500 0.00 / 1.500 0.00 adds {regular} t",
      "F1 Night 2026-01-05 19:00:00 07:00:00 1.000 4.00 / 1.000 6.00 highest {regular} f",
      "Night 2026-01-05 19:00:00 07:00:00 1.000 4.00 / highest {regular} f",
    ]);
    const before = await contents(sql);
    const again = await importRows(sql, "premium-rules", good);
    assertEquals([again.inserted, again.skipped], [0, 4]);
    assertEquals(await contents(sql), before);
    assertEquals(await wrong(sql, "premium-rules", [{ ...holiday, is_creditable: "" }]), [
      "2 is_creditable",
    ]);
    await sql`insert into premium_rules (title, effective_from, pay_multiplier, pay_amount)
              values ('Night', '2026-01-05', 1, 4)`;
    assertEquals(await wrong(sql, "premium-rules", [firms]), ["2 title"]);
  }, NOW));

Deno.test("import_rows/takes_guarantees_that_do_not_overlap_in_the_file_or_with_what_is_here", () =>
  withDatabase(async ({ sql }) => {
    await placed(sql);
    const calls = guarantee({ code: "call_back", pay_hours: "2", bill_hours: "" });
    const first = guarantee({ ends_on: "2026-03-29" });
    const second = guarantee({ starts_on: "2026-03-30", ends_on: "2026-06-28" });
    const bad: readonly [FileRow, string][] = [
      [guarantee({ starts_on: "2026-06-28" }), "starts_on"],
      [guarantee({ starts_on: "2025-12-01", ends_on: "2026-01-05" }), "starts_on"],
      [guarantee({ code: "regular" }), "code"],
      [guarantee({ code: "mileage" }), "code"],
      [guarantee({ code: "cancelled", ends_on: "2026-01-04" }), "ends_on"],
      [guarantee({ code: "charge", pay_hours: "", bill_hours: "" }), "pay_hours"],
    ];
    assertEquals(
      await wrong(sql, "guarantees", [first, second, calls, ...bad.map(([row]) => row)]),
      bad.map(([, column], nth) => `${nth + 5} ${column}`),
    );
    assertEquals((await importRows(sql, "guarantees", [first, calls])).inserted, 2);
    assertEquals(
      await told(sql, "guarantees", [first, guarantee({ starts_on: "2026-03-29" })]),
      "3 starts_on: Line 2 promises hours of some of the same days.",
    );
    assertEquals(
      await told(sql, "guarantees", [guarantee({ starts_on: "2026-03-29" })]),
      "2 starts_on: The assignment has such a guarantee from 2026-01-05 on: end that one before, or choose other days.",
    );
    const more = await importRows(sql, "guarantees", [first, second, calls]);
    assertEquals([more.inserted, more.skipped], [1, 2]);
    const here = await sql<{ promised: string }[]>`
      select concat_ws(' ', code, effective_from, effective_to, pay_hours, bill_hours) as promised
        from guarantees order by 1`;
    assertEquals(here.map(({ promised }) => promised), [
      "2026-01-05 2026-03-29 36.00 32.00",
      "2026-03-30 2026-06-28 36.00 32.00",
      "call_back 2026-01-05 2.00",
    ]);
  }, NOW));

Deno.test("import_rows/takes_one_balance_of_leave_of_each_person_and_plan_in_use", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "contractors", [contractor(), contractor({ external_number: "C2" })]);
    assertEquals(
      await told(sql, "leave-balances", [leaveBalance()]),
      "2 plan: The firm does not use this plan. Say first from which day it does.",
    );
    await useColoradosLeave(sql);
    await importRows(sql, "contractors", [
      contractor({ external_number: "C5", employment_type: "1099" }),
    ]);
    assertEquals(
      await told(sql, "leave-balances", [leaveBalance({ contractor_number: "C5" })]),
      "2 contractor_number: They are no employee, and have no leave.",
    );
    const rows = [
      leaveBalance(),
      leaveBalance({ contractor_number: "C2", hours: "0.3333" }),
      leaveBalance({ contractor_number: "C9" }),
      leaveBalance({ plan: "colorado paid sick leave" }),
      leaveBalance({ hours: "8.00001", contractor_number: "C3" }),
      leaveBalance({ day: "2026-04-21", contractor_number: "C4" }),
      leaveBalance({ hours: "30" }),
    ];
    assertEquals(await wrong(sql, "leave-balances", rows), [
      "4 contractor_number",
      "5 plan",
      "6 contractor_number",
      "6 hours",
      "7 contractor_number",
      "7 day",
      "8 plan",
    ]);
    assertEquals((await importRows(sql, "leave-balances", rows.slice(0, 2))).inserted, 2);
    assertEquals(
      [
        ...await sql`
          select contractor.external_number as number, entry.kind, entry.day::text, entry.hours
            from leave_ledger as entry join contractors as contractor on contractor.id = entry.contractor_id
           order by 1`,
      ],
      [
        { number: "C1", kind: "opening", day: "2026-01-04", hours: "31.5000" },
        { number: "C2", kind: "opening", day: "2026-01-04", hours: "0.3333" },
      ],
    );
    assertEquals(
      (await sql`select balance from leave_balances order by balance`).map(({ balance }) =>
        Number(balance)
      ),
      [0.3333, 31.5],
    );
  }, NOW));

Deno.test("import_rows/takes_no_check_of_a_day_that_has_not_come_and_no_invoice_over_a_month_ahead", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    const days = ["2026-04-20", "2026-04-21"];
    const checks = days.map((day) => check({ external_number: day, received_on: day }));
    assertEquals(await wrong(sql, "checks", checks), ["3 received_on"]);
    const issued = ["2026-05-20", "2026-05-21"].map((day) =>
      openInvoice({ external_number: day, issue_date: day, due_date: day })
    );
    assertEquals(await wrong(sql, "open-invoices", issued), ["3 issue_date"]);
  }, NOW));

Deno.test("import_rows/finds_what_rows_of_a_file_make_of_each_other_and_of_what_is_here", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility(), facility({ external_number: "F2" })]);
    await importRows(sql, "contractors", [
      contractor(),
      contractor({ external_number: "C2", payroll_number: "77", employment_type: "1099" }),
    ]);
    await sql`update facilities set is_active = false where external_number = 'F2'`;
    await importRows(sql, "assignments", [assignment()]);
    await importRows(sql, "checks", [check({ check_number: "88" })]);

    const of = (kind: string, ...rows: FileRow[]) => wrong(sql, kind, rows);
    const c = (number: string, more: FileRow) => contractor({ external_number: number, ...more });
    assertEquals(
      await of(
        "contractors",
        c("C3", { email: "C1@EXAMPLE.org", payroll_number: "77" }),
        c("C4", { email: "x@example.org", payroll_number: "78" }),
        c("C5", { email: "X@example.org", payroll_number: "78" }),
      ),
      ["2 email", "2 payroll_number", "4 email", "4 payroll_number"],
    );
    const a = (number: string, more: FileRow) => assignment({ external_number: number, ...more });
    const second = { contractor_number: "C2" };
    assertEquals(
      await of(
        "assignments",
        a("A2", { start_date: "2026-06-01" }), // on A1, which is open-ended
        a("A3", { contractor_number: "C9", facility_number: "F9" }),
        a("A4", { ...second, facility_number: "F2" }),
        a("A5", { ...second, start_date: "2026-02-01", end_date: "2026-01-31" }),
        a("A6", { ...second, end_date: "2026-02-01", renewal_date: "2026-01-01" }),
        a("A7", { ...second, start_date: "2026-02-01", pay_rate: "101" }), // shares a day with A6
        a("A8", {
          ...second,
          end_date: "2025-12-31",
          start_date: "2025-12-01",
          rates_from: "2026-01-01",
        }),
        a("A9", { overtime_rule: "none", start_date: "2025-01-01", end_date: "2025-01-31" }),
        a("A10", {
          ...second,
          overtime_rule: "none",
          start_date: "2025-02-01",
          end_date: "2025-02-28",
        }),
      ),
      [
        "2 start_date",
        "3 contractor_number",
        "3 facility_number",
        "4 facility_number",
        "5 end_date",
        "6 renewal_date",
        "7 start_date",
        "7 pay_rate",
        "9 overtime_rule_reason",
        // Line 8 begins its rates after its end.
      ].toSpliced(8, 0, "8 rates_from"),
    );
    const r = (number: string, more: FileRow) => check({ external_number: number, ...more });
    await importRows(sql, "checks", [r("R90", { check_number: "90" })]);
    const [bounced] = await sql<[{ id: string }]>`select id from checks where check_number = '90'`;
    await returnCheck(sql, bounced.id);
    assertEquals(
      await of(
        "checks",
        r("R2", { check_number: "88" }),
        r("R3", { check_number: "89" }),
        r("R4", { check_number: "89" }),
        r("R5", { check_number: "89", method: "ach" }),
        r("R6", { facility_number: "F9" }),
        r("R7", {}),
        r("R8", {}),
        r("R9", { check_number: "89", amount: "89.00" }), // another amount is another check
        r("R10", { check_number: "90" }), // the one that is here was returned
      ),
      ["2 check_number", "4 check_number", "6 facility_number"],
    );
    assertEquals(
      await of(
        "open-invoices",
        openInvoice({ external_number: "X".repeat(41) }),
        openInvoice({ external_number: "4", due_date: "2026-02-28" }),
      ),
      ["2 external_number", "3 due_date"],
    );
    assertEquals(await of("facilities", facility({ external_number: "F3", grace_days: "5" })), [
      "2 grace_days",
    ]);
    const months = { annual_rate: "0.18", day_count: "started_months", compounding: "annual" };
    assertEquals(await of("facilities", facility({ external_number: "F3", ...months })), [
      "2 compounding",
    ]);
  }, NOW));

Deno.test("import_rows/takes_known_kinds_and_lists_of_up_to_20000_rows", () =>
  withDatabase(async ({ sql }) => {
    const refused = (kind: string | null, rows: unknown, slug: string) =>
      assertRefused(importRows(sql, kind as string, rows as FileRow[]), 400, slug);
    await refused("timesheets", [facility()], "import_kind_unknown");
    await refused("facilities", {}, "import_rows_not_valid");
    await refused("facilities", [], "import_rows_not_valid");
    await refused("facilities", [facility(), "F2"], "import_rows_not_valid");
    await refused(null, [facility()], "argument_missing");
    await refused("facilities", null, "argument_missing");
    await assertRefused(importRows(sql, "facilities", [facility()], null), 400, "argument_missing");
    const many = Array.from(
      { length: 20_001 },
      (_, nth) => facility({ external_number: `F${nth}` }),
    );
    await refused("facilities", many, "too_many_rows");
    const { inserted } = await importRows(sql, "facilities", many.slice(1));
    assertEquals(inserted, 20_000);
  }));

Deno.test("import_rows/takes_a_mile_of_more_than_cents_and_no_hour_of_such", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    await importRows(sql, "contractors", [contractor()]);
    await importRows(sql, "assignments", [assignment()]);
    const mile = codeRate({
      code: "mileage",
      bill_rate: "0.7250",
      pay_rate: "0.7",
      reason: "Mountain roads",
    });
    const hour = codeRate({ code: "on_call", bill_rate: "8.005", pay_rate: "5.0000" });
    assertEquals(await wrong(sql, "code-rates", [mile, hour]), ["3 bill_rate"]);
    assertEquals((await importRows(sql, "code-rates", [mile])).inserted, 1);
    const listed = { ...mile, assignment_number: "", facility_number: "F1" };
    assertEquals((await importRows(sql, "code-rates", [listed])).inserted, 1);
    const rates = await sql`
      select bill_rate, pay_rate, reason from assignment_code_rates
       union all select bill_rate, pay_rate, reason from facility_code_rates`;
    assertEquals(
      [...rates],
      Array(2).fill({ bill_rate: "0.725", pay_rate: "0.70", reason: "Mountain roads" }),
    );
    assertEquals((await importRows(sql, "code-rates", [mile])).inserted, 0);
    assertEquals(
      await wrong(sql, "code-rates", [{ ...mile, bill_rate: "0.7251" }]),
      ["2 bill_rate"],
    );
  }));
