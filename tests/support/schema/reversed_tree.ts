import type { SchemaFile } from "../../../stack/schema/tree.ts";

/** The source tree with the columns of every table in the opposite order. */
export function reversedTree(files: readonly SchemaFile[]): SchemaFile[] {
  return files.map(({ path, text }) => ({
    path,
    text: text.replaceAll(
      /^(create table [\w.]+ \()\n(.*?)\n(\)(?: partition by [^;]*)?;)$/gms,
      (_, head: string, body: string, end: string) => `${head}\n${reversed(body)}\n${end}`,
    ),
  }));
}

/** A word that begins a rule of the table, not a column. */
const RULE = /^\s*(constraint|primary key|unique|foreign key|check|exclude)\b/;

function reversed(body: string): string {
  const items = atCommas(body.replaceAll(/--.*$/gm, ""));
  const columns = items.filter((item) => !RULE.test(item));
  const rules = items.filter((item) => RULE.test(item));
  return [...columns.reverse(), ...rules].join(",");
}

/** Splits at the commas that stand in no parentheses and no text. */
function atCommas(text: string): string[] {
  const items = [""];
  let depth = 0;
  let isText = false;
  for (const letter of text) {
    if (letter === "'") isText = !isText;
    if (!isText && letter === "(") depth++;
    if (!isText && letter === ")") depth--;
    if (letter === "," && depth === 0 && !isText) items.push("");
    else items.push(items.pop() + letter);
  }
  return items;
}
