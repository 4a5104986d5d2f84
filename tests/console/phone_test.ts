// What contractors and contacts see on a phone: nothing of it is beyond the edge of the screen.
import { assert, assertEquals } from "@std/assert";
import { consoleTest } from "../support/console/firm.ts";
import { pagesOfEverybody } from "../support/console/pages.ts";
import { signIn } from "../support/console/person.ts";

const PHONE = 375;

/** Words that end beyond the screen, but those of the tabs, which scroll by a finger as people know them. */
const BEYOND = `
  [...document.querySelectorAll("#main-content *")]
    .filter((one) => one.children.length === 0 && one.textContent.trim() !== "" && !one.closest("nav"))
    .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().width > 1)
    .filter((one) => one.getBoundingClientRect().right > ${PHONE} || one.getBoundingClientRect().left < 0)
    .map((one) => one.textContent.trim().slice(0, 60))`;
const WIDTH = "document.documentElement.scrollWidth";

consoleTest("console/on_a_phone_nothing_is_wider_than_the_screen", async (t, firm) => {
  const pages = await pagesOfEverybody(firm.sql);
  for (const name of ["contractor", "facility"] as const) {
    const person = await signIn(firm, name, { width: PHONE });
    for (const path of pages[name] ?? []) {
      await t.step(`${name} ${path.replace(/[0-9a-f-]{36}/, "id")}`, async () => {
        await person.open(path);
        await person.settle();
        assertEquals(await person.page.evaluate(BEYOND), []);
        const width = await person.page.evaluate(WIDTH) as number;
        assert(width <= PHONE, `${width} pixels`);
      });
    }
    if (name === "facility") {
      await t.step("says when an invoice is due and what is left of it, in cards", async () => {
        await person.open("/facility-invoices");
        const card = person.page.getByRole("list", { name: "List" }).getByRole("listitem").first();
        await card.getByText("Due", { exact: true }).waitFor();
        await card.getByText("Balance", { exact: true }).waitFor();
      });
    }
    assertEquals(person.complaints(), []);
    await person.close();
  }
});
