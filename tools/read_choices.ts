import type postgres from "postgres";
import type { CatalogFunction, CatalogTable, CatalogView } from "./catalog.ts";
import { aliasedBy } from "./procedures.ts";

/** The texts that a column, or an argument, may have: `contractors.employment_type` → `w2`, `1099`. */
export type Choices = ReadonlyMap<string, readonly string[]>;

/**
 * Values that text columns of tables may have by their checks, or else by their comments, and columns of views, arguments and
 * result columns of functions by the comments of the view or function: `as contractors.employment_type`, `one of
 * submit, approve`.
 *
 * @returns by `table.column`, `view.column` and `function.argument`
 * @throws Error for a comment that names a column whose texts are not known
 */
export async function readChoices(
  sql: postgres.Sql,
  tables: readonly CatalogTable[],
  views: readonly CatalogView[],
  functions: readonly CatalogFunction[],
): Promise<Choices> {
  const choices = new Map<string, readonly string[]>();
  for (const { name, definition } of await readChecks(sql)) {
    const values = choicesOfCheck(definition);
    if (values !== null) choices.set(name, values);
  }
  const commented = [
    ...tables.flatMap(({ name, columns }) =>
      columns
        .map((column): [string, string] => [`${name}.${column.name}`, column.comment])
        .filter(([column]) => !choices.has(column))
    ),
    ...views.flatMap(({ name, comment }) => saidInPassing(name, comment)),
    ...functions.flatMap((fn) => {
      const comment = commentOf(fn, functions);
      const said = [...comment.matchAll(/^(\w+): (.*(?:\n +.*)*)/gm)];
      return [...said.map(namedIn(fn.name)), ...saidInPassing(fn.name, comment)];
    }),
  ];
  for (const [name, comment] of commented) {
    const values = choicesOfComment(comment, choices);
    if (values !== null) choices.set(name, values);
  }
  return choices;
}

/** `bucket is one of 90, 60, expired` and `status is as time_entries.status`, anywhere in a comment. */
function saidInPassing(name: string, comment: string): [string, string][] {
  return [
    ...comment.matchAll(
      /\b(\w+) is\s+(as\s[^.;:]*\.?\w*(?:\sor\s\w+\.\w+)*|one of\s(?:[^.;:]|\.(?=\w))*)/g,
    ),
  ]
    .map(
      namedIn(name),
    );
}

const namedIn =
  (name: string) => ([, column = "", text = ""]: RegExpExecArray): [string, string] => [
    `${name}.${column}`,
    text,
  ];

/** The words on a procedure; under its path segment it has none of its own. */
function commentOf(fn: CatalogFunction, all: readonly CatalogFunction[]): string {
  const procedure = aliasedBy(fn);
  return procedure === null
    ? fn.comment
    : all.find(({ name }) => name === procedure)?.comment ?? "";
}

async function readChecks(sql: postgres.Sql) {
  return await sql<{ name: string; definition: string }[]>`
    select class.relname || '.' || attribute.attname as name, pg_get_constraintdef(con.oid) as definition
      from pg_constraint as con
      join pg_class as class on class.oid = con.conrelid
      join pg_attribute as attribute on attribute.attrelid = con.conrelid and con.conkey = array[attribute.attnum]
     where con.contype = 'c' and con.connamespace = 'public'::regnamespace
     order by 1`;
}

/** `CHECK ((kind = ANY (ARRAY['w2'::text, '1099'::text])))` → `w2`, `1099`; null for any other check. */
export function choicesOfCheck(definition: string): string[] | null {
  const [, list] = /^CHECK \(\(\w+ (?:= ANY|<@) \(?ARRAY\[(.*)\]\)?\)\)$/.exec(definition) ?? [];
  const values = [...(list ?? "").matchAll(/'([^']*)'::text/g)].map(([, value]) => value ?? "");
  return values.length === 0 ? null : values;
}

/**
 * Choices that a comment names in passing: `…, as contractors.employment_type`, `as mail_kinds.kind or webhooks.events`,
 * `one of submit, approve`.
 */
export function choicesOfComment(comment: string, known: Choices): readonly string[] | null {
  const text = comment.replaceAll(/\s+/g, " ");
  const [, columns] = /\bas (\w+\.\w+(?: or \w+\.\w+)*)/i.exec(text) ?? [];
  if (columns !== undefined) {
    return columns.split(" or ").flatMap((column) => {
      const values = known.get(column);
      if (values === undefined) throw new Error(`"as ${column}": its texts are not known`);
      return values;
    });
  }
  const [, list] = /\bone of ([\w-]+(?:\.\w+)*(?:, [\w-]+(?:\.\w+)*)+)/i.exec(text) ?? [];
  return list?.split(", ") ?? null;
}
