// Every dialog that a page offers can be used by anybody, by day and by night, and is left by Escape.
import { assert, assertEquals } from "@std/assert";
import { button, gone } from "../support/console/acts.ts";
import { bringAxe, inaccessible, inaccessibleInTheDark } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { pagesOfEverybody } from "../support/console/pages.ts";
import { type Person, signIn } from "../support/console/person.ts";

/** The dialogs that the demo firm offers at least. */
const LEAST = 60;
const OPENER = "button[aria-haspopup=dialog]:not([disabled])";

/** The buttons of the page that open a dialog: of those with the same text, such as one a row, the first. */
async function openersOn({ page }: Person): Promise<Map<string, number>> {
  const texts = await page.locator(OPENER).allTextContents();
  const first = new Map<string, number>();
  for (const [nth, text] of texts.entries()) if (!first.has(text)) first.set(text, nth);
  return first;
}

/** Findings about the dialog that a button of the page opens, unless one of the same words is in `looked` already. */
async function complaintsAbout(
  person: Person,
  nth: number,
  looked: Set<string>,
): Promise<string[]> {
  const { page } = person;
  const opener = page.locator(OPENER).nth(nth);
  await page.getByRole("group", { name: "More" }).waitFor({ state: "hidden" });
  if (!await opener.isVisible()) await button(page, "More").click();
  await opener.click();
  const opened = page.getByRole("dialog");
  await opened.waitFor();
  await person.settle(); // while the choices of a field are on their way it is disabled, and pale
  const title = await opened.locator("h2").first().innerText();
  const words = await opened.innerText();
  const found = looked.has(words) ? [] : [
    ...await inaccessible(person),
    ...(await inaccessibleInTheDark(person)).map((one) => `in the dark: ${one}`),
  ];
  looked.add(words);
  // The first one closes the list of the field that the dialog begins with, where it has one.
  for (let pressed = 0; pressed < 3 && await opened.isVisible(); pressed++) {
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached", timeout: 3000 }).catch(() => {});
  }
  await gone(page);
  return found.map((one) => `${title}: ${one}`);
}

consoleTest("console/every_dialog_is_accessible", async (t, firm) => {
  let count = 0;
  for (const [name, pages] of Object.entries(await pagesOfEverybody(firm.sql))) {
    if (!["admin", "contractor", "facility"].includes(name)) continue;
    const person = await signIn(firm, name);
    await bringAxe(person);
    const looked = new Set<string>();
    for (const path of pages) {
      await person.open(path);
      const openers = await openersOn(person);
      if (openers.size === 0) continue;
      await t.step(`${name} on ${path.replaceAll(/[0-9a-f-]{36}/g, "…")}`, async () => {
        for (const nth of openers.values()) {
          assertEquals(await complaintsAbout(person, nth, looked), []);
          count++;
        }
      });
    }
    await person.close();
  }
  assert(count >= LEAST, `${count} dialogs`);
});
