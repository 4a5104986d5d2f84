// PostgREST answers 1000 rows at most: every list says in which order its pages are read.
import { assert, assertEquals, assertStrictEquals, fail } from "@std/assert";
import type postgres from "postgres";
import { withProjectFirm } from "../support/access/project.ts";
import { withProjectDatabase } from "../support/http/cron.ts";

/** A view, or a procedure that reads and answers rows. */
interface List {
  readonly name: string;
  readonly columns: readonly string[];
  /** Text of its comment under "Pages". */
  readonly pages: string | null;
  readonly isView: boolean;
}

async function lists(sql: postgres.Sql): Promise<List[]> {
  return await sql<List[]>`
    select relname as name,
           substring(obj_description(pg_class.oid, 'pg_class') from '\nPages: ([^\n]+)') as pages, true as "isView",
           array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0) as columns
      from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
     union all
    select proname,
           substring(obj_description(pg_proc.oid, 'pg_proc') from '\nPages: ([^\n]+)'), false,
           coalesce(
             (select array_agg(attname::text) from pg_type join pg_attribute on attrelid = typrelid and attnum > 0
               where pg_type.oid = prorettype),
             proargnames)
      from pg_proc
     where pronamespace = 'public'::regnamespace and proretset and provolatile <> 'v'`;
}

/** The columns that a list is ordered by; none where its rows come in an order of their own. */
function orderOf({ name, columns, pages }: List): string[] {
  const [, order] = /^(?:order=([\w,]+)\.|no order;)/.exec(pages ?? "") ??
    fail(`${name} does not say in which order its pages are read`);
  const names = order?.split(",") ?? [];
  assertEquals(names.filter((column) => !columns.includes(column)), [], name);
  return names;
}

Deno.test("docs/every_list_says_in_which_order_its_pages_are_read_and_no_two_rows_share_it", () =>
  withProjectDatabase(async (sql) => {
    const all = await lists(sql);
    assert(all.length > 13, String(all.length));
    for (const list of all) {
      const order = orderOf(list);
      if (!list.isView) continue;
      const twice = await sql`
        select from ${sql(list.name)} group by ${sql(order)} having count(*) > 1`;
      assertStrictEquals(twice.length, 0, list.name);
    }
  }));

Deno.test("reports/read_page_by_page_are_the_rows_of_one_answer_in_the_same_order", () =>
  withProjectFirm(async ({ firm, clients }) => {
    const period = {
      facility_id: firm.people.north,
      from_date: "2026-02-01",
      to_date: "2100-02-01",
    };
    const statement = () => clients.viewer.rpc("facility_statement", period, { count: "exact" });
    const whole = await statement();
    assert(whole.data !== null && whole.data.length > 2, whole.error?.message);
    assertStrictEquals(whole.count, whole.data.length);
    for (const [nth, row] of whole.data.entries()) {
      assertEquals((await statement().range(nth, nth)).data, [row]);
    }
  }));
