// What contractors and contacts see on a phone: nothing of it is beyond the edge of the screen.
import { assertEquals } from "@std/assert";
import { consoleTest } from "../support/console/firm.ts";
import { pagesOfEverybody } from "../support/console/pages.ts";
import { signIn } from "../support/console/person.ts";
import { isWholeOnTheScreen } from "../support/console/screen.ts";

const PHONE = 375;

consoleTest("console/on_a_phone_nothing_is_wider_than_the_screen", async (t, firm) => {
  const pages = await pagesOfEverybody(firm.sql);
  for (const name of ["contractor", "facility"] as const) {
    const person = await signIn(firm, name, { width: PHONE });
    for (const path of pages[name] ?? []) {
      await t.step(`${name} ${path.replace(/[0-9a-f-]{36}/, "id")}`, async () => {
        await person.open(path);
        await person.settle();
        await isWholeOnTheScreen(person);
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
