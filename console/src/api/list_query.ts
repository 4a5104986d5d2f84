import { daysAfter } from "../ui/format.ts";

/**
 * A list's filter: `column` is compared with `eq`, `column@op` with that operator; a list of values with `in`.
 * `search_name@words` finds the words of a name in any order, whatever their case and accents.
 */
export type Filter = Readonly<Record<string, unknown>>;

/** Stands for a day in a filter that is kept: `{today}`, or as many days before it, `{today-30}`. */
const DAY = /\{today(?:-(\d+))?\}/g;

/** Names and values by which PostgREST is asked for a filter. */
export function filterQuery(filter: Filter, today?: string): [string, string][] {
  const dated = (text: string) =>
    today === undefined
      ? text
      : text.replace(DAY, (_, days: string | undefined) => daysAfter(today, -Number(days ?? 0)));
  return Object.entries(flat(filter)).flatMap(
    ([name, value]): [string, string][] => {
      if (value === undefined || value === null || value === "") return [];
      const [column = "", operator = "eq"] = name.split("@");
      // `or@` and `and@` have PostgREST's own words.
      if (operator === "") return [[column, dated(String(value))]];
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
export function searchedWords(text: string): string[] {
  return text.toLowerCase().normalize("NFD").replaceAll(/[\p{M}'`’]/gu, "")
    .split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

function quoted(value: unknown): string {
  return `"${String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
