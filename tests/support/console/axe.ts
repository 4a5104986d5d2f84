import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { CONSOLE } from "../../../stack/console_build.ts";
import type { Person } from "./person.ts";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules of those that look at colours: all that a theme can change. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Brings axe-core into the page, where it stays until the page is loaded anew, and stops what moves. */
export async function bringAxe({ page }: Person): Promise<void> {
  await page.evaluate(await Deno.readTextFile(join(CONSOLE, "node_modules/axe-core/axe.min.js")));
  await page.addStyleTag({ content: "* { transition: none !important; }" });
}

/** Findings of axe-core on the page as it is. */
export async function inaccessible({ page }: Person): Promise<string[]> {
  return await runAxe(page, { type: "tag", values: WCAG });
}

/** Findings of axe-core in the other theme, of which it need look at colors alone. */
export async function inaccessibleInTheDark({ page }: Person): Promise<string[]> {
  await wear(page, "dark");
  try {
    return await runAxe(page, { type: "rule", values: COLOURS });
  } finally {
    await wear(page, "light");
  }
}

/** Anybody can use the page or the dialog that is open, by day and by night. */
export async function isAccessible(person: Person): Promise<void> {
  await bringAxe(person);
  assertEquals(await inaccessible(person), []);
  assertEquals(await inaccessibleInTheDark(person), []);
}

async function wear(page: Person["page"], theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((isDark) => {
    const { document, getComputedStyle } = globalThis as unknown as {
      document: { body: unknown };
      getComputedStyle: (of: unknown) => { backgroundColor: string };
    };
    const [red = ""] = getComputedStyle(document.body).backgroundColor.match(/\d+/) ?? [];
    return Number(red) < 128 === isDark;
  }, theme === "dark");
}

async function runAxe(
  page: Person["page"],
  runOnly: { type: string; values: string[] },
): Promise<string[]> {
  return await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          options: unknown,
        ) => Promise<
          { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }
        >;
      };
    };
    const { violations } = await axe.run({ runOnly, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) =>
        `${id}: ${html.slice(0, 200)}: ${failureSummary}`
      )
    );
  }, runOnly);
}
