import assert from "node:assert/strict";
import { join } from "node:path";
import { loadKeys } from "../../../stack/keys.ts";
import { StackError } from "../../../stack/stack_error.ts";

Deno.test("keys/are_made_once_kept_private_and_found_again", async () => {
  const directory = await Deno.makeTempDir({ prefix: "keys-test-" });
  try {
    const path = join(directory, "keys.json");
    await assert.rejects(loadKeys(path, true), StackError);
    const keys = await loadKeys(path, false);
    assert.match(keys.publishableKey, /^sb_publishable_/);
    assert.match(keys.secretKey, /^sb_secret_/);
    assert.equal(new Set(Object.values(keys)).size, 5);
    assert.deepEqual(await loadKeys(path, true), keys);
    if (Deno.build.os !== "windows") {
      assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
    }
    await Deno.writeTextFile(path, "{}");
    await assert.rejects(loadKeys(path, true), /damaged/);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});
