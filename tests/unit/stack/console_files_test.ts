import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { consoleFiles } from "../../../stack/console_files.ts";

const PROJECT = { url: "http://127.0.0.1:54321", publishableKey: "sb_publishable_x" };

/** Runs a test with a built console of two files. */
async function withConsole(
  test: (
    get: (path: string, method?: string) => Promise<Response | null>,
    directory: string,
  ) => Promise<void>,
): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "staffing-test-" });
  try {
    await Deno.mkdir(join(directory, "assets"));
    await Deno.writeTextFile(join(directory, "index.html"), "<!doctype html>");
    await Deno.writeTextFile(join(directory, "assets/index-abc123.js"), "export {};");
    await Deno.writeTextFile(join(directory, "manifest.webmanifest"), "{}");
    await Deno.writeTextFile(join(directory, "icon-192.png"), "png");
    await Deno.writeTextFile(join(directory, "openapi.json"), "{}");
    await Deno.writeTextFile(join(directory, "sources.digest"), "abc");
    const serve = consoleFiles(directory, PROJECT);
    await test((path, method = "GET") => {
      const request = new Request("http://x/", { method });
      // Deno.serve hands over what was sent; a Request of our own would resolve the dots.
      Object.defineProperty(request, "url", { value: `http://x${path}` });
      return serve(request);
    }, directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("console_files/the_page_is_asked_for_anew_and_what_it_names_is_kept", () =>
  withConsole(async (get) => {
    const page = await get("/");
    assertEquals(await page?.text(), "<!doctype html>");
    assertEquals(page?.headers.get("cache-control"), "no-cache");
    const asset = await get("/assets/index-abc123.js");
    assertEquals(await asset?.text(), "export {};");
    assertEquals(asset?.headers.get("content-type"), "text/javascript; charset=utf-8");
    assertMatch(asset?.headers.get("cache-control") ?? "", /immutable/);
  }));

Deno.test("console_files/what_lies_beside_the_page_has_its_type_and_is_asked_for_anew", () =>
  withConsole(async (get) => {
    const types = {
      "/manifest.webmanifest": "application/manifest+json",
      "/icon-192.png": "image/png",
      "/openapi.json": "application/json; charset=utf-8",
    };
    for (const [path, type] of Object.entries(types)) {
      const answer = await get(path);
      assertEquals(answer?.headers.get("content-type"), type);
      assertEquals(answer?.headers.get("cache-control"), "no-cache");
      await answer?.body?.cancel();
    }
    assertEquals(await get("/icon-512.png"), null);
  }));

Deno.test("console_files/every_page_has_the_policy", () =>
  withConsole(async (get) => {
    for (const path of ["/", "/index.html", "/config.json", "/assets/index-abc123.js"]) {
      const answer = await get(path);
      const policy = answer?.headers.get("content-security-policy") ?? "";
      assertMatch(policy, /script-src 'self';/, path);
      assertMatch(policy, /style-src 'self' 'unsafe-inline';/, path);
      assertMatch(policy, /connect-src 'self' http:\/\/127\.0\.0\.1:54321;/, path);
      assertMatch(policy, /frame-ancestors 'none'/, path);
      assertEquals(answer?.headers.get("x-content-type-options"), "nosniff", path);
      await answer?.body?.cancel();
    }
  }));

Deno.test("console_files/config_json_names_the_project_and_is_not_kept", () =>
  withConsole(async (get) => {
    const answer = await get("/config.json");
    assertEquals(answer?.headers.get("cache-control"), "no-store");
    assertEquals(await answer?.json(), {
      SUPABASE_URL: PROJECT.url,
      SUPABASE_PUBLISHABLE_KEY: PROJECT.publishableKey,
    });
  }));

Deno.test("console_files/nothing_else_is_served", () =>
  withConsole(async (get) => {
    for (
      const path of [
        "/sources.digest",
        "/assets/",
        "/assets/../sources.digest",
        "/assets/..%2fsources.digest",
        "/assets/none.js",
        "/x",
        "//",
      ]
    ) {
      assertEquals(await get(path), null, path);
    }
    assertEquals(await get("/", "POST"), null);
  }));

Deno.test("console_files/where_nothing_is_built_the_page_says_how_to_and_looks_again", () =>
  withConsole(async (get, directory) => {
    await Deno.remove(join(directory, "index.html"));
    const answer = await get("/");
    assertEquals(answer?.status, 503);
    const page = await answer?.text() ?? "";
    assertMatch(page, /deno@2\.9\.6 task console/);
    assertMatch(page, /http-equiv="refresh" content="5"/);
  }));
