// A profile is refused with what is wrong with it, in words.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { addProfile } from "../../../support/payroll/provider_batch.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

const column = (field: string, title = field) => ({ title, field });
const GOOD = {
  row: "earning",
  columns: [
    column("payroll_number"),
    column("earning_code"),
    column("work_state"),
    column("amount"),
  ],
};
const own = (columns: unknown, more: object = {}) => ({ ...GOOD, columns, ...more });
const wfn = (more: object) => ({ company_code: "ABC", state: "not_carried", ...more });

const WRONG: readonly (readonly [kind: string, settings: unknown, told: string])[] = [
  ["csv", [], "The settings are no object."],
  ["csv", 7, "The settings are no object."],
  ["paychex_spi", {}, 'The setting "client_id" is missing: at most eight letters or digits.'],
  [
    "paychex_spi",
    { client_id: "123456789" },
    'The setting "client_id" is not at most eight letters or digits.',
  ],
  [
    "paychex_spi",
    { client_id: 7 },
    'The setting "client_id" is not at most eight letters or digits.',
  ],
  [
    "paychex_spi",
    { client_id: null },
    'The setting "client_id" is not at most eight letters or digits.',
  ],
  [
    "paychex_spi",
    { client_id: "1", titles: {} },
    'There is no setting "titles" of this kind.',
  ],
  [
    "workforce_now",
    wfn({ company_code: "A" }),
    'The setting "company_code" is not two or three letters or digits.',
  ],
  ...["A_", "A_B", "___", "ABC_"].map((company_code) =>
    [
      "workforce_now",
      wfn({ company_code }),
      'The setting "company_code" is not two or three letters or digits.',
    ] as const
  ),
  ["workforce_now", wfn({ file_name: "a.csv" }), 'There is no setting "file_name" of this kind.'],
  [
    "workforce_now",
    { company_code: "ABC" },
    "The file says nothing of work states: give departments, or say that the state is not carried.",
  ],
  [
    "workforce_now",
    wfn({ departments: { CO: "000100" } }),
    "The work states are mapped to departments, and not carried at the same time.",
  ],
  [
    "workforce_now",
    { company_code: "ABC", departments: { Colorado: "1" } },
    'The department of "Colorado" is missing, too long or no plain line of text, or that is no work state.',
  ],
  [
    "workforce_now",
    { company_code: "ABC", departments: { CO: "=1" } },
    'The department of "CO" is missing, too long or no plain line of text, or that is no work state.',
  ],
  ...["1", "1234", "1234567", "12 ", "12{", "Ä12"].map((department) =>
    [
      "workforce_now",
      { company_code: "ABC", departments: { CO: department } },
      'The department of "CO" does not have three or six characters that Workforce Now takes.',
    ] as const
  ),
  [
    "workforce_now",
    wfn({ fields: [4] }),
    'The setting "fields" is not an object of fields by code, such as {"BON": 4}.',
  ],
  ...[2, 6, 3.5, "4", null, [], true].map((field) =>
    [
      "workforce_now",
      wfn({ fields: { BON: field } }),
      'The field of "BON" is not 3, 4 or 5, or that is no code of Workforce Now.',
    ] as const
  ),
  [
    "workforce_now",
    wfn({ fields: { "BÖN": 4 } }),
    'The field of "BÖN" is not 3, 4 or 5, or that is no code of Workforce Now.',
  ],
  [
    "run",
    { company_code: "1", pay_frequency: "W", state: "not_carried", fields: {} },
    'There is no setting "fields" of this kind.',
  ],
  ["csv", { ...GOOD, employment: "W-2" }, 'The setting "employment" is not w2 or 1099.'],
  [
    "workforce_now",
    wfn({ titles: { "Co Code": "Firma Ä" } }),
    'The layout has no column "Co Code", or its title is blank, too long or no plain line of text.',
  ],
  [
    "workforce_now",
    wfn({ titles: { "Co Cod": "X" } }),
    'The layout has no column "Co Cod", or its title is blank, too long or no plain line of text.',
  ],
  [
    "workforce_now",
    wfn({ titles: { "Co Code": "-X" } }),
    'The layout has no column "Co Code", or its title is blank, too long or no plain line of text.',
  ],
  [
    "run",
    { company_code: "1", state: "not_carried" },
    'The setting "pay_frequency" is missing: W, B, S, M or Q.',
  ],
  [
    "run",
    { company_code: "1", pay_frequency: "weekly", state: "not_carried" },
    'The setting "pay_frequency" is not W, B, S, M or Q.',
  ],
  [
    "csv",
    { ...GOOD, negative_amounts: "no" },
    'The setting "negative_amounts" is not true or false.',
  ],
  [
    "csv",
    { ...GOOD, delimiter: ",," },
    'The setting "delimiter" is not a comma, a semicolon, a bar or a tab.',
  ],
  [
    "csv",
    { ...GOOD, date_format: "YYYY'); drop" },
    'The setting "date_format" is not YYYY-MM-DD, MM/DD/YYYY, MM/DD/YY, DD/MM/YYYY, DD.MM.YYYY or YYYYMMDD.',
  ],
  ["csv", { ...GOOD, row: "week" }, 'The setting "row" is not earning or person.'],
  ["csv", { ...GOOD, formula: "1" }, 'There is no setting "formula" of this kind.'],
  ["csv", own([]), "The file has no columns."],
  ["csv", own("payroll_number"), 'The setting "columns" is not a list of columns.'],
  ["csv", own(Array(51).fill(column("amount"))), "The file has more than 50 columns."],
  ...[
    "x",
    7,
    null,
    [],
    {},
    { title: "A" },
    { title: 1, field: "amount" },
    { field: "amount" },
    {
      title: "A",
      field: "amount",
      literal: "x",
    },
    { title: "A", literal: 1 },
    { title: "A", field: "amount", expression: "1" },
  ].map((given) =>
    [
      "csv",
      own([given]),
      "Column 1 is no object with a title and either a field or a literal.",
    ] as const
  ),
  ["csv", own([column("gross")]), 'Rows of this file have no field "gross" (column 1).'],
  [
    "csv",
    own([column("regular_hours")]),
    'Rows of this file have no field "regular_hours" (column 1).',
  ],
  [
    "csv",
    own([column("entered_amount")]),
    'Rows of this file have no field "entered_amount" (column 1).',
  ],
  [
    "csv",
    own([column("amount"), column("earning", " ")]),
    "The title of column 2 is blank, too long or no plain line of text.",
  ],
  [
    "csv",
    own([column("amount", "=A")]),
    "The title of column 1 is blank, too long or no plain line of text.",
  ],
  [
    "csv",
    own([{ title: "A", literal: "@SUM(1)" }]),
    "The text of column 1 is too long, or no plain line of text.",
  ],
  [
    "csv",
    own([{ title: "A", literal: "a\nb" }]),
    "The text of column 1 is too long, or no plain line of text.",
  ],
  ["csv", own([column("amount", "A"), column("rate", "a")]), 'Two columns have the title "A".'],
  [
    "csv",
    own([column("amount", "A"), column("amount", "B")]),
    'Two columns have the field "amount": it would be paid twice.',
  ],
  ["csv", own([column("amount"), column("last_name")]), "No column says who is paid."],
  [
    "csv",
    own([column("payroll_number"), column("hours"), column("rate")]),
    'The columns do not say all that is paid: "amount", or "hours", "rate" and "other_amount".',
  ],
  [
    "csv",
    own([column("payroll_number"), column("amount"), column("other_amount")]),
    'The fields "amount" and "other_amount" have the same money.',
  ],
  [
    "csv",
    own([column("payroll_number"), column("amount")]),
    'No column says what is paid for: "earning" or "earning_code".',
  ],
  ["csv", own([column("payroll_number")], { row: "person" }), "No column has an amount."],
  [
    "csv",
    own([column("payroll_number"), column("earning"), column("amount")]),
    "The file says nothing of work states: give departments, or say that the state is not carried.",
  ],
  [
    "csv",
    own([...GOOD.columns, column("department")]),
    "The file has a column for departments, and no departments are given.",
  ],
  [
    "csv",
    { ...GOOD, departments: { CO: "1" } },
    "The file has no column for departments.",
  ],
];

