/** Bounds of the texts of a document: what is longer is cut and ends in "…", and long words are broken. */
import { type Block, blocksIn } from "./pdf.ts";
import { shortened } from "./text.ts";

/** Widest letters, so many stand on a page in a column; what is higher than a page would be lost, and its row with it. */
const MOST_OF_ONE = 1_000;
/** A text of at most so many letters is printed whole, whatever else is there. */
const SHORT = 60;
/** Letters of the longer ones together: some 14 µs each, of the two seconds that a function may compute. */
const MOST_OF_ALL = 40_000;

/** A longer word makes its column wider, and pushes the amounts beside it off the paper. */
const LONG_WORD = /\S{24}(?=\S)/gu;
/** A place at which a line may end, of no width. */
const MAY_END = "\u200b";

/**
 * Cuts the longer texts, in their place, each to as much as leaves room for all; then breaks long words.
 *
 * @param most letters of the longer texts together
 */
export function boundTexts(content: readonly Block[], most = MOST_OF_ALL): void {
  const texts = content.flatMap(blocksIn).filter(({ noWrap }) => !noWrap);
  const long = texts.filter(({ text = "" }) => text.length > SHORT);
  const room = Math.max(SHORT, Math.min(MOST_OF_ONE, Math.floor(most / long.length)));
  for (const block of long) block.text = shortened(block.text ?? "", room);
  for (const block of texts) {
    if (block.text !== undefined) block.text = block.text.replace(LONG_WORD, `$&${MAY_END}`);
  }
}
