// `deno task version <version>`: writes the project's version wherever it stands.
import { join } from "node:path";
import { VERSION_FILES } from "./version_files.ts";
import { ROOT } from "./scratch_server.ts";

const [version = "", ...more] = Deno.args;
if (!/^\d+\.\d+\.\d+(-dev)?$/.test(version) || more.length > 0) {
  console.error("Which version? Such as: deno task version 1.0.0-dev");
  Deno.exit(2);
}
for (const [path, pattern] of Object.entries(VERSION_FILES)) {
  const text = await Deno.readTextFile(join(ROOT, path));
  await Deno.writeTextFile(join(ROOT, path), text.replace(pattern, `$1${version}$3`));
  console.log(`${path} says ${version}`);
}
