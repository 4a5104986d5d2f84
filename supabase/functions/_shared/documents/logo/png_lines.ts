/** The lines of a PNG: unpacked, and without their filters. */
import { COLOR_TYPES, type Png } from "./png.ts";

/** A line of samples, and where its pixels stand in the picture. */
export interface Line {
  readonly bytes: Uint8Array;
  readonly pixels: number;
  /** Place of the first, and the distance to the next, counted along the lines of the picture. */
  readonly first: number;
  readonly step: number;
}

/** First column and line of each pass, and their steps. */
const ONE_PASS = [[0, 0, 1, 1]] as const;
const INTERLACED = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * The lines of a picture. No more is unpacked than its size asks for.
 *
 * @throws {Error} they are damaged; the message says how
 */
export async function linesOf(png: Png): Promise<Line[]> {
  const pixelBits = COLOR_TYPES[png.type].samples * png.depth;
  const passes = passesOf(png, pixelBits);
  const size = passes.reduce((sum, { count, lineBytes }) => sum + count * (1 + lineBytes), 0);
  const unpacked = await unpackedBytes([...png.packed], size);
  const lines: Line[] = [];
  let at = 0;
  for (const { x, y, stepX, stepY, count, pixels, lineBytes } of passes) {
    let above: Uint8Array = new Uint8Array(lineBytes);
    for (let nth = 0; nth < count; nth++) {
      const bytes = unpacked.subarray(at + 1, at + 1 + lineBytes);
      unfilter(unpacked[at] ?? 0, bytes, above, Math.max(1, pixelBits / 8));
      lines.push({ bytes, pixels, first: (y + nth * stepY) * png.width + x, step: stepX });
      above = bytes;
      at += 1 + lineBytes;
    }
  }
  return lines;
}

function passesOf({ width, height, isInterlaced }: Png, pixelBits: number) {
  return (isInterlaced ? INTERLACED : ONE_PASS).map(([x, y, stepX, stepY]) => {
    const pixels = Math.ceil((width - x) / stepX);
    const count = Math.ceil((height - y) / stepY);
    return { x, y, stepX, stepY, count, pixels, lineBytes: Math.ceil(pixels * pixelBits / 8) };
  }).filter(({ count, pixels }) => count > 0 && pixels > 0);
}

async function unpackedBytes(packed: BlobPart[], size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  const stream = new Blob(packed).stream().pipeThrough(new DecompressionStream("deflate"));
  try {
    for await (const part of stream) {
      bytes.set(part.subarray(0, size - at), at);
      at += part.length;
      if (at >= size) return bytes;
    }
  } catch {
    throw new Error("its lines cannot be unpacked");
  }
  throw new Error("its lines end early");
}

/** Undoes the filter of a line, in its place; `step` is the bytes of a pixel. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  if (filter > 4) throw new Error(`a line of it has the filter ${filter}`);
  if (filter === 0) return;
  for (let at = 0; at < line.length; at++) {
    const left = line[at - step] ?? 0;
    const up = above[at] ?? 0;
    const guess = filter === 1
      ? left
      : filter === 2
      ? up
      : filter === 3
      ? (left + up) >> 1
      : nearest(left, up, above[at - step] ?? 0);
    line[at] = (line[at] ?? 0) + guess;
  }
}

/** Whichever is nearest to left + up - corner. */
function nearest(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
