// The log is kept by months. Nobody reads or changes it by one of them.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { NOTHING } from "../../../support/jobs/counts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

async function partitions(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select class.relname as name from pg_inherits join pg_class as class on class.oid = inhrelid
     where inhparent = 'audit_log'::regclass order by 1`;
  return rows.map(({ name }) => name);
}

Deno.test("audit_log/has_partitions_for_two_years_ahead_and_an_empty_one_for_what_no_month_takes", () =>
  withDatabase(async ({ sql }) => {
    const [months] = await sql`
      select (select array_agg('audit_log_' || to_char(month, 'YYYY_MM') order by month)
                from generate_series(date_trunc('month', now() at time zone 'UTC') + interval '1 month',
                                     date_trunc('month', now() at time zone 'UTC') + interval '24 months',
                                     interval '1 month') as month) as names`;
    assertEquals(await partitions(sql), [
      ...months?.names,
      "audit_log_default",
      "audit_log_first",
    ]);
    await sql`insert into audit_log (procedure, table_name) values ('test', 'invoices')`;
    assertStrictEquals((await sql`select from private.audit_log_first`).length > 0, true);
    assertStrictEquals((await sql`select from private.audit_log_default`).length, 0);
  }));

Deno.test("audit_log/is_not_read_changed_or_emptied_by_a_partition_by_anybody", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`insert into audit_log (procedure, table_name) values ('test', 'invoices')`;
    const names = await partitions(sql);
    assert(names.length > 24);
    for (const name of names) {
      for (
        const statement of [
          `update private.${name} set actor = null`,
          `delete from private.${name}`,
          `truncate private.${name}`,
        ]
      ) {
        await assertRefused(sql.unsafe(statement), 409, "audit_log_is_append_only");
        const asReplica = sql.begin(async (sql) => {
          await sql`set local session_replication_role = replica`;
          await sql.unsafe(statement);
        });
        await assertRefused(asReplica, 409, "audit_log_is_append_only");
        for (const caller of ["service", "admin", "signed_out"] as const) {
          await assertDenied(runAs(sql, firm, caller, statement), `${caller}: ${statement}`);
        }
      }
      await assertDenied(runAs(sql, firm, "service", `select from private.${name}`), name);
      const insert =
        `insert into private.${name} (procedure, table_name) values ('forged', 'invoices')`;
      await assertDenied(runAs(sql, firm, "service", insert), insert);
    }
  }));

Deno.test("audit_log/gets_partitions_that_are_closed_as_the_others_are", () =>
  withDatabase(async ({ sql }) => {
    const before = await partitions(sql);
    const [{ made }] = await sql<[{ made: number }]>`
      select private.add_log_months((now() at time zone 'UTC')::date + 100) as made`;
    assert(made >= 3 && made <= 4, String(made));
    const [again] = await sql`
      select private.add_log_months((now() at time zone 'UTC')::date + 100) as made`;
    assertEquals(again, { made: 0 });
    const added = (await partitions(sql)).filter((name) => !before.includes(name));
    assertStrictEquals(added.length, made);
    for (const name of added) {
      const remove = sql.unsafe(`delete from private.${name}`);
      await assertRefused(remove, 409, "audit_log_is_append_only");
      const [rights] = await sql`
        select count(*)::int as rights from pg_class, aclexplode(relacl) as item
         where relname = ${name} and item.grantee <> relowner`;
      assertEquals(rights, { rights: 0 });
    }
    assertEquals([...await sql`select * from private.verify_log()`], []);
  }));

Deno.test("audit_log/takes_what_stands_in_the_default_partition_into_months_of_its_own", () =>
  withDatabase(async ({ sql }) => {
    await sql`
      insert into job_runs (job, today, status, counts, finished_at)
      values ('maintain', current_date, 'succeeded', ${sql.json(NOTHING.maintain)}, now())`;
    const health = async () =>
      (await sql`select is_ok, left_over from job_health where job = 'maintain'`)[0];
    assertEquals(await health(), { is_ok: true, left_over: 0 });
    await sql`
      insert into audit_log (at, procedure, table_name, new)
      values (now() + interval '4 years', 'test', 'invoices', '{"a": 1.50}'),
             (now() + interval '9 years', 'test', 'invoices', null)`;
    const wrong = await sql`select problem from private.verify_log()`;
    assertStrictEquals(wrong.length, 1);
    assertEquals(await health(), { is_ok: false, left_over: 0 });
    const rows = await sql`select * from audit_log where procedure = 'test' order by at`;

    await sql`select private.add_log_months((now() at time zone 'UTC')::date)`;
    assertEquals([...await sql`select * from audit_log where procedure = 'test' order by at`], [
      ...rows,
    ]);
    assertStrictEquals((await sql`select from private.audit_log_default`).length, 0);
    assertEquals([...await sql`select * from private.verify_log()`], []);
    assertEquals(await health(), { is_ok: true, left_over: 0 });
    // The months between them are made in their time.
    await sql`select private.add_log_months((now() at time zone 'UTC')::date + 1500)`;
    assertEquals([...await sql`select * from private.verify_log()`], []);
  }));

Deno.test("audit_log/is_told_of_when_somebody_switches_a_guard_off", () =>
  withDatabase(async ({ sql }) => {
    const [month] = await partitions(sql);
    await sql.unsafe(`alter table private.${month} disable trigger audit_log_is_append_only`);
    const problems = await sql<{ problem: string }[]>`select problem from private.verify_log()`;
    assertEquals(problems.map(({ problem }) => problem), [
      `Changes may be changed or removed in private.${month}: its trigger is not there, or off.`,
    ]);
  }));
