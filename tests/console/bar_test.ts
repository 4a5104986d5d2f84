// What stands around every page: whose console it is, and what was just done.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { button, dialog, gone } from "../support/console/acts.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

const LOGO = "data:image/png;base64," +
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

consoleTest("console/the_bar_names_the_firm", async (t, firm) => {
  await firm.sql`update organization_settings set legal_name = 'Mesa Staffing LLC', logo = ${LOGO}`;
  for (const [name, logos] of [["viewer", 1], ["contractor", 0], ["facility", 0]] as const) {
    await t.step(`to ${name}`, async () => {
      const person = await signIn(firm, name);
      const bar = person.page.getByRole("banner");
      await bar.getByText("Mesa Staffing LLC").waitFor();
      assertStrictEquals(await bar.locator("img").count(), logos);
      assertEquals(person.complaints(), []);
      await person.close();
    });
  }
});

consoleTest("console/a_toast_covers_no_button_and_goes_with_its_page", async (_t, firm) => {
  const person = await signIn(firm, "admin");
  const { page } = person;
  await person.open("/settings/staff");
  await button(page, "Add").click();
  await dialog(page).getByLabel("Name").fill("Una Bell");
  await dialog(page).getByLabel("E-mail").fill("una@example.com");
  await button(dialog(page), "Add").click();
  await gone(page);
  const toast = page.locator(".MuiSnackbar-root");
  await toast.waitFor();
  const { y = 0, height = 0 } = await toast.boundingBox() ?? {};
  assert(y + height <= 60, `it reaches down to ${y + height}`);
  await page.clock.fastForward(1_500);
  await person.open("/settings/firm");
  assertStrictEquals(await toast.count(), 0);
  await person.close();
});
