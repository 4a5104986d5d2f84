import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { Firm } from "../../support/firm.ts";
import { connectTo, type TestDatabase, withDatabase } from "../../support/server/database.ts";

/** A clock that no other test has, so that no other's databases are taken. */
const CLOCK = { clock: "2031-05-05 12:00:00+00" };

/** All that can be read of a database: its rows, sequences and triggers, and what its connection is set to. */
async function stateOf(sql: postgres.Sql | postgres.TransactionSql): Promise<readonly string[]> {
  const tables = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
     order by 1`;
  const rows = await Promise.all(tables.map(async ({ name }) => {
    const [row] = await sql.unsafe(
      `select json_agg(t order by t::text)::text as rows from ${name} as t`,
    );
    return `${name} ${row?.rows}`;
  }));
  const [rest] = await sql`
    select current_user, session_user, current_setting('session_replication_role') as replication,
           coalesce(current_setting('request.jwt.claims', true), '') as claims, current_setting('app.clock') as clock,
           (select count(*) from pg_locks where locktype = 'advisory'
                                  and database = (select oid from pg_database where datname = current_database())) as locks,
           (select json_agg((sequencename, last_value)) from pg_sequences) as sequences,
           (select json_agg((tgrelid::regclass, tgname, tgenabled) order by tgrelid, tgname) from pg_trigger) as triggers`;
  return [...rows, JSON.stringify(rest)];
}

/** Work of a test that leaves rows, changes and removes what is there before, and changes its connection. */
async function work({ sql }: TestDatabase): Promise<void> {
  const firm = await Firm.create(sql);
  await firm.entry(await firm.assignment(), "approved");
  await firm.pay(await firm.sentInvoice("2026-02-01"), "2026-02-02", "10.00");
  await sql`update public.organization_settings set controls = 'two_people'`;
  await sql`delete from public.mail_kinds`;
  await sql`select nextval('private.outbox_place_seq'), pg_advisory_lock(1)`;
  await sql`select set_config('request.jwt.claims', '{"role":"anon"}', false)`;
  await sql`set role anon`;
}

Deno.test("kept_databases/are_as_they_were_before_the_test_that_left_them", async () => {
  const seen: string[] = [];
  let before: readonly string[] = [];
  await withDatabase(async ({ sql, url }) => {
    before = await sql.begin(stateOf);
    seen.push(url);
  }, CLOCK);
  for (let round = 0; round < 2; round++) {
    await withDatabase(async (database) => {
      seen.push(database.url);
      await work(database);
      assert(before.join() !== (await connected(database.url, stateOf)).join());
    }, CLOCK);
    await withDatabase(async ({ sql, url }) => {
      seen.push(url);
      assertEquals(await sql.begin(stateOf), before);
    }, CLOCK);
  }
  assertStrictEquals(new Set(seen).size, 1);
});

const DEEDS: Record<string, (database: TestDatabase) => Promise<unknown>> = {
  "a table": ({ sql }) => sql`create table public.left_behind ()`,
  "a column": ({ sql }) => sql`alter table public.facilities add column left_behind text`,
  "a trigger less": ({ sql }) => sql`drop trigger audit_log_is_append_only on public.audit_log`,
  "a changed function": ({ sql }) => sql`alter function private.clock() cost 7`,
  "a comment": ({ sql }) => sql`comment on table public.facilities is 'left behind'`,
  "a right": ({ sql }) => sql`grant select on public.audit_log to anon`,
  "statistics": ({ sql }) => sql`analyze public.journal_accounts`,
  "another clock": ({ sql, url }) =>
    sql.unsafe(
      `alter database ${new URL(url).pathname.slice(1)} set app.clock = '2031-05-06 12:00:00+00'`,
    ),
  "a table of its connection": ({ sql }) => sql`create temporary table left_behind ()`,
  "many rows": ({ sql }) =>
    sql`insert into public.candidates (first_name, last_name, email)
        select 'Cy', 'Nurse', number || '@example.org' from generate_series(1, 3000) as number`,
  "no connection": ({ sql }) => sql.end(),
};

for (const [what, leave] of Object.entries(DEEDS)) {
  Deno.test(`kept_databases/serve_no_other_test_after_one_that_left_${what.replaceAll(" ", "_")}`, async () => {
    const seen: string[] = [];
    const note = ({ url }: TestDatabase) => Promise.resolve(void seen.push(url));
    await withDatabase(note, CLOCK);
    await withDatabase(async (database) => {
      await note(database);
      await leave(database);
    }, CLOCK);
    await withDatabase(note, CLOCK);
    assertEquals(seen.map((url) => url === seen[0]), [true, true, false]);
  });
}

Deno.test("kept_databases/serve_no_test_that_asks_for_a_new_one", async () => {
  const seen: string[] = [];
  const note = ({ url }: TestDatabase) => Promise.resolve(void seen.push(url));
  await withDatabase(note, CLOCK);
  await withDatabase(note, { ...CLOCK, fresh: true });
  await withDatabase(note, CLOCK);
  assertEquals(seen.map((url) => url === seen[0]), [true, false, true]);
});

/** The databases that tests get which do nothing, by the order in which they first come. */
async function gotten(clocks: readonly string[]): Promise<number[]> {
  const seen: string[] = [];
  for (const clock of clocks) {
    await withDatabase(({ url }) => Promise.resolve(void seen.push(url)), { clock });
  }
  const databases = [...new Set(seen)];
  return seen.map((url) => databases.indexOf(url));
}

Deno.test("kept_databases/serve_thirty_tests_and_then_no_other", async () => {
  const got = await gotten(Array.from({ length: 31 }, () => "2032-05-05 12:00:00+00"));
  assertEquals(got, [...Array.from({ length: 30 }, () => 0), 1]);
});

Deno.test("kept_databases/are_the_two_that_were_left_last_each_with_its_clock", async () => {
  const [one, two, three] = [1, 2, 3].map((day) => `2033-05-0${day} 12:00:00+00`) as [
    string,
    string,
    string,
  ];
  assertEquals(await gotten([one, two, one, two, three, two, one]), [0, 1, 0, 1, 2, 1, 3]);
});

Deno.test("kept_databases/serve_no_other_test_after_one_that_failed_or_is_still_connected", async () => {
  const seen: string[] = [];
  await assertRejects(() =>
    withDatabase(({ url }) => {
      seen.push(url);
      return Promise.reject(new Error("fails"));
    }, CLOCK)
  );
  const others: postgres.Sql[] = [];
  await withDatabase(async ({ url }) => {
    seen.push(url);
    const other = connectTo(url);
    await other`select`;
    others.push(other);
  }, CLOCK);
  await withDatabase(({ url }) => Promise.resolve(void seen.push(url)), CLOCK);
  await Promise.all(others.map((other) => other.end({ timeout: 1 })));
  assertStrictEquals(new Set(seen).size, 3);
});

async function connected<T>(url: string, act: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1 });
  try {
    return await act(sql);
  } finally {
    await sql.end();
  }
}
