/** Embeds that Supabase Lite and PostgREST read otherwise: only to Lite, a table between two is a way whatever its key is. */

/** Facts about the tables, from Lite's own account of the catalog. */
export interface Relationships {
  readonly tables: readonly { readonly name: string }[];
  readonly views: readonly { readonly name: string }[];
  readonly foreign_keys: readonly ForeignKeyColumn[];
  readonly primary_keys: readonly { readonly table: string; readonly columns: readonly string[] }[];
}

interface ForeignKeyColumn {
  readonly table: string;
  readonly column: string;
  readonly ref_table: string;
  readonly foreign_key_name: string;
}

interface ForeignKey {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
}

/** One embed that a query asks for: below a table another one, or what leads to one. */
export interface Embed {
  readonly parent: string;
  readonly target: string;
}

/**
 * The first embed of a query that PostgREST finds no relationship for, though Lite does; null: there is none.
 *
 * @param table that is asked
 * @param select as the query has it
 */
export function unrelatedEmbed(known: Relationships, table: string, select: string): Embed | null {
  const keys = foreignKeys(known);
  const names = new Set([...known.tables, ...known.views].map(({ name }) => name));
  const walk = (parent: string, part: string): Embed | null => {
    for (const { target, inner } of embedsIn(part)) {
      const child = names.has(target) ? target : ledTo(keys, parent, target);
      if (child === null) continue;
      if (child === target && isOnlyByOthersKeys(known, keys, parent, child)) {
        return { parent, target };
      }
      const below = walk(child, inner);
      if (below !== null) return below;
    }
    return null;
  };
  return walk(table, select);
}

/**
 * A query's select in which each embed names its way, where PostgREST knows one and Lite may take several.
 *
 * @param table that is asked
 * @param select as the query has it
 */
export function withWaysNamed(known: Relationships, table: string, select: string): string {
  const keys = foreignKeys(known);
  const names = new Set([...known.tables, ...known.views].map(({ name }) => name));
  const walk = (parent: string, part: string): string =>
    itemsOf(part).map((item) => {
      const embed = embedIn(item);
      if (embed === null) return item;
      const { head, target, inner } = embed;
      const child = names.has(target) ? target : ledTo(keys, parent, target);
      if (child === null) return item;
      const way = child === target ? onlyWay(known, keys, parent, child) : null;
      return `${way === null ? head : withHint(head, way)}(${walk(child, inner)})`;
    }).join(",");
  return walk(table, select);
}

/** Names the way of an embed that names none: `people!inner` becomes `people!placements_person_id_fkey!inner`. */
function withHint(head: string, way: string): string {
  const [target, ...rest] = head.split("!");
  const isNamed = rest.some((word) => word !== "inner" && word !== "left");
  return isNamed ? head : [target, way, ...rest].join("!");
}

/** The foreign key, or else the table between two, that PostgREST takes alone; null where Lite takes it anyhow. */
function onlyWay(
  known: Relationships,
  keys: readonly ForeignKey[],
  one: string,
  other: string,
): string | null {
  const { direct, between, keyed } = waysOf(known, keys, one, other);
  // A table between two counts more than once where views show it.
  if (one === other || between.length === 0) return null;
  const [way, ...others] = [
    ...direct.map(({ name }) => name),
    ...keyed.map(({ first }) => first.from),
  ];
  return way === undefined || others.length > 0 ? null : way;
}

/**
 * Ways from a table to another one: foreign keys between them, tables of which one leads to each, and those of the
 * latter whose own key holds both. PostgREST takes none but the first and the last.
 */
function waysOf(
  { primary_keys }: Relationships,
  keys: readonly ForeignKey[],
  one: string,
  other: string,
) {
  const direct = keys.filter((key) =>
    (key.from === one && key.to === other) || (key.from === other && key.to === one)
  );
  const between = keys.filter(({ to }) => to === one).flatMap((first) =>
    keys.filter((second) => second.from === first.from && second.to === other)
      .map((second) => ({ first, second }))
  );
  // Lite even goes to a table and back by one and the same foreign key.
  const keyed = between.filter(({ first, second }) =>
    first.name !== second.name && primary_keys.some((key) =>
      key.table === first.from &&
      [...first.columns, ...second.columns].every((column) => key.columns.includes(column))
    )
  );
  return { direct, between, keyed };
}

/** True if two tables have none but ways that PostgREST does not take. */
function isOnlyByOthersKeys(
  known: Relationships,
  keys: readonly ForeignKey[],
  one: string,
  other: string,
): boolean {
  const { direct, between, keyed } = waysOf(known, keys, one, other);
  return direct.length === 0 && between.length > 0 && keyed.length === 0;
}

function foreignKeys({ foreign_keys }: Relationships): ForeignKey[] {
  const byName = Map.groupBy(
    foreign_keys,
    ({ table, foreign_key_name, ref_table }) => `${table} ${foreign_key_name} ${ref_table}`,
  );
  return [...byName.values()].flatMap((columns) => {
    const [first] = columns;
    return first === undefined ? [] : [{
      name: first.foreign_key_name,
      from: first.table,
      to: first.ref_table,
      columns: columns.map(({ column }) => column),
    }];
  });
}

/** The table that a foreign key's name, or its column, leads to; null: it leads nowhere. */
function ledTo(keys: readonly ForeignKey[], parent: string, word: string): string | null {
  const key = keys.find(({ name, from, to, columns }) =>
    (name === word && (from === parent || to === parent)) ||
    (from === parent && columns.length === 1 && columns[0] === word)
  );
  return key === undefined ? null : key.from === parent ? key.to : key.from;
}

/** The embeds of a part of a select, such as `a,b:c!inner(d)`. */
function embedsIn(select: string): { target: string; inner: string }[] {
  return itemsOf(select).flatMap((item) => embedIn(item) ?? []);
}

/** An item of a select that is an embed: its name, and what stands before and in its brackets; null of any other. */
function embedIn(item: string): { head: string; target: string; inner: string } | null {
  const open = item.indexOf("(");
  if (open < 0 || !item.endsWith(")")) return null;
  const head = item.slice(0, open);
  const [, target = ""] = /^(?:\.\.\.)?(?:[^:!]*:(?!:))?"?([^"!]*)"?(?:!.*)?$/.exec(head) ?? [];
  return { head, target, inner: item.slice(open + 1, -1) };
}

/** A list cut at its commas outside of brackets and quotes. */
function itemsOf(list: string): string[] {
  const items = [""];
  let depth = 0;
  let isQuoted = false;
  for (const letter of list) {
    if (letter === '"') isQuoted = !isQuoted;
    if (!isQuoted && letter === "(") depth++;
    if (!isQuoted && letter === ")") depth--;
    if (letter === "," && depth === 0 && !isQuoted) items.push("");
    else items[items.length - 1] += letter;
  }
  return items.map((item) => item.trim());
}
