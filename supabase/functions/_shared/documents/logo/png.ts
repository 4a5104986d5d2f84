/** The parts of a PNG, of which nothing is believed: each length is compared with what is there. */

/** A PNG of any kind that the standard has, its lines still packed. */
export interface Png {
  readonly width: number;
  readonly height: number;
  /** Bits of a sample. */
  readonly depth: number;
  readonly type: ColorType;
  readonly isInterlaced: boolean;
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array;
  /** Alpha of each colour of the palette; without a palette the one colour that is not there. */
  readonly transparency: Uint8Array;
  readonly packed: readonly Uint8Array<ArrayBuffer>[];
}

/** The colour types, as the standard numbers them. */
export type ColorType = keyof typeof COLOR_TYPES;

/** Allowed bits of a sample, and samples of a pixel, of each colour type. */
export const COLOR_TYPES = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  3: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 },
};

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Wider or higher, a small file may still be a large picture. */
const MOST_PIXELS = 2_000;

/**
 * Takes a PNG apart.
 *
 * @param bytes the whole file
 * @throws {Error} it is none, cut off, or more than 2,000 pixels wide or high; the message says which
 */
export function readPng(bytes: Uint8Array<ArrayBuffer>): Png {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) throw new Error("it is no PNG");
  let head: ReturnType<typeof headOf> | null = null;
  let palette = new Uint8Array();
  let transparency = new Uint8Array();
  const packed: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 8;;) {
    const length = at + 12 > bytes.length ? Infinity : view.getUint32(at);
    if (at + 12 + length > bytes.length) throw new Error("it was cut off");
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if ((type === "IHDR") !== (head === null)) throw new Error("it does not begin with one head");
    if (type === "IHDR") head = headOf(data);
    else if (type === "PLTE") palette = data;
    else if (type === "tRNS") transparency = data;
    else if (type === "IDAT") packed.push(data);
    else if (type === "IEND" && head) return { ...head, palette, transparency, packed };
    at += 12 + length;
  }
}

function headOf(data: Uint8Array<ArrayBuffer>) {
  if (data.length !== 13) throw new Error("its head has another length");
  const view = new DataView(data.buffer, data.byteOffset);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  if (width < 1 || height < 1 || width > MOST_PIXELS || height > MOST_PIXELS) {
    throw new Error(`it has ${width} by ${height} pixels`);
  }
  const [depth = 0, type = 1, compression, filter, interlace = 0] = data.subarray(8);
  if (
    !isColorType(type) || !COLOR_TYPES[type].depths.includes(depth) ||
    compression !== 0 || filter !== 0 || interlace > 1
  ) throw new Error("its head says what no PNG has");
  return { width, height, depth, type, isInterlaced: interlace === 1 };
}

const isColorType = (type: number): type is ColorType => Object.hasOwn(COLOR_TYPES, type);
