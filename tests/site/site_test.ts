// The docs as one static site, built from the pages as they are: its links lead somewhere, and its search finds.
import { assert, assertEquals } from "@std/assert";
import { extname, join, relative } from "node:path";
import type { Page } from "playwright-core";
import { browserTestName, hasChromium, launchBrowser } from "../support/console/browser.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const BASE = "/handbook/";
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".webp": "image/webp",
};
/** Targets of a page: of its links, its pictures, and all that it loads. */
const TARGET = /<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g;
/** Places at which a page can be entered. */
const ID = /\sid="([^"]*)"/g;

/** The built site, made once for the tests of this file, below a path as a host of several sites has it. */
const building = buildSite();

async function buildSite(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "staffing-site-" });
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "site", "build", "--base", BASE, "--outDir", folder],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert(success, said);
  return folder;
}

Deno.test.afterAll(async () => await Deno.remove(await building, { recursive: true }));

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) found.push(...await filesBelow(path));
    else found.push(path);
  }
  return found;
}

Deno.test("site/every_link_and_anchor_of_it_leads_somewhere", async () => {
  const folder = await building;
  const files = new Set((await filesBelow(folder)).map((path) => relative(folder, path)));
  const pages = new Map<string, string>();
  for (const path of files) {
    if (path.endsWith(".html")) pages.set(path, await Deno.readTextFile(join(folder, path)));
  }
  const ids = new Map(
    [...pages].map(([path, html]) =>
      [path, new Set([...html.matchAll(ID)].map(([, id = ""]) => id))] as const
    ),
  );
  const broken = new Set<string>();
  let links = 0;
  for (const [path, html] of pages) {
    const here = new URL(BASE + path, "http://site.example");
    for (const [, target = ""] of html.matchAll(TARGET)) {
      const to = new URL(target.replaceAll("&amp;", "&"), here);
      if (to.origin !== here.origin) continue;
      links++;
      const name = decodeURI(to.pathname.slice(BASE.length)).replace(/(^|\/)$/, "$1index.html");
      const anchor = decodeURIComponent(to.hash.slice(1));
      const isThere = to.pathname.startsWith(BASE) && files.has(name) &&
        (anchor === "" || ids.get(name)?.has(anchor));
      if (!isThere) broken.add(`${path}: ${target}`);
    }
  }
  assert(pages.size > 40 && links > 3000, `${pages.size} pages, ${links} links`);
  assertEquals([...broken], []);
});

/** Opens the site in a real browser, and fails if anything of it comes from elsewhere. */
async function onSite(test: (page: Page, url: string) => Promise<void>): Promise<void> {
  const folder = await building;
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const path = decodeURI(new URL(request.url).pathname).slice(BASE.length);
      const name = path.replace(/(^|\/)$/, "$1index.html");
      const body = await Deno.readFile(join(folder, name)).catch(() => null);
      if (body === null) return new Response("not there", { status: 404 });
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      return new Response(body, { headers: { "content-type": type } });
    },
  );
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  const url = `http://127.0.0.1:${server.addr.port}${BASE}`;
  const faults: string[] = [];
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) {
      faults.push(`asks ${request.url()}`);
    }
  });
  page.on("response", (answer) => {
    if (answer.status() >= 400) faults.push(`${answer.status()} ${answer.url()}`);
  });
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(url);
  await test(page, url);
  assertEquals(faults, []);
}

Deno.test({
  name: browserTestName("site/finds_what_somebody_searches_for"),
  ignore: !hasChromium,
  fn: (t) =>
    onSite(async (page, url) => {
      for (
        const [words, found] of [
          ["bounced check", /docs\/for\/billing\.html#post-money-received$/],
          ["Kentucky", /docs\/overtime\.html(#|$)/],
          ["how do I void an invoice", /docs\/for\/billing\.html#put-an-invoice-right$/],
        ] as const
      ) {
        await t.step(words, async () => {
          await page.goto(url);
          await page.getByRole("button", { name: "Search" }).click();
          await page.getByRole("searchbox").fill(words);
          const results = page.locator("#localsearch-list a");
          await results.first().waitFor();
          const addresses = await results.evaluateAll((links) =>
            links.map((link) => (link as unknown as { href: string }).href)
          );
          const at = addresses.findIndex((address) => found.test(address));
          assert(at >= 0, addresses.join("\n"));
          await results.nth(at).click();
          await page.waitForURL(found);
          const last = words.split(" ").at(-1) ?? "";
          await page.getByText(new RegExp(last, "i")).first().waitFor();
        });
      }
    }),
});

Deno.test({
  name: browserTestName("site/leads_each_kind_of_reader_to_their_pages"),
  ignore: !hasChromium,
  fn: () =>
    onSite(async (page) => {
      await page.getByRole("link", { name: "A week in payroll" }).first().click();
      await page.getByRole("heading", { level: 1, name: /^A week in payroll/ }).waitFor();
      const shown = page.locator("main img").first();
      await shown.scrollIntoViewIfNeeded();
      const width = () =>
        shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
      for (let looks = 0; looks < 50 && await width() === 0; looks++) {
        await page.waitForTimeout(100);
      }
      assertEquals(await width(), 960);
    }),
});
