// The matrix notices each policy: taken away, and opened to everyone.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { type Expectation, expectation } from "../../../support/access/expectation.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { blindWritersInSql, differences, rightsInSql } from "../../../support/access/sql.ts";
import { withDatabase } from "../../../support/server/database.ts";

interface Policy {
  readonly name: string;
  readonly table: string;
  readonly using: boolean;
  readonly check: boolean;
}

async function policies(sql: postgres.Sql): Promise<Policy[]> {
  return [
    ...await sql<Policy[]>`
      select policyname as name, tablename as table, qual is not null as using,
             with_check is not null as check
        from pg_policies where schemaname = 'public' order by tablename, policyname`,
  ];
}

/**
 * The triggers that ask for the role before the policies are asked (private.require_writer): switched off here, so
 * that what the policies let through shows.
 */
async function switchOffRoleTriggers(sql: postgres.ReservedSql, table: string): Promise<void> {
  const triggers = await sql<{ name: string }[]>`
    select tgname as name from pg_trigger
     where tgrelid = ${`public.${table}`}::regclass and tgfoid = 'private.require_writer'::regproc`;
  for (const { name } of triggers) {
    await sql.unsafe(`alter table public.${table} disable trigger ${name}`);
  }
}

/** Differences of a table from the matrix after a change, which is taken back. */
async function noticed(
  sql: postgres.Sql,
  firm: AccessFirm,
  table: string,
  change: string,
): Promise<string[]> {
  const connection = await sql.reserve();
  try {
    await connection`begin`;
    await switchOffRoleTriggers(connection, table);
    await connection.unsafe(change);
    const found = differences(
      ofTable(expectation(), table),
      await rightsInSql(connection, firm, table),
    );
    return found.length > 0 ? found : await blindWritersInSql(connection, firm, table);
  } finally {
    await connection`rollback`;
    connection.release();
  }
}

function ofTable(matrix: Expectation, table: string): Expectation {
  return new Map([...matrix].filter(([row]) => row.startsWith(`${table} / `)));
}

Deno.test("access/needs_every_policy", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const all = await policies(sql);
    assert(all.length > 50, "the policies were not found");
    const unnoticed: string[] = [];
    for (const { name, table } of all) {
      const cells = await noticed(sql, firm, table, `drop policy ${name} on public.${table}`);
      if (cells.length === 0) unnoticed.push(`${name} on ${table}`);
    }
    assertEquals(unnoticed, []);
  }));

Deno.test("access/needs_what_every_policy_asks", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const unnoticed: string[] = [];
    for (const { name, table, using, check } of await policies(sql)) {
      const open = `${using ? "using (true)" : ""} ${check ? "with check (true)" : ""}`;
      const change = `alter policy ${name} on public.${table} ${open}`;
      const cells = await noticed(sql, firm, table, change);
      if (cells.length === 0) unnoticed.push(`${name} on ${table}`);
    }
    assertEquals(unnoticed, []);
  }));

Deno.test("access/needs_row_level_security_on_every_table", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const tables = new Set((await policies(sql)).map((policy) => policy.table));
    const unnoticed: string[] = [];
    for (const table of tables) {
      const change = `alter table public.${table} disable row level security`;
      if ((await noticed(sql, firm, table, change)).length === 0) unnoticed.push(table);
    }
    assertEquals(unnoticed, []);
  }));
