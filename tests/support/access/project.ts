/** The firm of the matrix in the project under test, beside whatever else it holds. */
import postgres from "postgres";
import { pastTriggers } from "../../../fixtures/past_triggers.ts";
import { project } from "../http/project.ts";
import { newUsers } from "./callers.ts";
import { type AccessFirm, prepareFirm } from "./firm/firm.ts";
import type { PreparedRow } from "./prepared_rows.ts";
import { type Clients, createUser, removeUsers, signInAll } from "./users.ts";

export interface ProjectFirm {
  readonly sql: postgres.Sql;
  readonly firm: AccessFirm;
  readonly clients: Clients;
  /** Makes the prepared rows again what they were. */
  restore(): Promise<void>;
  /** Removes a row of a table. */
  remove(table: string, key: Readonly<Record<string, string>>): Promise<void>;
}

/** Runs a test with the firm and everybody signed in, and removes the firm afterwards. */
export async function withProjectFirm(test: (firm: ProjectFirm) => Promise<void>): Promise<void> {
  const sql = postgres(project().dbUrl, { max: 2, onnotice: () => {} });
  const users = newUsers();
  try {
    for (const id of Object.values(users)) await createUser(sql, id);
    const firm = await prepareFirm(sql, users);
    const snapshot = await snapshotOf(sql, firm);
    try {
      await test({
        sql,
        firm,
        clients: await signInAll(users),
        restore: () => pastGuards(sql, snapshot.restore),
        remove: (table, key) => pastGuards(sql, deletion({ table, key })),
      });
    } finally {
      const { adaNorth, adaSouth, benSouth } = firm.placements;
      await pastGuards(sql, snapshot.remove);
      const assignments = [adaNorth, adaSouth, benSouth].map((id) => `'${id}'`).join();
      await pastGuards(
        sql,
        `delete from public.time_entries where assignment_id in (${assignments})`,
      );
    }
  } finally {
    await removeUsers(sql, Object.values(users));
    await sql.end({ timeout: 1 });
  }
}

const MOST_TRIES = 5;

/** Guards, cascades and foreign keys stand aside: the rows are put back exactly. */
async function pastGuards(sql: postgres.Sql, statements: string): Promise<void> {
  for (let tries = 1;; tries++) {
    try {
      return await putBack(sql, statements);
    } catch (error) {
      // Weekly runs of other tests bill this firm too; of some at once, more than one may be in the way.
      const isDeadlock = error instanceof postgres.PostgresError && error.code === "40P01";
      if (!isDeadlock || tries === MOST_TRIES) throw error;
    }
  }
}

async function putBack(sql: postgres.Sql, statements: string): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    // Sums are of lines that stay. Taken first, so that no job sums up meanwhile what goes.
    await sql`truncate private.billed_sums, private.paid_sums`;
    await sql.unsafe(statements);
    // What a cascade would have taken along.
    await sql`delete from public.contract_alerts as alert where not exists (
                select from public.contract_renewals as renewal
                 where renewal.id = alert.contract_renewal_id)`;
    // The list that triggers keep, without truncating it: other tests work beside this one.
    await sql`delete from private.unbilled_entries as listed
               where exists (select from public.invoice_lines as line
                              where line.time_entry_id = listed.time_entry_id and line.part = 1)
                  or not exists (
                     select from private.billable_time as entry
                      where entry.time_entry_id = listed.time_entry_id
                        and (entry.assignment_id, entry.work_date, entry.hours, entry.code, entry.quantity)
                            is not distinct from
                            (listed.assignment_id, listed.work_date, listed.hours, listed.code, listed.quantity))`;
    await sql`insert into private.unbilled_entries (time_entry_id, assignment_id, work_date, hours, code, quantity)
              select entry.time_entry_id, entry.assignment_id, entry.work_date, entry.hours, entry.code, entry.quantity
                from private.billable_time as entry
               where not exists (select from public.invoice_lines as line
                                  where line.time_entry_id = entry.time_entry_id and line.part = 1)
                  on conflict do nothing`;
  });
}

async function snapshotOf(sql: postgres.Sql, firm: AccessFirm) {
  const columns = await sql<{ table: string; columns: string }[]>`
    select table_name as table, string_agg(column_name, ', ') as columns
      from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
     group by table_name`;
  const remove: string[] = [];
  const insert: string[] = [];
  for (const { table, columns: list } of columns) {
    // Of these nothing goes away.
    if (
      /^(organization_settings|mail_settings|mail_kinds|audit_log|earning_codes|journal_accounts|state_rules|retention|closed_areas|approval_policies)$/
        .test(table)
    ) continue;
    const rows = firm.rows.filter((row) => row.table === table);
    if (rows.length === 0) continue;
    const where = rows.map((row) => `(${conditionOf(row)})`).join(" or ");
    const [found] = await sql.unsafe<[{ content: string | null }]>(
      `select jsonb_agg(row)::text as content from public.${table} as row where ${where}`,
    );
    if (found.content === null) throw new Error(`somebody took the rows of ${table} away`);
    remove.push(`delete from public.${table} where ${where}`);
    insert.push(`insert into public.${table} (${list}) overriding system value select ${list} from
      jsonb_populate_recordset(null::public.${table}, '${found.content.replaceAll("'", "''")}')`);
  }
  return { remove: remove.join(";\n"), restore: [...remove, ...insert].join(";\n") };
}

function deletion(row: Pick<PreparedRow, "table" | "key">): string {
  return `delete from public.${row.table} where ${conditionOf(row)}`;
}

function conditionOf(row: Pick<PreparedRow, "key">): string {
  return Object.entries(row.key).map(([column, value]) => `${column} = '${value}'`).join(" and ");
}
