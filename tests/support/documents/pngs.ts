/** PNGs of every kind, right ones and odd ones, made byte by byte. */
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

/** Colour type of a PNG, as its header says it. */
export type ColorType = 0 | 2 | 3 | 4 | 6;

/** A picture as samples: of each pixel as many as its colour type has. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  readonly type: ColorType;
  readonly depth: number;
  readonly isInterlaced: boolean;
  /** Filter of each line. */
  readonly filter: number;
  readonly samples: readonly number[];
  readonly palette?: readonly number[];
  readonly transparency?: readonly number[];
}

export const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** Start and step of the columns and lines of each pass of Adam7. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** A chunk with its length and its sum. */
export function chunk(type: string, data: Uint8Array | readonly number[] = []): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), Buffer.from(data as Uint8Array)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The first chunk. */
export function header(
  { width, height, depth, type, isInterlaced = false }:
    & Pick<Samples, "width" | "height" | "depth">
    & { type: number; isInterlaced?: boolean },
): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, type, 0, 0, isInterlaced ? 1 : 0], 8);
  return chunk("IHDR", data);
}

/** A whole PNG. */
export function pngOf(picture: Samples): Buffer {
  const { palette, transparency } = picture;
  return Buffer.concat([
    SIGNATURE,
    header(picture),
    ...(palette === undefined ? [] : [chunk("PLTE", palette)]),
    ...(transparency === undefined ? [] : [chunk("tRNS", transparency)]),
    chunk("IDAT", deflateSync(linesOf(picture))),
    chunk("IEND"),
  ]);
}

/** A data URI of the bytes of a PNG. */
export const uriOf = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString("base64")}`;

function linesOf(picture: Samples): Buffer {
  const { width, height, type, isInterlaced } = picture;
  const passes = isInterlaced ? ADAM7 : [[0, 0, 1, 1] as const];
  return Buffer.concat(passes.flatMap(([x0, y0, dx, dy]) => {
    const lines: Buffer[] = [];
    let above: Buffer | null = null;
    for (let y = y0; y < height; y += dy) {
      const samples: number[] = [];
      for (let x = x0; x < width; x += dx) {
        const at = (y * width + x) * CHANNELS[type];
        samples.push(...picture.samples.slice(at, at + CHANNELS[type]));
      }
      if (samples.length === 0) continue;
      const line = packed(samples, picture.depth);
      lines.push(filtered(line, above, picture));
      above = line;
    }
    return lines;
  }));
}

function packed(samples: readonly number[], depth: number): Buffer {
  const line = Buffer.alloc(Math.ceil(samples.length * depth / 8));
  samples.forEach((sample, nth) => {
    if (depth === 16) line.writeUInt16BE(sample, nth * 2);
    else {
      const at = Math.floor(nth * depth / 8);
      line[at] = (line[at] ?? 0) | (sample << (8 - depth - nth * depth % 8));
    }
  });
  return line;
}

function filtered(line: Buffer, above: Buffer | null, { type, depth, filter }: Samples): Buffer {
  const step = Math.max(1, CHANNELS[type] * depth / 8);
  return Buffer.from([
    filter,
    ...line.map((byte, at) => {
      const left = line[at - step] ?? 0;
      const up = above?.[at] ?? 0;
      const corner = above?.[at - step] ?? 0;
      const guess = [0, left, up, Math.floor((left + up) / 2), paeth(left, up, corner)][filter];
      return byte - (guess ?? 0);
    }),
  ]);
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const near = [left, up, corner].map((from) => Math.abs(guess - from));
  return [left, up, corner][near.indexOf(Math.min(...near))] ?? 0;
}
