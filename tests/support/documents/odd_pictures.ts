/** Pictures that begin as a PNG or a JPEG does, and are none, or odd ones. */
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { LOGO } from "./documents.ts";
import { chunk, type ColorType, header, SIGNATURE, uriOf } from "./pngs.ts";

const IEND = chunk("IEND");
const SIZE = { width: 4, height: 4 };

/** Lines of a picture of 4 × 4 pixels of 8 bits: each a filter and zeros. */
const lines = (filter: number, channels: number) =>
  deflateSync(Buffer.concat(Array(4).fill(Buffer.from([filter, ...Array(4 * channels).fill(0)]))));

const png = (...chunks: Buffer[]) => uriOf(Buffer.concat([SIGNATURE, ...chunks]));
const head = (type: number, depth = 8, isInterlaced = false) =>
  header({ ...SIZE, type, depth, isInterlaced });
const idat = (filter = 0, channels = 4) => chunk("IDAT", lines(filter, channels));

/** A PNG whose lines have a filter that there is not: drawing it ends the process of a careless printer. */
export const POISON = png(head(6), idat(9), IEND);

const jpeg = (...bytes: number[]) =>
  `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`;
const sof = (height: number, width: number, channels: number, marker = 0xc0) => [
  ...[0xff, marker, 0, 8 + 3 * channels, 8, 0, height, 0, width, channels],
  ...Array(3 * channels).fill(0x11),
];
const SOI = [0xff, 0xd8];
const SCAN = [0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9];

const whole = Buffer.from(LOGO.slice(LOGO.indexOf(",") + 1), "base64");
const longer = (type: string, length: number) => {
  const odd = chunk(type, [0]);
  odd.writeUInt32BE(length);
  return odd;
};

/** Odd pictures by what is odd about them. None can be drawn. */
export const ODD: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [5, 6, 9, 127, 255].flatMap((filter) =>
      [false, true].map((isInterlaced) => [
        `filter ${filter}${isInterlaced ? ", interlaced" : ""}`,
        png(head(6, 8, isInterlaced), idat(filter), IEND),
      ])
    ),
  ),
  "filter 9 of gray with alpha": png(head(4), idat(9, 2), IEND),
  "filter 9 of opaque colours": png(head(2), idat(9, 3), IEND),
  "filter 9 of a palette with transparency": png(
    head(3),
    chunk("PLTE", [0, 0, 0]),
    chunk("tRNS", [7]),
    idat(9, 1),
    IEND,
  ),
  "two heads, of other colours": png(head(2), head(6), idat(0, 3), IEND),
  "two heads, of another size": png(
    head(6),
    header({ width: 1900, height: 1900, type: 6, depth: 8 }),
    idat(),
    IEND,
  ),
  "no head": png(idat(), IEND),
  "a head that comes second": png(idat(), head(6), IEND),
  "its end before its lines": png(head(6), IEND, idat(), IEND),
  "no lines": png(head(6), IEND),
  "no end": png(head(6), idat()),
  "lines that are not packed": png(head(6), chunk("IDAT", [1, 2, 3, 4]), IEND),
  "lines that end early": png(head(6), idat(0, 3), IEND),
  "empty lines": png(head(6), chunk("IDAT"), IEND),
  ...Object.fromEntries(
    ([[1, 8], [5, 8], [255, 8], [0, 3], [2, 4], [3, 16], [6, 1], [6, 0], [4, 255]] as const).map(
      ([type, depth]) => [`type ${type} of ${depth} bits`, png(head(type, depth), idat(), IEND)],
    ),
  ),
  ...Object.fromEntries(
    ([[0, 4], [4, 0], [2 ** 31, 4], [4, 2 ** 32 - 1], [2001, 1]] as const).map((
      [width, height],
    ) => [
      `${width} by ${height} pixels`,
      png(header({ width, height, type: 6, depth: 8 }), idat(), IEND),
    ]),
  ),
  "a palette's picture without its palette": png(head(3), idat(0, 1), IEND),
  "a palette without the colour": png(
    head(3),
    chunk("PLTE", [0, 0, 0]),
    chunk("IDAT", deflateSync(Buffer.concat(Array(4).fill(Buffer.from([0, 9, 9, 9, 9]))))),
    IEND,
  ),
  "a chunk longer than the file": png(head(6), longer("IDAT", 2 ** 31), IEND),
  "a chunk of a negative length": png(head(6), longer("tEXt", 2 ** 32 - 4), idat(), IEND),
  "a head of fourteen bytes": png(chunk("IHDR", Array(14).fill(1)), idat(), IEND),
  ...Object.fromEntries([8, 12, 20, 30, 40, 60].map((length) => [
    `cut after ${length} bytes`,
    uriOf(whole.subarray(0, length)),
  ])),
  "a JPEG of three bytes": jpeg(0xff, 0xd8, 0xff),
  "a JPEG without a size": jpeg(...SOI, ...SCAN),
  "a JPEG of no width": jpeg(...SOI, ...sof(4, 0, 3), ...SCAN),
  "a JPEG of no height": jpeg(...SOI, ...sof(0, 4, 3), ...SCAN),
  "a JPEG of two colours": jpeg(...SOI, ...sof(4, 4, 2), ...SCAN),
  "a JPEG without a scan": jpeg(...SOI, ...sof(4, 4, 3), 0xff, 0xd9),
  "a JPEG without an end": jpeg(...SOI, ...sof(4, 4, 3), ...SCAN.slice(0, -2)),
  "a JPEG whose segment is longer than it": jpeg(...SOI, 0xff, 0xe1, 0xff, 0xff, ...SCAN),
  "a JPEG whose segment has no length": jpeg(...SOI, 0xff, 0xe1, 0, 0, ...sof(4, 4, 3), ...SCAN),
  "a JPEG that no printer draws": jpeg(...SOI, ...sof(4, 4, 3, 0xc9), ...SCAN),
};

/** Every allowed depth of each colour type. */
export const DEPTHS: readonly (readonly [ColorType, number])[] = [
  ...[1, 2, 4, 8, 16].map((depth) => [0, depth] as const),
  ...[8, 16].map((depth) => [2, depth] as const),
  ...[1, 2, 4, 8].map((depth) => [3, depth] as const),
  ...[8, 16].map((depth) => [4, depth] as const),
  ...[8, 16].map((depth) => [6, depth] as const),
];

/** A whole JPEG of four pixels. */
export const JPEG = "data:image/jpeg;base64," +
  "/9j/4AAQSkZJRgABAQEAAgACAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWG" +
  "kJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk" +
  "pKSkpKSkpKSkpKSkpKT/wAARCAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAA" +
  "AAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCAANSP/9k=";
