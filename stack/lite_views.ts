/** The foreign keys of views, which PostgREST finds through their base tables and Supabase Lite does not. */
import type postgres from "postgres";

/** A column of a foreign key, as Lite's account of the catalog has it. */
export interface ForeignKeyColumn {
  readonly table: string;
  readonly column: string;
  readonly ref_table: string;
  readonly ref_column: string;
  readonly schema: string;
  readonly fk_def: string;
  readonly foreign_key_name: string;
  readonly foreign_key_group?: string;
}

/** A column of a view, and the column of a table that it shows. */
interface Shown {
  readonly view: string;
  readonly column: string;
  /** `schema.table` */
  readonly table: string;
  readonly shows: string;
}

/**
 * The foreign keys that views have from the tables whose columns they show, and those that lead to such views.
 *
 * @param schema whose views are meant
 * @param keys of the tables
 */
export async function foreignKeysOfViews<Key extends ForeignKeyColumn>(
  sql: postgres.Sql,
  schema: string,
  keys: readonly Key[],
): Promise<Key[]> {
  const shown = Map.groupBy(await shownColumns(sql, schema), ({ view }) => view);
  const byName = Map.groupBy(keys, (key) => `${key.schema}.${key.table} ${key.foreign_key_name}`);
  const found: Key[] = [];
  for (const columns of byName.values()) {
    const [first] = columns;
    if (first === undefined) continue;
    const own = `${first.schema}.${first.table}`;
    // The definition names the schema of a table that is not served.
    const [, otherSchema = schema] = /REFERENCES (\w+)\./.exec(first.fk_def) ?? [];
    const other = `${otherSchema}.${first.ref_table}`;
    const from = viewsThatShow(shown, own, columns.map(({ column }) => column));
    const to = viewsThatShow(shown, other, columns.map(({ ref_column }) => ref_column));
    const table = { name: first.table, columns: columns.map(({ column }) => column) };
    const referenced = {
      name: first.ref_table,
      columns: columns.map(({ ref_column }) => ref_column),
    };
    const near = own.startsWith(`${schema}.`) ? [table, ...from] : from;
    const far = other.startsWith(`${schema}.`) ? [referenced, ...to] : to;
    for (const [n, one] of near.entries()) {
      for (const [m, two] of far.entries()) {
        if (one === table && two === referenced) continue;
        found.push(...columns.map((key, at) => ({
          ...key,
          schema,
          table: one.name,
          column: one.columns[at] ?? key.column,
          ref_table: two.name,
          ref_column: two.columns[at] ?? key.ref_column,
          foreign_key_group: `${key.foreign_key_name} ${one.name} ${two.name} ${n} ${m}`,
        })));
      }
    }
  }
  return found;
}

/** The views that show all of these columns of a table, by their names in the view. */
function viewsThatShow(
  shown: ReadonlyMap<string, readonly Shown[]>,
  table: string,
  columns: readonly string[],
): { name: string; columns: string[] }[] {
  return [...shown].flatMap(([name, all]) => {
    const names = columns.flatMap((column) =>
      all.find((one) => one.table === table && one.shows === column)?.column ?? []
    );
    return names.length === columns.length ? [{ name, columns: names }] : [];
  });
}

/** Columns of tables that the views of a schema show unchanged, through other views too, as PostgREST has it. */
async function shownColumns(sql: postgres.Sql, schema: string): Promise<Shown[]> {
  const views = await sql<{ oid: number; name: string; text: string }[]>`
    select oid::int, relname as name, pg_get_viewdef(oid) as text
      from pg_class where relkind = 'v' and relnamespace = ${schema}::regnamespace`;
  const columns = await sql<{ oid: number; number: number; table: string; name: string }[]>`
    select attrelid::int as oid, attnum as number, nspname || '.' || relname as table, attname as name
      from pg_attribute join pg_class on pg_class.oid = attrelid
      join pg_namespace on pg_namespace.oid = relnamespace
     where attnum > 0 and relkind in ('r', 'p')`;
  const byPlace = new Map(columns.map((column) => [`${column.oid} ${column.number}`, column]));
  const described = new Map(
    await Promise.all(views.map(async (view) => {
      // Of each column the server says which column of which relation it shows, if it is one as it stands.
      const { columns } = await sql.unsafe(view.text).describe();
      return [view.oid, columns] as const;
    })),
  );
  const shows = (oid: number, number: number): { table: string; name: string } | null => {
    const inner = described.get(oid);
    if (inner === undefined) return byPlace.get(`${oid} ${number}`) ?? null;
    const column = inner[number - 1];
    return column === undefined || column.table === 0 ? null : shows(column.table, column.number);
  };
  return views.flatMap((view) =>
    (described.get(view.oid) ?? []).flatMap(({ name, table, number }) => {
      const base = table === 0 ? null : shows(table, number);
      return base === null
        ? []
        : [{ view: view.name, column: name, table: base.table, shows: base.name }];
    })
  );
}
