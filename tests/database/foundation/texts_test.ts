// What people write has a length, and names, numbers and reasons are one line.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";

/** Columns of text without a length of their own, by the reason. */
const WITHOUT_LENGTH: Readonly<Record<string, readonly string[]>> = {
  "copied when something is sent, paid or posted, from what has a length; it stays as it was": [
    "public.credit_notes.billing_email",
    "public.credit_notes.facility_name",
    "public.credit_notes.number",
    "public.invoice_lines.cost_centre",
    "public.invoice_lines.department",
    "public.invoices.billing_address",
    "public.invoices.billing_email",
    "public.invoices.billing_name",
    "public.invoices.facility_name",
    "public.invoices.group_key",
    "public.invoices.group_name",
    "public.invoices.purchase_order",
    "public.letterheads.address",
    "public.letterheads.legal_name",
    "public.letterheads.logo",
    "public.letterheads.phone",
    "public.letterheads.remit_to",
    "public.letterheads.tax_number",
    "public.payroll_items.email",
    "public.payroll_items.first_name",
    "public.payroll_items.last_name",
    "private.closed_postings.document",
    "private.closed_postings.memo",
    "private.invoice_papers.lines",
    "private.invoice_papers.names",
    "private.invoice_papers.service_address",
    "private.invoice_papers.timezone",
    "private.unbilled_entries.code",
    "private.user_links.email",
    "private.user_links.name",
  ],
  "the procedure that alone writes it has asked for the length; it stands on what was sent": [
    "public.credit_notes.reason",
  ],
  "a trigger asks for the length as it is written, since it stays on what was sent": [
    "public.invoice_lines.description",
  ],
  "a check holds them to 20 kB together": [
    "public.import_mappings.columns",
    "public.import_mappings.constants",
    "public.import_mappings.replacements",
  ],
  "a check holds it to 20 kB": ["public.payroll_profiles.settings"],
  "a trigger holds it to 100 kB": ["public.organization_settings.logo"],
  "made of rows, names and numbers that have lengths": [
    "public.audit_log.new",
    "public.audit_log.old",
    "public.audit_log.procedure",
    "public.audit_log.table_name",
    "public.billing_runs.details",
    "public.facilities.minimum_wage_jurisdictions",
    "public.invoices.interest_breakdown",
    "public.overpayment_settlements.reimbursements_by_code",
    "public.job_runs.counts",
    "public.job_runs.error",
    "public.payroll_item_lines.description",
    "private.closed_code_accounts.pay_account",
    "private.closed_code_accounts.revenue_account",
    "private.jobs.name",
    "private.paid_sums.employment_type",
    "private.requests.arguments",
    "private.requests.procedure",
    "private.words_to_erase.word",
    "public.approvals.arguments",
    "public.approvals.seen",
  ],
  "a thousand changes of the audit log": ["private.log_archive_parts.lines"],
  "written by jobs, which shorten what mail servers and other programs say": [
    "private.outbox.code",
    "private.outbox.data",
    "private.outbox.error",
    "private.outbox.kind",
    "private.outbox.mail",
    "private.outbox.provider_id",
    "private.outbox.recipient",
    "private.outbox.step",
  ],
  "one of known words, by a check over several columns": [
    "public.journal_accounts.account",
    "public.payroll_item_lines.pay_kind",
  ],
  "a list of places, held to 5,000 characters in all": ["public.facility_taxes.jurisdictions"],
  "known words, each any number of times, by admins": [
    "public.organization_settings.second_factor_roles",
    "public.premium_rules.codes",
    "public.rate_hits.codes",
    "public.staff_members.roles",
    "public.time_codes.entered_by",
    "public.webhooks.events",
  ],
};

/** Long texts of the forms that checks ask for. */
const SAMPLES = [
  "a".repeat(9_000),
  "A".repeat(9_000),
  "7".repeat(9_000),
  `${"a".repeat(9_000)}@a.example`,
  `https://a.example/${"a".repeat(9_000)}`,
];

/** True if a check of this column alone refuses all long texts. */
async function hasLength(sql: postgres.Sql, column: string, checks: readonly string[]) {
  for (const text of SAMPLES) {
    let passes = true;
    for (const check of checks) {
      const [answer] = await sql.unsafe(
        `select (${check}) is not false as passes from (select $1::text as "${column}") as row`,
        [text],
      ).catch(() => [{ passes: false }]);
      passes &&= answer?.passes === true;
    }
    if (passes) return false;
  }
  return true;
}

