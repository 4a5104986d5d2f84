// Each layout beside a file that stands here: its columns are those that the provider publishes (docs/payroll_files.md). Added
// up as the provider adds it up, a file pays what the batch pays.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Decimal } from "decimal.js";
import type postgres from "postgres";
import { prepare } from "../../../support/payroll/batches.ts";
import { addCode, codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { earningsFile, enterCodes, handOver } from "../../../support/payroll/earnings.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import {
  addProfile,
  hoursPay,
  oneRateBatch,
  payByNumber,
  payByState,
  providerBatch,
  rowsOfFile,
  sums,
} from "../../../support/payroll/provider_batch.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { work } from "../../../support/time/worked_time.ts";

type Cells = Readonly<Record<string, string>>;
const money = (text: string | undefined) => new Decimal(text || 0);
const FACTORS: Readonly<Record<string, number>> = { REG: 1, OT: 1.5, DT: 2 };
const key = (number: string | undefined, state: string | undefined) =>
  [number, state].filter(Boolean).join(" ");

/** The golden file of a layout; `UPDATE_GOLDEN` writes it anew, to be read beside the published layout. */
async function isGolden(name: string, file: string): Promise<void> {
  const path = new URL(`../../../golden/payroll_files/${name}`, import.meta.url);
  if (Deno.env.get("UPDATE_GOLDEN") !== undefined) await Deno.writeTextFile(path, file);
  assertStrictEquals(file, await Deno.readTextFile(path));
}

/** A layout, and what a provider pays by it: by payroll number and state. */
interface Layout {
  readonly name: string;
  readonly kind: string;
  readonly settings: unknown;
  readonly file: string;
  readonly carriesState: boolean;
  /** False of a layout without a place for deductions. */
  readonly deduction?: boolean;
  readonly paid: (file: string) => (readonly [string, Decimal])[];
}

const DEPARTMENTS = { CO: "000100", CA: "000200" };
const departmentOf = (department: string | undefined) =>
  Object.entries(DEPARTMENTS).find(([, name]) => name === department)?.[0];

/** Of Workforce Now a row has hours at its rate, earnings and a deduction. */
function paydataPay(row: Cells): Decimal {
  const rate = row["Temp Rate"];
  const earnings = [3, 4, 5].map((n) => money(row[`Earnings ${n} Amount`]));
  return Decimal.sum(
    hoursPay(row["Reg Hours"], rate, 1),
    hoursPay(row["O/T Hours"], rate, 1.5),
    ...[3, 4].map((n) =>
      hoursPay(row[`Hours ${n} Amount`], rate, FACTORS[row[`Hours ${n} Code`] ?? ""] ?? 1)
    ),
    ...earnings,
    money(row["Adjust Ded Amount"]).negated(),
  );
}

/** Columns in which each code stands, such as `{BON: ["Earnings 4 Code"]}`. */
function columnsOfCodes(rows: readonly Cells[]): Record<string, string[]> {
  const found: Record<string, Set<string>> = {};
  for (const [column, code] of rows.flatMap((row) => Object.entries(row))) {
    if (/^(Hours|Earnings) . Code$/.test(column) && code) (found[code] ??= new Set()).add(column);
  }
  return Object.fromEntries(Object.entries(found).map(([code, columns]) => [code, [...columns]]));
}

