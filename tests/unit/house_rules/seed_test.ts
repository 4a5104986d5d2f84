import { assertEquals } from "@std/assert";
import { parse } from "smol-toml";
import { readFile } from "./files.ts";

Deno.test("house_rules/the_cli_pushes_no_seed_and_so_no_admin_with_a_known_password", async () => {
  const { db } = parse(await readFile("supabase/config.toml")) as {
    db: { seed: { sql_paths: string[] } };
  };
  assertEquals(db.seed.sql_paths, []);
});
