// Writes the pages of docs/ that follow from prove/: `deno task generate` runs it.
import { formatted } from "../tools/format.ts";
import { PAGE as EMBEDDED_REST, pageWith } from "./hostile/rest_page.ts";
import { PAGE as RELIABILITY, reliabilityPage } from "./page.ts";
import { PARTS } from "./parts.ts";
import { readLastRun } from "./record.ts";

const embedded = pageWith(await Deno.readTextFile(EMBEDDED_REST));
await Deno.writeTextFile(EMBEDDED_REST, await formatted(embedded, "md"));
await Deno.writeTextFile(RELIABILITY, await reliabilityPage(PARTS, await readLastRun()));
