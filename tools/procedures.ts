import type { CatalogArgument, CatalogFunction } from "./catalog.ts";
import { type ProcedureComment, readComment } from "./comment.ts";

/** A procedure with all that docs/api.md says of it. */
export interface Procedure {
  readonly name: string;
  /** Its other path, by which older programs call it, where that differs from the name. */
  readonly pathSegment: string | null;
  readonly arguments: readonly CatalogArgument[];
  readonly result: string;
  readonly comment: ProcedureComment;
}

const ALIAS = /^(\w+) under its path segment\.$/;

/** Of a function that is a procedure under its path segment, the procedure's name; else null. */
export function aliasedBy(fn: CatalogFunction): string | null {
  return ALIAS.exec(fn.comment)?.[1] ?? null;
}

/**
 * Puts the functions of public together as procedures.
 *
 * @throws Error naming the procedure whose comment is not whole.
 */
export function procedures(functions: readonly CatalogFunction[]): Procedure[] {
  const segments = new Map(functions.map((fn) => [aliasedBy(fn), fn.name]));
  return functions.filter((fn) => aliasedBy(fn) === null).map((fn) => {
    try {
      const comment = readComment(fn.comment);
      assertComplete(fn, comment);
      return { ...fn, comment, pathSegment: segments.get(fn.name) ?? null };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The comment on function public.${fn.name}: ${reason}`);
    }
  });
}

function assertComplete(fn: CatalogFunction, comment: ProcedureComment): void {
  const names = fn.arguments.map((argument) => argument.name);
  const described = [...comment.arguments.keys()];
  if (names.join() !== described.join()) {
    throw new Error(`it describes the arguments (${described}), the function has (${names})`);
  }
  const unknown = Object.keys(comment.example).filter((name) => !names.includes(name));
  const missing = fn.arguments.filter((argument) =>
    argument.default === null && !(argument.name in comment.example)
  ).map((argument) => argument.name);
  if (unknown.length > 0) throw new Error(`its example gives ${unknown}, which are no arguments`);
  if (missing.length > 0) throw new Error(`its example lacks ${missing}, which have no default`);
}
