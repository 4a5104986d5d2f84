// Who is granted what in public and private, all of it. After a change that is meant,
// `UPDATE=1 deno task test tests/database/whole/schema/grants_test.ts` writes grants.txt anew; read its diff.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { applyBase } from "../../../../stack/base.ts";
import { applyMigrations } from "../../../../stack/schema/migrations.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { grantMatrix } from "./grants.ts";

const MATRIX = new URL("./grants.txt", import.meta.url);
const MIGRATIONS = fileURLToPath(new URL("../../../../supabase/migrations", import.meta.url));

/** What Supabase set up in public until 2026, and the same for every schema. */
const GENEROUS_DEFAULTS = ["", "in schema public"].flatMap((where) =>
  ["tables", "functions", "sequences"].map((objects) =>
    `alter default privileges ${where} grant all on ${objects} to anon, authenticated, service_role;`
  )
).join("\n");

Deno.test("schema/grants_are_exactly_those_of_the_checked_in_matrix", () =>
  withDatabase(async ({ sql }) => {
    const matrix = await grantMatrix(sql);
    if (Deno.env.get("UPDATE")) await Deno.writeTextFile(MATRIX, matrix);
    assert.equal(matrix, await Deno.readTextFile(MATRIX));
  }));

Deno.test("schema/grants_do_not_depend_on_default_privileges", () =>
  withDatabase(async ({ sql, url }) => {
    await withNewDatabase(url, async (generous) => {
      await applyBase(generous);
      await generous.unsafe(GENEROUS_DEFAULTS);
      await applyMigrations(generous, MIGRATIONS);
      assert.equal(await grantMatrix(generous), await grantMatrix(sql));
      await generous`create table public.forgotten ()`;
      assert.match(await grantMatrix(generous), /^table public\.forgotten\n {4}anon: delete, /m);
    });
  }));

/** An empty database on the same server, connected to in one session and dropped afterwards. */
async function withNewDatabase(
  url: string,
  work: (sql: postgres.Sql) => Promise<void>,
): Promise<void> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const server = postgres(url, { max: 1, onnotice: () => {} });
  await server`create database ${server(name)}`;
  const own = new URL(url);
  own.pathname = name;
  const sql = postgres(own.href, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
    await server`drop database ${server(name)} with (force)`;
    await server.end();
  }
}
