import type { Choice } from "./choice.ts";
import { encoded } from "./http_call.ts";
import type { Relation, Surface } from "./surface.ts";
import { hostileValue, likelyValue } from "./values.ts";

const OPERATORS = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "ilike",
  "match",
  "imatch",
  "is",
  "isdistinct",
  "in",
  "cs",
  "cd",
  "ov",
  "sl",
  "sr",
  "nxr",
  "nxl",
  "adj",
  "fts",
  "plfts(english)",
  "wfts(xx)",
  "not.eq",
  "not.not.eq",
  "not.in",
  "eq(any)",
  "like(all)",
  "nosuch",
  "",
  "EQ",
] as const;
const USUAL = ["eq", "neq", "gt", "lte", "not.eq", "isdistinct"] as const;
const ODD_SELECTS = [
  "*",
  "*,*",
  "",
  "no_such_column",
  "id::text",
  "id::int",
  "id::nosuch",
  "id::pg_catalog.regclass",
  "*,facilities(*)",
  "*,nosuch(*)",
  "*,facilities!inner(name)",
  "facilities(facilities(*))",
  "a:id,b:id",
  "id->x",
  "id->>0",
  "breakdown->0->>day",
  "count()",
  "amount.sum()",
  "id.max()",
  "*,private.outbox(*)",
  "(id)",
  "id,(",
  "))",
  '"id"',
  '"i""d"',
  "id;drop table facilities",
  "*::text",
  "id::text::int",
  "...facilities(name)",
  "%00",
  "xmin",
  "ctid",
  "tableoid::regclass",
];
const ODD_ORDERS = [
  "id",
  "id.desc.nullsfirst",
  "no_such_column",
  "id.sideways",
  "",
  ",",
  "id,id,id",
  "id->a.desc",
  "facilities(name)",
  "1",
  "random()",
  "id.desc,",
  "(select 1)",
];
const COUNTS = [
  "0",
  "1",
  "10",
  "-1",
  "1e3",
  "NaN",
  "",
  "999999999999999999999",
  "0x10",
  "null",
  "1.5",
];
const LOGIC = [
  "or=(id.eq.1,id.is.null)",
  "or=()",
  "or=(",
  "and=(id.not.is.null,or(id.is.null,id.not.is.null))",
  "not.or=(id.eq.1)",
  "or=(nosuch.eq.1)",
  "or=id.eq.1",
  `or=(${"id.is.null,".repeat(300)}id.is.null)`,
  `and=${"(or".repeat(60)}(id.is.null)${")".repeat(60)}`,
  "or.nosuch=(id.eq.1)",
];

/** A query string of PostgREST, with some parts that it has not. */
export function queryOf(choice: Choice, surface: Surface, relation: Relation): string {
  const parts: string[] = [];
  if (!choice.once(3)) parts.push(`select=${selection(choice, relation)}`);
  for (let n = choice.below(3); n > 0; n--) parts.push(filter(choice, surface, relation));
  if (choice.once(6)) parts.push(choice.of(LOGIC));
  if (choice.once(4)) parts.push(`order=${encodeURIComponent(choice.of(ODD_ORDERS))}`);
  if (choice.once(4)) parts.push(`limit=${choice.of(COUNTS)}`);
  if (choice.once(6)) parts.push(`offset=${choice.of(COUNTS)}`);
  if (choice.once(15)) parts.push(`on_conflict=${choice.of(["id", "nosuch", "", "id,id"])}`);
  if (choice.once(15)) parts.push(`columns=${choice.of(["id", "nosuch", "", "id,name", '"a,b"'])}`);
  if (choice.once(40)) parts.push("apikey=guessed");
  if (choice.once(40)) {
    parts.push(choice.of(["%", "%ff=%fe", "=", "&&&", "a[]=1", "id=eq.1&id=eq.2"]));
  }
  return parts.join("&");
}

function selection(choice: Choice, relation: Relation): string {
  if (choice.once(5)) return encodeURIComponent(choice.of(ODD_SELECTS));
  return choice.some(relation.columns, 4).map(({ name }) => encodeURIComponent(name)).join();
}

function filter(choice: Choice, surface: Surface, relation: Relation): string {
  const column = choice.of(relation.columns);
  const value = (choice.once(2) ? likelyValue : hostileValue)(choice, surface, column);
  const path = choice.once(20) ? choice.of(["->a", "->>0", "->a->>b", "->", "::text"]) : "";
  const name = choice.once(30)
    ? choice.of(["nosuch", "id)", "", "\u202e", "facilities.name"])
    : column.name;
  const text = encoded(value);
  const operand = choice.once(5)
    ? choice.of([`(${text})`, `{${text}}`, `[${text}]`, "null", "true"])
    : text;
  return `${encodeURIComponent(name + path)}=${
    choice.once(15) ? "" : `${choice.of(choice.once(3) ? OPERATORS : USUAL)}.`
  }${operand}`;
}
