import { splitSqlStatements } from "@supabase/lite";

const BEGIN = /^-- data move:/;
const END = /^-- end of data move\s*$/;
/** The first statement of every migration, which is not the draft's. */
const LOCK_TIMEOUT = /^set local lock_timeout\b/;
const IN_PLACE_OF = /^-- in place of: (.*)$/;

/** A part of a migration: a drafted statement, or what somebody wrote by hand between the marks. */
type Part =
  | { readonly kind: "statement"; readonly text: string }
  | { readonly kind: "move"; readonly text: string; readonly replaces: readonly string[] };

/** The statements of a text. */
export function statementsOf(text: string): string[] {
  return splitSqlStatements(text).map((statement) => statement.trim()).filter((statement) =>
    bare(statement) !== ""
  );
}

/**
 * Puts the data moves of a migration that was edited by hand into a new draft: each after the
 * statement that it stood behind, or before the one that it stood in front of. The statements that
 * a move names as `-- in place of:` are left out.
 *
 * @param edited the migration as it stands
 * @param draft the new one's statements
 * @returns the new migration's text
 * @throws Error naming the first move that has no place any more.
 */
export function carryDataMoves(edited: string, draft: readonly string[]): string {
  const old = partsOf(edited);
  const parts: Part[] = draft.map((text) => ({ kind: "statement", text }));
  const placeOf = (statement: string) => {
    const found = parts.flatMap((part, index) => isStatement(part, statement) ? [index] : []);
    return found.length === 1 ? found[0] : undefined;
  };
  /** The moves that have been put behind a statement stay in their order. */
  const behind = (index: number) => {
    while (parts[index]?.kind === "move") index++;
    return index;
  };
  for (const [at, move] of old.entries()) {
    if (move.kind !== "move") continue;
    const places = move.replaces.map(placeOf);
    const before = old.slice(0, at).findLast((part) => part.kind === "statement")?.text;
    const after = old.slice(at + 1).find((part) => part.kind === "statement")?.text;
    const previous = before === undefined ? -1 : placeOf(before);
    const next = after === undefined ? undefined : placeOf(after);
    let place = places[0] ?? (previous === undefined ? next : behind(previous + 1));
    if (place === undefined || places.includes(undefined)) throw new Error(homeless(move));
    for (const replaced of places.filter((place) => place !== undefined).sort((a, b) => b - a)) {
      parts.splice(replaced, 1);
      if (replaced < place) place--;
    }
    parts.splice(place, 0, move);
  }
  return parts.map((part) => part.kind === "move" ? part.text : `${part.text};`).join("\n\n");
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let lines: string[] = [];
  let isMove = false;
  const flush = () => {
    const statements = statementsOf(lines.join("\n")).filter((text) => !LOCK_TIMEOUT.test(text));
    parts.push(...statements.map((text) => ({ kind: "statement" as const, text })));
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (BEGIN.test(line)) {
      if (isMove) throw new Error(`\`${line}\` begins before the last one has ended`);
      flush();
      isMove = true;
    }
    lines.push(line);
    if (isMove && END.test(line)) {
      const replaces = lines.flatMap((line) => IN_PLACE_OF.exec(line)?.[1] ?? []);
      parts.push({ kind: "move", text: lines.join("\n"), replaces });
      lines = [];
      isMove = false;
    }
  }
  if (isMove) throw new Error(`\`${lines[0]}\` has no \`-- end of data move\``);
  flush();
  return parts;
}

function isStatement(part: Part, statement: string): boolean {
  return part.kind === "statement" && bare(part.text) === bare(statement);
}

/** A statement without comments and line breaks, to compare it by. */
function bare(statement: string): string {
  return statement.replaceAll(/^\s*--.*$/gm, "").replaceAll(/\s+/g, " ").replace(/[\s;]*$/, "")
    .trim();
}

function homeless(move: Part): string {
  return `the place of \`${
    move.text.split("\n")[0]
  }\` is gone: the statements around it, or those ` +
    "it stands in place of, are not in the new draft. Take it out of the file, run this again, " +
    "and put it back where it belongs now";
}
