// An upgrade to 1.0.0, by which a key over entry and part keeps an entry off two invoices, numbers the lines that are there.
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { applyMigrations } from "../../stack/schema/migrations.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { readReleases } from "../../tools/releases/released.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { assertViolates } from "../support/sql/refusal.ts";
import { withRelease } from "./databases.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LAST_WITHOUT_PARTS = "0.14.0";

/** Makes two hours of one entry in three overtime, and one of these doubletime, whatever invoice it is on; as a superuser. */
async function addClasses(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      create temporary table divided as
      select * from public.invoice_lines where hours > 2 and hashtext(time_entry_id::text) % 3 = 0`;
    await sql`
      update public.invoice_lines as line
         set hours = line.hours - 2, amount = round((line.hours - 2) * line.rate, 2)
        from divided where divided.id = line.id`;
    await sql`
      insert into public.invoice_lines
             (invoice_id, time_entry_id, kind, work_date, hours, rate, multiplier, amount, released_at)
      select invoice_id, time_entry_id, kind_of.kind, work_date, 1, rate, kind_of.multiplier,
             round(rate * kind_of.multiplier, 2), released_at
        from divided
       cross join (values ('doubletime', 2), ('overtime', 1.5)) as kind_of (kind, multiplier)`;
  });
}

/** Columns of lines that are new since. */
const NEW = [
  "part",
  "code",
  "quantity",
  "premium_rule_id",
  "guarantee_id",
  "fee_id",
  "sales_tax_id",
  "base",
];

/** Rows that an upgrade leaves as they are: the lines but for their parts, the totals, and what is to be compared. */
function kept(url: string): Promise<string[]> {
  return withConnection(url, async (sql) => {
    const rows = await sql<{ row: string }[]>`
      select (to_jsonb(line) - ${NEW}::text[])::text as row from public.invoice_lines as line
       union all
      select concat_ws(' ', id, status, total) from public.invoices
       union all
      select week::text from private.weeks_to_compare as week
       order by 1`;
    return rows.map(({ row }) => row);
  });
}

Deno.test("upgrade/to_1_0_0_numbers_the_live_lines_of_each_entry_and_changes_nothing_else_of_them", async () => {
  const serverUrl = Deno.env.get("TEST_SERVER_URL") ?? "";
  const release = (await readReleases(ROOT)).find(({ version }) => version === LAST_WITHOUT_PARTS);
  assert(release !== undefined);
  await withRelease(serverUrl, release, async (url) => {
    const superuser = new URL(serverUrl);
    superuser.pathname = new URL(url).pathname;
    await withConnection(superuser.href, addClasses);
    const before = await kept(url);
    await withConnection(url, async (sql) => applyMigrations(sql, await pendingMigrations()));
    assertEquals(await kept(url), before);

    await withConnection(url, async (sql) => {
      const entries = await sql`
        select string_agg(kind || ' ' || part, ', ' order by part) as parts
          from public.invoice_lines
         where time_entry_id is not null and released_at is null
         group by time_entry_id`;
      const ways = new Set(entries.map(({ parts }) => parts));
      assertEquals(ways, new Set(["regular 1", "regular 1, overtime 2, doubletime 3"]));
      const [numbered] = await sql`
        select count(*) filter (where released_at is not null)::int > 0 as some_are_released,
               count(part) filter (where released_at is not null)::int as released,
               count(part) filter (where time_entry_id is null)::int as without_time
          from public.invoice_lines`;
      assertEquals(numbered, { some_are_released: true, released: 0, without_time: 0 });

      const again = sql`
        insert into public.invoice_lines
               (invoice_id, time_entry_id, part, kind, work_date, hours, rate, multiplier, amount)
        select draft.id, line.time_entry_id, 1, 'regular', line.work_date, 1, line.rate, 1, line.rate
          from public.invoices as draft
         cross join public.invoice_lines as line
         where draft.status = 'draft' and line.part = 1 and line.invoice_id <> draft.id
         limit 1`;
      await assertViolates(again, "time_entry_on_one_live_invoice");
      const [voided] = await sql<{ id: string }[]>`
        select (public.void_invoice(invoice.id, 'Billed twice.')).id
          from public.invoices as invoice
         where invoice.status in ('draft', 'sent') and invoice.amount_paid = 0
           and exists (select from public.invoice_lines as line
                        where line.invoice_id = invoice.id and line.part = 3)
         limit 1`;
      assert(voided !== undefined);
      const lines =
        await sql`select part from public.invoice_lines where invoice_id = ${voided.id}`;
      assertEquals(new Set(lines.map(({ part }) => part)), new Set([null]));
    });
  });
});
