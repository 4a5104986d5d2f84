import { DAY_COLUMNS } from "./columns.ts";
import { type Dates, monthFirst } from "./spreadsheet.ts";

/** A row of `import_mappings`: which columns of another program's files are which of ours. */
export interface ImportMapping {
  /** For each of our columns the headings of theirs, whose values are joined. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Values of our columns that are the same in each row. */
  readonly constants: Readonly<Record<string, string>>;
  /** For our columns what their values are here. */
  readonly replacements: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Reading of a file whose columns are another program's. */
export interface MappedColumns {
  /** Our columns, in an order. */
  readonly names: readonly string[];
  /** Their headings that the file lacks, by our column. */
  readonly missing: readonly { readonly name: string; readonly heading: string }[];
  /** A row of theirs as one of ours, in the order of names. */
  readonly cellsOf: (cells: readonly string[]) => readonly string[];
}

/**
 * Finds the columns of another program's file. Headings may differ in capitals and blanks. A day loses the time behind it,
 * and is the same day in what is joined, however the file writes it.
 *
 * @param headings first line of the file
 */
export function mappedColumns(
  headings: readonly string[],
  { columns, constants, replacements }: ImportMapping,
  dates: Dates,
): MappedColumns {
  const found = headings.map(alike);
  const placesOf = (theirs: readonly string[]) => theirs.map((one) => found.indexOf(alike(one)));
  const places = Object.entries(columns).map(([name, theirs]) => [name, placesOf(theirs)] as const);
  const replaced = (name: string, value: string) => replacements[name]?.[value] ?? value;
  const valueOf = (name: string, nths: readonly number[], cells: readonly string[]) => {
    const values = nths.map((nth) => (cells[nth] ?? "").trim());
    if (values.length > 1) return joined(values, dates);
    const [value = ""] = values;
    return replaced(name, DAY_COLUMNS.has(name) ? withoutTime(value) : value);
  };
  return {
    names: [...Object.keys(columns), ...Object.keys(constants)],
    missing: Object.entries(columns).flatMap(([name, theirs]) =>
      theirs.filter((one) => !found.includes(alike(one))).map((heading) => ({ name, heading }))
    ),
    cellsOf: (cells) => [
      ...places.map(([name, nths]) => valueOf(name, nths, cells)),
      ...Object.values(constants),
    ],
  };
}

const alike = (heading: string) => heading.trim().toLowerCase().replaceAll(/\s+/g, " ");

/** `11/23/2026 10:15 AM` is 11/23/2026. */
const withoutTime = (text: string) => text.replace(/^([\d/-]+)[T ]+\d{1,2}:\d{2}.*$/, "$1");

function joined(values: readonly string[], dates: Dates): string {
  if (values.every((value) => value === "")) return "";
  return values.map((value) => {
    const day = withoutTime(value);
    return (dates === "us" ? monthFirst(day)?.day : undefined) ?? day;
  }).join("/");
}
