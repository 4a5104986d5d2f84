// Tables and procedures over HTTP through the real supabase-js: the secret key gets in, who is signed out
// does not. What each signed-in role may do comes with the access rules.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type { SupabaseClient } from "@supabase/supabase-js";
import type postgres from "postgres";
import { clientWith } from "../support/http/client.ts";
import { withProjectDatabase } from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";
import { withDatabase } from "../support/server/database.ts";

const DEMO_PASSWORD = "demo-password";
const DEMO_USERS = [
  "admin",
  "billing",
  "payroll",
  "recruiting",
  "viewer",
  "contractor",
  "facility",
];

// Not held to the database's types: these tests name tables as the catalog does, and what is not there.
const server = (): SupabaseClient => clientWith(project().secretKey);
const signedOut = (): SupabaseClient => clientWith(project().publishableKey);

async function signedIn(name: string): Promise<SupabaseClient> {
  const user = signedOut();
  const credentials = { email: `${name}@demo.example`, password: DEMO_PASSWORD };
  const { data, error } = await user.auth.signInWithPassword(credentials);
  assertEquals(error, null, name);
  assertStrictEquals(data.user?.email, credentials.email);
  return user;
}

/** The tables that rls_auto_enable_test.ts makes, and drops again, beside these tests. */
const FORGOTTEN = /^forgotten_/;

/** Every table and view of the schema public, with a column of each. */
async function relations(sql: postgres.Sql): Promise<Relation[]> {
  const all = await sql<Relation[]>`
    select relname as name, attname as column
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum = 1
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname`;
  return all.filter(({ name }) => !FORGOTTEN.test(name));
}

interface Relation {
  name: string;
  column: string;
}

Deno.test("rest/the_secret_key_reads_the_facilities_of_the_demo_firm", async () => {
  const { data, error } = await server().from("facilities").select("name, payment_terms_days")
    .like("billing_email", "accounts@facility%.example").order("name");
  assertEquals(error, null);
  assertEquals(data?.length, 12);
  assertEquals(data?.at(-1), {
    name: "Sierra Vista Community Hospital, Sacramento CA",
    payment_terms_days: 30,
  });
});

Deno.test("rest/the_secret_key_reads_every_table", () =>
  withProjectDatabase(async (sql) => {
    for (const { name } of await relations(sql)) {
      const { error } = await server().from(name).select("*").limit(1);
      assertEquals(error, null, `${name}: ${error?.message}`);
    }
  }));

Deno.test("rest/embeds_what_belongs_together_without_being_told_by_which_key", async () => {
  for (
    const [table, columns] of [
      ["invoices", "number, facilities(name), invoice_lines(amount), payments(amount)"],
      ["payments", "amount, invoices(number)"],
      ["invoice_lines", "amount, invoices(number), purchase_orders(number)"],
      ["assignments", "id, facilities(name), contractors(last_name), purchase_orders(number)"],
      ["purchase_orders", "number, facilities(name)"],
      ["time_entries", "hours, assignments(contractors(last_name), facilities(name))"],
    ] as const
  ) {
    const { error } = await server().from(table).select(columns).limit(1);
    assertEquals(error, null, `${table}: ${error?.message}`);
  }
});

