import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { join } from "node:path";
import { loadKeys } from "../../../stack/keys.ts";
import { StackError } from "../../../stack/stack_error.ts";

Deno.test("keys/are_made_once_kept_private_and_found_again", async () => {
  const directory = await Deno.makeTempDir({ prefix: "keys-test-" });
  try {
    const path = join(directory, "keys.json");
    await assertRejects(() => loadKeys(path, true), StackError);
    const keys = await loadKeys(path, false);
    assertMatch(keys.publishableKey, /^sb_publishable_/);
    assertMatch(keys.secretKey, /^sb_secret_/);
    assertEquals(new Set(Object.values(keys)).size, 6);
    assertEquals(keys.signingKey, null);
    assertEquals(await loadKeys(path, true), keys);
    if (Deno.build.os !== "windows") {
      assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
    }
    await assertRejects(() => loadKeys(path, true, "real"), Error, "was made without AUTH_BIN");
    const { signingKey: _, ...older } = keys;
    await Deno.writeTextFile(path, JSON.stringify(older));
    assertEquals(await loadKeys(path, true), keys);
    await Deno.writeTextFile(path, "{}");
    await assertRejects(() => loadKeys(path, true), Error, "damaged");
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("keys/of_a_real_auth_sign_with_es256_and_stay_its_own", async () => {
  const directory = await Deno.makeTempDir({ prefix: "keys-test-" });
  try {
    const path = join(directory, "keys.json");
    const keys = await loadKeys(path, false, "real");
    assertEquals([keys.signingKey?.crv, keys.signingKey?.alg], ["P-256", "ES256"]);
    assertEquals(await loadKeys(path, true, "real"), keys);
    await assertRejects(() => loadKeys(path, true), Error, "was made with AUTH_BIN");
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});
