import { assert, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";

const CALL = /\b((?:private|public)\.\w+)\s*\(/g;
const REFUSAL = /\bprivate\.refuse\(\s*\d{3},\s*'(\w+)'/g;

/**
 * Reads the functions of the database. Gives the slugs that a function, named with its schema, and
 * all that it calls refuse with. Triggers are not among what it calls: they hold a rule against
 * whoever writes, and a procedure has refused before it writes what one would refuse.
 */
export async function readRefusals(sql: postgres.Sql): Promise<(fn: string) => Set<string>> {
  const functions = await sql<{ name: string; body: string }[]>`
    select pronamespace::regnamespace || '.' || proname as name,
           regexp_replace(prosrc, '--[^\n]*', '', 'g') as body
      from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  const bodies = new Map(functions.map(({ name, body }) => [name, body]));
  return (fn) => {
    assert(bodies.has(fn), `there is no function ${fn}`);
    const reached = new Set([fn]);
    const slugs = new Set<string>();
    for (const name of reached) { // Goes on to what is added on the way.
      const body = bodies.get(name) ?? "";
      assertNotStrictEquals(body, "", `${name} has no body as text, as with "begin atomic"`);
      const calls = [...body.matchAll(CALL)].map(([, called = ""]) => called);
      const refusals = [...body.matchAll(REFUSAL)].map(([, slug = ""]) => slug);
      const refused = calls.filter((called) => called === "private.refuse").length;
      assertStrictEquals(
        refused,
        refusals.length,
        `${name} refuses with a slug that is not written out`,
      );
      for (const called of calls) if (bodies.has(called)) reached.add(called);
      for (const slug of refusals) slugs.add(slug);
    }
    return slugs;
  };
}
