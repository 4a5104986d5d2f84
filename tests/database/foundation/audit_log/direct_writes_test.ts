// Whoever writes a table that matters, by whatever key or connection, leaves a row a changed row.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs, runAs } from "../../../support/access/acting.ts";
import { type Caller, identityOf, type Person } from "../../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { insertStatement, type Values } from "../../../support/access/prepared_rows.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import type { Row } from "../../../support/sql/rows.ts";

/** A row of a table that is inserted, updated and deleted again. */
interface Written {
  readonly values: Values;
  /** Columns that the update sets. */
  readonly set: string;
  /** Staff roles that write the table, and which of insert, update and delete they may. */
  readonly person?: readonly [Person, ...("insert" | "update" | "delete")[]];
}

const ALL = ["insert", "update", "delete"] as const;

/** A new row for each of the tables. */
function rowsToWrite(firm: AccessFirm): Readonly<Record<string, Written>> {
  const { north, ada } = firm.people;
  const { adaNorth } = firm.placements;
  const check_id = firm.id("checks", "received");
  return {
    staff_members: {
      values: { name: "Dee", roles: ["viewer"] },
      set: "roles = '{admin}'",
      person: ["admin", ...ALL],
    },
    contractors: {
      values: {
        first_name: "Dee",
        last_name: "Nurse",
        email: `${crypto.randomUUID()}@example.org`,
      },
      set: "email = gen_random_uuid() || '@example.org'",
      person: ["recruiting", "update"],
    },
    facilities: { values: { name: "East" }, set: "name = 'West'", person: ["billing", ...ALL] },
    facility_contacts: {
      values: { facility_id: north, name: "Lee" },
      set: "name = 'Lea'",
      person: ["billing", ...ALL],
    },
    facility_interest_terms: {
      values: { facility_id: north, effective_from: "2099-01-01", annual_rate: "0.18" },
      set: "annual_rate = 9",
      person: ["billing", ...ALL],
    },
    assignments: {
      values: { contractor_id: ada, facility_id: north, start_date: "2098-01-01" },
      set: "end_date = '2098-12-31'",
      person: ["recruiting", "update"],
    },
    assignment_rates: {
      values: {
        assignment_id: adaNorth,
        effective_from: "2097-01-01",
        bill_rate: "100",
        pay_rate: "60",
      },
      set: "pay_rate = 61",
    },
    assignment_stipends: {
      values: {
        assignment_id: adaNorth,
        weekly_amount: "50",
        kind: "reimbursement",
        effective_from: "2096-01-01",
      },
      set: "weekly_amount = 60",
      person: ["payroll", ...ALL],
    },
    rate_hits: {
      values: { assignment_id: adaNorth, effective_on: "2095-01-01", bill_rate_change: "5" },
      set: "bill_rate_change = 6",
      person: ["billing", ...ALL],
    },
    checks: {
      values: { facility_id: north, amount: "70", received_on: "2026-02-02" },
      set: "amount = 71",
      person: ["billing", ...ALL],
    },
    check_reconciliations: {
      values: { check_id },
      set: "created_at = created_at + interval '1 second'",
      person: ["billing", "insert", "delete"],
    },
    check_reconciliation_lines: {
      values: {
        check_reconciliation_id: firm.id("check_reconciliations", "proposed"),
        invoice_id: firm.id("invoices", "north sent"),
        component: "interest",
        amount: "1",
      },
      set: "amount = 2",
      person: ["billing", ...ALL],
    },
    payroll_periods: {
      values: { period_start: "2099-01-05", period_end: "2099-01-11", pay_date: "2099-01-16" },
      set: "pay_date = '2099-01-17'",
      person: ["payroll", ...ALL],
    },
    payroll_adjustments: {
      values: { contractor_id: ada, payable_on: "2026-01-05", kind: "bonus", amount: "10" },
      set: "approved_at = '2026-01-06'",
      person: ["payroll", ...ALL],
    },
  };
}

/** New entries of the log about a table. */
async function newsOf(sql: postgres.Sql, table: string, seen: Set<string>): Promise<Row[]> {
  const rows = await sql<(Row & { id: string })[]>`
    select id, procedure, caller, actor, row_id, old, new from audit_log where table_name = ${table}`;
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id)).map(({ id: _, ...row }) => row);
}

/** Columns of a changed row that the log has: those that changed, and the key where that is not id. */
function changesOf(old: Row, changed: Row, key: readonly string[]) {
  const isIn = (column: string) =>
    JSON.stringify(old[column]) !== JSON.stringify(changed[column]) ||
    column !== "id" && key.includes(column);
  const part = (row: Row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => isIn(column)));
  return { old: part(old), new: part(changed) };
}

/** Kind of a connection's writes, and its name in the log. */
interface Writer {
  readonly caller: "authenticated" | "service_role" | "owner";
  readonly actor: string | null;
  readonly run: (statement: string) => PromiseLike<postgres.RowList<postgres.Row[]>>;
}

function writerOf(sql: postgres.Sql, firm: AccessFirm, caller: Caller): Writer {
  return {
    caller: caller === "service" ? "service_role" : "authenticated",
    actor: identityOf(caller, firm.users).claims.includes("sub")
      ? firm.users[caller as Person]
      : null,
    run: (statement) => runAs(sql, firm, caller, statement),
  };
}

