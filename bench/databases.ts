import postgres from "postgres";
import { applyBase } from "../stack/base.ts";
import { loadSchemaTree, readSchemaTree } from "../stack/schema/tree.ts";
import { ROOT } from "./server.ts";

/** A database that ends with its use: `await using clone = await databases.clone(…)`. */
export interface Database extends AsyncDisposable {
  readonly url: string;
}

/** The databases of one run: their schema made once, filled once per state, cloned for each measurement. */
export interface Databases {
  /** A new database in the state that {@link load} leaves; it is dropped after its use. */
  clone(state: string, load: Load): Promise<Database>;
  /** A new database that {@link load} fills; for what is too large to copy and measured once. */
  fresh(load: Load): Promise<Database>;
}

/** Fills a database that has the schema. Afterwards it is vacuumed and analyzed. */
export type Load = (sql: postgres.Sql) => Promise<void>;

const SCHEMA = "schema_only";

/** Makes the first template on a new server. */
export async function openDatabases(serverUrl: string): Promise<Databases> {
  const admin = postgres(serverUrl, { max: 1, idle_timeout: 1, onnotice: () => {} });
  const urlOf = (name: string) => serverUrl.replace(/\/postgres$/, `/${name}`);
  const create = async (name: string, template: string) => {
    await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`;
  };
  const drop = async (name: string) => {
    await admin`drop database if exists ${admin(name)} with (force)`;
  };
  const states = new Set<string>();
  let made = 0;
  const open = (name: string): Database => ({
    url: urlOf(name),
    [Symbol.asyncDispose]: () => drop(name),
  });
  const fill = async (name: string, load: Load) => {
    await create(name, SCHEMA);
    await within(urlOf(name), load);
    await within(urlOf(name), (sql) => sql`vacuum (analyze)`);
  };

  await create(SCHEMA, "template1");
  await within(urlOf(SCHEMA), applyBase);
  await within(urlOf(SCHEMA), async (sql) => {
    await loadSchemaTree(sql, await readSchemaTree(ROOT));
    await sql`create extension pg_stat_statements with schema extensions`;
    await sql`create extension pg_prewarm with schema extensions`;
  });

  return {
    async clone(state, load) {
      if (!states.has(state)) {
        await fill(state, load);
        states.add(state);
      }
      const name = `${state}_${++made}`;
      await create(name, state);
      await within(urlOf(name), prewarm);
      return open(name);
    },
    async fresh(load) {
      const name = `fresh_${++made}`;
      await fill(name, load);
      return open(name);
    },
  };
}

/** Reads a clone's tables and indexes into memory, as they are where a database is in use. */
async function prewarm(sql: postgres.Sql): Promise<void> {
  await sql`
    select sum(extensions.pg_prewarm(class.oid::regclass))
      from pg_class as class
     where (class.relnamespace = 'public'::regnamespace or class.relispartition) and class.relkind in ('r', 'i')`;
}

async function within(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
