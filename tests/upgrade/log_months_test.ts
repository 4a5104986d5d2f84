// An upgrade to 1.0.0, by which the audit log gets partitions, keeps every row of it, and nobody changes one.
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import type postgres from "postgres";
import { maintain } from "../../supabase/functions/_shared/jobs/maintain.ts";
import { applyMigrations } from "../../stack/schema/migrations.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { readReleases } from "../../tools/releases/released.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { withRelease } from "./databases.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LAST_WITHOUT_MONTHS = "0.14.0";

async function linesOf(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select row(id, at, actor, procedure, table_name, row_id, old, new, created_at, caller)::text as line
      from public.audit_log order by at, id`;
  return rows.map(({ line }) => line);
}

Deno.test("upgrade/to_1_0_0_keeps_every_row_of_the_log_in_the_first_of_its_partitions", async () => {
  const release = (await readReleases(ROOT)).find(({ version }) => version === LAST_WITHOUT_MONTHS);
  assert(release !== undefined);
  await withRelease(Deno.env.get("TEST_SERVER_URL") ?? "", release, async (url) => {
    const before = await withConnection(url, linesOf);
    assert(before.length > 1000);
    await withConnection(url, async (sql) => applyMigrations(sql, await pendingMigrations()));
    await withConnection(url, async (sql) => {
      const after = new Set(await linesOf(sql));
      assertEquals(before.filter((line) => !after.has(line)), []);
      const [{ rows }] = await sql<[{ rows: number }]>`
        select count(*)::int as rows from private.audit_log_first`;
      assert(rows >= before.length);
      for (const { name } of await sql<{ name: string }[]>`select name from private.log_months()`) {
        for (const change of [`delete from private.${name}`, `truncate private.${name}`]) {
          await assertRefused(sql.unsafe(change), 409, "audit_log_is_append_only");
        }
      }
      assertEquals([...await sql`select * from private.verify_log()`], []);

      // In its time it is archived as other months are.
      const counts = await maintain(sql, { today: "2030-01-15" });
      assertEquals([counts.archived >= before.length, counts.remaining], [true, 0]);
      assertEquals([...await sql`select * from private.verify_log()`], []);
      assertEquals((await sql`select from public.audit_log`).length, 0);
    });
  });
});
