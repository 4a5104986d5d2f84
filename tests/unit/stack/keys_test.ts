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
    assert.equal(new Set(Object.values(keys)).size, 6);
    assert.equal(keys.signingKey, null);
    assert.deepEqual(await loadKeys(path, true), keys);
    if (Deno.build.os !== "windows") {
      assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
    }
    await assert.rejects(loadKeys(path, true, "real"), /was made without AUTH_BIN/);
    const { signingKey: _, ...older } = keys;
    await Deno.writeTextFile(path, JSON.stringify(older));
    assert.deepEqual(await loadKeys(path, true), keys);
    await Deno.writeTextFile(path, "{}");
    await assert.rejects(loadKeys(path, true), /damaged/);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("keys/of_a_real_auth_sign_with_es256_and_stay_its_own", async () => {
  const directory = await Deno.makeTempDir({ prefix: "keys-test-" });
  try {
    const path = join(directory, "keys.json");
    const keys = await loadKeys(path, false, "real");
    assert.deepEqual([keys.signingKey?.crv, keys.signingKey?.alg], ["P-256", "ES256"]);
    assert.deepEqual(await loadKeys(path, true, "real"), keys);
    await assert.rejects(loadKeys(path, true), /was made with AUTH_BIN/);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});
