// What people do on a page, in few words.
import { assert, assertEquals } from "@std/assert";
import type { Download, Locator, Page } from "playwright-core";
import type { ConsoleFirm } from "./firm.ts";
import type { Person } from "./person.ts";

/** The first button of this name. */
export function button(page: Page | Locator, name: string): Locator {
  return page.getByRole("button", { name, exact: true }).first();
}

/** Presses a button of the page, also one behind "More". */
export async function press(page: Page, name: string): Promise<void> {
  const wanted = button(page, name);
  const more = button(page, "More");
  await wanted.or(more).first().waitFor();
  if (!await wanted.isVisible()) await more.click();
  await wanted.click();
}

/** The dialog that is open. */
export function dialog(page: Page): Locator {
  return page.getByRole("dialog");
}

/** Waits until the dialog is closed, which it does when the server has said yes. */
export async function gone(page: Page): Promise<void> {
  await dialog(page).waitFor({ state: "detached" });
}

/** Leaves the open dialog, with what was typed there. */
export async function cancel(page: Page): Promise<void> {
  await button(dialog(page), "Cancel").click();
  const discard = page.getByRole("button", { name: "Discard it" });
  await discard.or(page.locator("body:not(:has([role=dialog]))")).first().waitFor();
  if (await discard.isVisible()) await discard.click();
  await gone(page);
}

/** Fills fields of the open dialog in, by their labels. */
export async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await dialog(page).getByLabel(label).fill(value);
  }
}

/** Opens a dialog by its button, fills it in, and sends it. */
export async function say(
  page: Page,
  opener: string | Locator,
  fields: Readonly<Record<string, string>>,
  submit: string,
): Promise<void> {
  await (typeof opener === "string" ? press(page, opener) : opener.click());
  await fill(page, fields);
  await button(dialog(page), submit).click();
}

/** Chooses the first option of a list in the open dialog. */
export async function chooseFirst(page: Page, label: string): Promise<void> {
  await dialog(page).getByLabel(label).click();
  await page.getByRole("option").first().click();
}

/** The one value that a query answers, named `value`. */
export async function one<Value>({ sql }: ConsoleFirm, query: string): Promise<Value> {
  const [row] = await sql.unsafe<{ value: Value }[]>(query);
  assert(row, query);
  return row.value;
}

/** File that a click downloads. */
export async function downloaded(page: Page, name: string): Promise<string> {
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent("download"),
    press(page, name),
  ]);
  return await Deno.readTextFile(await download.path());
}

/** Lines in the browser's log that a refused request leaves; nothing else is expected there. */
export function refusedOnly(person: Person): void {
  const others = person.complaints().filter((line) =>
    !/^(4\d\d )|the server responded with a status of 4/i.test(line)
  );
  assertEquals(others, []);
}

/** Fills fields of the page in, by the names of their inputs. */
export async function enter(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await page.locator(`input[name="${name}"]`).fill(value);
  }
}

/** Chooses an option of the open dialog, as who has no mouse does: down the list, and Enter. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await dialog(page).getByRole("combobox", { name: label }).focus();
  await page.keyboard.press("Enter");
  const wanted = page.getByRole("option", { name: option, exact: true });
  await wanted.focus();
  await page.keyboard.press("Enter");
  await wanted.waitFor({ state: "detached" });
}

/** Chooses of a long list in the open dialog by typing a part of the option. */
export async function chooseByText(
  page: Page,
  label: string,
  part: string,
  option: string,
): Promise<void> {
  await dialog(page).getByLabel(label).fill(part);
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Sends the open dialog, which is refused in these words, and closes it. */
export async function isRefused({ page }: Person, submit: string, words: RegExp): Promise<void> {
  await button(dialog(page), submit).click();
  await dialog(page).getByRole("alert").getByText(words).waitFor();
  await cancel(page);
}

/** Opens a dialog by the name of its button, and says yes. */
export async function decide(person: Person, name: string | RegExp, yes: string): Promise<void> {
  await person.page.getByRole("button", { name }).first().click();
  await button(dialog(person.page), yes).click();
  await gone(person.page);
  await person.settle();
}

/** Waits until a table shows these rows, in any order; fails with the difference after ten seconds. */
export async function shows(
  page: Page,
  table: string,
  expected: readonly (readonly string[])[],
): Promise<void> {
  const until = Date.now() + 10_000;
  const sorted = expected.toSorted();
  let rows: readonly (readonly string[])[] = [];
  do rows = (await cellsOf(page, table)).sort(); while (
    JSON.stringify(rows) !== JSON.stringify(sorted) && Date.now() < until
  );
  assertEquals(rows, sorted);
}

/** The cells of a table, amounts without what is only for the eye. */
export async function cellsOf(page: Page, table: string): Promise<string[][]> {
  const body = page.getByRole("table", { name: table }).locator("tbody tr");
  await body.first().waitFor();
  const rows = await body.all();
  return await Promise.all(rows.map(async (row) => {
    const cells = await row.locator("td").allInnerTexts();
    return cells.map((cell) => cell.replace(/[$,]/g, ""));
  }));
}

/** The code in the link of an invitation. */
export function codeOf(link: string): string {
  return new URLSearchParams(new URL(link).hash.split("?")[1]).get("code") ?? "";
}
