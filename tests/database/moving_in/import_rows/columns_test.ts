// What files may have, in three places: docs/moving_in.md, what the console shows, and what import_rows takes.
import { assertEquals } from "@std/assert";
import {
  DAY_COLUMNS,
  FILE_COLUMNS,
  FILE_KINDS,
  MONEY_COLUMNS,
} from "../../../../supabase/functions/_shared/moving_in/columns.ts";
import { withDatabase } from "../../../support/server/database.ts";

const page = await Deno.readTextFile(new URL("../../../../docs/moving_in.md", import.meta.url));

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

Deno.test("import_rows/takes_as_days_and_money_what_is_read_as_such_of_a_spreadsheet", () =>
  withDatabase(async ({ sql }) => {
    const ofType = async (...types: string[]) =>
      (await sql<{ name: string }[]>`
        select distinct known.name
          from unnest(${FILE_KINDS}::text[]) as kind
         cross join lateral private.import_columns(kind) as known
         where known.type = any (${types}::text[])`).map(({ name }) => name).sort();
    assertEquals(await ofType("day"), [...DAY_COLUMNS].sort());
    assertEquals(await ofType("amount", "fee", "rate"), [...MONEY_COLUMNS].sort());
  }));

Deno.test("import_rows/takes_the_columns_that_the_docs_and_the_console_name", () =>
  withDatabase(async ({ sql }) => {
    for (const kind of FILE_KINDS) {
      const section = page.split("\n### ").find((section) => section.startsWith(`${kind}\n`)) ?? "";
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
