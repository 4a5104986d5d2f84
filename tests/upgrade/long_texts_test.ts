// An upgrade to 1.0.0, which gives texts a length, shortens those that an earlier release took.
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { applyMigrations } from "../../stack/schema/migrations.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { readReleases } from "../../tools/releases/released.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { withRelease } from "./databases.ts";
import { lockEndedAssignments } from "./jobs.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LAST_TO_TAKE_THEM = "0.14.0";

/** The columns that have a length from now on, but for those of mail_settings, which are checked to be addresses. */
const COLUMNS = `
  select class.relname as table_name, attribute.attname as column_name, asked.of[2]::int as most, asked.of[1] = 'line' as is_line
    from pg_constraint as con
    join pg_class as class on class.oid = con.conrelid
    join pg_attribute as attribute on attribute.attrelid = class.oid and con.conkey = array[attribute.attnum]
   cross join regexp_match(pg_get_constraintdef(con.oid), 'private\\.require_(line|text)\\(.*, (\\d+)\\)') as asked (of)
   where asked.of is not null and class.relname <> 'mail_settings'
   order by 1, 2`;

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly most: number;
  readonly is_line: boolean;
}

/** Columns whose length was there before, or whose texts are not as long in any index. */
const HAD_LENGTH = new Set([
  "organization_settings.address",
  "organization_settings.legal_name",
  "organization_settings.remit_to",
  "organization_settings.tax_number",
  "purchase_orders.number",
  "webhooks.description",
]);

/** Makes every text there is, also of what is locked, posted or sent, too long and two lines; as a superuser. */
async function lengthen(sql: postgres.Sql, columns: readonly Column[]): Promise<void> {
  await sql`set session_replication_role = replica`;
  for (const { table_name, column_name, most } of columns) {
    const more = HAD_LENGTH.has(`${table_name}.${column_name}`) ? "" : "x".repeat(most);
    await sql.unsafe(
      `update public.${table_name} set ${column_name} = ${column_name} || e'\\nb' || $1
        where ${column_name} is not null`,
      [more],
    );
  }
  // Whatever is on paper already.
  await sql`
    update public.invoice_lines set description = description || e'\n' || repeat('y', 5000)`;
  await sql`update public.invoices set billing_name = e'a\nb' || repeat('z', 300) where sent_at is not null`;
}

Deno.test("upgrade/to_1_0_0_shortens_long_texts_of_locked_and_posted_rows_and_keeps_them_whole_in_the_audit_log", async () => {
  const serverUrl = Deno.env.get("TEST_SERVER_URL") ?? "";
  const release = (await readReleases(ROOT)).find(({ version }) => version === LAST_TO_TAKE_THEM);
  assert(release !== undefined);
  const template = new URL(serverUrl);
  template.pathname = "staffing_template";
  const columnsNow = await withConnection(
    template.href,
    async (sql) => [...await sql.unsafe<Column[]>(COLUMNS)],
  );
  await withRelease(serverUrl, release, async (url) => {
    const were = await withConnection(url, async (sql) => {
      const rows = await sql<{ name: string }[]>`
        select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`;
      return new Set(rows.map(({ name }) => name));
    });
    const columns = columnsNow.filter(({ table_name, column_name }) =>
      were.has(`${table_name}.${column_name}`)
    );
    assert(columns.length > 45);
    const superuser = new URL(serverUrl);
    superuser.pathname = new URL(url).pathname;
    await withConnection(superuser.href, (sql) => lengthen(sql, columns));
    const onPaper = () =>
      withConnection(url, async (sql) => [
        ...await sql`select id, description from invoice_lines order by id`,
        ...await sql`select id, billing_name from invoices order by id`,
      ]);
    const sent = await onPaper();
    const before = (await withConnection(url, (sql) => texts(sql, columns))).filter(isNotKept);

    const warnings: string[] = [];
    const upgrade = postgres(url, {
      max: 1,
      onnotice: ({ severity, message }) => {
        if (severity === "WARNING") warnings.push(message ?? "");
      },
    });
    try {
      await applyMigrations(upgrade, await pendingMigrations());
    } finally {
      await upgrade.end();
    }

    await withConnection(url, async (sql) => {
      assertEquals((await texts(sql, columns)).filter(isNotKept), []);
      const told = warnings.filter((warning) =>
        warning.includes("The audit log has the text as it was.")
      );
      assertEquals(told.length, before.length);
      assert(
        told.some((warning) =>
          /^time_entries [0-9a-f-]{36}, notes: of \d+ characters 2000 are left\./.test(warning)
        ),
      );
      const kept = new Set((await sql<{ text: string }[]>`
        select value as text from audit_log cross join jsonb_each_text(old) where char_length(value) > 1`)
        .map(({ text }) => text));
      assertEquals(before.filter(({ text }) => !kept.has(text)), []);
    });
    assertEquals(await onPaper(), sent);

    // Later updates of such rows go on.
    await withConnection(url, async (sql) => {
      await sql`update facilities set is_active = is_active`;
      await sql`update contractors set is_active = is_active`;
      await sql`
        select public.void_invoice(invoice.id, 'Billed twice.')
          from invoices as invoice
         where invoice.status = 'sent' and invoice.amount_paid = 0 and invoice.kind = 'weekly'
           and not exists (select from credit_notes as note where note.invoice_id = invoice.id)
         limit 1`;
      await sql`update assignments set end_date = '2026-12-31' where end_date is null`;
    });
    const counts = await withConnection(
      url,
      (sql) => lockEndedAssignments(sql, { today: "2027-01-31" }),
    );
    assert(counts.locked > 0);
  });
});

interface Text extends Column {
  readonly text: string;
}

/** True if a text is longer than is kept of it, or is to be one line and is not. */
function isNotKept({ text, most, is_line }: Text): boolean {
  return text.length > most || is_line && /\p{Cc}/u.test(text);
}

/** Every text that there is in the columns. */
async function texts(sql: postgres.Sql, columns: readonly Column[]): Promise<Text[]> {
  const found: Text[] = [];
  for (const column of columns) {
    const { table_name, column_name } = column;
    const rows = await sql.unsafe<{ text: string }[]>(
      `select ${column_name} as text from public.${table_name} where ${column_name} is not null`,
    );
    found.push(...rows.map(({ text }) => ({ ...column, text })));
  }
  return found;
}
