import { Buffer } from "node:buffer";

const SIGNATURE = "89504e470d0a1a0a";
/** Wider or higher, a small file may still be a large picture. */
const MOST_PIXELS = 2_000;

/**
 * The logo, if it can be drawn; else null, and the document goes without. A PNG that is damaged would
 * end the process from within a callback, so it is unpacked here first; a JPEG is put into the PDF as
 * it is.
 *
 * @param dataUri a data URI of a PNG or a JPEG, as the settings have it
 */
export async function drawableLogo(dataUri: string | null): Promise<string | null> {
  if (dataUri === null) return null;
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(",") + 1), "base64");
  if (dataUri.startsWith("data:image/jpeg")) return isWholeJpeg(bytes) ? dataUri : null;
  return await isWholePng(bytes) ? dataUri : null;
}

function isWholeJpeg(bytes: Buffer): boolean {
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 &&
    bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > 0;
}

async function isWholePng(bytes: Buffer): Promise<boolean> {
  if (bytes.subarray(0, 8).toString("hex") !== SIGNATURE || bytes.length < 33) return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width < 1 || height < 1 || width > MOST_PIXELS || height > MOST_PIXELS) return false;
  const packed: Buffer[] = [];
  let isEnded = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (at + 12 + length > bytes.length) return false;
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (type === "IDAT") packed.push(bytes.subarray(at + 8, at + 8 + length));
    if (type === "IEND") isEnded = true;
    at += 12 + length;
  }
  if (!isEnded) return false;
  try {
    const stream = new Blob(packed as BlobPart[]).stream().pipeThrough(
      new DecompressionStream("deflate"),
    );
    const pixels = await new Response(stream).arrayBuffer();
    // A line is a byte for its filter, and at least a bit for each pixel.
    return pixels.byteLength >= height * (1 + Math.ceil(width / 8));
  } catch {
    return false;
  }
}