const LAYOUTS: readonly Layout[] = [
  {
    name: "workforce_now_paydata_by_department",
    kind: "workforce_now",
    settings: {
      company_code: "ABC",
      batch_id: "WEEK10",
      fields: { DT: 4, BON: 4, PDM: 5 },
      departments: DEPARTMENTS,
    },
    file: "PRABCEPI.csv",
    carriesState: true,
    paid: (file) => {
      const rows = rowsOfFile(file);
      const fields = {
        DT: ["Hours 4 Code"],
        ADJ: ["Earnings 3 Code"],
        STP: ["Earnings 3 Code"],
        BON: ["Earnings 4 Code"],
        PDM: ["Earnings 5 Code"],
        RMB: ["Earnings 3 Code"],
      };
      // The file of 1099 has no codes.
      const found = columnsOfCodes(rows);
      if (Object.keys(found).length > 0) assertEquals(found, fields);
      return rows.map((row) => [
        key(row["File #"], departmentOf(row["Temp Dept"])),
        paydataPay(row),
      ]);
    },
  },
  {
    name: "run_with_hours_and_dollars",
    kind: "run",
    settings: {
      company_code: "12345678",
      pay_frequency: "B",
      rate_code: "BASE",
      departments: DEPARTMENTS,
      negative_amounts: true,
    },
    file: "run.csv",
    carriesState: true,
    deduction: false,
    paid: (file) => {
      const [version = "", ...lines] = file.split("\r\n");
      assertStrictEquals(version, "##GENERIC## V1.0");
      return rowsOfFile(lines.join("\r\n")).map((row) => [
        key(row["Employee ID"], departmentOf(row["Worked In Dept"])),
        money(row["Dollars"]),
      ]);
    },
  },
  {
    name: "paychex_spi_with_override_state",
    kind: "paychex_spi",
    settings: { client_id: "A1234567" },
    file: "paychex_spi.csv",
    carriesState: true,
    paid: (file) =>
      rowsOfFile(file).map((row) => {
        const component = row["Pay Component"] ?? "";
        const amount = money(row["Amount"]);
        return [
          key(row["Worker ID"], row["Override State"]),
          row["Hours"]
            ? hoursPay(row["Hours"], row["Rate"], FACTORS[component] ?? 1)
            : component === "DED"
            ? amount.negated()
            : amount,
        ];
      }),
  },
  {
    name: "own_columns_by_earning_with_semicolons",
    kind: "csv",
    settings: {
      row: "earning",
      delimiter: ";",
      date_format: "DD.MM.YYYY",
      columns: [
        { title: "No.", field: "payroll_number" },
        { title: "Last", field: "last_name" },
        { title: "First", field: "first_name" },
        { title: "Week", field: "week_start" },
        { title: "Code", field: "earning_code" },
        { title: "State", field: "work_state" },
        { title: "Hours", field: "hours" },
        { title: "Rate", field: "rate" },
        { title: "Amount", field: "other_amount" },
        { title: "Source", literal: "back office" },
      ],
    },
    file: "own_columns.csv",
    carriesState: true,
    paid: (file) =>
      rowsOfFile(file, ";").map((row) => [
        key(row["No."], row["State"]),
        row["Hours"]
          ? hoursPay(row["Hours"], row["Rate"], FACTORS[row["Code"] ?? ""] ?? 1)
          : money(row["Amount"]),
      ]),
  },
];

for (const { name, kind, settings, file: golden, carriesState, deduction, paid } of LAYOUTS) {
  Deno.test(`payroll_profiles/write_${name}_that_adds_up_to_the_batch`, () =>
    withDatabase(async ({ sql }) => {
      const batch = await providerBatch(sql, { deduction: deduction ?? true });
      await addProfile(sql, kind, settings);
      const file = await handOver(sql, batch, "w2", { profile: kind });
      await isGolden(golden, file);
      const found = paid(file);
      assertEquals(
        sums(found.map(([key, amount]) => [key.split(" ")[0] ?? "", amount])),
        await payByNumber(sql, batch),
      );
      if (carriesState) assertEquals(sums(found), await payByState(sql, batch));
      const others = await handOver(sql, batch, "1099", { profile: kind });
      assertEquals(sums(paid(others)), { "100004 CO": "1500.00" });
    }));
}

