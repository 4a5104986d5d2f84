// What files may have, in three places: docs/moving_in.md, what the console shows, and what import_rows takes.
import { assertEquals } from "@std/assert";
import {
  DAY_COLUMNS,
  FILE_COLUMNS,
  FILE_KINDS,
  LONG_CHOICES,
  MONEY_COLUMNS,
} from "../../../../supabase/functions/_shared/moving_in/columns.ts";
import { COLUMN_TEXTS } from "../../../../supabase/functions/_shared/moving_in/column_texts.ts";
import { withDatabase } from "../../../support/server/database.ts";

const read = (path: string) => Deno.readTextFile(new URL(`../../../../${path}`, import.meta.url));
const page = `${await read("docs/moving_in.md")}${await read("docs/client_time.md")}`;

Deno.test("import_rows/takes_the_states_that_facilities_take", () =>
  withDatabase(async ({ sql }) => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const codes = [
      ...letters.flatMap((one) => letters.map((other) => one + other)),
      "GB-LND",
      "co",
    ];
    const [{ check }] = await sql<[{ check: string }]>`
      select pg_get_expr(conbin, conrelid) as check from pg_constraint where conname = 'work_state_is_a_code'`;
    const different = await sql.unsafe(
      `select work_state from unnest($1::text[]) as work_state
        cross join (select pattern from private.import_patterns() where type = 'state') as state
        where (${check}) <> (work_state ~ pattern)`,
      [codes],
    );
    assertEquals([...different], []);
  }));

Deno.test("import_rows/takes_the_addresses_that_mail_goes_to", () =>
  withDatabase(async ({ sql }) => {
    const addresses = [
      "ap@mercy.example",
      "a.p+1@mercy.example",
      "ap@mercy",
      "ap",
      "@mercy.example",
      "ap@mercy.example, cfo@mercy.example",
      "AP <ap@mercy.example>",
      "ap@@mercy.example",
      "a p@mercy.example",
    ];
    const different = await sql`
      select address from unnest(${addresses}::text[]) as address
       cross join (select pattern from private.import_patterns() where type = 'email') as email
       where (private.mail_address(address) is not null) <> (address ~ pattern)`;
    assertEquals([...different], []);
  }));

Deno.test("import_rows/takes_the_addresses_of_documents_that_credentials_take", () =>
  withDatabase(async ({ sql }) => {
    const urls = ["https://files.example/1", "http://nas/x", "HTTPS://A", "ftp://a", "files/1"]
      .concat(["https://", "https://a b", "javascript:alert(1)", "https://a\u00a0b"]);
    const [{ check }] = await sql<[{ check: string }]>`
      select pg_get_expr(conbin, conrelid) as check from pg_constraint where conname = 'document_url_is_an_address'`;
    const different = await sql.unsafe(
      `select document_url from unnest($1::text[]) as document_url
        cross join (select pattern from private.import_patterns() where type = 'url') as url
        where (${check}) <> (document_url ~ pattern)`,
      [urls],
    );
    assertEquals([...different], []);
  }));

Deno.test("import_rows/takes_the_names_units_and_earning_codes_that_codes_take", () =>
  withDatabase(async ({ sql }) => {
    const texts = [
      "",
      "a",
      "ab",
      "mile",
      "Mile",
      "a_1",
      "1a",
      "visit of one",
      "x".repeat(20),
      "x".repeat(21),
      "x".repeat(40),
      "x".repeat(41),
      "WK-1 ",
      "WK 1",
      "-1",
      "É1",
      "a\tb",
    ];
    const checks = {
      name: ["code", "time_code_name_is_a_word"],
      unit: ["unit", "time_code_unit_is_a_word"],
      earning_code: ["earning_code", "earning_code_of_time_code_is_plain_text"],
    };
    for (const [column, [type = "", name = ""]] of Object.entries(checks)) {
      const [{ check }] = await sql<[{ check: string }]>`
        select pg_get_expr(conbin, conrelid) as check from pg_constraint where conname = ${name}`;
      const different = await sql.unsafe(
        `select ${column} from unnest($1::text[]) as ${column}
          cross join (select pattern from private.import_patterns() where type = $2) as known
          where (${check}) <> (${column} ~ pattern)`,
        [texts, type],
      );
      assertEquals([...different], [], column);
    }
  }));

/** The tables that the kinds of files fill. */
const TABLES = {
  facilities: "facilities",
  orders: "purchase_orders",
  contractors: "contractors",
  assignments: "assignments",
  codes: "time_codes",
  "code-rates": "assignment_code_rates",
  "holiday-calendars": "holiday_calendar_days",
  "premium-rules": "premium_rules",
  "leave-balances": "leave_ledger",
  "credential-kinds": "credential_kinds",
  credentials: "credentials",
  checks: "checks",
  holidays: "holidays",
  time: "client_time",
};

