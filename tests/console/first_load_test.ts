// The first page on a bad line: how much a browser loads before somebody signs in, and how long that takes.
import { assert, assertEquals } from "@std/assert";
import { FIRST_LOAD_BYTES } from "../../bench/first_load.ts";
import { consoleTest } from "../support/console/firm.ts";

const PATIENCE_MS = 4_000;
const SLOW = {
  offline: false,
  latency: 300,
  downloadThroughput: 1_000_000 / 8,
  uploadThroughput: 1_000_000 / 8,
};

consoleTest(
  "console/signing_in_on_a_bad_line_waits_for_little_and_not_for_the_console",
  async (t, { url, browser }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", SLOW);
    let bytes = 0;
    const asked: string[] = [];
    network.on("Network.loadingFinished", ({ encodedDataLength }) => bytes += encodedDataLength);
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));

    await t.step("the page for signing in is there within four seconds", async () => {
      const begun = Date.now();
      await page.goto(`${url}/`, { waitUntil: "commit" });
      await page.getByRole("button", { name: "Sign in" }).waitFor();
      const loaded = bytes;
      const took = Date.now() - begun;
      assert(took <= PATIENCE_MS, `it took ${took} ms`);
      assert(loaded > 50_000, `only ${loaded} bytes were counted`);
      assert(loaded <= FIRST_LOAD_BYTES, `it is ${loaded} bytes`);
    });
    await t.step("what names the project is asked for once, with the scripts", () => {
      assertEquals(asked.filter((path) => path === "/config.json").length, 1);
    });
    await t.step("the console is on its way meanwhile, and opens after the password", async () => {
      await page.getByLabel("E-mail").fill("billing@demo.example");
      await page.getByLabel("Password", { exact: true }).fill("demo-password");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
    });
    await context.close();
  },
);

consoleTest("console/a_part_that_does_not_load_says_to_load_the_page_anew", async (_t, firm) => {
  const context = await firm.browser.newContext();
  const page = await context.newPage();
  await page.route(/\/assets\/app-/, (route) => route.abort());
  await page.goto(`${firm.url}/`);
  await page.getByLabel("E-mail").fill("billing@demo.example");
  await page.getByLabel("Password", { exact: true }).fill("demo-password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("A part of the console did not load.").waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Not loaded" }).waitFor();
  await page.unroute(/\/assets\/app-/);
  await page.route(/\/assets\/settings-/, (route) => route.abort());
  await page.getByRole("button", { name: "Load the page anew" }).click();
  await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
  await page.getByRole("menuitem", { name: "Settings and log" }).click();
  await page.getByText("A part of the console did not load.").waitFor();
  await context.close();
});
