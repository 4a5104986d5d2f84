// `deno task import`, as an operator types it.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { runImport } from "../../support/moving_in/command.ts";
import { withDatabase } from "../../support/server/database.ts";

const FACILITIES = `\ufeffexternal_number,name,billing_address,\r
F1,"Mercy, Denver","1 Main St\r
Denver, CO",\r
\r
F2,North,,\r
,,,\r
`;

/** A file of these contents, for the length of a test. */
async function withFile(
  contents: string | Uint8Array<ArrayBuffer>,
  test: (path: string) => Promise<void>,
): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".csv" });
  try {
    await Deno.writeFile(
      path,
      typeof contents === "string" ? new TextEncoder().encode(contents) : contents,
    );
    await test(path);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("import_command/imports_a_file_and_prints_counts", () =>
  withFile(FACILITIES, (path) =>
    withDatabase(async ({ sql, url }) => {
      const run = (...more: string[]) =>
        runImport(["facilities", path, ...more], { SUPABASE_DB_URL: url });
      const outcomes = [await run("--dry-run"), await run(), await run()];
      assertEquals(outcomes.map(({ code, stderr }) => [code, stderr]), [
        [0, ""],
        [0, ""],
        [0, ""],
      ]);
      const counts = { kind: "facilities", rows: 2 };
      assertEquals(outcomes.map(({ stdout }) => JSON.parse(stdout)), [
        { ...counts, dry_run: true, would_insert: 2, skipped: 0 },
        { ...counts, dry_run: false, inserted: 2, skipped: 0 },
        { ...counts, dry_run: false, inserted: 0, skipped: 2 },
      ]);
      const rows = await sql`select name, billing_address from facilities order by name`;
      assertEquals([...rows], [
        { name: "Mercy, Denver", billing_address: "1 Main St\nDenver, CO" },
        { name: "North", billing_address: null },
      ]);
    })));

Deno.test("import_command/says_every_error_in_a_line_with_file_line_and_column", () =>
  withFile(FACILITIES.replace("F2,North", "F1,"), (path) =>
    withDatabase(async ({ sql, url }) => {
      for (const more of [[], ["--dry-run"]]) {
        const outcome = await runImport(["facilities", path, ...more], { SUPABASE_DB_URL: url });
        assertEquals(outcome, {
          code: 1,
          stdout: "",
          stderr: [
            `${path}:5: external_number: Line 2 has the same number.`,
            `${path}:5: name: It is missing.`,
            "2 errors: nothing was imported.",
          ].join("\n"),
        });
      }
      assertStrictEquals((await sql`select from facilities`).length, 0);
    })));

Deno.test("import_command/says_twenty_errors_of_a_kind_counts_the_rest_and_writes_all_of_them_down", () => {
  const lines = Array.from({ length: 1500 }, (_, n) => `F${n},Mercy ${n},ap-${n}.example`);
  const file = `external_number,name,billing_email\n${lines.join("\n")}\nF0,,\n`;
  return withFile(file, (path) =>
    withDatabase(async ({ url }) => {
      const all = `${path}.errors.csv`;
      try {
        const { code, stderr } = await runImport(["facilities", path], { SUPABASE_DB_URL: url });
        assertEquals(code, 1);
        const said = stderr.split("\n");
        assertEquals(said.length, 20 + 1 + 2 + 1);
        assertEquals(
          said[0],
          `${path}:2: billing_email: "ap-0.example" is not one e-mail address, such as ap@mercy.example.`,
        );
        assertEquals(said[20], `${path}: … and 1,480 more like these.`);
        assertEquals(
          said.at(-1),
          `1,502 errors: nothing was imported. All of them are in ${all}.`,
        );
        assertEquals((await Deno.readTextFile(all)).trimEnd().split("\r\n").length, 1503);
      } finally {
        await Deno.remove(all);
      }
    }));
});

Deno.test("import_command/takes_american_days_once_it_is_told", () =>
  withFile("day;name\n7/4/2027;Independence Day\n", (path) =>
    withDatabase(async ({ sql, url }) => {
      const run = (...more: string[]) =>
        runImport(["holidays", path, ...more], { SUPABASE_DB_URL: url });
      assertMatch((await run()).stderr, /:2: day: "7\/4\/2027" may be in either order/);
      assertMatch(
        (await run("--dates", "european")).stderr,
        /^--dates is us or iso, not european\./,
      );
      assertEquals((await run("--dates", "us")).code, 0);
      assertEquals([...await sql`select day::text from holidays`], [{ day: "2027-07-04" }]);
    })));

Deno.test("import_command/says_with_a_day_of_either_order_all_that_is_wrong_besides", () =>
  withFile(
    "name,day\n,7/4/2027\nOuting,soon\nParty,2027-07-05,noon\n",
    (path) =>
      withDatabase(async ({ sql, url }) => {
        const { code, stderr } = await runImport(["holidays", path], { SUPABASE_DB_URL: url });
        assertEquals(code, 1);
        assertEquals(stderr.split("\n").map((line) => line.replace(`${path}:`, "").slice(0, 30)), [
          '2: day: "7/4/2027" may be in e',
          "2: name: It is missing.",
          '3: day: "soon" is no day from ',
          "4: It has 3 values, and the fi",
          "4 errors: nothing was imported",
        ]);
        assertEquals([...await sql`select from holidays`], []);
      }),
  ));

Deno.test("import_command/says_what_is_no_csv", async () => {
  const cases: [contents: string | Uint8Array<ArrayBuffer>, message: RegExp][] = [
    ["", /:1: The file is empty\./],
    [new Uint8Array([0x4d, 0xfc, 0x6c]), /:1: The file is not UTF-8: save it as “CSV UTF-8”\./],
    ['external_number,name\nF1,"Mercy\n', /:2: Quote Not Closed: .*\./],
    [
      "external_number,name\nF1,Mercy,Denver\nF2\n",
      /:2: It has 3 values, and the first line 2 columns\..*\n.*:3: It has 1 value,/,
    ],
    ["external_number,name,name\nF1,Mercy,x\n", /:1: name: Two columns have this name\./],
    ["external_number,name,\nF1,Mercy,x\n", /:1: Column 3 has values and no name\./],
    ["line,name\nF1,Mercy\n", /:1: line: No column is called line\./],
  ];
  for (const [contents, message] of cases) {
    await withFile(contents, async (path) => {
      // It is never asked.
      const env = { SUPABASE_DB_URL: "postgres://postgres@127.0.0.1:1/postgres" };
      const outcome = await runImport(["facilities", path], env);
      assertEquals([outcome.code, outcome.stdout], [1, ""]);
      assertMatch(outcome.stderr, message);
      assertMatch(outcome.stderr, /nothing was imported\.$/);
    });
  }
});

Deno.test("import_command/says_in_one_line_what_was_not_understood_or_refused", () =>
  withFile(FACILITIES, (path) =>
    withDatabase(async ({ url }) => {
      const many = Array.from({ length: 20_001 }, (_, nth) => `F${nth},Mercy`).join("\n");
      await withFile(`external_number,name\n${many}\n`, async (long) => {
        const cases: [args: string[], code: number, message: RegExp][] = [
          [
            [],
            2,
            /^No kind named: name facilities, .* or time\. See deno task import --help\.$/,
          ],
          [["timesheets", path], 2, /^There is no import of timesheets: name /],
          [["facilities"], 2, /^No file named\./],
          [["facilities", path, long], 2, /^One file at a time: what is /],
          [["facilities", "nowhere.csv"], 2, /^nowhere\.csv cannot be read: /],
          [["facilities", path, "--today"], 2, /Unknown option '--today'.*import --help/],
          [
            ["facilities", long],
            1,
            /^Nothing was imported: You can import at most 20000 rows.*, not 20001\. Split /,
          ],
          [
            ["facilities", path, "--database-url", "postgres://postgres@127.0.0.1:1/x"],
            1,
            /^Nothing was imported: .*ECONNREFUSED/,
          ],
        ];
        for (const [args, code, message] of cases) {
          const outcome = await runImport(args, { SUPABASE_DB_URL: url });
          assertMatch(outcome.stderr, message);
          assertEquals([outcome.code, outcome.stdout], [code, ""], args.join(" "));
          assertEquals(outcome.stderr.split("\n").length, 1);
        }
      });
      assertMatch((await runImport(["--help"], {})).stdout, /deno task import <kind> FILE\.csv/);
    })));
