/** Statements as PostgREST writes them, with arguments that somebody hostile chose. */
import { insertStatement, statementOf } from "../../tests/support/access/prepared_rows.ts";
import type { PreparedRow } from "../../tests/support/access/prepared_rows.ts";
import type { Choice } from "./choice.ts";
import type { Callable, Column, Relation, Surface } from "./surface.ts";
import { hostileValue, likelyValue, objectOf, type Place } from "./values.ts";

export type SqlKind =
  | "procedure"
  | "private"
  | "select"
  | "insert"
  | "update"
  | "delete"
  | "truncate";

/** A statement, and what it is about. */
export interface SqlCall {
  readonly kind: SqlKind;
  /** The function, table or view. */
  readonly target: string;
  readonly statement: string;
  /** True if it names what is not there, on purpose. */
  readonly isMisnamed: boolean;
}

/** JSON as an SQL literal. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A call of a function, by named arguments out of a JSON object. */
export function functionCall(choice: Choice, surface: Surface, callable: Callable): SqlCall {
  const { schema, name, defaults } = callable;
  const given = givenArguments(choice, callable);
  const isExtra = choice.once(60);
  const places = isExtra ? [...given, { name: "no_such_argument", type: "text" }] : given;
  const required = callable.arguments.slice(0, callable.arguments.length - defaults);
  const isMisnamed = isExtra || !required.every((argument) => given.includes(argument));
  const kind = schema === "public" ? "procedure" : "private";
  const named = places.every((place) => place.name !== "");
  if (!named || callable.isTrigger || (places.length === 0)) {
    const values = places.map((place) =>
      `${cast(hostileValue(choice, surface, place), place.type)}`
    );
    const statement =
      `select json_agg(it)::text, count(*) from ${schema}.${name}(${values.join()}) as it`;
    return { kind, target: name, statement, isMisnamed };
  }
  const object = objectOf(choice, surface, places, choice.of([1, 2, 4, 12]));
  const columns = places.map((place) => `"${place.name}" ${place.type}`).join(", ");
  const passed = places.map((place) => `"${place.name}" := a."${place.name}"`).join(", ");
  return {
    kind,
    target: name,
    isMisnamed,
    statement: `select json_agg(it)::text, count(*) from (select it.* from json_to_record(${
      literal(object)
    }) as a(${columns}), lateral ${schema}.${name}(${passed}) as it) as it`,
  };
}

function cast(value: string, type: string): string {
  return value === "null" || type === "anyelement"
    ? `null::${type === "anyelement" ? "text" : type}`
    : `(${literal(value)}::json #>> '{}')::${type}`;
}

function givenArguments(choice: Choice, callable: Callable): readonly Place[] {
  const { arguments: all, defaults } = callable;
  if (choice.once(30)) return choice.some(all, all.length);
  const required = all.length - defaults;
  return all.filter((_, index) => index < required || !choice.once(2));
}

/** A reading or writing of a table or view. */
export function relationCall(
  choice: Choice,
  surface: Surface,
  relation: Relation,
  rows: readonly PreparedRow[],
): SqlCall {
  const of = { target: relation.name, isMisnamed: false };
  const roll = choice.below(40);
  if (roll === 0 && !relation.isView) {
    return { ...of, kind: "truncate", statement: truncate(choice, relation) };
  }
  const row = rows.length > 0 && !choice.once(4) ? choice.of(rows) : null;
  if (roll < 10) {
    return {
      ...of,
      kind: "select",
      statement:
        `select json_agg(it)::text, count(*) from (select * from public."${relation.name}"${
          condition(choice, surface, relation, row)
        } limit 1000) as it`,
    };
  }
  if (row !== null && roll < 18) {
    const attempt = choice.of(row.attempts);
    if (attempt.kind !== "select" && !("values" in attempt && isEmpty(attempt.values))) {
      return { ...of, kind: attempt.kind, statement: counted(statementOf(row, attempt)) };
    }
  }
  const writes = {
    insert: () => insertion(choice, surface, relation, row),
    update: () => update(choice, surface, relation, row),
    delete: () =>
      `delete from public."${relation.name}"${condition(choice, surface, relation, row)}`,
  };
  const kind = choice.of(["insert", "update", "delete"] as const);
  return { ...of, kind, statement: counted(writes[kind](), choice.once(2)) };
}

