import { join } from "node:path";
import { StackError } from "../stack_error.ts";
import type { Loss } from "./difference.ts";
import { bare } from "./statements.ts";

/** Folder of what cannot be drafted, a file a version, below the project's root. */
export const CHANGES = "supabase/changes";

const BEGIN = /^-- data move:/;
const END = /^-- end of data move\s*$/;
const PLACE = /^-- (before|after columns are added|after all)\s*$/;
const IN_PLACE_OF = /^-- in place of: (.*)$/;
const AGREED = /^-- (drop|retype): (\S.*?)\s*$/;
/** The CLI drafts what goes, new tables and new columns first; then come functions, and the rest. */
const FOLLOWS_COLUMNS =
  /^(create (or replace )?(function|procedure|view)|alter table \S+ add constraint)\b/i;
const ADDS_COLUMNS = /^(set|drop|create (table|type)|alter table \S+ add column)\b/i;

/** A move of data, or another statement that cannot be drafted, and its place in the draft. */
export interface Move {
  /** With its marks. */
  readonly text: string;
  readonly place: "before" | "after columns are added" | "after all" | "in place of";
  /** The drafted statements in whose place it stands. */
  readonly replaces: readonly string[];
}

/** Everything of a version that cannot be drafted. */
export interface Changes {
  /** Of the file, below the root. */
  readonly path: string;
  /** Things that may go, and columns that may change their type. */
  readonly agreed: readonly Loss[];
  readonly moves: readonly Move[];
}

/**
 * Reads what of a version cannot be drafted; nothing where the version has no such file.
 *
 * @param root the project's folder
 * @param version such as `0.14.0`
 * @throws StackError for a file that is not written as CONTRIBUTING says
 */
export async function readChanges(root: string, version: string): Promise<Changes> {
  const path = join(CHANGES, `${version}.sql`);
  const text = await Deno.readTextFile(join(root, path)).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  });
  try {
    return { path, ...parseChanges(text) };
  } catch (error) {
    throw new StackError(`${path}: ${error instanceof Error ? error.message : error}.`);
  }
}

/**
 * The moves and the agreed losses of a text.
 *
 * @throws Error for SQL outside of a move, and a move without an end or a place
 */
export function parseChanges(text: string): Omit<Changes, "path"> {
  const agreed: Loss[] = [];
  const moves: Move[] = [];
  let lines: string[] | null = null;
  for (const line of text.split("\n")) {
    if (BEGIN.test(line)) {
      if (lines !== null) throw new Error(`\`${line}\` begins before the last one has ended`);
      lines = [];
    }
    if (lines !== null) {
      lines.push(line);
      if (END.test(line)) {
        moves.push(moveOf(lines));
        lines = null;
      }
      continue;
    }
    const [, action, name] = AGREED.exec(line) ?? [];
    if (name !== undefined) agreed.push({ action: action === "drop" ? "drop" : "retype", name });
    else if (!/^\s*(--.*)?$/.test(line)) {
      throw new Error(`\`${line}\` stands outside of a data move`);
    }
  }
  if (lines !== null) throw new Error(`\`${lines[0]}\` has no \`-- end of data move\``);
  return { agreed, moves };
}

function moveOf(lines: readonly string[]): Move {
  const text = lines.join("\n");
  const replaces = lines.flatMap((line) => IN_PLACE_OF.exec(line)?.[1] ?? []);
  const places = lines.flatMap((line) => PLACE.exec(line)?.[1] ?? []);
  const place = replaces.length > 0 ? "in place of" : places[0];
  const isOne = places.length + (replaces.length > 0 ? 1 : 0) === 1;
  switch (isOne && place) {
    case "before":
    case "after columns are added":
    case "after all":
    case "in place of":
      return { text, place: place as Move["place"], replaces };
    default:
      throw new Error(
        `\`${lines[0]}\` has to say its one place below: \`-- before\`, ` +
          "`-- after columns are added`, `-- after all` or `-- in place of: <statement>`",
      );
  }
}

/**
 * Puts the moves of a version into its draft, each where it says. Moves of one place keep their order.
 *
 * @param draft the statements
 * @returns the migration's text
 * @throws StackError for a move whose statement is not in the draft
 */
export function placeMoves({ path, moves }: Changes, draft: readonly string[]): string {
  const at = (place: Move["place"]) =>
    moves.filter((move) => move.place === place).map(({ text }) => text);
  /** Texts that stand before the statement with the same index. */
  const inPlace = new Map<number, string[]>();
  const replaced = new Set<number>();
  for (const { text, replaces } of moves.filter(({ place }) => place === "in place of")) {
    const places = replaces.map((statement) => {
      const found = draft.flatMap((drafted, index) =>
        bare(drafted) === bare(statement) ? [index] : []
      );
      const [index] = found;
      if (index === undefined || found.length > 1) {
        throw new StackError(
          `${path}: \`${text.split("\n")[0]}\` stands in place of \`${statement}\`, which is ` +
            `${index === undefined ? "not" : "more than once"} in the draft.`,
        );
      }
      return index;
    });
    for (const index of places) replaced.add(index);
    const first = places[0] ?? 0;
    inPlace.set(first, [...inPlace.get(first) ?? [], text]);
  }
  const rest = draft.findIndex((statement) => FOLLOWS_COLUMNS.test(bare(statement)));
  const afterColumns = draft.slice(0, rest < 0 ? draft.length : rest)
    .findLastIndex((statement) => ADDS_COLUMNS.test(bare(statement)));
  const parts = draft.flatMap((statement, index) => [
    ...inPlace.get(index) ?? [],
    ...replaced.has(index) ? [] : [`${statement};`],
    ...index === afterColumns ? at("after columns are added") : [],
  ]);
  return [
    ...at("before"),
    ...afterColumns < 0 ? at("after columns are added") : [],
    ...parts,
    ...at("after all"),
  ].join("\n\n");
}
