import { assertEquals } from "@std/assert";
import type { Page, Request } from "playwright-core";
import { type Asked, recordAsked } from "./asked.ts";
import { type ConsoleFirm, NOW } from "./firm.ts";

const QUIET_MS = 150;
/** Keeps the browser's own way to wait, since the clock of tests takes its place, by a mere timer. */
const KEEP_IDLE = "globalThis.whenIdle = requestIdleCallback.bind(globalThis)";
/** Asks the browser for a moment when the page has nothing left to compute or to draw. */
const IDLE = "new Promise((resolve) => whenIdle(() => resolve(), { timeout: 1000 }))";

/** Somebody before the console. */
export interface Person {
  readonly page: Page;
  /** Requests of the browser, as `GET /rest/v1/invoices?…`. */
  readonly requests: readonly string[];
  /** Requests to the API and their answers. */
  readonly asked: Asked;
  /** Faults since it was last asked: refused requests, broken policies, errors of scripts. */
  complaints(): string[];
  /** Opens a page of the console, and waits until it has all it asked for. */
  open(path: string): Promise<void>;
  /** Waits until nothing is on its way. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Looks of a page: theme and width. */
export interface Look {
  readonly theme?: "light" | "dark";
  readonly width?: number;
}

/** Opens the console in a window of its own, where nobody is signed in. */
export async function visit(
  { url, browser }: ConsoleFirm,
  { theme = "light", width = 1280 }: Look = {},
): Promise<Person> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
  });
  await context.addInitScript(KEEP_IDLE);
  await context.clock.install({ time: NOW });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  const asked = recordAsked(page);
  const found: string[] = [];
  const requests: string[] = [];
  const underWay = new Set<Request>();
  let lastAt = Date.now();
  page.on("pageerror", (error) => found.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") found.push(message.text());
  });
  page.on("request", (request) => {
    requests.push(`${request.method()} ${request.url().slice(url.length)}`);
    underWay.add(request);
    lastAt = Date.now();
  });
  const ended = (request: Request) => {
    underWay.delete(request);
    lastAt = Date.now();
  };
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  page.on("response", (answer) => {
    if (answer.status() >= 400) {
      found.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
    }
  });
  const settle = async () => {
    lastAt = Date.now(); // a request that an act just caused is heard a moment later
    const isBusy = async () => {
      await page.evaluate(IDLE);
      return underWay.size > 0 || Date.now() - lastAt < QUIET_MS ||
        await page.getByRole("progressbar").count() > 0;
    };
    while (await isBusy()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await page.goto(`${url}/`);
  return {
    page,
    requests,
    asked,
    complaints: () => found.splice(0),
    async open(path) {
      await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
      await settle();
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
    settle,
    close: () => context.close(),
  };
}

/** Signs a user of the demo firm in. */
export async function signIn(firm: ConsoleFirm, name: string, look: Look = {}): Promise<Person> {
  const person = await visit(firm, look);
  const { page } = person;
  await page.getByLabel("E-mail").fill(`${name}@demo.example`);
  await page.getByLabel("Password", { exact: true }).or(page.locator("input[type=password]"))
    .first().fill("demo-password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("banner").waitFor();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await person.settle();
  assertEquals(person.complaints(), [], `${name} signs in`);
  return person;
}
