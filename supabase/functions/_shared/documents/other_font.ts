/**
 * A TrueType font of the letters that a document has of scripts which Noto Sans lacks, made of GNU Unifont's pixels: the
 * whole font would take longer to read than a document may take to print.
 */
import { Buffer } from "node:buffer";
import { inflateRawSync } from "node:zlib";
import { LETTERS } from "./unifont.ts";

/** Pixels of a letter's height, of which two are below the line. */
const ROWS = 16;
const ABOVE = 14;
/** Units of the font, of a pixel and of the square that a letter stands in. */
const PIXEL = 64;
const EM = ROWS * PIXEL;

/** Pixels of a letter. */
interface Letter {
  /** Pixels to where the next letter begins; marks have none. */
  readonly advance: number;
  /** Pixels from where it begins to its first column. */
  readonly offset: number;
  /** Its rows from above; the highest bit is the first column. */
  readonly rows: readonly number[];
}

/** Letters in the order of their code points, each part one after the other: as `LETTERS` has them, unpacked. */
interface Letters {
  readonly codes: Uint16Array;
  readonly bytes: Uint8Array;
}

let unpacked: Letters | undefined;

/** Unpacks the letters once: codes of two bytes, then advances, offsets and rows. */
function letters(): Letters {
  if (unpacked === undefined) {
    const bytes = new Uint8Array(inflateRawSync(Buffer.from(LETTERS, "base64")));
    const count = bytes.length / (2 + 1 + 1 + 2 * ROWS);
    const codes = Uint16Array.from(
      { length: count },
      (_, nth) => (bytes[nth] ?? 0) * 256 + (bytes[count + nth] ?? 0),
    );
    unpacked = { codes, bytes };
  }
  return unpacked;
}

/** The letter of a code point; null where the font has none. */
export function letterOf(code: number): Letter | null {
  const { codes, bytes } = letters();
  const nth = placeOf(codes, code);
  if (nth < 0) return null;
  const at = (part: number) => bytes[part * codes.length + nth] ?? 0;
  return {
    advance: at(2),
    offset: (at(3) << 24) >> 24,
    rows: Array.from({ length: ROWS }, (_, row) => at(4 + row) * 256 + at(4 + ROWS + row)),
  };
}

function placeOf(codes: Uint16Array, code: number): number {
  let [from, to] = [0, codes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((codes[middle] ?? 0) < code) from = middle + 1;
    else to = middle;
  }
  return codes[from] === code ? from : -1;
}

/** The blank between two words, half as wide as a wide letter. */
const BLANK = 0x20;
const NOTHING: Letter = { advance: ROWS / 2, offset: 0, rows: [] };

/** Letter of what the font lacks: an empty box. */
const BOX: Letter = {
  advance: 8,
  offset: 1,
  rows: Array.from(
    { length: ROWS },
    (_, row) => row < 3 || row > 13 ? 0 : row === 3 || row === 13 ? 0xfc00 : 0x8400,
  ),
};

