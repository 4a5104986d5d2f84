import type postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { againstFloor, count, duration, inTurns, timed } from "./measure.ts";

const ROWS = 20_000;
const FACILITIES = 200;
const ROUNDS = 3;

/** Cost of importing a file of the largest size, beside merely inserting what it makes. */
export const importRows: Benchmark = {
  name: "import-rows",
  aim: "20,000 rows of a file in one call: at most 4 × a bare insert of the same rows",
  run: async (context) => {
    const rows = context.size(ROWS);
    return [
      await figure(context, "open-invoices", openInvoices(rows), BARE_INVOICES),
      await figure(context, "assignments", assignments(rows), BARE_ASSIGNMENTS),
    ];
  },
};

async function figure(
  context: BenchContext,
  kind: string,
  rows: readonly unknown[],
  bare: string,
): Promise<Figure> {
  const file = JSON.stringify(rows);
  const take = async (call: (sql: postgres.Sql) => Promise<unknown>) => {
    await using database = await context.databases.clone(`moved_${rows.length}`, async (sql) => {
      await prepare(sql, rows.length);
    });
    const sql = connect(database.url);
    try {
      await sql`select`;
      return await timed(() => call(sql));
    } finally {
      await sql.end({ timeout: 5 });
    }
  };
  const ours = () =>
    take((sql) => sql`select from public.import_rows(${kind}, ${file}::text::jsonb, false)`);
  const floor = () => take((sql) => sql`select ${sql.unsafe(bare)}(${file}::text::jsonb)`);
  const measured = againstFloor(await inTurns(ROUNDS, ours, floor));
  context.report(`${kind}: ${duration(measured.time ?? NaN)}`);
  return {
    name: `import_rows of ${kind}, against a bare insert of the same rows`,
    size: `${count(rows.length)} rows`,
    mostRatio: 4,
    ...measured,
  };
}

const numbers = (rows: number) => Array.from({ length: rows }, (_, nth) => nth);

const openInvoices = (rows: number) =>
  numbers(rows).map((nth) => ({
    external_number: `O${nth}`,
    facility_number: `F${nth % FACILITIES}`,
    issue_date: "2026-01-05",
    due_date: "2026-02-04",
    amount: "1250.50",
  }));

const assignments = (rows: number) =>
  numbers(rows).map((nth) => ({
    external_number: `A${nth}`,
    contractor_number: `C${nth}`,
    facility_number: `F${nth % FACILITIES}`,
    start_date: "2026-01-05",
    bill_rate: "100",
    pay_rate: "60",
  }));

const BARE_INVOICES = "bare.insert_invoices";
const BARE_ASSIGNMENTS = "bare.insert_assignments";

/** People whom the rows name; and the floors: the same rows and their log, triggers off, nothing asked. */
async function prepare(sql: postgres.Sql, rows: number): Promise<void> {
  await sql`
    insert into public.facilities (external_number, name, work_state)
    select 'F' || n, 'Clinic ' || n, 'TX' from generate_series(0, ${FACILITIES - 1}::int) as n`;
  await sql`
    insert into public.contractors (external_number, first_name, last_name, email)
    select 'C' || n, 'Ada', 'Nurse', n || '@example.org' from generate_series(0, ${
    rows - 1
  }::int) as n`;
  await sql.unsafe(`
    create schema bare;
    create function ${BARE_INVOICES}(file jsonb) returns void language sql
    set session_replication_role = replica as $$
        with made as (
            insert into public.invoices (number, facility_id, kind, period_start, period_end, issue_date, due_date,
                                         total, status, sent_at, facility_name)
            select row.external_number, facility.id, 'opening', row.issue_date, row.issue_date, row.issue_date,
                   row.due_date, row.amount, 'sent', now(), facility.name
              from jsonb_to_recordset(file) as row (
                   external_number text, facility_number text, issue_date date, due_date date, amount numeric)
              join public.facilities as facility on facility.external_number = row.facility_number
            returning *
        ), logged as (
            insert into public.audit_log (procedure, table_name, row_id, new)
            select 'import_rows', 'invoices', made.id, to_jsonb(made) from made)
        insert into public.invoice_lines (invoice_id, kind, description, amount)
        select made.id, 'adjustment', 'Open amount of invoice ' || made.number, made.total from made;
    $$;
    create function ${BARE_ASSIGNMENTS}(file jsonb) returns void language sql
    set session_replication_role = replica as $$
        with row as (
            select gen_random_uuid() as id, row.*, contractor.id as contractor_id, facility.id as facility_id
              from jsonb_to_recordset(file) as row (
                   external_number text, contractor_number text, facility_number text, start_date date,
                   bill_rate numeric, pay_rate numeric)
              join public.contractors as contractor on contractor.external_number = row.contractor_number
              join public.facilities as facility on facility.external_number = row.facility_number
        ), made as (
            insert into public.assignments (id, external_number, contractor_id, facility_id, start_date)
            select id, external_number, contractor_id, facility_id, start_date from row returning *
        ), rates as (
            insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate, base_bill_rate,
                                                 base_pay_rate)
            select id, start_date, bill_rate, pay_rate, bill_rate, pay_rate from row returning *
        ), terms as (
            insert into public.assignment_bill_terms (assignment_id, effective_from, overtime_rule)
            select id, start_date, 'colorado' from row returning *)
        insert into public.audit_log (procedure, table_name, row_id, new)
        select 'import_rows', 'assignments', made.id, to_jsonb(made) from made
         union all
        select 'import_rows', 'assignment_rates', rates.assignment_id, to_jsonb(rates) from rates
         union all
        select 'import_rows', 'assignment_bill_terms', terms.assignment_id, to_jsonb(terms) from terms;
    $$;`);
}
