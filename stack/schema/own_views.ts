import type { Migration } from "./migrations.ts";

const NAME = String.raw`"?(\w+)"?\."?(\w+)"?`;
const CREATED = new RegExp(
  String
    .raw`^ *create (?:or replace )?(?:materialized )?(table|view|function) (?:if not exists )?${NAME}`,
  "gim",
);

/**
 * Names of what migrations have made, in order: relations as `public.invoices`, functions as
 * `public.void_invoice()`. What a later one dropped is among them.
 */
export function namesMadeBy(migrations: readonly Migration[]): string[] {
  const names = migrations.flatMap(({ text }) =>
    [...text.matchAll(CREATED)].map(([, kind, schema, name]) =>
      `${schema}.${name}${kind?.toLowerCase() === "function" ? "()" : ""}`
    )
  );
  return [...new Set(names)].sort();
}

/**
 * SQL that locks relations, and notes and drops the firm's own views over ours. It keeps trying for a
 * minute to have all of it at once. The same in migrations and for `deno task own-views`.
 *
 * @param ours names of what is not the firm's (namesMadeBy)
 * @param toLock names of relations
 */
export async function ownViewsDown(
  ours: readonly string[],
  toLock: readonly string[] = [],
): Promise<string> {
  return (await read("own_views_down.sql"))
    .replace(":ours", lines(ours)).replace(":to_lock", lines(toLock));
}

/** SQL that makes the views again that `ownViewsDown` noted. */
export async function ownViewsUp(): Promise<string> {
  return await read("own_views_up.sql");
}

/** Names in lines, so that a file with hundreds of them can be read. */
function lines(names: readonly string[]): string {
  return names.join(" ").replaceAll(/(.{1,100})( |$)/g, "\n        $1");
}

async function read(name: string): Promise<string> {
  return (await Deno.readTextFile(new URL(name, import.meta.url))).trim();
}
