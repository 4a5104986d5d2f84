import { loadModule, scanSync, type ScanToken } from "@libpg-query/parser";

/** A change of one place of a text of SQL. */
export interface Place {
  /** Kind of the change, such as `comparison`. */
  readonly kind: string;
  /** Offset at which the replaced text begins, in UTF-16 units. */
  readonly at: number;
  /** Text that is replaced. */
  readonly old: string;
  /** Text that stands there instead. */
  readonly new: string;
}

const COMPARISONS: Readonly<Record<string, string>> = { "=": "<>", "<>": "=", "!=": "=" };
const BOUNDARIES: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const WORDS: Readonly<Record<string, string>> = {
  and: "or",
  or: "and",
  true: "false",
  false: "true",
};

/** Words that end a condition or an order at their own depth. */
const ENDS = new Set(
  ("and or where group order having limit offset fetch returning union except intersect window for " +
    "on join cross left right inner full then loop when else end as into do set using filter over rows range with")
    .split(" "),
);

const DOLLAR_QUOTED = /\$(\w*)\$[^]*?\$\1\$/g;

await loadModule();

/**
 * Every place of a function's or view's body that a mutation may change, in order. Comments and strings have none, and
 * nothing is parsed or written anew: the text between two tokens is replaced, and the rest stays byte by byte.
 */
export function placesOf(body: string): Place[] {
  const tokens = tokensOf(body);
  return tokens.flatMap((_, index) => [
    ...swaps(tokens, index),
    ...dropped(body, tokens, index),
  ]).map(({ kind, at, end, text }) => ({ kind, at, old: body.slice(at, end), new: text }));
}

/** The text with one place changed. */
export function mutated(text: string, place: Place): string {
  return text.slice(0, place.at) + place.new + text.slice(place.at + place.old.length);
}

interface Token {
  readonly at: number;
  readonly end: number;
  /** In lower case; of a text `'`, and of the `and` of a `between` neither word. */
  readonly text: string;
  /** Parentheses that are open where it stands. */
  readonly depth: number;
  readonly isInteger: boolean;
}

interface Change {
  readonly kind: string;
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

function tokensOf(body: string): Token[] {
  const offsets = utf16Offsets(body);
  const ends = new Map(
    body.matchAll(DOLLAR_QUOTED).map(({ index, 0: text }) => [index, index + text.length]),
  );
  let depth = 0;
  const ranges: number[] = [];
  const isCode = ({ tokenName }: ScanToken) =>
    tokenName !== "SQL_COMMENT" && tokenName !== "C_COMMENT";
  return scanSync(withoutLongTexts(body)).tokens.filter(isCode).map(
    ({ start, end, text, tokenName }) => {
      const lower = tokenName === "SCONST" ? "'" : text.toLowerCase();
      if (text === ")") depth--;
      if (lower === "between") ranges.push(depth);
      const isInRange = lower === "and" && ranges.at(-1) === depth;
      if (isInRange) ranges.pop();
      const token = {
        at: offsets[start] ?? 0,
        end: ends.get(offsets[start] ?? 0) ?? offsets[end] ?? body.length,
        text: isInRange ? "between's" : lower,
        depth,
        isInteger: tokenName === "ICONST",
      };
      if (text === "(") depth++;
      return token;
    },
  );
}

/** The scanner cuts its answer off where it has a long text: a dollar-quoted one is empty, with as many bytes after it. */
function withoutLongTexts(body: string): string {
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  return body.replace(DOLLAR_QUOTED, (text) => "''".padEnd(bytes(text)));
}

/** Per byte of the text in UTF-8, where it is in UTF-16: the scanner counts bytes. */
function utf16Offsets(text: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const letter of text) {
    for (let byte = new TextEncoder().encode(letter).length; byte > 0; byte--) offsets.push(at);
    at += letter.length;
  }
  return [...offsets, at];
}

/** Texts that may stand in place of one token. */
function swaps(tokens: readonly Token[], index: number): Change[] {
  const token = tokens[index];
  const next = tokens[index + 1];
  if (token === undefined) return [];
  const { at, end, text } = token;
  const comparison = COMPARISONS[text];
  if (comparison !== undefined) return [{ kind: "comparison", at, end, text: comparison }];
  const boundary = BOUNDARIES[text];
  if (boundary !== undefined) return [{ kind: "boundary", at, end, text: boundary }];
  const word = WORDS[text];
  if (word !== undefined) {
    return [{ kind: /and|or/.test(word) ? "and/or" : "constant", at, end, text: word }];
  }
  if (token.isInteger) {
    return [{ kind: "constant", at, end, text: String(Number(text) + 1) }];
  }
  if (text === "is" && next?.text === "not") {
    return [{ kind: "comparison", at, end: next.end, text: "is" }];
  }
  if (text === "is") return [{ kind: "comparison", at, end, text: "is not" }];
  if (text === "between") {
    return tokens[index - 1]?.text === "not"
      ? []
      : [{ kind: "comparison", at, end, text: "not between" }];
  }
  if (text === "not" && tokens[index - 1]?.text !== "is") {
    return [{ kind: "comparison", at, end, text: "" }];
  }
  if (text === "distinct" && next?.text !== "from") {
    return [{ kind: "distinct", at, end, text: "" }];
  }
  return [];
}

/** Texts that may go, from a token on: a condition with its `and`, that of a `where`, an `order by`. */
function dropped(body: string, tokens: readonly Token[], index: number): Change[] {
  const token = tokens[index];
  if (token === undefined) return [];
  const { at, text } = token;
  if (text === "and") {
    return [{ kind: "dropped condition", at, end: endOf(body, tokens, index + 1), text: "" }];
  }
  if (text === "where") {
    const first = tokens[index + 1];
    if (first === undefined) return [];
    const end = endOf(body, tokens, index + 1);
    return [{ kind: "dropped condition", at: first.at, end, text: "true" }];
  }
  if (text === "order" && tokens[index + 1]?.text === "by") {
    return [{ kind: "dropped order", at, end: endOf(body, tokens, index + 2), text: "" }];
  }
  return [];
}

/** The end of what begins with a token: before the next word at its depth that ends it, or what closes it. */
function endOf(body: string, tokens: readonly Token[], from: number): number {
  const depth = tokens[from]?.depth ?? 0;
  let cases = 0;
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (token.text === "case") cases++;
    else if (cases > 0 && token.text === "end") cases--;
    else if (
      cases === 0 &&
      (token.depth < depth || token.text === ";" || token.depth === depth && ENDS.has(token.text))
    ) {
      return tokens[index - 1]?.end ?? token.at;
    }
  }
  return body.trimEnd().length;
}
