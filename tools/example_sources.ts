// `deno task examples [fmt|check]`: formats examples/, or checks format and lint. Tests compile and run them.
import { fileURLToPath } from "node:url";
import { FORMAT, LINT } from "./apart.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TASKS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  fmt: [FORMAT],
  check: [[...FORMAT, "--check"], LINT],
};

const [name = "check"] = Deno.args;
const commands = TASKS[name];
if (commands === undefined) {
  console.error(`deno task examples takes ${Object.keys(TASKS).join(", ")}; not ${name}.`);
  Deno.exit(2);
}
for (const command of commands) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...command, "--ignore=examples/*/node_modules,examples/*/dist", "examples"],
    cwd: ROOT,
  }).spawn();
  if (!(await child.status).success) Deno.exit(1);
}
