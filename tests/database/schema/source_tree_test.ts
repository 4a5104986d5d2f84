// The gate: what the migrations make and what the source tree says are the same, by two witnesses, the
// Supabase CLI and a catalog query of our own. The template is made from the tree.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type postgres from "postgres";
import { applyBase } from "../../../stack/base.ts";
import { compareCatalogs, readCatalog } from "../../../stack/catalog.ts";
import { applyMigrations } from "../../../stack/migrate.ts";
import { draftDifference } from "../../../stack/schema_difference.ts";
import { withConnection, withScratchDatabase } from "../../../stack/scratch_database.ts";
import { withDatabase } from "../../support/database.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../supabase/migrations", import.meta.url));

/** Hands over a database that the migrations made, beside a test's own. */
async function withMigrated(url: string, test: (migrated: string) => Promise<void>): Promise<void> {
  const fill = async (sql: postgres.Sql) => {
    await applyBase(sql);
    await applyMigrations(sql, MIGRATIONS);
  };
  await withScratchDatabase(url, `test_${crypto.randomUUID().replaceAll("-", "")}`, fill, test);
}

Deno.test("source_tree/is_what_the_migrations_make_by_the_cli_and_by_the_catalog", () =>
  withDatabase(async ({ sql, url }) => {
    await withMigrated(url, async (migrated) => {
      const catalog = await withConnection(migrated, readCatalog);
      assert.deepEqual(compareCatalogs(await readCatalog(sql), catalog), [], "+ tree, - migrations");
      assert.equal(await draftDifference(migrated, url), "", "run `deno task migration <name>`");
    });
  }));

/** Changes that one side has and the other has not, and how each witness tells of it. */
const CHANGES: readonly { change: string; catalog: RegExp; cli: RegExp | null }[] = [
  {
    change: `create or replace function private.clock() returns timestamptz language sql stable
             set search_path = '' as 'select now()'`,
    catalog: /^[+-] function private\.clock\(\): /,
    cli: /^CREATE OR REPLACE FUNCTION private\.clock/m,
  },
  {
    change: "revoke execute on function public.void_invoice from authenticated",
    catalog: /^[+-] grant function public\.void_invoice\(.*\) to authenticated/,
    cli: /^(GRANT EXECUTE|REVOKE ALL) ON FUNCTION "public"\."void_invoice"/m,
  },
  {
    change: "revoke select on public.time_entries from authenticated",
    catalog: /^[+-] grant relation public\.time_entries to authenticated: /,
    cli: /^(GRANT SELECT|REVOKE (ALL|SELECT)) ON TABLE "public"\."time_entries"/m,
  },
  {
    change: "comment on table public.invoices is 'Another comment.'",
    catalog: /^[+-] comment relation public\.invoices: /,
    cli: /^COMMENT ON TABLE "public"\."invoices"/m,
  },
  {
    change: "drop policy time_entries_select on public.time_entries",
    catalog: /^[+-] policy public\.time_entries\.time_entries_select: /,
    cli: /POLICY "time_entries_select"/m,
  },
  {
    change: "alter table public.facilities add column region text",
    catalog: /^[+-] column public\.facilities\.region: /,
    cli: /(ADD|DROP) COLUMN "region"/m,
  },
  // The CLI does not see these two.
  {
    change: "update public.organization_settings set invoice_number_prefix = 'OTHER'",
    catalog: /^[+-] setting public\.organization_settings: /,
    cli: null,
  },
  {
    change: "alter table public.facilities alter column name set statistics 1000",
    catalog: /^[+-] column public\.facilities\.name: /,
    cli: null,
  },
];

Deno.test("source_tree/a_difference_shows_whichever_side_it_is_on", () =>
  withDatabase(async ({ sql, url }) => {
    await withMigrated(url, async (migrated) => {
      const before = await withConnection(migrated, readCatalog);
      for (const { change, catalog } of CHANGES) {
        const differs: string[] = [];
        await sql.begin(async (transaction) => {
          await transaction.unsafe(change);
          differs.push(...compareCatalogs(await readCatalogIn(transaction), before));
          await transaction`rollback and chain`;
        });
        assert(differs.length > 0, change);
        for (const line of differs) assert.match(line, catalog);
      }
      for (const { change } of CHANGES) await sql.unsafe(change);
      const drafts = [await draftDifference(migrated, url), await draftDifference(url, migrated)];
      for (const { change, cli } of CHANGES) {
        for (const draft of drafts) if (cli) assert.match(draft, cli, change);
      }
    });
  }));

/** readCatalog begins a transaction; this one is under way. */
function readCatalogIn(transaction: postgres.TransactionSql) {
  return readCatalog(
    Object.assign(transaction, { begin: transaction.savepoint }) as unknown as postgres.Sql,
  );
}
