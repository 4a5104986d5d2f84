// A text that is one of a few where it is kept is so wherever a program meets it: in views, arguments and results.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { readFunctions, readTables, readViews } from "../../../../tools/catalog.ts";
import { type Choices, readChoices } from "../../../../tools/read_choices.ts";
import { withDatabase } from "../../../support/server/database.ts";

interface Shown {
  /** `view.column`, `function.argument`. */
  readonly name: string;
  readonly type: string;
  /** The column that a view's is, when it is one as it stands: `time_entries.status`. */
  readonly from?: string | undefined;
}

/** Columns of views, with the columns that the server says they come from. */
async function columnsOfViews(sql: postgres.Sql): Promise<Shown[]> {
  const columns = await sql<{ relation: number; number: number; name: string; type: string }[]>`
    select attrelid::int as relation, attnum::int as number, relname || '.' || attname as name,
           format_type(atttypid, null) as type
      from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and attnum > 0`;
  const views = await sql<{ relation: number; definition: string }[]>`
    select oid::int as relation, rtrim(pg_get_viewdef(oid), ';') as definition
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`;
  const shown: Shown[] = [];
  for (const { relation, definition } of views) {
    const described = await sql.unsafe(definition).describe();
    for (const [index, origin] of described.columns.entries()) {
      const column = columns.find((one) => one.relation === relation && one.number === index + 1);
      assert(column);
      const { name, type } = column;
      const from = columns.find((one) =>
        one.relation === origin.table && one.number === origin.number
      );
      shown.push({ name, type, from: from?.name });
    }
  }
  return shown;
}

/** Arguments of functions, and columns of the tables that they answer. */
async function partsOfFunctions(sql: postgres.Sql): Promise<Shown[]> {
  return await sql<Shown[]>`
    select proname || '.' || part.name as name, format_type(part.type, null) as type
      from pg_proc
     cross join unnest(proargnames, coalesce(proallargtypes, proargtypes::oid[])) as part (name, type)
     where pronamespace = 'public'::regnamespace and part.name is not null`;
}

/** Columns that name a row, as the firm wrote it: `credential_kinds.name`. */
const NAMES_OF_ROWS: readonly string[] = ["credential_kind"];

/** By where it comes from, else by its name: `expected_status` is a status. */
function isOneOfFew({ name, type, from }: Shown, kept: Choices): boolean {
  const column = name.split(".")[1] ?? "";
  return /^text/.test(type) && (kept.has(from ?? "") ||
    !NAMES_OF_ROWS.includes(column) &&
      [...kept.keys()].some((one) => `_${column}`.endsWith(`_${one.split(".")[1]}`)));
}

async function missing(sql: postgres.Sql): Promise<string[]> {
  const tables = await readTables(sql);
  const kept = await readChoices(sql, tables, [], []);
  const known = await readChoices(sql, tables, await readViews(sql), await readFunctions(sql));
  const shown = [...await columnsOfViews(sql), ...await partsOfFunctions(sql)];
  const unused = NAMES_OF_ROWS.filter((column) =>
    !shown.some(({ name }) => name.endsWith(`.${column}`))
  );
  assertEquals(unused, []);
  const few = shown.filter((one) => isOneOfFew(one, kept));
  assert(few.length > 10);
  return few.map(({ name }) => name).filter((name) => !known.has(name));
}

Deno.test("types/a_text_that_is_one_of_few_is_so_in_every_view_argument_and_result", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(await missing(sql), [], 'say in its comment "… is as table.column"');
  }));

Deno.test("types/the_test_before_finds_a_view_and_a_function_that_say_nothing", () =>
  withDatabase(async ({ sql }) => {
    await sql`create view public.shown as select status as state, status || '' as its_status from time_entries`;
    await sql`
      create function public.pay(employment_type text) returns table (pay_kind text, name text)
      language sql stable set search_path = '' as 'select null::text, null::text'`;
    assertEquals(
      await missing(sql),
      ["shown.state", "shown.its_status", "pay.employment_type", "pay.pay_kind"],
    );
  }));
