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
