import { chromium, type Page } from "playwright-core";
import postgres from "postgres";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { BUNDLE, provideConsole } from "../stack/console_build.ts";
import type { Stack } from "../stack/stack.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { CHROMIUM, openStack, signIn, withOwner } from "./console_stack.ts";
import { loadReceivables } from "./load_receivables.ts";
import { sendWeeks } from "./load_sent_weeks.ts";
import { lastWeeks, loadWork } from "./load_work.ts";
import { count, median, spread } from "./measure.ts";

const FACILITIES = 200;
const CONTRACTORS = 2_000;
/** Of them an invoice each for every facility: 10,000. */
const WEEKS = 50;
const OPEN = 2_000;
const PAID = 28_000;
const ROUNDS = 5;
const MOST_TIME = 1_000;

/** Pages of the console, by their addresses. */
const PAGES = [
  "board",
  "people/assignments",
  "people/contractors",
  "time/approve",
  "time/all",
  "time/missing",
  "billing/invoices",
  "billing/unbilled",
  "billing/drafts",
  "cash/aging",
  "cash/checks",
  "cash/credits",
  "payroll/periods",
  "books/journal?from=2026-05-01&to=2026-05-31",
  "books/journal?from=2026-06-01&to=2026-06-10",
] as const;

/** Time until a page has what it shows, in the browser of somebody who was there before. */
export const pages: Benchmark = {
  name: "pages",
  aim: "each page of the console within 1 s, at 40,000 invoices and 2,000 people",
  run: async (context) => {
    await provideConsole(BUNDLE, { log: context.report });
    await using parts = new AsyncDisposableStack();
    const stack = await openStack(parts, "none", ["admin"]);
    const size = await loadFirm(stack, context);
    context.report(size);
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: Deno.uid() === 0 ? ["--no-sandbox"] : [],
    });
    parts.defer(() => browser.close());
    const page = await (await browser.newContext({ bypassCSP: true })).newPage();
    await signIn(page, stack);
    const figures: Figure[] = [];
    for (const path of PAGES) {
      const times: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const time = await openPage(page, stack, path);
        // The first round fills caches.
        if (round > 0) times.push(time);
      }
      const note = `median of ${ROUNDS} openings, ${spread(times)}`;
      figures.push({ name: path, size, time: median(times), mostTime: MOST_TIME, note });
      context.report(path);
    }
    return figures;
  },
};

async function loadFirm(stack: Stack, { size }: BenchContext): Promise<string> {
  const load = { facilities: size(FACILITIES), open: size(OPEN), paid: size(PAID) };
  const contractors = size(CONTRACTORS);
  await withOwner(stack, async (sql) => {
    await loadReceivables(sql, load);
    await loadWork(sql, { facilities: load.facilities, contractors, ...lastWeeks(WEEKS) });
    await sendWeeks(sql, WEEKS);
    await leaveLastWeek(sql);
    await sql`vacuum (analyze)`;
  });
  const invoices = load.open + load.paid + load.facilities * WEEKS;
  return `${count(invoices)} invoices, ${count(contractors)} people`;
}

/** Nothing of the last week is billed yet; what was sent before has its total. */
async function leaveLastWeek(sql: postgres.Sql): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    await sql`
      with last as (
          delete from public.invoices
           where number like 'sent-%'
             and period_start = (select max(period_start) from public.invoices where number like 'sent-%')
          returning id)
      delete from public.invoice_lines where invoice_id in (select id from last)`;
    await sql`
      update public.invoices as invoice set total = line.total
        from (select invoice_id, sum(amount) as total from public.invoice_lines group by invoice_id) as line
       where line.invoice_id = invoice.id and invoice.number like 'sent-%'`;
  });
}

/** Opens a page from an empty one, and gives the milliseconds from there until all that it asked for has come. */
async function openPage(page: Page, stack: Stack, path: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(`${stack.url}/#/settings/holidays`, { waitUntil: "networkidle" });
  const last = { at: 0, open: 0 };
  const start = performance.now();
  const begun = () => last.open++;
  const ended = () => {
    last.open--;
    last.at = performance.now();
  };
  page.on("request", begun);
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  try {
    await page.evaluate(`location.hash = ${JSON.stringify(`/${path}`)}`);
    // What an answer leads to is asked within moments.
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (last.at > 0 && last.open === 0 && performance.now() - last.at > 400) break;
    }
    return last.at - start;
  } finally {
    page.off("request", begun);
    page.off("requestfinished", ended);
    page.off("requestfailed", ended);
  }
}