Deno.test("payroll_profiles/write_hours_of_codes_as_rows_of_paydata_that_are_rounded_each", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, assignmentIds } = await work(sql, [
      { date: "2026-03-02", hours: 7.5, rule: "flsa" },
    ]);
    await sql`update contractors set payroll_number = '1' where id = ${contractorId}`;
    await payRate(sql, assignmentIds.flsa, "2020-01-01", "33.33");
    for (const [name, hours] of [["plain", "7.5"], ["named", "2.25"]] as const) {
      await addCode(sql, name, { is_worked: true });
      await codeRate(sql, assignmentIds.flsa, name, "33.33");
      await enterCoded(sql, assignmentIds.flsa, "2026-03-03", name, { hours });
    }
    await enterCodes(sql);
    await sql`update contractors set payroll_number = '1'`;
    await sql`update earning_codes set code = null where earning in ('regular', 'overtime')`;
    await sql`update time_codes set earning_code = 'NMD' where name = 'named'`;
    const batch = await prepare(sql, "2026-03-02");
    await addProfile(sql, "workforce_now", { company_code: "ABC", state: "not_carried" });
    await addProfile(
      sql,
      "workforce_now",
      { company_code: "ABC", fields: { NMD: 4 }, state: "not_carried" },
      "in hours 4",
    );
    const fourth = rowsOfFile(await earningsFile(sql, batch, "w2", "in hours 4"));
    assertEquals(columnsOfCodes(fourth), {
      NMD: ["Hours 4 Code"],
      ADJUSTIN: ["Earnings 3 Code"],
    });
    const rows = rowsOfFile(await earningsFile(sql, batch, "w2", "workforce_now"));
    assertEquals(rows.map((row) => row["File #"]), Array(4).fill("000001"));
    assertEquals(
      rows.map((row) => [row["Reg Hours"], row["Hours 3 Code"], row["Hours 3 Amount"]]),
      [["7.50", "", ""], ["", "NMD", "2.25"], ["7.50", "", ""], ["", "", ""]],
    );
    const total = Decimal.sum(...rows.map(paydataPay)).toFixed(2);
    assertEquals({ "1": total }, await payByNumber(sql, batch));
    const obstacles =
      await sql`select from payroll_file_obstacles(${batch}, 'w2', 'workforce_now')`;
    assertEquals(obstacles.length, 0);
  }));

Deno.test("payroll_profiles/refuse_by_gustos_template_what_it_does_not_take", () =>
  withDatabase(async ({ sql }) => {
    const batch = await providerBatch(sql);
    await addGusto(sql);
    const obstacles = await sql`
      select obstacle || ': ' || name as told from payroll_file_obstacles(${batch}, 'w2', 'Gusto')`;
    assertEquals(obstacles.map(({ told }) => told), [
      `not_taken: an amount of Cyd Cole below zero: -0.01`,
      `not_taken: deduction -120.00 of Beatriz, "Bea" Núñez; O'Hara, without a column`,
      `not_taken: several rates of Beatriz, "Bea" Núñez; O'Hara`,
      `not_taken: several rates of Cyd Cole`,
    ]);
    assertEquals(await obstaclesOf1099(sql, batch), ["not_taken: Dan Dole of the 1099 file"]);
  }));

Deno.test("payroll_profiles/write_gustos_template_of_employees_alone", () =>
  withDatabase(async ({ sql }) => {
    const batch = await oneRateBatch(sql);
    await addGusto(sql);
    await assertRefusedUnchanged(
      sql,
      () => handOver(sql, batch, "1099", { profile: "Gusto" }),
      409,
      "payroll_file_not_taken",
    );
    const file = await handOver(sql, batch, "w2", { profile: "Gusto" });
    await isGolden("gusto.csv", file);
    const rates: Readonly<Record<string, string>> = { "100001": "33.33", "100005": "41.37" };
    const rows = rowsOfFile(file).map((row) => {
      const rate = rates[row["gusto_employee_id"] ?? ""];
      return {
        number: row["gusto_employee_id"] ?? "",
        hours: Decimal.sum(
          hoursPay(row["regular_hours"], rate, 1),
          hoursPay(row["overtime_hours"], rate, 1.5),
          hoursPay(row["double_overtime_hours"], rate, 2),
        ),
        extras: Decimal.sum(
          ...["bonus", "correction_payment", "reimbursement"].map((title) => money(row[title])),
        ),
      };
    });
    // 71.00 hours and 5.00 of overtime at 33.33.
    assertStrictEquals(rows[0]?.hours.toFixed(2), "2616.41");
    assertEquals(
      sums(rows.map(({ number, hours, extras }) => [number, hours.plus(extras)])),
      await payByNumber(sql, batch),
    );
  }));

async function addGusto(sql: postgres.Sql): Promise<void> {
  const [template] = await sql<[{ settings: Record<string, unknown> }]>`
    select settings from payroll_profile_templates() where name = 'Gusto'`;
  await addProfile(sql, "csv", template.settings, "Gusto");
}

async function obstaclesOf1099(sql: postgres.Sql, batch: string): Promise<string[]> {
  const rows = await sql<{ told: string }[]>`
    select obstacle || ': ' || name as told from payroll_file_obstacles(${batch}, '1099', 'Gusto')`;
  return rows.map(({ told }) => told);
}
