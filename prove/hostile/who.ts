import { type Caller, STAFF } from "../../tests/support/access/callers.ts";
import { readComment } from "../../tools/comment.ts";
import { aliasedBy } from "../../tools/procedures.ts";
import type { Callable } from "./surface.ts";

const CONTRACTORS: readonly Caller[] = ["ada", "ben"];
const CONTACTS: readonly Caller[] = ["north", "south"];
/** By what `Who` says, the callers that it means beside admins and the secret key; each has one role. */
const MEANINGS: readonly (readonly [RegExp, readonly Caller[]])[] = [
  [/active staff, whatever their role/, STAFF],
  [/contractor of the assignment|contractors, of/, CONTRACTORS],
  [/a facility's contacts, of/, CONTACTS],
  [/\bbilling\b(?!.*admins)/, ["billing"]],
  [/\bpayroll\b(?!.*admins)/, ["payroll"]],
  [/\brecruiting\b/, ["recruiting"]],
];

/** Roles that may call a function. */
export interface Callers {
  /** Everybody who is signed in, or these. */
  readonly all: "signed in" | ReadonlySet<Caller>;
  /** True if roles alone decide it, which a procedure asks before anything else. */
  readonly isByRole: boolean;
}

/**
 * Callers allowed to each procedure of public, by what its comment says of `Who`.
 *
 * @throws {Error} of a comment without it
 */
export function whoMayCall(functions: readonly Callable[]): ReadonlyMap<string, Callers> {
  const ofPublic = functions.filter(({ schema, isTrigger }) => schema === "public" && !isTrigger);
  const comments = new Map(ofPublic.map(({ name, comment }) => [name, comment]));
  return new Map(ofPublic.flatMap((callable) => {
    const original = aliasedBy({ ...callable, arguments: [], result: "" });
    const comment = comments.get(original ?? callable.name) ?? "";
    // A column that is computed has no `Who`: whoever reads the row reads it.
    if (!/^Who:/m.test(comment)) return [];
    return [[callable.name, meant(readComment(comment).who)] as const];
  }));
}

function meant(who: string): Callers {
  if (/^(whoever is signed in|everybody but the signed-out)\b/.test(who)) {
    return { all: "signed in", isByRole: false };
  }
  const callers = MEANINGS.filter(([words]) => words.test(who)).flatMap(([, callers]) => callers);
  const all = new Set<Caller>([...callers, "admin", "service"]);
  return { all, isByRole: /^(\w+(, )?)+\.?$/.test(who) };
}

/**
 * Roles that grants.txt lets execute each function, by its signature: it is kept by hand, so that a grant that
 * nobody meant shows.
 */
export async function grantedTo(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const file = new URL("../../tests/database/whole/schema/grants.txt", import.meta.url);
  const blocks = (await Deno.readTextFile(file)).split(/\n(?=\S)/);
  return new Map(
    blocks.filter((block) => block.startsWith("function ")).map((block) => {
      const [head = "", ...grants] = block.trim().split("\n");
      const roles = grants.flatMap((line) => /^\s+(\w+): execute/.exec(line)?.[1] ?? []);
      return [head.slice("function ".length), new Set(roles)];
    }),
  );
}
