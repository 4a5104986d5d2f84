// `deno task fonts`: writes the module of the fonts that documents are set in.
import { FONTS, fontsModule } from "./generate_fonts.ts";

await Deno.writeTextFile(FONTS, await fontsModule());