Deno.test("import_rows/refuses_by_its_line_what_is_longer_than_its_table_keeps_or_not_one_line", () =>
  withDatabase(async ({ sql }) => {
    const kept = await sql<{ kind: string; name: string; most: number; isLine: boolean }[]>`
      select kind, known.name, text.most, text.is_line as "isLine"
        from unnest(${FILE_KINDS}::text[]) as kind
       cross join lateral private.import_columns(kind) as known
        join private.import_texts() as text on text.type = known.type`;
    const checked = await sql<{ kind: string; name: string; most: number; isLine: boolean }[]>`
      select kinds.kind, attribute.attname as name, asked.of[2]::int as most, asked.of[1] = 'line' as "isLine"
        from jsonb_each_text(${sql.json(TABLES)}) as kinds (kind, table_name)
        join pg_attribute as attribute on attribute.attrelid = ('public.' || kinds.table_name)::regclass
        join pg_constraint as con
          on con.conrelid = attribute.attrelid and con.conkey = array[attribute.attnum]
       cross join regexp_match(
             pg_get_constraintdef(con.oid), 'private\\.require_(line|text)\\(.*, (\\d+)\\)') as asked (of)
       where asked.of is not null`;
    const here = new Map(checked.map((column) => [`${column.kind} ${column.name}`, column]));
    const both = kept.filter(({ kind, name }) => here.has(`${kind} ${name}`));
    assertEquals(both.length, 35);
    assertEquals(both, both.map(({ kind, name }) => here.get(`${kind} ${name}`)));
    for (const { kind, name, most, isLine } of kept) {
      const told = async (value: string) => {
        const [row] = await sql`
          select line, message
            from private.import_cells(${kind}, ${sql.json([{ line: "7", [name]: value }])}) as cell
           where cell.column_name = ${name}`;
        return [row?.line, row?.message];
      };
      const long = `It has ${most + 1} characters, and at most ${most} are kept.`;
      assertEquals(await told("x".repeat(most + 1)), [7, long], `${kind} ${name}`);
      const two = isLine ? "It has a line break, a tab or another control character." : null;
      assertEquals(await told("x\ny"), [7, two], `${kind} ${name}`);
    }
  }));

Deno.test("import_rows/takes_as_days_and_money_what_is_read_as_such_of_a_spreadsheet", () =>
  withDatabase(async ({ sql }) => {
    const ofType = async (...types: string[]) =>
      (await sql<{ name: string }[]>`
        select distinct known.name
          from unnest(${FILE_KINDS}::text[]) as kind
         cross join lateral private.import_columns(kind) as known
         where known.type = any (${types}::text[])`).map(({ name }) => name).sort();
    assertEquals(await ofType("day"), [...DAY_COLUMNS].sort());
    assertEquals(
      await ofType("amount", "signed_amount", "fee", "rate", "code_rate", "premium"),
      [...MONEY_COLUMNS].sort(),
    );
    const long = await sql<{ name: string; choices: string[] }[]>`
      select known.name, array_agg(choice order by place_of) as choices
        from unnest(${FILE_KINDS}::text[]) as kind
       cross join lateral private.import_columns(kind) as known
       cross join lateral unnest(known.choices) with ordinality as given (choice, place_of)
       where choice ~ '_' group by known.name`;
    assertEquals(
      Object.fromEntries(long.map(({ name, choices }) => [name, choices])),
      LONG_CHOICES,
    );
  }));

Deno.test("import_rows/takes_the_columns_that_the_docs_and_the_console_name", () =>
  withDatabase(async ({ sql }) => {
    for (const kind of FILE_KINDS) {
      const section = page.split("\n### ").find((section) => section.startsWith(`${kind}\n`)) ?? "";
      const told = [...section.matchAll(/^\| (?:\*\*|`)(\w+)(?:\*\*|`) \| (.*?) \| (.*?) ?\|$/gm)]
        .map(
          ([, name, ...texts]) => [name, texts.map((text) => text.replaceAll("`", "").trim())],
        );
      assertEquals<unknown>(Object.entries(COLUMN_TEXTS[kind]), told, kind);
      const documented = [...section.matchAll(/^\| (\*\*|`)(\w+)(?:\*\*|`) +\|/gm)].map(
        ([, mark, name]) => ({ name, isRequired: mark === "**" }),
      );
      const taken = await sql<{ name: string; isRequired: boolean }[]>`
        select name, is_required as "isRequired" from private.import_columns(${kind}) order by place`;
      assertEquals(documented, [...taken], kind);
      const named = (isRequired: boolean) =>
        taken.filter((column) => column.isRequired === isRequired).map(({ name }) => name);
      assertEquals<unknown>(FILE_COLUMNS[kind], { required: named(true), optional: named(false) });
    }
  }));
