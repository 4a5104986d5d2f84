// Each row of docs/secret_key.md, tried with the secret key.
import { assert, assertEquals, assertMatch } from "@std/assert";
import postgres from "postgres";
import { actingAs } from "../../../support/access/acting.ts";
import { SERVICE } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

const TAKEN_BACK = "taken back";

/** Rows of the page's tables: what, the statement, and for what is refused the answer. */
async function rowsOf(heading: string): Promise<string[][]> {
  const page = await Deno.readTextFile(new URL("../../../../docs/secret_key.md", import.meta.url));
  const part = page.split("\n## ").find((part) => part.startsWith(heading)) ?? "";
  return part.split("\n").filter((line) => line.startsWith("| ")).slice(2).map((line) =>
    line.slice(2, -2).split(" | ").map((cell) => cell.replace(/^`(.*)`$/, "$1"))
  );
}

/** Number of rows that a statement answers or writes with the secret key; nothing is kept of it. */
async function tried(
  sql: postgres.Sql,
  statement: string,
  then: (sql: postgres.TransactionSql) => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  let count = -1;
  const attempt = actingAs(sql, SERVICE, async (sql) => {
    count = (await sql.unsafe(statement)).count;
    await sql`reset role`;
    await then(sql);
    throw new Error(TAKEN_BACK);
  });
  await attempt.catch((error) => {
    if (error.message !== TAKEN_BACK) throw error;
  });
  return count;
}

Deno.test("secret_key/does_what_its_page_says_that_it_can", () =>
  withDatabase(async ({ sql }) => {
    await prepareFirm(sql);
    const rows = await rowsOf("What it can do");
    assert(rows.length > 5);
    for (const [what = "", statement = ""] of rows) {
      assert(await tried(sql, statement) > 0, `${what}: no row`);
    }
  }));

Deno.test("secret_key/is_refused_what_its_page_says_that_it_cannot", () =>
  withDatabase(async ({ sql }) => {
    await prepareFirm(sql);
    const rows = await rowsOf("What it cannot do");
    assert(rows.length > 10);
    for (const [what = "", statement = "", answer = ""] of rows) {
      if (answer === "in the log as service_role") {
        const written = await tried(sql, statement, async (sql) => {
          const logged = await sql`
            select from audit_log
             where caller = 'service_role' and table_name = 'facilities' and at = now()`;
          assert(logged.count > 0, what);
        });
        assert(written > 0, what);
        continue;
      }
      const error = await tried(sql, statement).then(() => null, (error) => error);
      assert(error instanceof postgres.PostgresError, `${what}: not refused`);
      if (/^[a-z_]+$/.test(answer)) assertEquals(error.detail, answer, error.message);
      else assertMatch(error.message, new RegExp(answer), what);
    }
  }));
