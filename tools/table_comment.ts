import { z } from "zod";

/** Rows that can be added, with texts `$name` for what the caller has. */
export type ExampleRows = readonly Readonly<Record<string, unknown>>[];

/** Parts of a table's comment: paragraphs, and `Example: [{…}]`, rows that people add, in the last one. */
export interface TableComment {
  readonly text: string;
  readonly example: ExampleRows | null;
}

/**
 * Reads the comment of a table.
 *
 * @throws Error naming the table whose example cannot be read
 */
export function readTableComment(table: string, comment: string): TableComment {
  const [text = "", example] = comment.split(/\n\nExample: /);
  if (example === undefined) return { text, example: null };
  try {
    return { text, example: z.array(z.record(z.string(), z.json())).parse(JSON.parse(example)) };
  } catch (error) {
    throw new Error(
      `The comment on table public.${table}: its example is no list of rows: ${error}`,
    );
  }
}
