// The platform takes functions up to a size, and this one brings its fonts along.
import { assert } from "@std/assert";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const MOST_BYTES = 6_000_000;

Deno.test("documents/come_as_a_bundle_of_less_than_6_mb", async () => {
  const directory = await Deno.makeTempDir();
  const bundle = `${directory}/documents.js`;
  try {
    await run("bundle", "--quiet", "--output", bundle, "supabase/functions/documents/index.ts");
    const { size } = await Deno.stat(bundle);
    assert(size > 1_000_000 && size < MOST_BYTES, `${size} bytes`);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

async function run(...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    stdout: "null",
    stderr: "piped",
  }).output();
  assert(success, new TextDecoder().decode(stderr).slice(0, 2_000));
}
