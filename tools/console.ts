// `deno task console [dev|fmt|check]`: builds the console into console/dist, serves it with hot reload,
// formats it, or checks it.
import { buildBundle, CONSOLE, install, runInConsole } from "../stack/console_build.ts";
import { messageOf } from "../stack/stack_error.ts";

const OPTIONS = { log: (line: string) => console.log(line) };
/** Sources that Deno formats and lints here: deno.json leaves the folder out of everything else. */
const OURS = ["src", "vite.config.ts"];
/** As deno.json has it; without its config, since a folder with a package.json is a project of its own to Deno. */
const FORMAT = ["fmt", "--no-config", "--line-width=100"];
/** The rules of deno.json, but for the types of what a module exports: those of a component say nothing. */
const LINT = [
  "lint",
  "--no-config",
  "--rules-tags=recommended",
  "--rules-include=ban-untagged-todo,default-param-last,eqeqeq,guard-for-in,no-const-assign,no-eval," +
  "no-non-null-assertion,no-self-compare,no-throw-literal,single-var-declarator",
];

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
