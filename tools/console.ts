// `deno task console [dev|fmt|check]`: builds the console into console/dist, serves it with hot reload,
// formats it, or checks it.
import { buildBundle, CONSOLE, install, runInConsole } from "../stack/console_build.ts";
import { messageOf } from "../stack/stack_error.ts";
import { FORMAT, LINT } from "./apart.ts";

const OPTIONS = { log: (line: string) => console.log(line) };
/** Sources that Deno formats and lints here: deno.json leaves the folder out of everything else. */
const OURS = ["src", "vite.config.ts"];
async function types(): Promise<void> {
  await install(OPTIONS);
  await runInConsole(
    ["node", "node_modules/typescript/bin/tsc", "--noEmit"],
    OPTIONS,
  );
}

async function deno(...args: string[]): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), { args: [...args, ...OURS], cwd: CONSOLE });
  if (!(await child.spawn().status).success) Deno.exit(1);
}

const TASKS: Readonly<Record<string, () => Promise<void>>> = {
  async build() {
    await types();
    await buildBundle(OPTIONS);
  },
  async dev() {
    await install(OPTIONS);
    await runInConsole(["node", "node_modules/vite/bin/vite.js"], OPTIONS);
  },
  async fmt() {
    await deno(...FORMAT);
  },
  async check() {
    await deno(...FORMAT, "--check");
    await deno(...LINT);
    await types();
  },
};

const [name = "build"] = Deno.args;
const task = TASKS[name];
if (task === undefined) {
  console.error(
    `deno task console takes ${Object.keys(TASKS).join(", ")}; not ${name}.`,
  );
  Deno.exit(2);
}
try {
  await task();
} catch (error) {
  console.error(messageOf(error));
  Deno.exit(1);
}
