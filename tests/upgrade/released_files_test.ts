// What has been released stays as it is, and each file of supabase/migrations/ can be applied by anybody.
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { fileName, readMigrations } from "../../stack/schema/migrations.ts";
import { brokenRules } from "../../tools/migrations/rules.ts";
import { readReleaseState } from "../../tools/releases/released.ts";
import { pendingMigrations } from "../support/schema/pending.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

Deno.test("migrations/are_all_released_and_as_they_were_released", async () => {
  assertEquals((await readReleaseState(ROOT)).violations, []);
});

Deno.test("migrations/are_one_transaction_each_that_gives_up_waiting_for_a_lock", async () => {
  const files = await readMigrations(await pendingMigrations());
  assert(files.length > 0);
  const broken = files.flatMap((file) =>
    brokenRules(file.text).map((rule) => `${fileName(file)}: ${rule}`)
  );
  assertEquals(broken, []);
});
