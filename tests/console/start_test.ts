// `deno task start` brings the console along, beside what it did before.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { BUNDLE, provideConsole } from "../../stack/console_build.ts";
import { until } from "../../stack/processes.ts";
import { withStackPlace } from "../support/http/stack.ts";

Deno.test("console/a_started_stack_builds_it_beside_itself_and_serves_it", () =>
  withStackPlace(async ({ baseUrl, start }) => {
    await provideConsole(BUNDLE, { log: () => {} });
    const stack = start({ CONSOLE: "on" });
    assert(await stack.ready);
    const isBuilt = () =>
      Promise.resolve(stack.stdout.includes(`the console is built: ${baseUrl}/`));
    assert(await until(isBuilt, 60_000), stack.stderr.join("\n"));
    assert(stack.stdout.includes(`  In a browser: ${baseUrl}/`));
    const page = await fetch(`${baseUrl}/`);
    assertEquals(page.status, 200);
    assertMatch(await page.text(), /<div id="root">/);
    const config = await (await fetch(`${baseUrl}/config.json`)).json();
    assertStrictEquals(config.SUPABASE_URL, baseUrl);
    assertMatch(config.SUPABASE_PUBLISHABLE_KEY, /^sb_publishable_/);
    stack.kill("SIGTERM");
    await stack.status;

    const again = start({ CONSOLE: "on" });
    assert(await again.ready);
    const kept = await fetch(`${baseUrl}/`);
    await kept.body?.cancel();
    assertEquals(kept.status, 200);
    again.kill("SIGTERM");
    await again.status;
    assert(
      !again.stdout.some((line) => line.startsWith("the console is built")),
      "it was built again",
    );
  }));

Deno.test("console/off_leaves_the_stack_as_it_was", () =>
  withStackPlace(async ({ baseUrl, start }) => {
    const stack = start({ CONSOLE: "off" });
    assert(await stack.ready);
    assert(!stack.stdout.some((line) => line.includes("In a browser")));
    for (const path of ["/", "/config.json"]) {
      const answer = await fetch(`${baseUrl}${path}`);
      assertEquals([answer.status, await answer.json()], [404, { error: "not_found" }]);
    }
  }));
