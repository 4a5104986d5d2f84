import type { Choices } from "./read_choices.ts";

/** Types of columns beyond those that the Supabase CLI knows. */
export interface ColumnFacts {
  readonly choices: Choices;
  /**
   * Types of jsonb columns, by `table.column`, of functions' jsonb arguments, by `function.argument`, and of what
   * functions answer as jsonb, by their name.
   */
  readonly shapes: ReadonlyMap<string, string>;
  /** By view, and by function that returns a table of its own: the columns that may be null. */
  readonly nullable: ReadonlyMap<string, readonly string[]>;
  /** Columns of decimals, by `table.column`: what is written to them may be text, so that no cent is lost. */
  readonly decimals: ReadonlySet<string>;
}

type Section = "Tables" | "Views" | "Functions";

/**
 * Generated types with what a column may hold: unions for texts that are checked, shapes for jsonb, and null in
 * views and results of functions only where it may be.
 *
 * @param types as `deno fmt` leaves what the CLI writes
 */
export function withColumnTypes(types: string, facts: ColumnFacts): string {
  return types.replace(
    /^ {4}(Tables|Views|Functions): \{\n(.*?)^ {4}\};\n/gms,
    (section, kind: Section) =>
      section.replace(
        /^ {6}"(\w+)": \{\n(.*?)^ {6}\};\n/gms,
        (relation, name: string) => withTypes(relation, kind, name, facts),
      ).replace(
        /^ {6}"(\w+)": \{ (Args: [^\n]*;) (Returns: [^\n;]*) \};\n/gm,
        (line, name: string, args: string, returns: string) => {
          const lines = `      "${name}": {\n        ${args}\n        ${returns};\n      };\n`;
          const typed = withTypes(lines, kind, name, facts);
          return typed === lines ? line : typed;
        },
      ),
  );
}

/** One table, view or function. A function that answers rows of a table or view has its columns' types. */
function withTypes(text: string, kind: Section, name: string, facts: ColumnFacts): string {
  const rowsOf = kind === "Functions" ? /^ {10}to: "(\w+)";/m.exec(text)?.[1] ?? name : name;
  return text.replace(
    /^ {8}(Row|Insert|Update|Args|Returns): (.*?;)\n(?= {6}\}| {8}\w)/gms,
    (part, label: string) => {
      if (part === "        Returns: Json;\n") {
        return `        Returns: ${facts.shapes.get(name) ?? "Json"};\n`;
      }
      const relation = label === "Args" ? name : rowsOf;
      const isResult = label === "Row" || label === "Returns";
      const nullable = isResult ? facts.nullable.get(relation) : undefined;
      const isWritten = label === "Insert" || label === "Update";
      return part.replace(
        /("(\w+)"\??): ([^;{}]+?)(?=;| \})/g,
        (_, head: string, column: string, type: string) => {
          const known = typeOf(`${relation}.${column}`, type, facts, nullable?.includes(column));
          const isText = isWritten && facts.decimals.has(`${relation}.${column}`);
          return `${head}: ${isText ? known.replace("number", "number | string") : known}`;
        },
      );
    },
  );
}

function typeOf(column: string, given: string, facts: ColumnFacts, nullable?: boolean): string {
  const isNull = nullable ?? / \| null$/.test(given);
  const type = given.replace(/ \| null$/, "");
  const union = facts.choices.get(column)?.map((value) => JSON.stringify(value)).join(" | ");
  const known = /^(?:Json|NonNullable<Json>)$/.test(type) // The second, where a column is not null.
    ? facts.shapes.get(column) ?? type
    : union === undefined
    ? type
    : type === "string"
    ? union
    : type.replace("(string)", `(${union})`);
  return isNull ? `${known} | null` : known;
}