function isEmpty(values: object): boolean {
  return Object.keys(values).length === 0;
}

/** Answers the rows that a statement wrote, as `Prefer: return=representation` does, or their number. */
function counted(statement: string, areAnswered = false): string {
  return areAnswered
    ? `with it as (${statement} returning *) select json_agg(it)::text, count(*) from it`
    : `with it as (${statement} returning 1) select json_agg(it)::text, count(*) from it`;
}

function truncate(choice: Choice, relation: Relation): string {
  return `truncate public."${relation.name}"${choice.once(2) ? " cascade" : ""}`;
}

function insertion(
  choice: Choice,
  surface: Surface,
  relation: Relation,
  row: PreparedRow | null,
): string {
  const attempt = row?.attempts.find(({ kind }) => kind === "insert");
  if (attempt?.kind === "insert" && !isEmpty(attempt.values) && choice.once(2)) {
    // A row as it should be, but for a column or two.
    const kept = Object.keys(attempt.values);
    const odd = choice.some(kept, 2);
    const columns = relation.columns.filter(({ name }) => odd.includes(name));
    const others = Object.fromEntries(
      Object.entries(attempt.values).filter(([name]) => !odd.includes(name)),
    );
    if (isEmpty(others)) return insertStatement(relation.name, attempt.values);
    const values = insertStatement(relation.name, others);
    if (columns.length < odd.length) return values;
    const [, names = "", listed = ""] = /\((.*)\)\s+values \(([\s\S]*)\)$/.exec(values) ?? [];
    const from = record(choice, surface, columns, 1);
    const added = columns.map(({ name }) => `"${name}"`);
    return `insert into public."${relation.name}" (${names}, ${added}) select ${listed}, ${
      added.map((name) => `a.${name}`)
    } from ${from}`;
  }
  const columns = choice.some(mostly(choice, relation.columns, ({ isAdded }) => isAdded), 6);
  const names = columns.map(({ name }) => `"${name}"`);
  return `insert into public."${relation.name}" (${names}) select ${
    names.map((name) => `a.${name}`)
  } from ${record(choice, surface, columns, 3)}`;
}

function update(
  choice: Choice,
  surface: Surface,
  relation: Relation,
  row: PreparedRow | null,
): string {
  const columns = choice.some(mostly(choice, relation.columns, ({ isChanged }) => isChanged), 2);
  const set = columns.map(({ name }) => `"${name}" = a."${name}"`);
  return `update public."${relation.name}" set ${set} from ${record(choice, surface, columns, 2)}${
    condition(choice, surface, relation, row, `public."${relation.name}".`)
  }`;
}

/** Those that people may write, three times of four where there are any. */
function mostly(
  choice: Choice,
  columns: readonly Column[],
  isWritten: (column: Column) => boolean,
): readonly Column[] {
  const written = columns.filter(isWritten);
  return written.length === 0 || choice.once(4) ? columns : written;
}

function record(
  choice: Choice,
  surface: Surface,
  columns: readonly Place[],
  odd: number,
): string {
  const types = columns.map(({ name, type }) => `"${name}" ${type}`).join(", ");
  return `json_to_record(${literal(objectOf(choice, surface, columns, odd))}) as a(${types})`;
}

/** Of a prepared row by its key, of any column by some value, or none. */
function condition(
  choice: Choice,
  surface: Surface,
  relation: Relation,
  row: PreparedRow | null,
  qualifier = "",
): string {
  if (row !== null) {
    const parts = Object.entries(row.key).map(([column, value]) =>
      `${qualifier}"${column}" = ${literal(value)}`
    );
    return ` where ${parts.join(" and ")}`;
  }
  if (choice.once(3)) return "";
  const column = choice.of(relation.columns);
  const value = (choice.once(2) ? likelyValue : hostileValue)(choice, surface, column);
  // As it stands in a query string: a text of unknown type.
  const text = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  const operator = choice.of(["=", "<>", ">", "<=", "is distinct from"]);
  return ` where ${qualifier}"${column.name}" ${operator} ${literal(text)}`;
}
