import { Buffer } from "node:buffer";
import { requireJpeg } from "./jpeg.ts";
import { pixelsOnWhite, pngOf } from "./png_on_white.ts";

/** The logo that was asked for last: the firm's papers all have the same. */
let last: { readonly given: string; readonly logo: Promise<string> } | null = null;

/**
 * A logo that can be drawn without harm. The printer ends the process at some damaged PNGs, from within a
 * callback where nobody can catch it; so it gets one that is written anew, and a JPEG that was looked at.
 *
 * @param dataUri a data URI of a PNG or a JPEG, as the settings have it
 * @throws {Error} it cannot be drawn; the message says why
 */
export async function drawableLogo(dataUri: string): Promise<string> {
  if (last?.given !== dataUri) last = { given: dataUri, logo: drawable(dataUri) };
  return await last.logo;
}

async function drawable(dataUri: string): Promise<string> {
  const bytes = Uint8Array.from(Buffer.from(dataUri.slice(dataUri.indexOf(",") + 1), "base64"));
  if (dataUri.startsWith("data:image/jpeg")) {
    requireJpeg(bytes);
    return dataUri;
  }
  const png = await pngOf(await pixelsOnWhite(bytes));
  return `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
}
