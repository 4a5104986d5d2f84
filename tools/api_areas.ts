import { readSchemaTree } from "../stack/schema/tree.ts";

/** The page of what belongs to the whole schema and to no area. */
export const WHOLE = "whole";

const CREATED = /\bcreate (?:or replace )?(?:function|table|view)\s+public\."?(\w+)/g;

/** The areas of the schema, in the order in which they load, and at the end `whole`. */
export interface Areas {
  readonly names: readonly string[];
  /** The area of a table, view or function of `public`. */
  readonly of: (name: string) => string;
}

/** The areas by the folders of `supabase/schemas/` in which things are created. */
export async function readAreas(root: string): Promise<Areas> {
  const homes = new Map<string, string>();
  const names = new Set<string>();
  for (const { path, text } of await readSchemaTree(root)) {
    const area = /^supabase\/schemas\/(\w+)\//.exec(path)?.[1] ?? WHOLE;
    names.add(area);
    for (const [, name = ""] of text.matchAll(CREATED)) homes.set(name, area);
  }
  names.delete(WHOLE);
  return { names: [...names, WHOLE], of: (name) => homes.get(name) ?? WHOLE };
}
