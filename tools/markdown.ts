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
  const [start, end] = [`<!-- generated: ${name} -->`, `<!-- end of ${name} -->`];
  const [before, rest] = page.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined) throw new Error(`The page has lost its marks: ${start} and ${end}`);
  return `${before}${start}\n\n${text}\n\n${end}${after}`;
}