Deno.test("rest/numbers_are_json_numbers_and_instants_and_days_are_iso", () =>
  withProjectDatabase(async (sql) => {
    const columns = "id, total, due_date, sent_at";
    const { data, error } = await server().from("invoices").select(columns)
      .not("sent_at", "is", null).order("id").limit(20);
    assertEquals(error, null);
    assert(data !== null && data.length > 0);
    const rows = await sql`
      select id, total::text, due_date::text, sent_at from invoices where id = any (${
      data.map((row) => row.id)
    })
       order by id`;
    // Other tests take theirs away meanwhile.
    const stored = new Map(rows.map((row) => [row.id, row]));
    const kept = data.filter(({ id }) => stored.has(id));
    assert(kept.length > 0);
    for (const invoice of kept) {
      const row = stored.get(invoice.id);
      assertEquals(typeof invoice.total, "number");
      assertStrictEquals(invoice.total.toFixed(2), row?.total);
      assertStrictEquals(invoice.due_date, row?.due_date);
      assertMatch(invoice.sent_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
      assertStrictEquals(new Date(invoice.sent_at).getTime(), row?.sent_at.getTime());
    }
  }));

Deno.test("rest/who_is_signed_out_reads_and_writes_nothing_anywhere", () =>
  withProjectDatabase(async (sql) => {
    const all = await relations(sql);
    assert(all.length > 25, String(all.length));
    for (const { name, column } of all) {
      const table = signedOut().from(name);
      const attempts = {
        select: await table.select("*"),
        insert: await table.insert({ [column]: null }),
        update: await table.update({ [column]: null }).not(column, "is", null),
        delete: await table.delete().not(column, "is", null),
      };
      for (const [attempt, { status, error, data }] of Object.entries(attempts)) {
        const what = `${attempt} on ${name}: ${status} ${error?.message}`;
        assert(error?.code === "42501" && data === null, what);
        assertEquals(status, 401, what);
      }
    }
  }));

Deno.test("rest/a_request_without_a_valid_key_is_refused", async () => {
  const { baseUrl, publishableKey, secretKey } = project();
  const invented = `${publishableKey.slice(0, -4)}AAAA`;
  const refused: Record<string, string>[] = [
    {},
    { apikey: "" },
    { apikey: "anon" },
    { apikey: invented },
    { apikey: `${secretKey}x` },
    { Authorization: `Bearer ${secretKey.slice(0, -1)}` },
    {
      apikey: publishableKey,
      Authorization: "Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.",
    },
  ];
  for (const headers of refused) {
    for (const path of ["facilities?select=name", "rpc/rls_auto_enable"]) {
      const method = path.startsWith("rpc") ? "POST" : "GET";
      const answer = await fetch(`${baseUrl}/rest/v1/${path}`, { method, headers });
      const text = await answer.text();
      assertEquals(answer.status, 401, `${path} with ${JSON.stringify(headers)}: ${text}`);
      assert(!text.includes("Hospital"), text);
    }
  }
});

Deno.test("rest/every_demo_user_signs_in_with_the_demo_password_and_no_other", async () => {
  for (const name of DEMO_USERS) await signedIn(name);
  const credentials = { email: "billing@demo.example", password: "demo-passwore" };
  const { data, error } = await signedOut().auth.signInWithPassword(credentials);
  assertEquals(error?.status, 400);
  assertEquals(data.session, null);
});

Deno.test("rest/who_signs_out_again_gets_nothing", async () => {
  const user = await signedIn("viewer");
  await user.auth.signOut();
  const { status, data } = await user.from("facilities").select("name");
  assertEquals(status, 401);
  assertEquals(data, null);
});

Deno.test("rest/rls_auto_enable_answers_the_same_under_both_paths", async (t) => {
  for (const path of ["rls_auto_enable", "rlsautoenable"]) {
    await t.step(path, async () => {
      const { data, error, status } = await server().rpc(path);
      assertEquals(error, null);
      assertEquals(status, 200);
      // Every table of the project has row level security: nothing was left to switch on.
      assertEquals(data?.filter((name: string) => !FORGOTTEN.test(name)), []);

      assertEquals((await signedOut().rpc(path)).status, 401);
      const viewer = await (await signedIn("viewer")).rpc(path);
      assertEquals(viewer.status, 403);
      assertEquals(viewer.data, null);
    });
  }
});

Deno.test("rest/nothing_of_schema_private_can_be_reached", () =>
  withProjectDatabase(async (sql) => {
    const names = await sql<{ name: string }[]>`
      select distinct proname as name from pg_proc where pronamespace = 'private'::regnamespace
      except select proname from pg_proc where pronamespace = 'public'::regnamespace`;
    assert(names.length > 3);
    const few = names.slice(0, 10).map(({ name }) => `private.${name}`);
    for (const path of [...names.map(({ name }) => name), ...few]) {
      const { status, error } = await server().rpc(path);
      assertEquals(status, 404, `${path}: ${error?.message}`);
    }
    for (const schema of ["private", "auth", "extensions", "supabase_migrations"]) {
      const { status, data } = await server().schema(schema).from("schema_migrations").select();
      assertEquals(status, 406, schema);
      assertEquals(data, null);
    }
    assertEquals((await server().schema("private").rpc("clock")).status, 406);
  }));

/** Rights of roles to the tables, the functions and the schemas of the project. */
async function grants(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select format('%s %s: %s', kind, name, array(select item::text from unnest(acl) as item order by 1)) as line
      from (select 'relation' as kind, oid::regclass::text as name, relnamespace as schema,
                   coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)) as acl
              from pg_class where relkind in ('r', 'p', 'v', 'm', 'S')
            union all
            select 'function', oid::regprocedure::text, pronamespace, coalesce(proacl, acldefault('f', proowner))
              from pg_proc
            union all
            select 'schema', nspname, oid, coalesce(nspacl, acldefault('n', nspowner)) from pg_namespace
            union all
            select 'column', attrelid::regclass || '.' || attname, relnamespace, attacl
              from pg_attribute join pg_class on pg_class.oid = attrelid where attacl is not null) as granted
     where schema in ('public'::regnamespace, 'private'::regnamespace)
     order by line`;
  return rows.map((row) => row.line).filter((line) => !/^\w+ forgotten_/.test(line));
}

Deno.test("rest/serving_the_database_granted_nobody_anything", () =>
  withProjectDatabase(async (sql) => {
    await server().from("facilities").select("id").limit(1);
    await signedOut().from("facilities").select("id").limit(1);
    await (await signedIn("billing")).from("facilities").select("id").limit(1);

    const names = await sql<{ name: string; may: boolean }[]>`
      select oid::regclass::text as name,
             has_table_privilege('anon', oid, 'select,insert,update,delete,truncate,references,trigger') as may
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`;
    assertEquals(names.filter(({ name, may }) => may && !FORGOTTEN.test(name)), []);
    // A database that nothing but the migrations has touched.
    await withDatabase(async (migrated) => {
      assertEquals(await grants(sql), await grants(migrated.sql));
    });
  }));
