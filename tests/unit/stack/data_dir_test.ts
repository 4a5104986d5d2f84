import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { claimDataDir, deleteDataDir } from "../../../stack/data_dir.ts";
import { StackError } from "../../../stack/stack_error.ts";

async function inTemporaryDirectory(test: (directory: string) => Promise<void>) {
  const directory = await Deno.makeTempDir({ prefix: "data-dir-test-" });
  try {
    await test(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("data_dir/serves_one_stack_at_a_time", async () => {
  await inTemporaryDirectory(async (directory) => {
    const dataDir = join(directory, "new");
    const first = await claimDataDir(dataDir);
    await assertRejects(() => claimDataDir(dataDir), Error, "is running on");
    await assertRejects(() => deleteDataDir(dataDir), Error, "is running on");
    first[Symbol.dispose]();
    (await claimDataDir(dataDir))[Symbol.dispose]();
  });
});

Deno.test("data_dir/leaves_a_directory_with_other_peoples_files_alone", async () => {
  await inTemporaryDirectory(async (directory) => {
    await Deno.writeTextFile(join(directory, "thesis.txt"), "x");
    await assertRejects(() => claimDataDir(directory), StackError);
    await assertRejects(() => deleteDataDir(directory), StackError);
    assertEquals((await Array.fromAsync(Deno.readDir(directory))).map((file) => file.name), [
      "thesis.txt",
    ]);
  });
});

Deno.test("data_dir/deletes_only_what_a_stack_put_there", async () => {
  await inTemporaryDirectory(async (directory) => {
    const dataDir = join(directory, "used");
    (await claimDataDir(dataDir))[Symbol.dispose]();
    await Deno.writeTextFile(join(dataDir, "keys.json"), "{}");
    await Deno.mkdir(join(dataDir, "postgres"));
    await Deno.writeTextFile(join(dataDir, "notes.txt"), "added later");
    assertEquals(await deleteDataDir(dataDir), true);
    const left = (await Array.fromAsync(Deno.readDir(dataDir))).map((file) => file.name);
    assertEquals(left, ["notes.txt"]);
    assertEquals(await deleteDataDir(join(directory, "never")), false);
  });
});
