// The screen as somebody sees it: nothing of a page is beyond its edge, and a picture of it for whoever wants to look.
import { assertEquals } from "@std/assert";
import type { Person } from "./person.ts";

/** Words that end beyond the screen, but those of the tabs, which scroll by a finger as people know them. */
const BEYOND = `
  [...document.querySelectorAll("#main-content *")]
    .filter((one) => one.children.length === 0 && one.textContent.trim() !== "" && !one.closest("nav"))
    .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().width > 1)
    .filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0)
    .map((one) => one.textContent.trim().slice(0, 60))`;
const WIDTH = "document.documentElement.scrollWidth";

/** The page is no wider than the screen. A table of the staff's may scroll within it. */
export async function fitsTheScreen({ page }: Person): Promise<void> {
  assertEquals(await page.evaluate(WIDTH), page.viewportSize()?.width, "the page is too wide");
}

/** No word is beyond the edge of the screen, within a table neither: so is what contractors and contacts see. */
export async function isWholeOnTheScreen(person: Person): Promise<void> {
  await fitsTheScreen(person);
  assertEquals(await person.page.evaluate(BEYOND), [], "beyond the edge of the screen");
}

/** Keeps a picture of the page where SHOTS says, for whoever wants to look. */
export async function shot({ page }: Person, name: string): Promise<void> {
  const folder = Deno.env.get("SHOTS");
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
