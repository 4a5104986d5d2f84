/** A table; cells may hold any text. It is not padded, so that a row that is added changes no other. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [
    "<!-- deno-fmt-ignore-start -->",
    line(head),
    line(head.map(() => "---")),
    ...rows.map(line),
    "<!-- deno-fmt-ignore-end -->",
  ].join("\n");
}

/** The rows of a {@link table}, as its cells were. */
export function rowsOf(table: string): string[][] {
  const lines = table.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) =>
    line.slice(2, -2).split(/ \| /).map((cell) => cell.replaceAll("\\|", "|"))
  );
}

/** Text of a comment. Outside of code a browser would take what stands in angle brackets for a tag, and show nothing. */
export function prose(text: string): string {
  return text.replaceAll(/`[^`]*`|<(?=\w)/g, (found) => found === "<" ? "\\<" : found);
}

/** Text in a code font. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** A block of code. */
export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/**
 * A page with a generated part between its marks.
 *
 * @throws Error if the page has no such marks
 */
export function withPart(page: string, name: string, text: string): string {
  const { before, after } = aroundPart(page, name);
  return `${before}\n\n${text}\n\n${after}`;
}

/**
 * The generated part of a page.
 *
 * @throws Error if the page has no such marks
 */
export function partOf(page: string, name: string): string {
  return aroundPart(page, name).part.trim();
}

/** A page in three, at its marks, which stay with what is around the part. */
function aroundPart(page: string, name: string): { before: string; part: string; after: string } {
  const [start, end] = [`<!-- generated: ${name} -->`, `<!-- end of ${name} -->`];
  const [before, rest] = page.split(start);
  const [part, after] = rest?.split(end) ?? [];
  if (part === undefined || after === undefined) {
    throw new Error(`The page has lost its marks: ${start} and ${end}`);
  }
  return { before: `${before}${start}`, part, after: `${end}${after}` };
}
