import type { CatalogRow } from "../../stack/schema/catalog.ts";
import { statementsOf } from "../../stack/schema/statements.ts";

/** Everything on a table in PostgreSQL 17; 15 has no MAINTAIN. */
const ALL_ON_TABLE =
  /^GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE /;
const NAME = String.raw`"?private"?\."?(\w+)"?`;
const CREATE = new RegExp(
  String.raw`^CREATE (?:OR REPLACE )?(FUNCTION|TABLE|SEQUENCE|VIEW) ${NAME}`,
);
const REPLACE = /^CREATE OR REPLACE FUNCTION "?(public|private)"?\."?(\w+)"?/;
const DROP = new RegExp(String.raw`^DROP (?:FUNCTION|TABLE|SEQUENCE|VIEW) ${NAME}`);

/**
 * The statements of the CLI's draft, where it does not fit every database that is upgraded: granting
 * all is written so that PostgreSQL 15 takes it too, a new function replaces none of the owner's, and
 * what is new in `private` is taken from whomever the database's default privileges give it to. In
 * `public` the draft does so itself.
 *
 * @param then the catalog of the database that the draft is for
 * @param now the catalog that it leads to
 */
export function mendDraft(
  draft: string,
  then: readonly CatalogRow[],
  now: readonly CatalogRow[],
): string[] {
  const statements = statementsOf(draft);
  const dropped = new Set(statements.map((statement) => DROP.exec(statement)?.[1]));
  const had = new Set(then.map(({ kind, name }) => `${kind} ${name}`));
  const isThere = (schema = "", name = "") =>
    then.some((row) => row.kind === "function" && row.name.startsWith(`${schema}.${name}(`));
  const created = statements.map((statement) => {
    const [, schema, name] = REPLACE.exec(statement) ?? [];
    return name === undefined || isThere(schema, name)
      ? statement
      : statement.replace("CREATE OR REPLACE", "CREATE");
  });
  return created.flatMap((statement) => {
    const [, kind, name] = CREATE.exec(statement) ?? [];
    if (kind === undefined || name === undefined) {
      return [statement.replace(ALL_ON_TABLE, "GRANT ALL ")];
    }
    const isFunction = kind === "FUNCTION";
    // With a table come the sequences of its identity columns.
    const relation = new RegExp(`^private\\.${name}(_\\w+_seq)?$`);
    const made = now.filter((row) =>
      isFunction
        ? row.kind === "function" && row.name.startsWith(`private.${name}(`)
        : row.kind === "relation" && relation.test(row.name)
    );
    const isNew = ({ kind, name: full }: CatalogRow) =>
      !had.has(`${kind} ${full}`) || dropped.has(name);
    const onOf = ({ name: full }: CatalogRow) =>
      isFunction ? "FUNCTION" : kind === "SEQUENCE" || full.endsWith("_seq") ? "SEQUENCE" : "TABLE";
    const revokes = made.filter(isNew).map((row) =>
      `REVOKE ALL ON ${onOf(row)} ${row.name} FROM PUBLIC, "anon", "authenticated", "service_role"`
    );
    return [statement, ...revokes];
  });
}
