// `deno task release <version>`: seals a version (CONTRIBUTING, "How to release").
import { StackError } from "../../stack/stack_error.ts";
import { MigrationRefused } from "../../tools/migrations/compile.ts";
import { ROOT, withScratchServer } from "../../tools/scratch_server.ts";
import { sealRelease } from "./seal_release.ts";

const [version = "", ...more] = Deno.args;
if (!/^\d+\.\d+\.\d+$/.test(version) || more.length > 0) {
  console.error("Which version? Such as: deno task release 0.14.0");
  Deno.exit(2);
}
try {
  await withScratchServer(async (serverUrl) => {
    const written = await sealRelease({ root: ROOT, serverUrl, version, report: console.log });
    console.log(`${version} is sealed:\n${written.map((path) => `    ${path}`).join("\n")}`);
  });
} catch (error) {
  if (!(error instanceof MigrationRefused || error instanceof StackError)) throw error;
  console.error(error.message);
  Deno.exit(1);
}
