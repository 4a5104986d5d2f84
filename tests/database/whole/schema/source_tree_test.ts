// The gate: what the migrations make and what the source tree says are the same, by two witnesses, the
// Supabase CLI and a catalog query of our own. The template is made from the tree.
import { assert, assertEquals, assertMatch } from "@std/assert";
import type postgres from "postgres";
import { applyBase } from "../../../../stack/base.ts";
import { compareCatalogs, readCatalog } from "../../../../stack/schema/catalog.ts";
import { applyMigrations } from "../../../../stack/schema/migrations.ts";
import { draftDifference } from "../../../../stack/schema/difference.ts";
import { withConnection, withScratchDatabase } from "../../../../stack/schema/scratch_database.ts";
import { pendingMigrations } from "../../../support/schema/pending.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** Hands over a database that the migrations made, beside a test's own. */
async function withMigrated(url: string, test: (migrated: string) => Promise<void>): Promise<void> {
  const fill = async (sql: postgres.Sql) => {
    await applyBase(sql);
    await applyMigrations(sql, await pendingMigrations());
  };
  await withScratchDatabase(url, `test_${crypto.randomUUID().replaceAll("-", "")}`, fill, test);
}

Deno.test("source_tree/is_what_the_migrations_make_by_the_cli_and_by_the_catalog", () =>
  withDatabase(async ({ sql, url }) => {
    await withMigrated(url, async (migrated) => {
      const catalog = await withConnection(migrated, readCatalog);
      assertEquals(
        compareCatalogs(await readCatalog(sql), catalog),
        [],
        "+ tree, - migrations",
      );
      assertEquals(await draftDifference(migrated, url), "");
    });
  }));

/** Changes that one side has and the other has not, and how each witness tells of it. */
const CHANGES: readonly { change: string; catalog: RegExp; cli: RegExp | null }[] = [
  {
    change:
      `create or replace function private.clock(out at timestamptz, out today date, out business_date date)
             language sql stable set search_path = '' as 'select now(), current_date, current_date'`,
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
    change: "drop policy staff_contractors_and_contacts_read on public.time_entries",
    catalog: /^[+-] policy public\.time_entries\.staff_contractors_and_contacts_read: /,
    cli: /POLICY "staff_contractors_and_contacts_read"/m,
  },
  {
    change: "alter table public.facilities add column region text",
    catalog: /^[+-] column public\.facilities\.region: /,
    cli: /(ADD|DROP) COLUMN "region"/m,
  },
  // The CLI does not see these three.
  {
    change: "update public.organization_settings set invoice_number_prefix = 'OTHER'",
    catalog: /^[+-] setting public\.organization_settings: /,
    cli: null,
  },
  {
    change: `alter table public.overtime_rules disable trigger overtime_rules_stay_once_used;
      update public.overtime_rules set weekly_overtime_after = 44 where name = 'flsa';
      alter table public.overtime_rules enable trigger overtime_rules_stay_once_used`,
    catalog: /^[+-] setting public\.overtime_rules\.flsa: /,
    cli: null,
  },
  {
    change: "alter table public.facilities alter column name set statistics 1000",
    catalog: /^[+-] column public\.facilities\.name: /,
    cli: null,
  },
];

Deno.test("source_tree/a_difference_shows_in_the_catalog_whichever_side_it_is_on", () =>
  withDatabase(async ({ sql: unchanged }) => {
    const tree = await readCatalog(unchanged);
    for (const { change, catalog } of CHANGES) {
      await withDatabase(async ({ sql }) => {
        await sql.unsafe(change);
        const changed = await readCatalog(sql);
        for (const lines of [compareCatalogs(changed, tree), compareCatalogs(tree, changed)]) {
          assert(lines.length > 0, change);
          for (const line of lines) assertMatch(line, catalog);
        }
      });
    }
  }));

Deno.test("source_tree/a_difference_shows_to_the_cli_whichever_side_it_is_on", () =>
  withDatabase(({ url: unchanged }) =>
    withDatabase(async ({ sql, url }) => {
      for (const { change } of CHANGES) await sql.unsafe(change);
      const drafts = [await draftDifference(unchanged, url), await draftDifference(url, unchanged)];
      for (const { cli } of CHANGES) {
        for (const draft of drafts) if (cli) assertMatch(draft, cli);
      }
    })
  ));
