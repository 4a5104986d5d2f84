import type { Database } from "./database.ts";
import { RLS_FUNCTION } from "./event_triggers.ts";
import type { Finding } from "./findings.ts";
import { keyOf, type NamedObject } from "./names.ts";
import type { Plan } from "./plan.ts";

const KINDS = new Set(["relation", "function", "column", "constraint", "trigger", "policy"]);

/** Objects of somebody else whose names come with the next migrations. */
export function collisions(plan: Plan, { objects }: Database): Finding[] {
  const coming = comingNames(plan);
  const taken = objects.filter((object) =>
    KINDS.has(object.kind) && object.name !== RLS_FUNCTION && !plan.names.has(keyOf(object)) &&
    coming.has(withoutArguments(keyOf(object)))
  );
  const tables = new Set(taken.map(({ name }) => name));
  const names = taken.filter(({ table }) => table === null || !tables.has(table)).map(describe);
  if (names.length === 0) return [];
  return [{
    what: "Objects of yours have names of this project. A migration that meets one fails, or " +
      "replaces it.",
    names,
    todo: "Rename them, or move them to another schema (alter table … set schema …, alter " +
      "function … set schema …).",
  }];
}

/** Names that come, functions by their name alone: the files do not always say their arguments. */
function comingNames({ comingNames }: Plan): ReadonlySet<string> {
  const gone = new Set<string>();
  const names = new Set<string>();
  for (const { adds, removes } of comingNames) {
    // What an earlier one takes away was this project's.
    for (const name of adds.filter((name) => !gone.has(name))) names.add(withoutArguments(name));
    for (const name of removes) gone.add(name);
  }
  return names;
}

function withoutArguments(key: string): string {
  return key.replace(/^(function [^(]*)\(.*/, "$1");
}

function describe({ what, name, table }: NamedObject): string {
  return table === null ? `${what} ${name}` : `${what} ${name.slice(table.length + 1)} of ${table}`;
}
