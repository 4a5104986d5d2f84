// A page of another origin in a real browser, by the real supabase-js: what a web app does.
import { assertEquals } from "@std/assert";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { project } from "../support/http/project.ts";

const CHROMIUM = "/usr/bin/chromium";
const isInstalled = await Deno.stat(CHROMIUM).then((file) => file.isFile, () => false);
const SUPABASE_JS = join(
  dirname(createRequire(import.meta.url).resolve("@supabase/supabase-js/package.json")),
  "dist/umd/supabase.js",
);

/** Runs a test in a page of an origin of its own, which has `client`, supabase-js for the project. */
async function inPage(test: (page: Page) => Promise<void>): Promise<void> {
  const { baseUrl, publishableKey } = project();
  const page = `<!doctype html><script src="/supabase.js"></script>
    <script>client = supabase.createClient(${
    JSON.stringify(baseUrl)
  }, "${publishableKey}")</script>`;
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) =>
      new URL(request.url).pathname === "/supabase.js"
        ? new Response(await Deno.readFile(SUPABASE_JS), {
          headers: { "content-type": "text/javascript" },
        })
        : new Response(page, { headers: { "content-type": "text/html" } }),
  );
  await using browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: Deno.uid() === 0 ? ["--no-sandbox"] : [],
  });
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${server.addr.port}/`);
  await test(tab);
}

Deno.test({
  name: isInstalled
    ? "browser/a_page_of_another_origin_signs_in_selects_calls_procedures_and_functions"
    : "browser: chromium is not installed; .ci/run installs it",
  ignore: !isInstalled,
  fn: () =>
    inPage(async (page) => {
      const evaluate = (expression: string) => page.evaluate(`(async () => ${expression})()`);
      assertEquals(
        await evaluate(`{
          const { data, error } = await client.auth.signInWithPassword({
            email: "billing@demo.example", password: "demo-password" });
          return [data.user?.email, error?.message];
        }`),
        ["billing@demo.example", undefined],
      );
      // A count comes by a header of the answer.
      assertEquals(
        await evaluate(`{
          const { data, count, error } = await client.from("facilities")
            .select("name", { count: "exact" }).like("name", "Sierra Vista%");
          return [data, count, error?.message];
        }`),
        [[{ name: "Sierra Vista Community Hospital, Sacramento CA" }], 1, undefined],
      );
      // Headers of a profile and of a preference, which a browser asks about first.
      assertEquals(
        await evaluate(`{
          const { data, error, status } = await client.schema("public").from("facilities")
            .update({ name: "nowhere" }).eq("id", crypto.randomUUID()).select();
          return [data, error?.message, status];
        }`),
        [[], undefined, 200],
      );
      const owed = await evaluate(`{
        const { data, error } = await client.rpc("ar_aging_as_of", { as_of: "2020-01-01" });
        return [data, error?.message];
      }`);
      assertEquals(owed, [[], undefined]);
      // What is refused is read, too.
      const refused = await evaluate(`{
        const { error, status } = await client.rpc("close_payroll_period", {
          payroll_period_id: crypto.randomUUID() });
        return [error.details, status];
      }`);
      assertEquals(refused, ["role_required", 403]);
      const health = await evaluate(`{
        const { data, error } = await client.functions.invoke("health", { method: "GET" });
        return typeof (data ?? await error.context.json()).ok;
      }`);
      assertEquals(health, "boolean");
    }),
});
