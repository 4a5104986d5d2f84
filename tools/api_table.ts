import type { CatalogColumn, CatalogTable } from "./catalog.ts";
import { curlWrite, supabaseJsWrite } from "./examples.ts";
import { SHAPES } from "./column_facts.ts";
import { code, codeBlock, table } from "./markdown.ts";
import type { Choices } from "./read_choices.ts";
import { readTableComment } from "./table_comment.ts";
import type { Write, Writers } from "./who_writes.ts";

/** The section of docs/api.md about one table. */
export function tableSection(
  described: CatalogTable,
  choices: Choices,
  writers: Writers,
): string {
  const { name, comment, columns, refusals } = described;
  const { text, example } = readTableComment(name, comment);
  const facts = [
    ...access(described, writers),
    ...new Set(
      refusals.map(({ slug, message }) => `${inGeneral(message)} ([${code(slug)}](errors.md))`),
    ),
    ...upserts(columns),
    ...names(described),
  ];
  return [
    `### ${name}`,
    text,
    facts.map((fact) => `- ${fact}`).join("\n"),
    table(
      ["column", "type", "default", "meaning"],
      columns.map((column) => [
        code(column.name),
        code(column.type),
        defaultOf(column),
        meaning(
          column,
          choices.get(`${name}.${column.name}`),
          SHAPES.get(`${name}.${column.name}`),
        ),
      ]),
    ),
    ...(example === null ? [] : [
      codeBlock("sh", curlWrite(name, example)),
      codeBlock("ts", supabaseJsWrite(name, example)),
    ]),
  ].join("\n\n");
}

/** Lines about access, such as `**Add:** billing: amount, notes`: readers by the policy's name, writers as tried. */
export function access({ name, columns, policies }: CatalogTable, writers: Writers): string[] {
  const readers = policies.find(({ command }) => command === "select")?.name
    .replace(/_reads?$/, "").replaceAll("_", " ");
  const facts = readers === undefined ? [] : [`**Read:** ${readers}`];
  const nobodys = readers === undefined ? ["read"] : [];
  const writes: readonly (readonly [Write, string, readonly CatalogColumn[]])[] = [
    ["insert", "Add", columns.filter(({ isAdded }) => isAdded)],
    ["update", "Change", columns.filter(({ isChanged }) => isChanged)],
    ["delete", "Remove", []],
  ];
  for (const [write, label, columns] of writes) {
    const tried = write === "delete"
      ? [{ who: writers.get(`delete ${name}`), column: "" }]
      : columns.map((column) => ({
        who: writers.get(`${write} ${name}.${column.name}`),
        column: code(column.name),
      }));
    const byWriters = Map.groupBy(tried, ({ who }) => who === undefined ? "" : whoWrites(who));
    byWriters.delete("");
    if (byWriters.size === 0) nobodys.push(label.toLowerCase());
    for (const [who, found] of byWriters) {
      const names = found.map(({ column }) => column).join(", ");
      facts.push(`**${label}:** ${who}${names === "" ? "" : `: ${names}`}`);
    }
  }
  if (nobodys.length > 0) facts.push(`Nobody who is signed in may ${nobodys.join(", ")}.`);
  return facts;
}

/** Admins write what anybody of the staff does, so they are named where they are alone. */
function whoWrites(who: readonly string[]): string {
  const staff = who.filter((one) => !["admin", "contractors", "contacts"].includes(one));
  const others = who.filter((one) => one === "contractors" || one === "contacts");
  return [
    staff.length === 0 ? "admins" : staff.join(", "),
    ...others.length === 0
      ? []
      : [`${others.join(" and ")}, of theirs, as far as its state lets them`],
  ].join("; ");
}

/** `The check of {received_on} is {status|returned}.`, of no row: `The check of … is returned.` */
function inGeneral(message: string): string {
  return message.replaceAll(/\{\w+(?:\|([^}]*))?\}/g, (_, general?: string) => general ?? "…");
}

/** PostgREST's upsert changes every column that it is given. */
function upserts(columns: readonly CatalogColumn[]): string[] {
  const keys = columns.filter(({ isAdded, isChanged }) => isAdded && !isChanged);
  if (keys.length === 0) return [];
  if (!columns.some(({ isChanged }) => isChanged)) {
    return [`Every upsert is refused (${code("42501")}): nothing of a row is changed.`];
  }
  const names = keys.map(({ name }) => code(name)).join(", ");
  return [
    `An upsert that gives ${names} is refused (${
      code("42501")
    }): it would change what only a new row sets.`,
  ];
}

/** Sentence on the computed columns that name the users behind ids; nothing where a table has none. */
function names({ name, computed }: CatalogTable): string[] {
  if (computed.length === 0) return [];
  return [
    `Staff may ask for ${computed.map(code).join(", ")}, the names behind the ids: ${
      code(`${name}?select=*,${computed.join()}`)
    }.`,
  ];
}

function defaultOf({ default: expression, isGenerated, isNullable }: CatalogColumn): string {
  if (isGenerated) return "generated";
  if (expression !== null) return code(expression.replace(/^'(.*)'::\w+$/, "$1"));
  return isNullable ? code("null") : "required";
}

function meaning(
  { comment, length }: CatalogColumn,
  choices: readonly string[] | undefined,
  shape: string | undefined,
): string {
  const texts = choices === undefined || /\bone of\b/i.test(comment)
    ? ""
    : `One of ${choices.map(code).join(", ")}.`;
  const kept = length === null
    ? ""
    : `At most ${length.most} characters${length.isLine ? ", in one line" : ""}.`;
  const held = shape === undefined ? "" : `In types: ${code(shape)}.`;
  return [comment, texts, kept, held].filter((part) => part !== "").join(" ");
}
