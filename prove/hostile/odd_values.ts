/** Values that programs stumble over, as JSON text: JSON of JavaScript has no 1e1000 and no lone surrogate. */

const LONG = 1_000_000;

const text = (value: string) => JSON.stringify(value);
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

/** Of any type, or of none. */
export const ANYTHING: readonly string[] = [
  "null",
  '""',
  '" "',
  "0",
  "-0",
  "-1",
  "1e308",
  "true",
  "[]",
  "{}",
  "[null]",
  '{"a":{"b":[1]}}',
  text("NaN"),
  text("Infinity"),
  text("null"),
  text("{}"),
  text("'; drop table facilities; --"),
];

const DAYS = [
  "2026-03-02",
  "2026-03-16",
  "2026-02-28",
  "2000-01-01",
  "2100-12-31",
  "0001-01-01",
  "9999-12-31",
  "infinity",
  "-infinity",
  "4713-01-01 BC",
  "0044-03-15 BC",
  "5874897-12-31",
  "294276-12-31",
  "2026-02-30",
  "1999-12-31",
  "2101-01-01",
  "20260-03-02",
  "today",
  "epoch",
  "2026-03-02T25:00:00Z",
].map(text);

const NUMBERS = [
  "0",
  "-0",
  "1",
  "-1",
  "0.005",
  "0.01",
  "12.345678901234567890",
  "24",
  "24.004",
  "99999999.99",
  "9999999999.99",
  "10000000000",
  "2147483647",
  "2147483648",
  "-2147483649",
  "9223372036854775808",
  "1e15",
  "1e100",
  "1e308",
  "1e1000",
  "1e-400",
  "123456789".repeat(40),
  text("NaN"),
  text("Infinity"),
  text("-Infinity"),
  text("1,5"),
  text("0x1F"),
  text("1_000"),
];

/** Texts of a few characters up to a kilobyte. */
const TEXTS = [
  "",
  " ",
  "\t\n\r",
  "a",
  'O\'Neil "the" \\ $1 $$ %s {0}',
  "'; drop table facilities; --",
  "=cmd|' /C calc'!A0",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "%00%0d%0a",
  "\u202eright to left\u202c",
  "\u200b\u200d\ufeff",
  "👩‍⚕️🏥",
  "e\u0301".repeat(50),
  "ﷺ".repeat(300),
  "\u0001\u0002\u001f\u007f",
  "(a+)+$",
  `${"a".repeat(60)}!`,
  `${"a@".repeat(400)}`,
  `${"a.".repeat(300)}@example.org`,
  `https://${"a".repeat(500)}/`,
  "https://books.example.com/events",
  "billing,payroll",
  "admin",
  "draft",
  "NaN",
  "{}",
  "2026-03-02",
].map(text).concat('"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"');

const IDS = [
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}",
  "6BA7B8109DAD11D180B400C04FD430C8",
  "6ba7b810-9dad-11d1-80b4-00c04fd430c",
  "6ba7b810-9dad-11d1-80b4-00c04fd430c8 or true",
  "",
].map(text);

const DOCUMENTS = [
  "null",
  "{}",
  "[]",
  "[[]]",
  "[{}]",
  "[null]",
  "[1,2,3]",
  '"text"',
  "1e400",
  "true",
  '{"2026-03-02":8}',
  '{"2026-03-02":"NaN"}',
  '{"2026-03-02":-1,"2026-03-02":24}',
  '{"2026-03-02":{"a":1}}',
  '{"2026-03-02":[{"code":"charge","hours":4},{"code":"mileage","quantity":30}]}',
  '{"2026-03-02":[{"code":"on_call","hours":25},{"code":"on_call","quantity":1e400}]}',
  '{"2026-03-02":[{"code":null,"hours":"NaN"}],"2026-03-03":[[]]}',
  '{"infinity":1}',
  '{"":null}',
  '[{"line_no":1}]',
  '[{"line":1e400}]',
  '[{"__proto__":{"a":1}}]',
  '[{"amount":"NaN","invoice_id":1}]',
  '{"a":"\\u0000"}',
  nested(200),
];

const BOOLEANS = ["true", "false", "null", '"yes"', '"on"', "1", '""'];
const TIMES = [
  "07:00",
  "24:00:00",
  "25:00",
  "-01:00",
  "07:00:00.000001",
  "23:59:60",
  "allballs",
  "",
].map(text);
const INSTANTS = [
  "2026-03-02T07:00:00Z",
  "infinity",
  "-infinity",
  "294276-12-31 23:59:59+00",
  "4713-01-01 00:00:00+00 BC",
  "2026-03-08T02:30:00 America/Denver",
  "now",
  "",
].map(text);

const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  "date": DAYS,
  "numeric": NUMBERS,
  "integer": NUMBERS,
  "smallint": NUMBERS,
  "bigint": NUMBERS,
  "text": TEXTS,
  "name": TEXTS,
  "uuid": IDS,
  "jsonb": DOCUMENTS,
  "json": DOCUMENTS,
  "boolean": BOOLEANS,
  "time without time zone": TIMES,
  "timestamp with time zone": INSTANTS,
  "interval": ['"1 day"', '"-1 day"', '"178000000 years"', '""'],
  "bytea": ['"\\\\x00"', '"\\\\xZZ"', '"a"'],
};

/** Odd values of a type that are short enough to be tried often; `[]` at its end means a list of it. */
export function oddValues(type: string): readonly string[] {
  const plain = type.replace(/\(.*\)/, "");
  if (!plain.endsWith("[]")) return BY_TYPE[plain] ?? ANYTHING;
  const of = oddValues(plain.slice(0, -2));
  return ["[]", "[null]", "[[]]", '"{}"', '"{{}}"', ...of.map((value) => `[${value}]`)].concat(
    `[${of.join()}]`,
    `[[${of[0]}],[${of[1]}]]`,
  );
}

/** Values of a type that are large: a megabyte, ten thousand, fifty thousand deep. */
export function largeValues(type: string): readonly string[] {
  const ids = JSON.stringify(
    Array.from(
      { length: 10_000 },
      (_, n) => `6ba7b810-9dad-41d1-80b4-${String(n).padStart(12, "0")}`,
    ),
  );
  if (type.endsWith("[]")) return [ids, nested(6), nested(7), `[${"null,".repeat(9_999)}null]`];
  if (type.startsWith("json")) {
    return [nested(50_000), `[${"{},".repeat(9_999)}{}]`, text("x".repeat(LONG)), ids];
  }
  return [text("x".repeat(LONG)), text("é".repeat(LONG / 2)), text("a\n".repeat(5_000)), ids];
}
