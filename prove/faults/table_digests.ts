/** Content of a firm's tables, so that two ways to the same end can be compared. */
import type postgres from "postgres";

/** Of each table how many rows there are and what they say, but for ids and instants. */
export type Digests = ReadonlyMap<string, string>;

/** Traces that runs and requests leave beside their work: a run that failed may have left more of it. */
const TRACES = ["audit_log", "job_runs"];

/**
 * Reads them: numbers, texts, days and flags of every public table, and what became of the outbox. Ids,
 * instants and made-up addresses differ from one firm to the next, everything else does not.
 */
export async function readDigests(sql: postgres.Sql): Promise<Digests> {
  const columns = await sql<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(quote_ident(column_name) order by column_name) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all (${TRACES})
       and (data_type in ('numeric', 'integer', 'bigint', 'boolean', 'date')
            or data_type = 'text' and column_name not in ('number', 'email', 'code')
            or data_type = 'text' and table_name in ('invoices', 'credit_notes'))
     group by table_name order by table_name`;
  const queries = columns.map(({ name, columns }) =>
    said(name, `select row(${columns.join(", ")})::text as row from public.${name}`)
  );
  queries.push(
    said("outbox", "select row(kind, status)::text as row from private.outbox"),
  );
  const rows = await sql.unsafe<{ name: string; said: string }[]>(queries.join(" union all "));
  return new Map(rows.map(({ name, said }) => [name, said]));
}

function said(name: string, rows: string): string {
  return `
    select '${name}' as name,
           count(*) || ' rows, ' || md5(coalesce(string_agg(row, ';' order by row), '')) as said
      from (${rows}) as rows`;
}

/** The tables that say something else. */
export function differences(one: Digests, other: Digests): string[] {
  return [...one].filter(([name, said]) => other.get(name) !== said)
    .map(([name, said]) => `${name}: ${other.get(name)} in place of ${said}`);
}
