import { splitSqlStatements } from "@supabase/lite";

/** The statements of a text. */
export function statementsOf(text: string): string[] {
  return splitSqlStatements(text).map((statement) => statement.trim()).filter((statement) =>
    bare(statement) !== ""
  );
}

/** A statement without comments and line breaks, to compare it by. */
export function bare(statement: string): string {
  return statement.replaceAll(/^\s*--.*$/gm, "").replaceAll(/\s+/g, " ").replace(/[\s;]*$/, "")
    .trim();
}
