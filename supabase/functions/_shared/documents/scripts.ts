/** Letters of scripts that Noto Sans lacks: a name in such a script can be read, and is no row of boxes. */

/** Name of the font of such letters. */
export const OTHER_FONT = "Other";

/** A letter that is not of Noto Sans; of signs that all scripts share, it has those of the lower blocks. */
const OTHER = "[^\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}" +
  "[[\\p{Script=Common}\\p{Script=Inherited}]&&[\\u0000-\\u052f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u2000-\\u218f]]]";
/** A word of them, with the joiners and marks in it. */
const WORD = `${OTHER}(?:[\\u200c\\u200d]*(?:${OTHER}|\\p{M}))*`;
const RUN = new RegExp(`(${WORD}(?: +${WORD})*)`, "gv");
const FROM_THE_RIGHT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const JOINERS = /[\u200c\u200d]/g;

/** A piece of a text in one font; without a name, that of the document. */
interface Run {
  readonly text: string;
  readonly font?: typeof OTHER_FONT;
}

/** The text in runs of one font; null where it needs no other. Of a script from the right, in the order on paper. */
export function runsOf(text: string): readonly Run[] | null {
  const pieces = text.split(RUN);
  if (pieces.length === 1) return null;
  // What stands at odd places is what the pattern found.
  return pieces.map((piece, nth): Run =>
    nth % 2 === 0 ? { text: piece } : { text: onPaper(piece), font: OTHER_FONT }
  ).filter((run) => run.text !== "");
}

/** The printer sets letters from the left; a mark has no width, and stands over the letter after it. */
function onPaper(piece: string): string {
  const letters = piece.replace(JOINERS, "");
  return FROM_THE_RIGHT.test(letters) ? [...letters].toReversed().join("") : letters;
}

/**
 * Sets the letters of other scripts in their font, in the blocks themselves, as the printer takes it.
 *
 * @returns the code points that the font has to have
 */
export function setOtherScripts(blocks: readonly { readonly text?: string }[]): number[] {
  const found = new Set<number>();
  for (const block of blocks) {
    const runs = block.text === undefined ? null : runsOf(block.text);
    if (runs === null) continue;
    Object.assign(block, { text: runs });
    for (const { text, font } of runs) {
      if (font !== undefined) { for (const letter of text) found.add(letter.codePointAt(0) ?? 0); }
    }
  }
  return [...found];
}
