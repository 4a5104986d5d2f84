import { assertEquals } from "@std/assert";

const read = async (path: string) =>
  JSON.parse(await Deno.readTextFile(new URL(`../../../${path}`, import.meta.url)));

Deno.test("mcp_package/needs_what_the_import_map_pins", async () => {
  const { imports } = await read("import_map.json");
  const { dependencies } = await read("packages/mcp/package.json");
  const names = ["@modelcontextprotocol/server", "@supabase/supabase-js", "zod"];
  const pinned = names.map((name) => [name, imports[name].replace(`npm:${name}@`, "")]);
  assertEquals(Object.entries(dependencies), pinned);
});
