// `deno task fonts`: writes the modules of the fonts that documents are set in.
import { FONTS } from "./generate_fonts.ts";

for (const { path, write } of FONTS) await Deno.writeTextFile(path, await write());
