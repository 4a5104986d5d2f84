// `deno task site [build|dev] [--base /path/]`: builds the docs into site/dist as one static site, or serves them with
// hot reload.
import { fileURLToPath } from "node:url";
import { installIn, runIn } from "../stack/npm_folder.ts";
import { messageOf } from "../stack/stack_error.ts";

const SITE = fileURLToPath(new URL("../site", import.meta.url));
const OPTIONS = { log: (line: string) => console.log(line) };
const COMMANDS = ["build", "dev"];

const [command = "build", ...args] = Deno.args;
if (!COMMANDS.includes(command)) {
  console.error(`deno task site takes ${COMMANDS.join(", ")}; not ${command}.`);
  Deno.exit(2);
}
try {
  await installIn(SITE, "the site", OPTIONS);
  await runIn(
    SITE,
    ["node", "node_modules/vitepress/bin/vitepress.js", command, ".", ...args],
    OPTIONS,
  );
} catch (error) {
  console.error(messageOf(error));
  Deno.exit(1);
}
