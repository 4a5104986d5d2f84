/** A file of `NAME=value` lines that a shell can source and `--env-file` can read. */
export function envFile(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables).map(([name, value]) => `${name}=${shellQuote(value)}\n`).join(
    "",
  );
}

/** A text as one word of a POSIX shell, in quotes only where it needs them. */
export function shellQuote(text: string): string {
  if (/^[\w.\/:@%+=,-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
