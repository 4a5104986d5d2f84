/** Embeds that Supabase Lite finds a way for and PostgREST does not: many-to-many by a table whose key is something else. */

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
 * True if two tables have no foreign key between them, but both one from a third, and the key of none such holds
 * both: PostgREST takes only one whose key does for a way from one to the other.
 */
function isOnlyByOthersKeys(
  { primary_keys }: Relationships,
  keys: readonly ForeignKey[],
  one: string,
  other: string,
): boolean {
  const between = (key: ForeignKey) =>
    (key.from === one && key.to === other) || (key.from === other && key.to === one);
  if (keys.some(between)) return false;
  const ways = keys.filter(({ to }) => to === one).flatMap((first) =>
    keys.filter((second) => second.from === first.from && second.to === other)
      .map((second) => ({ first, second }))
  );
  // Lite even goes to a table and back by one and the same foreign key.
  const isKeyed = ({ first, second }: typeof ways[number]) =>
    first.name !== second.name && primary_keys.some((key) =>
      key.table === first.from &&
      [...first.columns, ...second.columns].every((column) => key.columns.includes(column))
    );
  return ways.length > 0 && !ways.some(isKeyed);
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

/** The embeds of a part of a select, such as `a,b:c!inner(d)`: of each its name, and what stands in its brackets. */
function embedsIn(select: string): { target: string; inner: string }[] {
  return itemsOf(select).flatMap((item) => {
    const open = item.indexOf("(");
    if (open < 0 || !item.endsWith(")")) return [];
    const [, target = ""] = /^(?:\.\.\.)?(?:[^:!]*:(?!:))?"?([^"!]*)"?(?:!.*)?$/
      .exec(item.slice(0, open)) ?? [];
    return [{ target, inner: item.slice(open + 1, -1) }];
  });
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
