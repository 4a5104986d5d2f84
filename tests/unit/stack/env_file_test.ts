import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { envFile, shellQuote } from "../../../stack/keys.ts";

Deno.test("env_file/plain_values_stay_plain", () => {
  assertEquals(
    envFile({ SUPABASE_DB_URL: "postgresql://postgres:a-b_c@127.0.0.1:54322/postgres" }),
    "SUPABASE_DB_URL=postgresql://postgres:a-b_c@127.0.0.1:54322/postgres\n",
  );
  assertEquals(envFile({ A: "", B: "it's" }), "A=''\nB='it'\\''s'\n");
});

Deno.test("env_file/a_shell_reads_back_exactly_what_was_written", async () => {
  // No NUL: no environment can hold one. No lone surrogates: no encoding can.
  const text = fc.string({ unit: "grapheme" }).map((value) => value.replaceAll("\0", ""));
  const hostile = fc.constantFrom("$HOME", "`id`", "a\nb", "'", "\\'", '"', "#x", "a b", "~", "!!");
  const values = fc.sample(fc.oneof(text, hostile), { numRuns: 200, seed: 1 });
  const script = values.map((value) => `printf '%s\\0' ${shellQuote(value)}`).join("\n");
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script] }).output();
  assertEquals(new TextDecoder().decode(stdout).split("\0").slice(0, -1), values);
});
