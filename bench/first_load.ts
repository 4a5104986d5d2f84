import { join } from "node:path";
import { BUNDLE } from "../stack/console_build.ts";

/**
 * Limit of what a browser may load before somebody can sign in, packed. An empty react-admin is 295 kB, so that page
 * does without.
 */
export const FIRST_LOAD_BYTES = 200_000;

/** The scripts that a page loads before it shows anything: what it names, and what those import. */
export async function firstLoad(): Promise<Map<string, string>> {
  const page = await Deno.readTextFile(join(BUNDLE, "index.html"));
  const names = [...page.matchAll(/(?:src|href)="\.\/(assets\/[\w.-]+\.js)"/g)].map((
    [, name = ""],
  ) => name);
  const loaded = new Map<string, string>();
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (loaded.has(name)) continue;
    const text = await Deno.readTextFile(join(BUNDLE, name));
    loaded.set(name, text);
    names.push(
      ...[...text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map(([, other]) =>
        `assets/${other}`
      ),
    );
  }
  return loaded;
}

/** Size of texts in bytes, each packed by gzip. */
export async function packedBytes(texts: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const text of texts) {
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
    bytes += (await new Response(packed).arrayBuffer()).byteLength;
  }
  return bytes;
}
