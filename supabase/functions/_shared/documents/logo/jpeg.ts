/** A JPEG as far as it has to be known: it is put into the PDF as it is, and drawn by who reads that. */

/** Sizes stand in one of these: baseline, extended and progressive pictures, which readers of PDF draw. */
const SIZES = [0xc0, 0xc1, 0xc2];
const [START, SCAN, END] = [0xd8, 0xda, 0xd9];

/**
 * Looks at each segment of a JPEG up to its scan, and for its end.
 *
 * @param bytes the whole file
 * @throws {Error} it is none, cut off, or of a kind that is not drawn; the message says which
 */
export function requireJpeg(bytes: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wordAt = (at: number) => {
    if (at + 2 > bytes.length) throw new Error("it was cut off");
    return view.getUint16(at);
  };
  if (wordAt(0) !== 0xff00 + START) throw new Error("it is no JPEG");
  let isSized = false;
  for (let at = 2;;) {
    const marker = wordAt(at) - 0xff00;
    const length = wordAt(at + 2);
    if (marker < 0xc0 || length < 2) throw new Error("a segment of it is damaged");
    if (marker === SCAN) break;
    if (SIZES.includes(marker)) {
      requireSize(bytes.subarray(at + 4, at + 2 + length));
      isSized = true;
    }
    at += 2 + length;
  }
  if (!isSized) throw new Error("it is of a kind that is not drawn");
  for (let at = bytes.length - 2; at > 0; at--) if (wordAt(at) === 0xff00 + END) return;
  throw new Error("it was cut off");
}

function requireSize(
  [bits, high = 0, low = 0, wide = 0, narrow = 0, colors = 0]: Uint8Array,
): void {
  if (bits !== 8 || high + low === 0 || wide + narrow === 0 || ![1, 3, 4].includes(colors)) {
    throw new Error("its head says what no JPEG has");
  }
}
