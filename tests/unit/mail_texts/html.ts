/** The HTML of mails, taken apart. */

const CHARACTERS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
};

/** The tags with their attributes, in order. */
export const tagsOf = (html: string): string[] => html.match(/<[^>]*>/g) ?? [];

/** Text that a reader sees, title and all, in one line. */
export function inPlain(html: string): string {
  return html.replace(/<[^>]*>/g, " ")
    .replace(/&([^;]*);/g, (_, name: string) => CHARACTERS[name] ?? `(unknown: ${name})`)
    .replace(/\s+/g, " ").trim();
}
