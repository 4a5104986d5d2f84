/** A PNG written anew: as it looks on white paper, opaque and plain, whatever went in. */
import { COLOR_TYPES, type Png, readPng } from "./png.ts";
import { linesOf } from "./png_lines.ts";

/** Red, green, blue and alpha of a pixel, each from 0 to 1. */
type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** Red, green and blue of each pixel, line by line. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/**
 * The pixels of a PNG on white.
 *
 * @param bytes the whole file
 * @throws {Error} it is none, damaged or too large; the message says which
 */
export async function pixelsOnWhite(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  const png = readPng(bytes);
  const { width, height, type, depth } = png;
  const { samples } = COLOR_TYPES[type];
  const colorOf = colorsOf(png);
  const rgb = new Uint8Array(width * height * 3);
  const pixel = Array<number>(samples).fill(0);
  for (const line of await linesOf(png)) {
    for (let nth = 0; nth < line.pixels; nth++) {
      for (let of = 0; of < samples; of++) {
        pixel[of] = sample(line.bytes, nth * samples + of, depth);
      }
      const [red, green, blue, alpha] = colorOf(pixel);
      const at = (line.first + nth * line.step) * 3;
      rgb[at] = onWhite(red, alpha);
      rgb[at + 1] = onWhite(green, alpha);
      rgb[at + 2] = onWhite(blue, alpha);
    }
  }
  return { width, height, rgb };
}

/** The nth sample of a line. */
function sample(line: Uint8Array, nth: number, depth: number): number {
  if (depth === 8) return line[nth] ?? 0;
  if (depth === 16) return (line[2 * nth] ?? 0) * 256 + (line[2 * nth + 1] ?? 0);
  const bit = nth * depth;
  return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

const onWhite = (color: number, alpha: number): number =>
  Math.round(255 * (1 - alpha + alpha * color));

/** Meaning of the samples of a pixel. */
function colorsOf(
  { type, depth, palette, transparency }: Png,
): (pixel: readonly number[]) => Color {
  const most = 2 ** depth - 1;
  /** The colour that is not there; none where all are. */
  const gone = Array.from(
    { length: transparency.length >> 1 },
    (_, nth) => (transparency[2 * nth] ?? 0) * 256 + (transparency[2 * nth + 1] ?? 0),
  );
  const alphaOf = (pixel: readonly number[]) =>
    gone.length === pixel.length && gone.every((value, nth) => value === pixel[nth]) ? 0 : 1;
  switch (type) {
    case 0:
      return (pixel) => gray(pixel[0] ?? 0, most, alphaOf(pixel));
    case 2:
      return (pixel) => colored(pixel, most, alphaOf(pixel));
    case 3:
      return ([index = 0]) => {
        if (index * 3 + 3 > palette.length) throw new Error("a colour of it is not in its palette");
        return colored(palette.subarray(index * 3), 255, (transparency[index] ?? 255) / 255);
      };
    case 4:
      return ([value = 0, alpha = 0]) => gray(value, most, alpha / most);
    case 6:
      return (pixel) => colored(pixel, most, (pixel[3] ?? 0) / most);
  }
}

const gray = (value: number, most: number, alpha: number): Color => [
  value / most,
  value / most,
  value / most,
  alpha,
];

const colored = (
  [red = 0, green = 0, blue = 0]: Iterable<number>,
  most: number,
  alpha: number,
): Color => [red / most, green / most, blue / most, alpha];

/** A PNG of pixels. Each byte is told by how it differs from the pixel before, which packs well. */
export async function pngOf({ width, height, rgb }: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  const lineBytes = width * 3;
  const lines = new Uint8Array(height * (1 + lineBytes));
  for (let y = 0; y < height; y++) {
    const at = y * (1 + lineBytes);
    lines[at] = 1;
    for (let x = 0; x < lineBytes; x++) {
      const from = y * lineBytes + x;
      lines[at + 1 + x] = (rgb[from] ?? 0) - (x < 3 ? 0 : rgb[from - 3] ?? 0);
    }
  }
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, 2], 8);
  const stream = new Blob([lines]).stream().pipeThrough(new CompressionStream("deflate"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  return new Uint8Array(
    await new Blob([
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      ...chunk("IHDR", head),
      ...chunk("IDAT", packed),
      ...chunk("IEND", new Uint8Array()),
    ]).arrayBuffer(),
  );
}

function chunk(type: string, data: Uint8Array<ArrayBuffer>): BlobPart[] {
  const name = new TextEncoder().encode(type);
  const sum = crc32(crc32(0xffffffff, name), data) ^ 0xffffffff;
  return [bigEndian(data.length), name, data, bigEndian(sum)];
}

function bigEndian(number: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

function crc32(sum: number, bytes: Uint8Array): number {
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return sum;
}
