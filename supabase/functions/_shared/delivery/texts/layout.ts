/**
 * The parts that mails are made of, as plain text and as HTML. Both are made of the same parts, so that
 * they say the same. What comes from the data may hold anything: in HTML it is escaped, and only `lines`
 * keep line breaks, so that no name looks like a sentence of ours.
 */

/** Text of a mail, without whom it is from and to. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A part of a mail. */
export type Part =
  | { readonly part: "paragraph" | "code" | "link"; readonly text: string }
  /** Names and values, a line each; without a value, a line is left out. */
  | { readonly part: "facts"; readonly facts: readonly (readonly [string, string | null])[] }
  /** A list, each with a name and lines below it. */
  | {
    readonly part: "list";
    readonly items: readonly { readonly name: string; readonly lines: readonly string[] }[];
  }
  /** A text of several lines, as somebody entered it. */
  | { readonly part: "lines"; readonly name: string; readonly text: string };

export const paragraph = (text: string): Part => ({ part: "paragraph", text });

const MOST_OF_SUBJECT = 150;

/** Makes a mail of its subject and its parts; `firm` signs it, if it has a name. */
export function mailOf(subject: string, firm: string | null, parts: readonly Part[]): MailText {
  const all = firm === null ? parts : [...parts, paragraph(firm)];
  const title = shortened(oneLine(subject));
  return {
    subject: title,
    text: `${all.map(inText).join("\n\n")}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width">',
      '<meta name="color-scheme" content="light dark">',
      `<title>${escaped(title)}</title></head>`,
      '<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">',
      ...all.map(inHtml),
      "</body></html>",
      "",
    ].join("\n"),
  };
}

function inText(part: Part): string {
  switch (part.part) {
    case "facts":
      return shown(part.facts).map(([name, value]) => `${name}: ${value}`).join("\n");
    case "list":
      return part.items.map(({ name, lines }) =>
        [`- ${oneLine(name)}`, ...lines.map((line) => `  ${oneLine(line)}`)].join("\n")
      ).join("\n");
    case "lines":
      return [`${part.name}:`, ...eachLine(part.text)].join("\n");
    default:
      return oneLine(part.text);
  }
}

function inHtml(part: Part): string {
  switch (part.part) {
    case "facts":
      return `<p>${
        shown(part.facts).map(([name, value]) => `${escaped(name)}: <b>${escaped(value)}</b>`)
          .join("<br>\n")
      }</p>`;
    case "list":
      return `<ul>\n${
        part.items.map(({ name, lines }) =>
          `<li><b>${escaped(oneLine(name))}</b>${
            lines.map((line) => `<br>\n${escaped(oneLine(line))}`).join("")
          }</li>`
        ).join("\n")
      }\n</ul>`;
    case "lines":
      return `<p>${[`${part.name}:`, ...eachLine(part.text)].map(escaped).join("<br>\n")}</p>`;
    case "code":
      return `<p style="font-family: monospace; overflow-wrap: anywhere">${
        escaped(oneLine(part.text))
      }</p>`;
    case "link": {
      const url = escaped(oneLine(part.text));
      return `<p><a href="${url}">${url}</a></p>`;
    }
    default:
      return `<p>${escaped(oneLine(part.text))}</p>`;
  }
}

const shown = (facts: readonly (readonly [string, string | null])[]): [string, string][] =>
  facts.flatMap(([name, value]) => value === null ? [] : [[name, oneLine(value)]]);

const eachLine = (text: string): string[] =>
  text.split(/\r\n|[\r\n\u2028\u2029]/).map(oneLine).filter((line) => line !== "");

/** Without line breaks, other controls, and marks that turn the direction of what follows. */
const oneLine = (text: string): string =>
  text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();

function shortened(subject: string): string {
  const characters = [...subject];
  return characters.length <= MOST_OF_SUBJECT
    ? subject
    : `${characters.slice(0, MOST_OF_SUBJECT - 1).join("").trimEnd()}…`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
