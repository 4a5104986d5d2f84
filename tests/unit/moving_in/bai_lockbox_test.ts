// Files of a lockbox: what they say of each check and its invoices, and files that do not add up.
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { rowsOfFile } from "../../../supabase/functions/_shared/moving_in/rows_of_file.ts";
import { type LockboxCheck, lockboxFile } from "../../support/moving_in/bank_files.ts";

const read = (text: string) => rowsOfFile("remittances", new TextEncoder().encode(text));
const told = (text: string) => read(text).errors.map(({ line, message }) => `${line}: ${message}`);

/** Two checks of a deposit: one of two invoices, of which one is short, and one that names none. */
const CHECKS: readonly LockboxCheck[] = [{
  cents: 165000,
  number: 221,
  payer: "MERCY HOSPITAL",
  invoices: [
    { number: "INV-2026-000012", cents: 95000, deduction: 5000, reason: "TWO HOURS" },
    { number: "INV-2026-000013", cents: 70000, deduction: 0, reason: "" },
  ],
}, { cents: 9900, number: 0, payer: "", invoices: [] }];

Deno.test("bai_lockbox/reads_a_row_for_each_invoice_and_for_a_check_that_names_none", () => {
  const { rows, errors } = read(lockboxFile("260421", [CHECKS]));
  assertEquals(errors, []);
  const payment = {
    bank_reference: "lockbox 1234567 2026-04-21 001-001 221 1650.00",
    received_on: "2026-04-21",
    amount: "1650.00",
    method: "check",
    check_number: "221",
    payer: "MERCY HOSPITAL",
    remark: "Account 121000248 0000004455",
  };
  assertEquals(rows, [{
    ...payment,
    line: "5",
    invoice_number: "INV-2026-000012",
    invoice_amount: "950.00",
    deduction: "50.00",
    deduction_reason: "TWO HOURS",
  }, {
    ...payment,
    line: "6",
    invoice_number: "INV-2026-000013",
    invoice_amount: "700.00",
  }, {
    line: "7",
    bank_reference: "lockbox 1234567 2026-04-21 001-002 99.00",
    received_on: "2026-04-21",
    amount: "99.00",
    method: "check",
    remark: "Account 121000248 0000004455",
  }]);
});

Deno.test("bai_lockbox/refuses_a_file_whose_totals_do_not_add_up_with_the_line_of_each", () => {
  const file = lockboxFile("260421", [CHECKS]);
  const wrong = (from: string, to: string) => {
    assertEquals(file.includes(from), true, from);
    const changed = file.replace(from, to);
    assertEquals(read(changed).rows, []);
    return told(changed);
  };
  assertEquals(wrong("60010010000165000", "60010010000165001"), [
    "8: The batch comes to 1749.01, and its total says 1749.00.",
    "9: The lockbox comes to 1749.01, and its total says 1749.00.",
  ]);
  assertEquals(wrong("2604210002", "2604210003"), [
    '9: The lockbox has 2 checks, and its total says "0003".',
  ]);
  assertEquals(wrong("9000010", "9000011"), [
    '10: The file has 10 records, and its last one says "000011".',
  ]);
  assertEquals(wrong("9000010\r\n", ""), [
    "9: The file ends without record 9: it was cut off.",
  ]);
});

Deno.test("bai_lockbox/refuses_what_stands_elsewhere_than_it_should", () => {
  const file = lockboxFile("260421", [CHECKS]);
  const first = (from: string, to: string) => told(file.replace(from, to))[0];
  assertEquals(
    first("4001001601", "4001002601"),
    "5: It does not stand below the record 6 of its batch and item.",
  );
  assertEquals(
    first("INV-2026-000012 0000095000", "INV-2026-000012 95000.00  "),
    "5: It has no amounts in positions 28 to 47.",
  );
  assertEquals(
    first("50000001234567260421", "50000001234567260431"),
    '3: "260431" is no day of deposit.',
  );
  assertEquals(
    first("50000001234567260421", "20000001234567260421"),
    "4: No record 5 before it says the lockbox and the day.",
  );
  assertEquals(first("60010010000165000", "6001001   1650.00"), '4: "1650.00" is no amount.');
  assertEquals(
    first("7001000", "3001000"),
    '8: "30010001234567260421" is no record of the format.',
  );
  assertEquals(told(`${file}9000011\r\n`), [
    '10: The file has 11 records, and its last one says "000010".',
    "11: It stands after the file's last record.",
  ]);
});

