/** The refusals of the schema as its sources write them. */
import { filesIn, readFile } from "./files.ts";

/** A call of `private.refuse`, or of what refuses for it. */
export interface WrittenRefusal {
  /** `supabase/schemas/time/hold_time.sql:32`. */
  readonly place: string;
  /** The string literals of the message, one after the other; empty: another text. */
  readonly message: string;
  readonly hint: string;
}

/** Position of the message among the arguments; the hint is always the last. */
const MESSAGES: Readonly<Record<string, number>> = {
  refuse: 2,
  refuse_row: 0,
  refuse_write: 1,
  refuse_removal: 1,
  refuse_removal_of_what_was_paid: 0,
};

/** Every refusal whose texts stand in the call. */
export async function writtenRefusals(): Promise<WrittenRefusal[]> {
  const found: WrittenRefusal[] = [];
  for (const path of await filesIn("supabase/schemas", ".sql")) {
    const text = (await readFile(path)).replaceAll(/--.*$/gm, "");
    for (const call of text.matchAll(/\bprivate\.(refuse\w*)\s*\(/g)) {
      const position = MESSAGES[call[1] ?? ""];
      if (position === undefined) continue;
      const list = argumentsAt(text, call.index + call[0].length);
      const [message, hint] = [literals(list[position]), literals(list.at(-1))];
      if (list.length <= position + 1 || hint === "") continue;
      const line = text.slice(0, call.index).split("\n").length;
      found.push({ place: `${path}:${line}`, message, hint });
    }
  }
  return found;
}

/** The arguments of a call, from behind its bracket. */
function argumentsAt(text: string, start: number): string[] {
  const list = [""];
  let depth = 0;
  for (const [part] of text.slice(start).matchAll(/'(?:[^']|'')*'|[^']/g)) {
    if (part === "(" || part === "[") depth++;
    if (part === ")" || part === "]") depth--;
    if (depth < 0) return list;
    if (part === "," && depth === 0) list.push("");
    else list[list.length - 1] += part;
  }
  throw new Error("a bracket is open");
}

function literals(argument = ""): string {
  return [...argument.matchAll(/'((?:[^']|'')*)'/g)]
    .map(([, text = ""]) => text.replaceAll("''", "'")).join("");
}
