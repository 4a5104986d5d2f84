// A firm that grew old: an invoice a week, each paid late, and books that are closed by the month.
import { assert, assertEquals } from "@std/assert";
import postgres from "postgres";
import { closeMonths, loadLateLife } from "../../../fixtures/late_life.ts";
import { withDatabase } from "../../support/server/database.ts";
import { owedAsOf, owedByJournal } from "./books.ts";

const LIFE = { years: 9, facilities: 2, weekly: 1, today: "2026-06-15" };
const [FIRST_OPEN, LAST_OVER] = ["2026-05-01", "2026-06-14"];

/** Number of times that this session computed the interest of an invoice so far. */
async function asked(sql: postgres.Sql): Promise<number> {
  await sql`select pg_stat_force_next_flush()`;
  const [{ calls }] = await sql<[{ calls: number }]>`
    select coalesce(sum(calls), 0)::int as calls
      from pg_stat_user_functions
     where schemaname = 'private' and funcname = 'interest_through'`;
  return calls;
}

/** Number of times that it does for a query. */
async function askedFor(sql: postgres.Sql, query: string): Promise<number> {
  const before = await asked(sql);
  await sql.unsafe(query);
  return await asked(sql) - before;
}

Deno.test("journal/of_an_open_month_and_its_closing_ask_of_no_invoice_of_nine_years_but_the_last", () =>
  withDatabase(async ({ url }) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      await loadLateLife(sql, LIFE);
      await closeMonths(sql, LIFE);
      await sql`select set_config('app.clock', ${`${LIFE.today} 12:00+00`}, false)`;
      assertEquals(await owedByJournal(sql, LIFE.today), await owedAsOf(sql, LIFE.today));
      await sql`set track_functions = 'pl'`;
      const calls = [
        await askedFor(sql, `select from journal('${FIRST_OPEN}', '${LIFE.today}')`),
        await askedFor(sql, `select close_books('${LAST_OVER}')`),
      ];
      // Some ten invoices of 468 were late in these weeks, each asked of at most four times.
      assert(calls.every((count) => count > 0 && count < 50), `${calls} times`);
      assertEquals(await owedByJournal(sql, LAST_OVER), await owedAsOf(sql, LAST_OVER));
    } finally {
      await sql.end();
    }
  }));