Deno.test("payroll_profiles/are_refused_with_what_is_wrong_with_their_settings", () =>
  withDatabase(async ({ sql }) => {
    for (const [kind, settings, told] of WRONG) {
      const attempt = addProfile(sql, kind, settings);
      const error = await attempt.then(() => null, (error: unknown) => error);
      assert(error instanceof Error, `not refused: ${JSON.stringify(settings)}`);
      assertStrictEquals(error.message, told, JSON.stringify(settings));
      await assertRefused(attempt, 400, "payroll_profile_not_valid");
    }
    assertEquals((await sql`select from payroll_profiles`).length, 0);
  }));

Deno.test("payroll_profiles/have_the_name_that_the_provider_wants_for_the_file", () =>
  withDatabase(async ({ sql }) => {
    await addProfile(sql, "workforce_now", wfn({ titles: { "Co Code": "Company" } }), "three");
    await addProfile(sql, "workforce_now", wfn({ company_code: "AB" }), "two");
    await addProfile(sql, "workforce_now", wfn({ company_code: "AB_" }), "two, padded");
    await addProfile(sql, "csv", { ...GOOD, file_name: "pay roll.csv" }, "own");
    await addProfile(sql, "csv", GOOD, "any");
    const rows = await sql`select name, file_name from payroll_profiles order by name`;
    assertEquals(rows.map(({ name, file_name }) => `${name} ${file_name}`), [
      "any null",
      "own pay roll.csv",
      "three PRABCEPI.csv",
      "two PRAB_EPI.csv",
      "two, padded PRAB_EPI.csv",
    ]);
    await assertRefused(
      sql`update payroll_profiles set settings = '{}' where name = 'any'`,
      400,
      "payroll_profile_not_valid",
    );
    await assertViolates(
      sql`update payroll_profiles set kind = 'iif' where name = 'any'`,
      "payroll_profile_kind_is_known",
    );
    await assertViolates(
      addProfile(sql, "csv", { ...GOOD, file_name: "x".repeat(20001) }),
      "payroll_profile_is_short",
    );
    await assertViolates(
      sql`update payroll_profiles set name = ' ' where name = 'any'`,
      "payroll_profile_name_is_not_blank",
    );
  }));

Deno.test("payroll_profile_templates/are_profiles_once_what_is_empty_is_filled_in", () =>
  withDatabase(async ({ sql }) => {
    const templates = await sql<{ name: string; kind: string; settings: object }[]>`
      select * from payroll_profile_templates()`;
    assertEquals(templates.map(({ kind }) => kind).sort(), [
      "csv",
      "csv",
      "paychex_spi",
      "run",
      "workforce_now",
    ]);
    for (const { name, kind, settings } of templates) {
      const filled = Object.fromEntries(
        Object.entries(settings).map(([key, value]) => [key, value === "" ? "ABC" : value]),
      );
      await addProfile(sql, kind, filled, name);
    }
  }));
