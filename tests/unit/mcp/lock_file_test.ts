import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { withLock } from "../../../packages/mcp/src/lock_file.ts";

Deno.test("lock_file/lets_one_work_at_a_time_and_is_left_behind_by_nobody", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = join(folder, "lock");
    const said: string[] = [];
    const work = (name: string) =>
      withLock(path, async () => {
        said.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        said.push(`${name} ends`);
      });
    await Promise.all([work("a"), work("b"), work("c")]);
    for (let at = 0; at < said.length; at += 2) {
      assertEquals(said[at + 1], said[at]?.replace("begins", "ends"));
    }
    assertEquals(said.length, 6);
    const failing = withLock(path, () => Promise.reject(new Error("no")));
    await assertRejects(() => failing, Error, "no");
    await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);

    // The lock of a process that died.
    await Deno.writeTextFile(path, "");
    const before = Date.now() / 1000 - 120;
    await Deno.utime(path, before, before);
    assertEquals(await withLock(path, () => Promise.resolve("done")), "done");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
