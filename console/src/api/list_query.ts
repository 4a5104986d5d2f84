/**
 * A list's filter: `column` is compared with `eq`, `column@op` with that operator; a list of values with `in`.
 * `search_name@words` finds the words of a name in any order, whatever their case and accents.
 */
export type Filter = Readonly<Record<string, unknown>>;

/** Names and values by which PostgREST is asked for a filter. */
export function filterQuery(filter: Filter): [string, string][] {
  return Object.entries(flat(filter)).flatMap(
    ([name, value]): [string, string][] => {
      if (value === undefined || value === null || value === "") return [];
      const [column = "", operator = "eq"] = name.split("@");
      // `or@` has PostgREST's own words.
      if (operator === "") return [[column, String(value)]];
      if (Array.isArray(value)) {
        return [[column, `in.(${value.map(quoted).join(",")})`]];
      }
      if (operator === "words") {
        const parts = searchedWords(String(value)).map((word) => `${column}.like.*${word}*`);
        return parts.length === 0 ? [] : [["and", `(${parts.join()})`]];
      }
      if (operator === "ilike") {
        return [[column, `ilike.*${String(value).replaceAll("*", "")}*`]];
      }
      return [[column, `${operator}.${String(value)}`]];
    },
  );
}

/**
 * Names and values by which PostgREST is asked for an order; the key, which is the last column, makes it one that no two
 * rows share, and an index has them all.
 */
export function orderQuery(columns: readonly string[], order: string): string {
  const direction = order.toLowerCase();
  return [...new Set(columns)].map((column) => `${column}.${direction}`).join(",");
}

// Filter inputs with a dot in their source nest what they hold.
function flat(filter: Filter, prefix = ""): Record<string, unknown> {
  return Object.entries(filter).reduce<Record<string, unknown>>(
    (found, [name, value]) => {
      const isNested = typeof value === "object" && value !== null &&
        !Array.isArray(value);
      return {
        ...found,
        ...(isNested ? flat(value as Filter, `${prefix}${name}.`) : { [prefix + name]: value }),
      };
    },
    {},
  );
}

/** The words of a name as the column search_name has them: in lower case, without accents and punctuation. */
function searchedWords(text: string): string[] {
  return text.toLowerCase().normalize("NFD").replaceAll(/[\p{M}'`’]/gu, "")
    .split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

function quoted(value: unknown): string {
  return `"${String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
