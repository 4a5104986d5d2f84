/**
 * A test's database as it was before the test. Clones of the template begin alike, to the row and to the transaction
 * that wrote it, so what was written since is known by its younger ones and can be taken back. The database then serves
 * the next test, by a connection that has read the catalog and made its plans: most of what a short test costs.
 */
import type postgres from "postgres";

/** A database as it is before a test. */
export interface Slate {
  /** Each table with what marks its state; what is put back has a younger transaction, so each test has its own. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Statement that puts back the rows of a table which has some before any test. */
  readonly refills: ReadonlyMap<string, string>;
  /** Tables of the catalog. */
  readonly catalog: ReadonlySet<string>;
  /** Triggers that replication roles do not switch off, by their table. */
  readonly guards: ReadonlyMap<string, readonly string[]>;
}

/** A table's rows, and the youngest of the transactions that wrote them. */
interface Mark {
  readonly rows: number;
  readonly youngest: string | null;
}

/** Rows of a table up to which taking them back costs less than a new clone. */
const FEW = 2000;

/** Reads a clone on which nobody has worked yet. */
export async function readSlate(sql: postgres.Sql): Promise<Slate> {
  const tables = await sql<
    { name: string; catalog: boolean; columns: string; guards: string[] }[]
  >`
    select class.oid::regclass::text as name, part.*, relnamespace = 'pg_catalog'::regnamespace as catalog
      from pg_class as class
     cross join lateral (
         select (select string_agg(quote_ident(attname), ', ') from pg_attribute
                  where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
                array(select quote_ident(tgname) from pg_trigger
                       where tgrelid = class.oid and tgenabled = 'A') as guards) as part
     where relkind = 'r' and not relisshared and relnamespace <> 'information_schema'::regnamespace`;
  const catalog = new Set(tables.filter(({ catalog }) => catalog).map(({ name }) => name));
  const marks = await readMarks(sql, tables.map(({ name }) => name));
  const refills = new Map<string, string>();
  for (const { name, columns } of tables) {
    if (catalog.has(name) || marks.get(name)?.rows === 0) continue;
    const [{ rows }] = await sql.unsafe<[{ rows: string }]>(
      `select quote_literal(json_agg(t)) as rows from ${name} as t`,
    );
    refills.set(
      name,
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${name}, ${rows})`,
    );
  }
  return {
    marks,
    refills,
    catalog,
    guards: new Map(tables.map(({ name, guards }) => [name, guards])),
  };
}

/**
 * Takes back what a test wrote, by the one connection that is left.
 *
 * @param clock the only setting that the database has
 * @returns the slate for the next test; null where the test left more than some rows and settings of that connection,
 *   which takes a new clone
 */
export async function wipe(
  sql: postgres.Sql,
  slate: Slate,
  clock: string | undefined,
): Promise<Slate | null> {
  await sql.unsafe(`
    reset session authorization; reset all; select pg_advisory_unlock_all();
    set session_replication_role = replica; set max_parallel_workers_per_gather = 0`);
  if (!await isAlone(sql) || await clockOf(sql) !== clock) return null;
  const found = await readMarks(sql, [...slate.marks.keys()], { prepare: true });
  const changed = [...found].filter(([table, mark]) => isOther(mark, slate.marks.get(table)));
  if (changed.some(([table, { rows }]) => slate.catalog.has(table) || rows > FEW)) return null;
  const tables = changed.map(([table]) => table);
  await sql.unsafe([
    ...tables.flatMap((table) => refill(table, slate)),
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
       from pg_sequences`,
    "reset all",
  ].join(";\n"));
  // Triggers were switched off and on.
  const written = await readMarks(sql, [...tables, "pg_trigger"]);
  return { ...slate, marks: new Map([...found, ...written]) };
}

/** Statements that leave a table as it was before any test. */
function refill(table: string, { refills, guards }: Slate): string[] {
  const switched = (how: string) =>
    (guards.get(table) ?? []).map((guard) => `alter table ${table} ${how} trigger ${guard}`);
  const rows = refills.get(table);
  return [
    ...switched("disable"),
    `delete from ${table}`,
    ...rows === undefined ? [] : [rows],
    ...switched("enable always"),
  ];
}

/** Waits a little for the connections of clients that are gone. */
async function isAlone(sql: postgres.Sql): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const others = await sql`
      select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    if (others.length === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
}

async function clockOf(sql: postgres.Sql): Promise<string | undefined> {
  const settings = await sql<{ setting: string }[]>`
    select unnest(setconfig) as setting from pg_db_role_setting
     where setdatabase = (select oid from pg_database where datname = current_database())`;
  return settings.length === 0
    ? undefined
    : settings.map(({ setting }) => setting.replace("app.clock=", "")).join();
}

function isOther(one: Mark, other: Mark | undefined): boolean {
  return one.rows !== other?.rows || one.youngest !== other.youngest;
}

async function readMarks(
  sql: postgres.Sql,
  tables: readonly string[],
  options: postgres.UnsafeQueryOptions = {},
): Promise<Map<string, Mark>> {
  const each = tables.map((name) =>
    `select '${name}' as name, count(*)::int as rows, max(xmin::text::bigint) as youngest from ${name}`
  );
  const marks = await sql.unsafe<({ name: string } & Mark)[]>(
    each.join(" union all "),
    [],
    options,
  );
  return new Map(marks.map(({ name, rows, youngest }) => [name, { rows, youngest }]));
}
