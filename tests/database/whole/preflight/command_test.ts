// `deno task preflight`, as an operator types it.
import { assertEquals, assertMatch } from "@std/assert";
import { withExamined } from "../../../support/preflight/databases.ts";

/** Runs it with these arguments. */
async function run(args: readonly string[], databaseUrl = "") {
  const root = new URL("../../../..", import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", "cli/preflight.ts", ...args],
    cwd: root,
    env: { NO_COLOR: "1", SUPABASE_DB_URL: databaseUrl },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

Deno.test("preflight/exits_0_when_nothing_is_in_the_way_1_with_a_list_and_2_when_it_was_not_understood", () =>
  withExamined(async ({ sql, url }) => {
    const clear = await run([], url);
    assertEquals([clear.code, clear.stderr], [0, ""]);
    assertMatch(clear.stdout, /\nNothing is in the way\.\n$/);

    await sql`create table public.invoices (id int)`;
    const listed = await run([], url);
    assertEquals([listed.code, listed.stderr], [1, ""]);
    assertMatch(listed.stdout, /\nIn the way:\n\n1\. [^]*\n {5}table public\.invoices\n/);

    const nowhere = await run([], "postgresql://127.0.0.1:1/nowhere");
    assertEquals([nowhere.code, nowhere.stdout], [1, ""]);
    assertMatch(nowhere.stderr, /ECONNREFUSED/);

    assertEquals((await run(["--nothing"])).code, 2);
    assertMatch((await run(["--help"])).stdout, /^Looks for all [^]*Exit code 0: /);
  }));