/** The bytes of a TrueType font that has these letters, and a box for each that Unifont lacks. */
export function otherFont(codes: Iterable<number>): Buffer {
  const known = [...new Set(codes)].toSorted((one, other) => one - other)
    .flatMap((code): [number, Letter][] => {
      const letter = code === BLANK ? NOTHING : letterOf(code);
      return letter === null ? [] : [[code, letter]];
    });
  const glyphs = [BOX, ...known.map(([, letter]) => letter)];
  const outlines = glyphs.map(outlineOf);
  return fontFile({
    "cmap": cmapOf(known.map(([code]) => code)),
    "glyf": Buffer.concat(outlines),
    "head": numbers(
      [0x00010000, 4],
      [0x00010000, 4],
      [0, 4],
      [0x5f0f3cf5, 4],
      [0, 2],
      [EM, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [0, 4],
      [-EM, 2],
      [(ABOVE - ROWS) * PIXEL, 2],
      [EM, 2],
      [ABOVE * PIXEL, 2],
      [0, 2],
      [ROWS, 2],
      [2, 2],
      [1, 2],
      [0, 2],
    ),
    "hhea": numbers(
      [0x00010000, 4],
      [ABOVE * PIXEL, 2],
      [(ABOVE - ROWS) * PIXEL, 2],
      [0, 2],
      [EM, 2],
      [-EM, 2],
      [-EM, 2],
      [EM, 2],
      [1, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [0, 4],
      [0, 2],
      [glyphs.length, 2],
    ),
    "hmtx": numbers(
      ...glyphs.flatMap(({ advance, offset }): [number, number][] => [
        [advance * PIXEL, 2],
        [offset * PIXEL, 2],
      ]),
    ),
    "loca": numbers(
      ...outlines.reduce((ends, { length }) => [...ends, (ends.at(-1) ?? 0) + length], [0])
        .map((end): [number, number] => [end, 4]),
    ),
    "maxp": numbers(
      [0x00010000, 4],
      [glyphs.length, 2],
      [4 * ROWS * ROWS, 2],
      [ROWS * ROWS, 2],
      ...Array.from({ length: 11 }, (): [number, number] => [0, 2]),
    ),
    "name": nameTable("UnifontLetters"),
    "post": numbers([0x00030000, 4], [0, 4], [0, 4], [0, 4], [0, 4], [0, 4], [0, 4], [0, 4]),
  });
}

/** Numbers, each in so many bytes. */
function numbers(...all: readonly (readonly [value: number, bytes: number])[]): Buffer {
  const out = Buffer.alloc(all.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of all) {
    out.writeUIntBE(value < 0 ? value + 2 ** (8 * bytes) : value, at, bytes);
    at += bytes;
  }
  return out;
}

/** A rectangle for each stretch of pixels of a row. */
function outlineOf({ offset, rows }: Letter): Buffer {
  const boxes = rows.flatMap((bits, row) =>
    stretchesOf(bits).map(([from, to]) => ({
      left: (offset + from) * PIXEL,
      right: (offset + to) * PIXEL,
      top: (ABOVE - row) * PIXEL,
      bottom: (ABOVE - row - 1) * PIXEL,
    }))
  );
  if (boxes.length === 0) return Buffer.alloc(0);
  const points = boxes.flatMap(({ left, right, top, bottom }) =>
    [
      [left, bottom],
      [left, top],
      [right, top],
      [right, bottom],
    ] as const
  );
  const steps = (axis: 0 | 1) =>
    points.map((point, nth): [number, number] => [
      point[axis] - (points[nth - 1]?.[axis] ?? 0),
      2,
    ]);
  const outline = numbers(
    [boxes.length, 2],
    [Math.min(...boxes.map(({ left }) => left)), 2],
    [Math.min(...boxes.map(({ bottom }) => bottom)), 2],
    [Math.max(...boxes.map(({ right }) => right)), 2],
    [Math.max(...boxes.map(({ top }) => top)), 2],
    ...boxes.map((_, nth): [number, number] => [4 * nth + 3, 2]),
    [0, 2],
    // Each point is on the line.
    ...points.map((): [number, number] => [1, 1]),
    ...steps(0),
    ...steps(1),
  );
  return Buffer.concat([outline, Buffer.alloc((4 - outline.length % 4) % 4)]);
}

/** Stretches of set bits, from the first column to after the last. */
function stretchesOf(bits: number): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (let column = 0; column < ROWS; column++) {
    if ((bits & (0x8000 >> column)) === 0) continue;
    const last = found.at(-1);
    if (last?.[1] === column) last[1]++;
    else found.push([column, column + 1]);
  }
  return found;
}

/** Glyphs of code points in order, the first of which is glyph 1. */
function cmapOf(codes: readonly number[]): Buffer {
  return numbers(
    [0, 2],
    [1, 2],
    [3, 2],
    [10, 2],
    [12, 4],
    [12, 2],
    [0, 2],
    [16 + 12 * codes.length, 4],
    [0, 4],
    [codes.length, 4],
    ...codes.flatMap((code, nth): [number, number][] => [[code, 4], [code, 4], [nth + 1, 4]]),
  );
}

/** The names by which printers know it: family, style, whole and PostScript's. */
function nameTable(name: string): Buffer {
  const texts = [[1, name], [2, "Regular"], [4, name], [6, name]] as const;
  const bytes = texts.map(([, text]) => Buffer.from(text, "utf16le").swap16());
  let at = 0;
  const records = texts.flatMap(([id], nth): [number, number][] => {
    const { length } = bytes[nth] ?? Buffer.alloc(0);
    at += length;
    return [[3, 2], [1, 2], [0x409, 2], [id, 2], [length, 2], [at - length, 2]];
  });
  return Buffer.concat([
    numbers([0, 2], [texts.length, 2], [6 + 12 * texts.length, 2], ...records),
    ...bytes,
  ]);
}

/** The file of tables, by name in order. Nobody who embeds a font looks at its sums. */
function fontFile(tables: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tables);
  let at = 12 + 16 * entries.length;
  const padded = entries.map(([, table]) =>
    Buffer.concat([table, Buffer.alloc((4 - table.length % 4) % 4)])
  );
  const directory = entries.map(([tag, table], nth) => {
    const entry = Buffer.concat([
      Buffer.from(tag, "ascii"),
      numbers([0, 4], [at, 4], [table.length, 4]),
    ]);
    at += padded[nth]?.length ?? 0;
    return entry;
  });
  const power = Math.floor(Math.log2(entries.length));
  return Buffer.concat([
    numbers(
      [0x00010000, 4],
      [entries.length, 2],
      [16 * 2 ** power, 2],
      [power, 2],
      [16 * (entries.length - 2 ** power), 2],
    ),
    ...directory,
    ...padded,
  ]);
}
