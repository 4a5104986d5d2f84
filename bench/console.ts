import { type Browser, chromium } from "playwright-core";
import { BUNDLE, provideConsole } from "../stack/console_build.ts";
import type { Stack } from "../stack/stack.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { CHROMIUM, openStack, signIn, withOwner } from "./console_stack.ts";
import { FIRST_LOAD_BYTES, firstLoad, packedBytes } from "./first_load.ts";
import { loadReceivables } from "./load_receivables.ts";
import { lastWeeks, loadWork } from "./load_work.ts";
import { count, median, spread } from "./measure.ts";

const OPEN = 20_000;
const PAID = 180_000;
const FACILITIES = 500;
const CONTRACTORS = 500;
const WEEKS = 10;
const ROUNDS = 7;
const MOST_TIME = 1_000;

/** Requests that a person waits for on opening the console. */
export const consolePages: Benchmark = {
  name: "console",
  aim: "the board: ready within 1 s, also on 200,000 invoices; first load at most 200 kB",
  run: async (context) => {
    await provideConsole(BUNDLE, { log: context.report });
    const figures = [await loadFigure()];
    for (const [seed, size] of [["demo", "the demo firm"], ["none", ""]] as const) {
      await using parts = new AsyncDisposableStack();
      const stack = await openStack(parts, seed);
      const loaded = seed === "none" ? await loadFirm(stack, context) : size;
      const browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: Deno.uid() === 0 ? ["--no-sandbox"] : [],
      });
      parts.defer(() => browser.close());
      figures.push(...await measureBoard(stack, browser, loaded));
      context.report(loaded);
    }
    return figures;
  },
};

async function loadFigure(): Promise<Figure> {
  const bytes = await packedBytes((await firstLoad()).values());
  return {
    name: "first load, packed",
    size: `at most ${FIRST_LOAD_BYTES / 1000} kB`,
    time: null,
    value: `${Math.round(bytes / 1000)} kB`,
    note: "an empty react-admin is 295 kB",
  };
}

async function loadFirm(stack: Stack, { size }: BenchContext): Promise<string> {
  const load = { facilities: size(FACILITIES), open: size(OPEN), paid: size(PAID) };
  await withOwner(stack, async (sql) => {
    await loadReceivables(sql, load);
    await loadWork(sql, {
      facilities: load.facilities,
      contractors: size(CONTRACTORS),
      ...lastWeeks(WEEKS),
    });
    await sql`vacuum (analyze)`;
  });
  return `${count(load.open + load.paid)} invoices`;
}

/** Opens the board again and again, as somebody who is signed in and was there before. */
async function measureBoard(stack: Stack, browser: Browser, size: string): Promise<Figure[]> {
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  await signIn(page, stack);
  const paints: number[] = [];
  const readies: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await page.goto("about:blank");
    await page.goto(`${stack.url}/#/board`, { waitUntil: "commit" });
    const ready = await page.waitForFunction(READY) as unknown as {
      jsonValue: () => Promise<{ paint: number; ready: number }>;
    };
    const times = await ready.jsonValue();
    // The first round fills caches.
    if (round > 0) paints.push(times.paint), readies.push(times.ready);
  }
  const figure = (name: string, times: readonly number[], more = {}): Figure => ({
    name,
    size,
    time: median(times),
    note: `median of ${ROUNDS} loads, ${spread(times)}`,
    ...more,
  });
  return [
    figure("board, first paint", paints),
    figure("board, ready to use", readies, { mostTime: MOST_TIME }),
  ];
}

/** True once the numbers are there, which come together, and nothing is on its way; the milliseconds since the page was asked for. */
const READY = `(() => {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const isThere = document.querySelector("#main-content li a") !== null &&
    document.querySelector("[role=progressbar]") === null;
  return paint && isThere && { paint: paint.startTime, ready: performance.now() };
})()`;
