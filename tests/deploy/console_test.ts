import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { consoleFiles, pageHeaders } from "../../stack/console_files.ts";
import { PROXIES, startConsoleNginx } from "../support/http/proxies.ts";

const PROJECT_URL = "https://abc.example";
const DEPLOY = fileURLToPath(new URL("../../deploy", import.meta.url));
const isInstalled = PROXIES.find(({ name }) => name === "nginx")?.isInstalled ?? false;

Deno.test({
  name: isInstalled
    ? "console/nginx_serves_it_with_the_headers_that_the_stack_sends"
    : "console: nginx is not installed; .ci/run installs it",
  ignore: !isInstalled,
  async fn() {
    const directory = await Deno.makeTempDir({ prefix: "staffing-test-" });
    await Deno.chmod(directory, 0o755);
    await Deno.mkdir(join(directory, "assets"));
    await Deno.writeTextFile(join(directory, "index.html"), "<!doctype html>");
    await Deno.writeTextFile(join(directory, "config.json"), "{}");
    await Deno.writeTextFile(join(directory, "assets/index-abc.js"), "export {};");
    await Deno.writeTextFile(join(directory, "manifest.webmanifest"), "{}");
    await Deno.writeTextFile(join(directory, "openapi.json"), "{}");
    for (const icon of ["icon.svg", "icon-192.png"]) {
      await Deno.copyFile(join(DEPLOY, "../console/public", icon), join(directory, icon));
    }
    const serve = consoleFiles(directory, { url: PROJECT_URL, publishableKey: "k" });
    const nginx = await startConsoleNginx(directory, PROJECT_URL);
    const headersOf = (answer: Response | null) =>
      ["content-security-policy", "referrer-policy", "x-content-type-options", "cache-control"]
        .map((name) => answer?.headers.get(name));
    try {
      for (
        const path of [
          "/",
          "/assets/index-abc.js",
          "/manifest.webmanifest",
          "/openapi.json",
          "/icon.svg",
          "/icon-192.png",
        ]
      ) {
        const [theirs, ours] = await Promise.all([
          fetch(`${nginx.baseUrl}${path}`),
          serve(new Request(`http://x${path}`)),
        ]);
        assertEquals(theirs.status, 200, path);
        assertEquals(headersOf(theirs), headersOf(ours), path);
        assertStrictEquals(
          theirs.headers.get("content-type")?.split(";")[0],
          ours?.headers.get("content-type")?.split(";")[0],
        );
        assertStrictEquals(await theirs.text(), await ours?.text());
      }
      const config = await fetch(`${nginx.baseUrl}/config.json`);
      assertEquals([config.status, await config.json()], [200, {}]);
      assertEquals(config.headers.get("cache-control"), "no-cache");
      for (
        const [path, method] of [["/none.js", "GET"], ["/assets/", "GET"], ["/", "POST"]] as const
      ) {
        const answer = await fetch(`${nginx.baseUrl}${path}`, { method });
        await answer.body?.cancel();
        assert(
          answer.status === 403 || answer.status === 404,
          `${method} ${path} answers ${answer.status}`,
        );
      }
    } finally {
      await nginx.stop();
      await Deno.remove(directory, { recursive: true });
    }
  },
});

/** Headers that a host is to send with a page, and with an asset, by the stack's own words. */
function expected(): Readonly<Record<"page" | "asset", Readonly<Record<string, string>>>> {
  const headers = pageHeaders("https://PROJECT_REF.supabase.co");
  return {
    page: { ...headers, "cache-control": "no-cache" },
    asset: { ...headers, "cache-control": "public, max-age=31536000, immutable" },
  };
}

Deno.test("console/cloudflare_is_told_to_send_the_same_headers", async () => {
  const file = await Deno.readTextFile(join(DEPLOY, "cloudflare/console/_headers"));
  const of = (rule: string): Record<string, string> => {
    const [, block = ""] = file.split(`\n${rule}\n`);
    const lines = /^(?: {2}.+\n)*/.exec(block)?.[0].trimEnd().split("\n") ?? [];
    return Object.fromEntries(
      lines.filter((line) => !line.startsWith("  !")).map((line) => {
        const [name = "", ...value] = line.trim().split(": ");
        return [name.toLowerCase(), value.join(": ")];
      }),
    );
  };
  assertEquals(of("/*"), expected().page);
  // What stands for all is sent with an asset, too, but for what its own rule takes away ("!").
  assertMatch(file, /\n {2}! Cache-Control\n/);
  assertEquals({ ...of("/*"), ...of("/assets/*") }, expected().asset);
});

Deno.test("console/vercel_is_told_to_send_the_same_headers", async () => {
  const file = await Deno.readTextFile(join(DEPLOY, "vercel/console/vercel.json"));
  const rules: readonly { source: string; headers: readonly { key: string; value: string }[] }[] =
    JSON.parse(file).headers;
  // Of these sources Vercel makes anchored regular expressions.
  const of = (path: string) =>
    Object.fromEntries(
      rules.filter(({ source }) => new RegExp(`^${source}$`).test(path))
        .flatMap(({ headers }) => headers.map(({ key, value }) => [key.toLowerCase(), value])),
    );
  for (const path of ["/", "/index.html", "/config.json"]) {
    assertEquals(of(path), expected().page, path);
  }
  assertEquals(of("/assets/index-abc.js"), expected().asset);
});
