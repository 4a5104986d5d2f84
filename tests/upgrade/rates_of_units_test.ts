// An upgrade to 0.15.0, by which a mile has more than cents, writes no line anew and leaves every rate as it prints.
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { applyMigrations } from "../../stack/schema/migrations.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { readReleases } from "../../tools/releases/released.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { withRelease } from "./databases.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LAST_WITH_CENTS = "0.14.0";

/** The files of both tables, and their rates as they print. */
function kept(url: string): Promise<{ files: string[]; rates: string[] }> {
  return withConnection(url, async (sql) => {
    const files = await sql<{ file: string }[]>`
      select concat_ws(' ', name, pg_relation_filenode(name::regclass)) as file
        from unnest(array['public.invoice_lines', 'public.payroll_item_lines']) as name order by name`;
    const rates = await sql<{ rate: string }[]>`
      select id || ' ' || rate as rate from public.invoice_lines where rate is not null
       union all
      select id || ' ' || rate from public.payroll_item_lines where rate is not null
       order by 1`;
    return { files: files.map(({ file }) => file), rates: rates.map(({ rate }) => rate) };
  });
}

Deno.test("upgrade/to_0_15_0_gives_rates_more_decimals_without_writing_a_line_anew", async () => {
  const serverUrl = Deno.env.get("TEST_SERVER_URL") ?? "";
  const release = (await readReleases(ROOT)).find(({ version }) => version === LAST_WITH_CENTS);
  assert(release !== undefined);
  await withRelease(serverUrl, release, async (url) => {
    const before = await kept(url);
    assert(before.rates.length > 0 && before.rates.every((rate) => /\.\d\d$/.test(rate)));
    await withConnection(url, async (sql) => applyMigrations(sql, await pendingMigrations()));
    assertEquals(await kept(url), before);
  });
});