Deno.test("audit_log/has_every_insert_update_and_delete_by_people_the_secret_key_and_the_owner", (test) =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const owner: Writer = { caller: "owner", actor: null, run: (each) => sql.unsafe(each) };
    const service = writerOf(sql, firm, "service");
    for (const [table, { values, set, person }] of Object.entries(rowsToWrite(firm))) {
      await test.step(table, async () => {
        const [someone, ...may] = person ?? ["viewer"];
        const key = table === "assignment_rates" ? ["assignment_id", "effective_from"] : ["id"];
        const keyOf = (row: Row) =>
          key.map((column) => `${column} = '${row[column]}'`).join(" and ");
        const seen = new Set<string>();
        await newsOf(sql, table, seen);
        for (const writer of [owner, service, writerOf(sql, firm, someone)]) {
          const by = (operation: typeof ALL[number]) =>
            writer.caller !== "authenticated" || may.includes(operation) ? writer : owner;
          /** Does one of the three and expects it in the log. */
          const write = async (
            operation: typeof ALL[number],
            statement: string,
            old: Row | null,
          ) => {
            const { run, caller, actor } = by(operation);
            const [row] = await run(`${statement} returning to_jsonb(${table}) as row`);
            assert(row !== undefined, `${operation} by ${caller} found no row`);
            const changed: Row = row.row;
            assertEquals(await newsOf(sql, table, seen), [{
              procedure: operation,
              caller,
              actor,
              row_id: changed.id ?? changed.assignment_id,
              ...(operation === "update" && old !== null
                ? changesOf(old, changed, key)
                : { old, new: operation === "delete" ? null : changed }),
            }]);
            return changed;
          };
          const made = await write("insert", insertStatement(table, values), null);
          const where = `where ${keyOf(made)}`;
          const changed = await write("update", `update ${table} set ${set} ${where}`, made);
          await write("delete", `delete from ${table} ${where}`, changed);
        }
      });
    }
  }));

Deno.test("audit_log/has_one_row_a_changed_row_and_none_of_rows_that_stay_as_they_were", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const seen = new Set<string>();
    await newsOf(sql, "facilities", seen);
    await runAs(sql, firm, "billing", "update facilities set name = 'north'");
    const news = await newsOf(sql, "facilities", seen);
    assertEquals(
      news.map((row) => [(row.old as Row).name, (row.new as Row).name]).sort(),
      [["south", "north"], ["without anything", "north"]],
    );
    await runAs(sql, firm, "billing", "update facilities set name = 'north'");
    await runAs(sql, firm, "billing", "update facilities set name = 'south' where false");
    assertEquals(await newsOf(sql, "facilities", seen), []);

    // Written or not, whichever of the two.
    const upsert = `
      insert into facility_interest_terms (facility_id, effective_from, annual_rate)
      values ('${firm.people.north}', '2100-01-01', 9), ('${firm.people.north}', '2100-01-02', 9)
      on conflict (facility_id, effective_from) do update set annual_rate = excluded.annual_rate`;
    await newsOf(sql, "facility_interest_terms", seen);
    await runAs(sql, firm, "service", upsert);
    const terms = await newsOf(sql, "facility_interest_terms", seen);
    assertEquals(terms.map((row) => row.procedure).sort(), ["insert", "update"]);
  }));

Deno.test("audit_log/has_the_lines_that_go_with_their_reconciliation", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = firm.id("check_reconciliations", "proposed");
    const remove = `delete from check_reconciliations where id = '${id}'`;
    await runAs(sql, firm, "billing", remove);
    const gone = await sql`
      select table_name, procedure, caller, actor, new from audit_log
       where old ->> 'check_reconciliation_id' = ${id} or row_id = ${id} and old is not null`;
    const by = {
      procedure: "delete",
      caller: "authenticated",
      actor: firm.users.billing,
      new: null,
    };
    assertEquals(
      new Set(gone),
      new Set([
        { table_name: "check_reconciliation_lines", ...by },
        { table_name: "check_reconciliations", ...by },
      ]),
    );
  }));

Deno.test("audit_log/has_it_when_the_second_approver_is_switched_off_and_on_again", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`update organization_settings set require_second_approver = true`;
    for (const asked of [false, true]) {
      const change = `update organization_settings set require_second_approver = ${asked}`;
      await runAs(sql, firm, asked ? "admin" : "service", change);
    }
    const log = await sql`
      select procedure, caller, actor, row_id, old -> 'require_second_approver' as old,
             new -> 'require_second_approver' as new
        from audit_log where table_name = 'organization_settings' order by at`;
    const row = { procedure: "update", row_id: null };
    assertEquals([...log], [
      { ...row, caller: "owner", actor: null, old: false, new: true },
      { ...row, caller: "service_role", actor: null, old: true, new: false },
      { ...row, caller: "authenticated", actor: firm.users.admin, old: false, new: true },
    ]);
  }));

Deno.test("audit_log/tells_a_direct_write_from_a_procedure_earlier_in_the_transaction", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const hit = firm.id("rate_hits", "pending");
    await actingAs(sql, identityOf("service", firm.users), async (sql) => {
      await sql.unsafe(`
        select apply_rate_hit('${hit}', true, true);
        update contractors set first_name = 'Eve' where id = '${firm.people.ada}'`);
    });
    const log = await sql`
      select table_name, procedure from audit_log where caller = 'service_role' order by at, table_name, procedure`;
    assertEquals(log.map((row) => `${row.table_name} ${row.procedure}`), [
      "assignment_rates apply_rate_hit",
      "assignment_rates apply_rate_hit",
      "contractors update",
      "rate_hits apply_rate_hit",
    ]);
  }));

Deno.test("audit_log/watches_tables_that_nobody_truncates_not_even_their_owner", () =>
  withDatabase(async ({ sql }) => {
    const tables = Object.keys(rowsToWrite(await prepareFirm(sql)));
    for (const table of [...tables, "organization_settings", "candidates"]) {
      await assertRefused(sql.unsafe(`truncate ${table} cascade`), 409, "truncate_refused");
    }
  }));
