import type { Kind } from "../packages/mcp/src/catalog.ts";

/** Words by which `Who` names callers, in the singular. */
const KINDS = /\b(billing|payroll|recruiting|admin|contact|contractor)s?\b/g;

/**
 * Reads who may call a procedure from what its comment says. A clause of `Who` names kinds of people, of which each is
 * enough; words in parentheses say what a call is about.
 *
 * @returns kinds of which somebody has to be all, for each way to be a caller
 * @throws Error for a clause that names nobody
 */
export function callersOf(who: string): readonly (readonly Kind[])[] {
  if (/^(whoever is signed in|everybody but the signed-out)$/.test(who)) return [["anybody"]];
  return who.replaceAll(/ \([^)]*\)/g, "").split("; ").flatMap((clause) => {
    if (clause === "active staff, whatever their role") return [["staff"]];
    const kinds = [...clause.matchAll(KINDS)].map(([, kind]) => kind as Kind);
    if (kinds.length === 0) throw new Error(`"Who: ${who}" does not say who "${clause}" is`);
    return clause.startsWith("staff with both roles") ? [kinds] : kinds.map((kind) => [kind]);
  });
}