Deno.test("bai_lockbox/adds_up_records_of_one_invoice_and_leaves_out_checks_of_nothing", () => {
  const [check] = CHECKS;
  const paid = (number: string, cents: number, deduction: number, reason: string) => ({
    number,
    cents,
    deduction,
    reason,
  });
  const file = lockboxFile("260421", [[{ cents: 0, number: 220, payer: "VOID", invoices: [] }], [{
    ...check ?? { cents: 0, number: 0, payer: "" },
    invoices: [
      paid("12", 95000, 5000, "TWO HOURS"),
      paid("13", 60000, 0, ""),
      paid("12", 5000, 100, "PARKING"),
      paid("12", 5000, 100, "PARKING"),
    ],
  }]]);
  const { rows, errors, count, leftOut } = read(file);
  assertEquals([errors, count, leftOut], [[], 2, 1]);
  assertEquals(
    rows.map((row) => [
      row["line"],
      row["check_number"],
      row["invoice_number"],
      row["invoice_amount"],
      row["deduction"],
      row["deduction_reason"],
    ]),
    [
      ["7", "221", "12", "1050.00", "52.00", "TWO HOURS; PARKING"],
      ["8", "221", "13", "600.00", undefined, undefined],
    ],
  );
});

Deno.test("bai_lockbox/reads_names_in_latin_1", () => {
  const file = lockboxFile("260421", [[{
    cents: 5,
    number: 1,
    payer: "CLINIQUE GEN?VE",
    invoices: [],
  }]]);
  const bytes = Uint8Array.from(file, (letter) => letter === "?" ? 0xc8 : letter.charCodeAt(0));
  const { rows, errors } = rowsOfFile("remittances", bytes);
  assertEquals([errors, rows[0]?.["payer"]], [[], "CLINIQUE GENÈVE"]);
});

const invoice = fc.record({
  number: fc.stringMatching(/^[A-Z0-9]([A-Z0-9-]{0,14}[A-Z0-9])?$/),
  cents: fc.integer({ min: 0, max: 9_999_999 }),
  deduction: fc.integer({ min: 0, max: 9_999 }),
  reason: fc.stringMatching(/^([A-Z]([A-Z ]{0,20}[A-Z])?)?$/),
});
const check = fc.record({
  cents: fc.integer({ min: 1, max: 99_999_999 }),
  number: fc.integer({ min: 0, max: 999_999_999 }),
  payer: fc.stringMatching(/^([A-Z]([A-Z ]{0,20}[A-Z])?)?$/),
  invoices: fc.array(invoice, { maxLength: 4 }),
});
const batches = fc.array(fc.array(check, { maxLength: 4 }), { maxLength: 3 });
const cents = (money: string | undefined) => Number(money?.replace(".", "") ?? 0);

Deno.test("bai_lockbox/reads_whatever_is_printed_as_it_was", () => {
  fc.assert(fc.property(batches, (batches) => {
    const { rows, errors } = read(lockboxFile("260421", batches));
    assertEquals(errors, []);
    const known = Map.groupBy(rows, (row) => row["bank_reference"]?.split(" ")[3] ?? "");
    const checks = [...known.values()].map((rows): LockboxCheck => ({
      cents: cents(rows[0]?.["amount"]),
      number: Number(rows[0]?.["check_number"] ?? 0),
      payer: (rows[0]?.["payer"] ?? "").replaceAll(/\s+/g, " "),
      invoices: rows.filter((row) => row["invoice_number"] !== undefined).map((row) => ({
        number: row["invoice_number"] ?? "",
        cents: cents(row["invoice_amount"]),
        deduction: cents(row["deduction"]),
        reason: row["deduction_reason"] ?? "",
      })),
    }));
    const one = (text: string) => text.replaceAll(/\s+/g, " ");
    assertEquals(
      checks,
      batches.flat().map((check) => ({
        ...check,
        payer: one(check.payer),
        invoices: [...Map.groupBy(check.invoices, ({ number }) => number)].map((
          [number, told],
        ) => ({
          number,
          cents: told.reduce((sum, { cents }) => sum + cents, 0),
          deduction: told.reduce((sum, { deduction }) => sum + deduction, 0),
          reason: [
            ...new Set(
              told.filter(({ deduction, reason }) => deduction > 0 && reason !== "")
                .map(({ reason }) => one(reason)),
            ),
          ].join("; "),
        })),
      })),
    );
  }));
});

Deno.test("bai_lockbox/refuses_a_file_of_which_a_line_is_lost", () => {
  fc.assert(fc.property(batches, fc.nat(), (batches, at) => {
    const lines = lockboxFile("260421", batches).trimEnd().split("\r\n");
    const lost = 1 + at % (lines.length - 1);
    const without = lines.filter((_, nth) => nth !== lost).join("\r\n");
    assertEquals([read(without).rows, read(without).errors.length > 0], [[], true]);
  }));
});
