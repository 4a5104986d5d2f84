// Reports of banks in BAI2: the samples of the specification, files that do not add up, and whatever a bank may print.
import { assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { rowsOfFile } from "../../../supabase/functions/_shared/moving_in/rows_of_file.ts";
import { bai2File, type Group } from "../../support/moving_in/bank_files.ts";

const read = (text: string) => rowsOfFile("remittances", new TextEncoder().encode(text));
const told = (text: string) => read(text).errors.map(({ line, message }) => `${line}: ${message}`);

/**
 * "Cash Management Balance Reporting Specifications, Version 2" (BAI, 2005): the first group of its sample, as others
 * print it too (Informatica, "BAI2 message structure"), with a trailer of the file for this group alone.
 */
const PUBLISHED = `01,122099999,123456789,040621,0200,1,65,,2/
02,031001234,122099999,1,040620,2359,,2/
03,0123456789,,010,+4350000,,,040,2830000,,/
88,072,1020000,,,074,500000,,/
16,115,450000,S,100000,200000,150000,,,/
49,9150000,4/
03,9876543210,,010,-500000,,,100,1000000,,,400,2000000,,,190/
88,500000,,,110,1000000,,,072,500000,,,074,500000,,,040/
88,-1500000,,/
16,115,500000,S,,200000,300000,,,LOCK BOX NO.68751
49,4000000,5/
98,13150000,2,11/
99,13150000,1,13/
`;

/** The samples of its section 3, record by record: several summaries, funds, and a deposit that is continued. */
const RECORDS = `01,122099999,123456789,040621,0200,1,55,,2/
02,031001234,122099999,1,040620,2359,,2/
03,0975312468,,010,500000,,,190,70000000,4,0/
16,165,1500000,1,DD1620,, DEALER PAYMENTS
16,115,10000000,S,5000000,4000000,1000000/
88,AX13612,B096132,AMALGAMATED CORP. LOCKBOX
88,DEPOSIT-MISC. RECEIVABLES
49,82000000,6/
03,5765432,,,,,/
16,890,,,,,detail reports will be delayed until 11:00 AM.
49,0,3/
98,82000000,2,11/
99,82000000,1,13/
`;

Deno.test("bai2/reads_the_published_sample_and_finds_that_its_totals_add_up", () => {
  const { count, rows, errors } = read(PUBLISHED);
  assertEquals(errors, []);
  assertEquals(count, 2);
  assertEquals(rows, [{
    line: "5",
    bank_reference: "0123456789 2004-06-20 115 4500.00",
    received_on: "2004-06-20",
    amount: "4500.00",
    method: "check",
  }, {
    line: "10",
    bank_reference: "9876543210 2004-06-20 115 5000.00",
    received_on: "2004-06-20",
    amount: "5000.00",
    method: "check",
    remark: "LOCK BOX NO.68751",
  }]);
});

Deno.test("bai2/reads_references_behind_types_of_funds_and_text_over_several_records", () => {
  const { rows, errors } = read(RECORDS);
  assertEquals(errors, []);
  assertEquals(rows, [{
    line: "4",
    bank_reference: "0975312468 2004-06-20 165 15000.00 DD1620",
    received_on: "2004-06-20",
    amount: "15000.00",
    method: "ach",
    check_number: "DD1620",
    remark: "DEALER PAYMENTS",
  }, {
    line: "5",
    bank_reference: "0975312468 2004-06-20 115 100000.00 AX13612 B096132",
    received_on: "2004-06-20",
    amount: "100000.00",
    method: "check",
    check_number: "B096132",
    remark: "AMALGAMATED CORP. LOCKBOX DEPOSIT-MISC. RECEIVABLES",
  }]);
});

Deno.test("bai2/refuses_a_file_whose_totals_do_not_add_up_with_the_line_of_each", () => {
  const wrong = (from: string, to: string) => {
    const { rows, errors } = read(PUBLISHED.replace(from, to));
    assertEquals(rows, [], to);
    return errors.map(({ line, message }) => `${line}: ${message}`);
  };
  assertEquals(wrong("16,115,450000", "16,115,450001"), [
    "6: The account comes to 91500.01, and its total says 91500.00.",
    "12: The group comes to 131500.01, and its total says 131500.00.",
    "13: The file comes to 131500.01, and its total says 131500.00.",
  ]);
  assertEquals(wrong("49,9150000,4/", "49,9150000,5/"), [
    '6: The account has 4 records, and its total says "5".',
  ]);
  assertEquals(wrong("98,13150000,2,11/", "98,13150000,3,10/"), [
    '12: The group has 2 accounts, and its total says "3".',
    '12: The group has 11 records, and its total says "10".',
  ]);
  assertEquals(wrong("99,13150000,1,13/", "99,13150000,,13/"), [
    '13: The file has 1 groups, and its total says "".',
  ]);
  assertEquals(wrong("99,13150000,1,13/\n", ""), [
    "12: The file ends without record 99: it was cut off.",
  ]);
});

Deno.test("bai2/refuses_what_is_no_report_of_a_day_in_us_dollars", () => {
  const first = (from: string, to: string) => told(PUBLISHED.replace(from, to))[0];
  assertEquals(
    first("1,65,,2/", "1,65,,3/"),
    '1: It is version "3" of the format, not 2.',
  );
  assertEquals(
    first("122099999,1,040620", "122099999,2,040620"),
    "2: This part of the file takes back what was reported.",
  );
  assertEquals(first("1,040620", "1,040631"), '2: "040631" is no day.');
  assertEquals(
    first("03,0123456789,,", "03,0123456789,CAD,"),
    "3: The account is in CAD, not in US dollars.",
  );
  assertEquals(
    first("16,115,450000,S", "16,115,4500.00,S"),
    "5: The transaction has no type, amount and type of funds.",
  );
  assertEquals(first("49,9150000,4/\n", ""), "6: Record 03 stands after record 16.");
  assertMatch(first("88,072", "88:072") ?? "", /^4: "88:072.*" is no record of the format\.$/);
  assertEquals(told("01,1,2/\n"), ['1: It is version "" of the format, not 2.']);
});

Deno.test("bai2/takes_credits_alone_and_tells_payments_apart_that_agree_in_all_but_their_text", () => {
  const alike = (text: string) => ({
    type: "195",
    cents: 5000,
    funds: "",
    bankReference: "W1",
    customerReference: "",
    text: [text],
  });
  const accounts = [{
    number: "77",
    summaries: [],
    transactions: [
      alike("NORTH"),
      { ...alike("CHECK PAID"), type: "475" },
      { ...alike("OWN CODE"), type: "921" },
      { ...alike("OWN DEBIT"), type: "961" },
      alike("MERCY"),
    ],
  }];
  const rows = (transactions: typeof accounts[0]["transactions"]) => {
    const { rows, errors } = read(
      bai2File([{ day: "260421", accounts: [{ number: "77", summaries: [], transactions }] }]),
    );
    assertEquals(errors, []);
    return rows.map((row) => `${row["bank_reference"]}: ${row["remark"]}`).toSorted();
  };
  const all = accounts[0]?.transactions ?? [];
  assertEquals(rows(all), [
    "77 2026-04-21 195 50.00 W1 (2): NORTH",
    "77 2026-04-21 195 50.00 W1: MERCY",
    "77 2026-04-21 921 50.00 W1: OWN CODE",
  ]);
  assertEquals(rows(all.toReversed()), rows(all));
});

Deno.test("bai2/cuts_long_texts_reads_latin_1_and_counts_payments_of_nothing", () => {
  const long = "ÀB ".repeat(900).trim();
  const of = (cents: number, text: string, type = "195") => ({
    type,
    cents,
    funds: "Z",
    bankReference: `W${cents}`,
    customerReference: "",
    text: [text],
  });
  const file = bai2File([{
    day: "260401",
    accounts: [{
      number: "77",
      summaries: [],
      transactions: [of(100, long), of(0, "NOTHING"), of(0, "A DEBIT OF NOTHING", "475")],
    }],
  }]);
  const { rows, errors, leftOut } = rowsOfFile(
    "remittances",
    Uint8Array.from(file, (letter) => letter.charCodeAt(0)), // each letter is one byte
  );
  assertEquals(
    [errors, leftOut, rows.map((row) => row["remark"])],
    [[], 1, [long.slice(0, 2000)]],
  );
});

Deno.test("bai2/takes_the_customers_reference_of_a_transfer_for_the_payer_and_not_for_a_number_of_it", () => {
  const { rows, errors } = read(bai2File([{
    day: "260401",
    accounts: [{
      number: "77",
      summaries: [],
      transactions: [
        { bankReference: "", customerReference: "P1", type: "142" },
        { bankReference: "W9", customerReference: "P1", type: "195" },
        { bankReference: "W9", customerReference: "4711", type: "115" },
      ].map((one) => ({ ...one, cents: 500000, funds: "Z", text: ["SUMMIT"] })),
    }],
  }]));
  assertEquals(errors, []);
  assertEquals(
    rows.map((row) => [row["method"], row["check_number"], row["facility_number"]]),
    [["ach", undefined, "P1"], ["wire", "W9", "P1"], ["check", "4711", undefined]],
  );
});

const text = fc.stringMatching(/^[A-Z0-9]([A-Z0-9 .#-]{0,20}[A-Z0-9])?$/);
const reference = fc.oneof(fc.constant(""), fc.stringMatching(/^[A-Z1-9][A-Z0-9]{0,9}$/));
const transaction = fc.record({
  type: fc.constantFrom("115", "142", "165", "195", "301", "399", "475", "555", "921", "961"),
  cents: fc.integer({ min: 0, max: 99_999_999 }),
  funds: fc.constantFrom("", "0", "1", "2", "Z", "S,1,2,3", "V,260422,", "D,2,0,5,1,6"),
  bankReference: reference,
  customerReference: reference,
  text: fc.array(text, { minLength: 1, maxLength: 3 }),
});
const groups: fc.Arbitrary<Group[]> = fc.array(
  fc.record({
    day: fc.constantFrom("260420", "260421", "251231"),
    accounts: fc.array(
      fc.record({
        number: fc.stringMatching(/^[1-9][0-9]{3,9}$/),
        summaries: fc.array(fc.integer({ min: -99_999, max: 99_999_999 }), { maxLength: 4 }),
        transactions: fc.array(transaction, { maxLength: 6 }),
      }),
      { maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

Deno.test("bai2/reads_of_whatever_is_printed_each_credit_with_its_day_amount_and_text", () => {
  fc.assert(fc.property(groups, (groups) => {
    const { rows, errors } = read(bai2File(groups));
    assertEquals(errors, []);
    const credits = groups.flatMap(({ day, accounts }) =>
      accounts.flatMap(({ number, transactions }) =>
        transactions.filter(({ type, cents }) => cents > 0 && /^([123]|9[2-5])/.test(type))
          .map(({ cents, text }) =>
            `${number} 20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4)} ${cents} ${
              text.join(" ").replaceAll(/ +/g, " ")
            }`
          )
      )
    );
    assertEquals(
      rows.map((row) =>
        `${row["bank_reference"]?.split(" ")[0]} ${row["received_on"]} ${
          row["amount"]?.replace(".", "").replace(/^0+/, "")
        } ${row["remark"]}`
      ),
      credits,
    );
    assertEquals(new Set(rows.map((row) => row["bank_reference"])).size, credits.length);
  }));
});

Deno.test("bai2/refuses_a_file_of_which_a_line_is_lost_or_an_amount_is_another", () => {
  fc.assert(fc.property(groups, fc.nat(), (groups, at) => {
    const lines = bai2File(groups).trimEnd().split("\n");
    const lost = 1 + at % (lines.length - 1);
    const without = lines.filter((_, nth) => nth !== lost).join("\n");
    assertEquals(read(without).rows, []);
    assertEquals(read(without).errors.length > 0, true);
  }));
});
