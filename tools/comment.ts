import { z } from "zod";

/** Comment of a procedure, in its parts. CONTRIBUTING.md describes how it is written. */
export interface ProcedureComment {
  /** One sentence: what the procedure does. */
  readonly summary: string;
  /** Further paragraphs, in order. */
  readonly remarks: readonly string[];
  /** The staff roles that may call it, or who else may. */
  readonly who: string;
  /** Per argument its meaning, in the order of the comment. */
  readonly arguments: ReadonlyMap<string, string>;
  readonly result: string;
  /** The slugs it refuses with. */
  readonly errors: readonly string[];
  /** Arguments of a call that works; texts `$name` stand for what the caller has. */
  readonly example: Readonly<Record<string, unknown>>;
}

const LABELS = ["Who", "Arguments", "Result", "Errors", "Example"] as const;
type Label = (typeof LABELS)[number];

/**
 * Reads the comment of a procedure.
 *
 * @throws Error that says what is missing or cannot be read.
 */
export function readComment(comment: string): ProcedureComment {
  const [summary = "", ...paragraphs] = comment.trim().split(/\n\s*\n/);
  const sections = new Map<Label, string>();
  const remarks: string[] = [];
  for (const paragraph of paragraphs) {
    const label = LABELS.find((label) => paragraph.startsWith(`${label}:`));
    if (label === undefined) remarks.push(oneLine(paragraph));
    else if (sections.has(label)) throw new Error(`${label} stands twice`);
    else sections.set(label, paragraph.slice(label.length + 1));
  }
  const required = (label: Label) => {
    const text = oneLine(sections.get(label) ?? "");
    if (text === "") throw new Error(`there is no paragraph "${label}: …"`);
    return text;
  };
  if (!/^[A-Z][^\n]*\.$/.test(summary)) {
    throw new Error(`the first line is not a sentence followed by a blank line: ${summary}`);
  }
  return {
    summary,
    remarks,
    who: required("Who"),
    arguments: readArguments(sections.get("Arguments") ?? ""),
    result: required("Result"),
    errors: readErrors(sections.get("Errors") ?? ""),
    example: readExample(sections.get("Example") ?? "{}"),
  };
}

/** Lines `name: meaning`; an indented line goes on with the meaning before it. */
function readArguments(text: string): Map<string, string> {
  const meanings = new Map<string, string>();
  for (const line of text.trim().replaceAll(/\n\s+/g, " ").split("\n")) {
    if (line === "") continue;
    const [, name, meaning] = /^(\w+): +(\S.*)$/.exec(line) ?? [];
    if (name === undefined || meaning === undefined || meanings.has(name)) {
      throw new Error(`not an argument's "name: meaning", once: ${line}`);
    }
    meanings.set(name, meaning);
  }
  return meanings;
}

/** `slug, slug.` */
function readErrors(text: string): string[] {
  const list = oneLine(text).replace(/\.$/, "");
  if (list === "") return [];
  const slugs = list.split(", ");
  const wrong = slugs.find((slug) => !/^[a-z0-9_]+$/.test(slug));
  if (wrong !== undefined) throw new Error(`not a slug: ${wrong}`);
  return slugs;
}

function readExample(text: string): Record<string, unknown> {
  return z.record(z.string(), z.json()).parse(JSON.parse(text));
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " ");
}