Deno.test("texts/of_every_column_have_a_length_or_a_reason_to_have_none", () =>
  withDatabase(async ({ sql }) => {
    const columns = await sql<
      { name: string; column: string; type: string; checks: string[]; names_row: boolean }[]
    >`
      select class.relnamespace::regnamespace || '.' || class.relname || '.' || attribute.attname as name,
             attribute.attname as column, format_type(attribute.atttypid, null) as type,
             exists (select from pg_constraint as con
                      where con.conrelid = class.oid and con.contype = 'f' and attribute.attnum = any (con.conkey))
                 as names_row,
             array(select pg_get_expr(con.conbin, con.conrelid)
                     from pg_constraint as con
                    where con.conrelid = class.oid and con.contype = 'c' and con.conkey = array[attribute.attnum])
                 as checks
        from pg_class as class
        join pg_attribute as attribute on attribute.attrelid = class.oid
       where class.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
         and class.relkind in ('r', 'p') and not class.relispartition and attribute.attnum > 0 and not attribute.attisdropped
         and attribute.attgenerated = '' -- of others, which have lengths
         and attribute.atttypid in (
             'text'::regtype, 'text[]'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype)
       order by 1`;
    const without: string[] = [];
    for (const { name, column, type, checks, names_row } of columns) {
      if (names_row || type === "text" && await hasLength(sql, column, checks)) continue;
      without.push(name);
    }
    assertEquals(without.sort(), Object.values(WITHOUT_LENGTH).flat().sort());
  }));

Deno.test("texts/without_a_length_are_none_that_people_write", () =>
  withDatabase(async ({ sql }) => {
    const written = await sql<{ name: string }[]>`
      select 'public.' || class.relname || '.' || attribute.attname as name
        from pg_class as class
        join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum > 0
       where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and not attribute.attisdropped
         and (has_column_privilege('authenticated', class.oid, attribute.attnum, 'insert')
              or has_column_privilege('authenticated', class.oid, attribute.attnum, 'update'))`;
    const names = new Set(written.map(({ name }) => name));
    assertEquals(
      Object.values(WITHOUT_LENGTH).flat().filter((name) => names.has(name)).sort(),
      [
        "public.facilities.minimum_wage_jurisdictions",
        "public.facility_taxes.jurisdictions",
        "public.import_mappings.columns",
        "public.import_mappings.constants",
        "public.import_mappings.replacements",
        "public.invoice_lines.description",
        "public.journal_accounts.account",
        "public.organization_settings.logo",
        "public.organization_settings.second_factor_roles",
        "public.payroll_profiles.settings",
        "public.premium_rules.codes",
        "public.rate_hits.codes",
        "public.staff_members.roles",
        "public.time_codes.entered_by",
        "public.webhooks.events",
      ],
    );
  }));

Deno.test("texts/that_are_too_long_are_refused_with_the_column_and_the_length_in_words", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "draft", "2026-03-02");
    const write = (notes: string) =>
      sql`update time_entries set notes = ${notes} where id = ${entry}`;
    await write("é".repeat(2000));
    await assertRefusedUnchanged(sql, () => write("é".repeat(2001)), 400, "text_too_long");
    const error = await write("x".repeat(5000)).then(() => null, (error: Error) => error);
    assertEquals(
      error?.message,
      "There are 5000 characters in the notes, and at most 2000 are kept.",
    );
    await assertRefused(
      sql`update facilities set billing_address = ${"x".repeat(1001)}`,
      400,
      "text_too_long",
    );
  }));

Deno.test("texts/that_are_names_numbers_or_reasons_are_one_line_and_notes_and_addresses_may_be_several", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "draft", "2026-03-02");
    for (const mark of ["\n", "\r\n", "\t", "\u0001", "\u007f", "\u0085", "\u2028"]) {
      const two = `a${mark}b`;
      for (
        const write of [
          () => sql`update facilities set name = ${two}`,
          () => sql`update contractors set payroll_number = ${two}`,
          () =>
            sql`update time_entries set status = 'draft', set_aside_reason = ${two}, set_aside_at = now()`,
          () => sql`select private.require_reason(${two})`,
        ]
      ) await assertRefused(write(), 400, "text_not_one_line");
      await sql`update time_entries set notes = ${two} where id = ${entry}`;
      await sql`update facilities set billing_address = ${two}`;
    }
    const error = await sql`update facilities set external_number = ${"a\tb"}`
      .then(() => null, (error: Error) => error);
    assertEquals(
      error?.message,
      "There is a line break, a tab or another control character in the external number.",
    );
  }));

Deno.test("texts/on_lines_of_invoices_have_a_length_when_they_are_written_and_lines_with_older_ones_are_released", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const long = "x".repeat(2001);
    const [draft] = await sql<{ id: string }[]>`
      insert into invoices (facility_id, kind, period_start, period_end)
      values (${firm.facilityId}, 'manual', '2026-03-02', '2026-03-08')
      returning id`;
    const invoice = draft?.id ?? "";
    const line = (description: string) =>
      sql`
      insert into invoice_lines (invoice_id, kind, description, amount)
      values (${invoice}, 'adjustment', ${description}, 10)`;
    await line("x".repeat(2000));
    await assertRefusedUnchanged(sql, () => line(long), 400, "text_too_long");
    await assertRefused(sql`update invoice_lines set description = ${long}`, 400, "text_too_long");
    await sql`alter table invoice_lines disable trigger line_descriptions_are_short`;
    await sql`update invoice_lines set description = ${long}`;
    await sql`alter table invoice_lines enable trigger line_descriptions_are_short`;
    await sql`select public.send_invoices(array[${invoice}::uuid], '2026-03-10')`;
    await sql`select public.void_invoice(${invoice}, 'Sent by mistake.')`;
    assertEquals(
      [...await sql`select released_at is not null as released, char_length(description) as length from invoice_lines`],
      [{ released: true, length: 2001 }],
    );
  }));
