import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { inGroups } from "../../groups.ts";
import { runOf } from "../../tiers.ts";
import { filesIn, ROOT } from "./files.ts";

Deno.test("groups/load_each_file_once_and_leave_those_of_other_folders_to_themselves", async () => {
  const directory = await Deno.makeTempDir({ prefix: "groups-test-" });
  const { args } = runOf(["--filter=x"], await filesIn("tests", "_test.ts"));
  const grouped = await inGroups(args, fileURLToPath(ROOT), directory);
  const modules = grouped.filter((path) => path.startsWith(directory));
  const alone = grouped.filter((path) => !path.startsWith(directory));
  assert(modules.length > 0);
  const loaded: string[] = [];
  for (const path of modules) {
    const urls = [...(await Deno.readTextFile(path)).matchAll(/^import "(.*)";$/gm)];
    assert(urls.length <= 10);
    loaded.push(...urls.map(([, url = ""]) => url.replace(ROOT.href, "")));
  }
  assertEquals([...loaded, ...alone].sort(), args.toSorted());
  assert(alone.includes("--filter=x"));
  assert(alone.includes("tests/console_walk_test.ts"));
  await Deno.remove(directory, { recursive: true });
});
