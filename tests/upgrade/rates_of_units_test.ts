// An upgrade to 1.0.0, by which a mile has more than cents, writes no line anew for it and leaves every rate as it prints.
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import type postgres from "postgres";
import { applyMigrations } from "../../stack/schema/migrations.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { readReleases } from "../../tools/releases/released.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { withRelease } from "./databases.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LAST_WITH_CENTS = "0.14.0";

/** Rates of lines, as they print. */
async function ratesOf(sql: postgres.Sql): Promise<string[]> {
  const rates = await sql<{ rate: string }[]>`
    select id || ' ' || rate as rate from public.invoice_lines where rate is not null
     union all
    select id || ' ' || rate from public.payroll_item_lines where rate is not null
     order by 1`;
  return rates.map(({ rate }) => rate);
}

/** Notes each table that is written anew from here on, as a superuser. */
async function noteRewrites(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema noted;
    create table noted.rewrites (name text not null);
    create function noted.note() returns event_trigger language plpgsql security definer as $$
    begin
      insert into noted.rewrites values (pg_event_trigger_table_rewrite_oid()::regclass::text);
    end $$;
    create event trigger note_rewrites on table_rewrite execute function noted.note();`);
}

async function rewritesOf(sql: postgres.Sql): Promise<string[]> {
  const rewrites = await sql<{ name: string }[]>`
    select name from noted.rewrites where name ~ '(invoice_lines|payroll_item_lines)$'`;
  await sql.unsafe("drop event trigger note_rewrites; drop schema noted cascade");
  return rewrites.map(({ name }) => name.replace("public.", ""));
}

Deno.test("upgrade/to_1_0_0_gives_rates_more_decimals_without_writing_a_line_anew", async () => {
  const serverUrl = Deno.env.get("TEST_SERVER_URL") ?? "";
  const release = (await readReleases(ROOT)).find(({ version }) => version === LAST_WITH_CENTS);
  assert(release !== undefined);
  await withRelease(serverUrl, release, async (url) => {
    const superuser = new URL(serverUrl);
    superuser.pathname = new URL(url).pathname;
    const before = await withConnection(url, ratesOf);
    assert(before.length > 0 && before.every((rate) => /\.\d\d$/.test(rate)));
    await withConnection(superuser.href, noteRewrites);
    await withConnection(url, async (sql) => applyMigrations(sql, await pendingMigrations()));
    // The parts of entries alone do so, which are numbered in 1.0.0: a rewrite for rates would be another.
    assertEquals(await withConnection(superuser.href, rewritesOf), ["invoice_lines"]);
    assertEquals(await withConnection(url, ratesOf), before);
  });
});
