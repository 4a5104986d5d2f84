// The keyboard alone, for who has no mouse.
import { assert } from "@std/assert";
import type { Page } from "playwright-core";

const FOCUSED = `(() => {
  const one = document.activeElement;
  return (one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent)
    .replace(/\\s+/g, " ").trim();
})()`;
const CELL = `(() => {
  const cell = document.activeElement.closest("[role=gridcell]");
  return cell === null ? [] : [cell.parentElement.rowIndex, cell.cellIndex];
})()`;
/** More presses than a page has places for the focus. */
const MOST = 200;

/** The name of what has the focus. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(FOCUSED);
}

/** Row and column of the grid's cell that has the focus, or in which something has; nothing where it is elsewhere. */
export async function focusedCell(page: Page): Promise<number[]> {
  return await page.evaluate(CELL);
}

/** Goes on, or back, until what has this name has the focus. */
export async function tabTo(
  page: Page,
  name: string,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  const passed: string[] = [];
  for (let found = await focused(page); found !== name; found = await focused(page)) {
    passed.push(found.slice(0, 40));
    assert(passed.length < MOST, `${name} is not among ${passed.slice(0, 40).join("; ")}`);
    await page.keyboard.press(key);
  }
}
