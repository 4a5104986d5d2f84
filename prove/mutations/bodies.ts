import { fileURLToPath } from "node:url";
import { readSchemaTree } from "../../stack/schema/tree.ts";
import { mutated, type Place, placesOf } from "./places.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const FUNCTION =
  /^create (?:or replace )?function\s+((?:public|private)\."?\w+"?)\s*\((?:[^$]|\$(?!\w*\$))*?\bas (\$\w*\$)([\s\S]*?)\2[^;]*;/gm;
const VIEW = /^create (?:or replace )?view\s+((?:public|private)\."?\w+"?)([^;]*?\bas\b)([^;]*);/gm;

/** The body of a function or a view of the source tree. */
export interface Body {
  /** From the project's root. */
  readonly path: string;
  /** Such as `private.void_invoice`. */
  readonly name: string;
  readonly isView: boolean;
  /** The statement that makes it anew in a database that has it. */
  readonly statement: string;
  /** Offset of the body in the statement. */
  readonly at: number;
  readonly text: string;
  /** The line of the file on which the body begins. */
  readonly line: number;
}

/** A place of a body that a run may break. */
export interface Mutant {
  readonly body: Body;
  readonly place: Place;
}

/** The bodies of all functions and views of the source tree. */
export async function readBodies(): Promise<Body[]> {
  return (await readSchemaTree(ROOT)).flatMap(({ path, text }) =>
    [FUNCTION, VIEW].flatMap((kind) =>
      [...text.matchAll(kind)].map((match) => {
        const [statement, name = "", , body = ""] = match;
        const at = statement.lastIndexOf(body);
        const before = text.slice(0, match.index + at);
        return {
          path,
          name: name.replaceAll('"', ""),
          isView: kind === VIEW,
          statement: statement.replace(/^create (?:or replace )?/, "create or replace "),
          at: at + (/^create or replace /.test(statement) ? 0 : "or replace ".length),
          text: body,
          line: before.split("\n").length,
        };
      })
    )
  );
}

/** The files of the source tree that differ from a commit, from the project's root. */
export async function changedSince(ref: string): Promise<ReadonlySet<string>> {
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args: ["diff", "--name-only", ref, "--", "supabase/schemas"],
    cwd: ROOT,
  }).output();
  if (!success) throw new Error(`--since ${ref}: ${new TextDecoder().decode(stderr).trim()}`);
  return new Set(new TextDecoder().decode(stdout).split("\n"));
}

/** All places of bodies, in the order of the tree. */
export function mutantsOf(bodies: readonly Body[]): Mutant[] {
  return bodies.flatMap((body) => placesOf(body.text).map((place) => ({ body, place })));
}

/** The statement that makes the body with its one place changed. */
export function statementOf({ body, place }: Mutant): string {
  return mutated(body.statement, { ...place, at: body.at + place.at });
}

/** A mutant in words: where it is and what stands there instead. */
export function describe(mutant: Mutant): string {
  const { body, place } = mutant;
  const line = body.line + body.text.slice(0, place.at).split("\n").length - 1;
  return `${body.path}:${line}, ${body.name}: ${place.kind}, ${changeOf(mutant)}`;
}

/** The change of a mutant: `old` → `new`. */
export function changeOf({ place }: Mutant): string {
  const short = (text: string) => text.replaceAll(/\s+/g, " ").trim() || "nothing";
  return `\`${short(place.old)}\` → \`${short(place.new)}\``;
}

/** The line of the tree in which the change begins, without the spaces around it. */
export function lineOf({ body, place }: Mutant): string {
  return body.text.slice(body.text.lastIndexOf("\n", place.at - 1) + 1).split("\n")[0]?.trim() ??
    "";
}
