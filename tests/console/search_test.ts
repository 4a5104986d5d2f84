// Finding somebody or something from any page, with the keyboard alone.
import { assertEquals, assertMatch } from "@std/assert";
import { dialog, gone, one } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/staff_find_from_any_page_by_name_or_number", async (t, firm) => {
  const person = await signIn(firm, "viewer");
  const { page } = person;
  const field = dialog(page).getByRole("combobox", { name: "Search" });
  const choose = async (text: string, option: RegExp) => {
    await page.keyboard.press("Control+k");
    await field.fill(text);
    await page.getByRole("option", { name: option }).first().waitFor();
    await page.keyboard.press("Enter");
    await gone(page);
    await person.settle();
  };
  await t.step("an invoice by the last digits of its number", async () => {
    const number = await one<string>(
      firm,
      "select number as value from invoices where number is not null limit 1",
    );
    await choose(number.slice(-6), new RegExp(number));
    await page.getByRole("heading", { name: new RegExp(number) }).waitFor();
    assertMatch(page.url(), /#\/billing\/invoices\//);
  });
  await t.step("a person by parts of their names in any order", async () => {
    const [somebody] = await firm.sql<[{ first: string; last: string }]>`
      select first_name as first, last_name as last from contractors order by id limit 1`;
    const whole = `${somebody.first} ${somebody.last}`;
    await choose(`${somebody.last.slice(0, 3).toUpperCase()} ${somebody.first}`, new RegExp(whole));
    assertMatch(page.url(), /#\/people\/contractors\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { name: whole, level: 1 }).waitFor();
  });
  await t.step("says so where nothing is called that, and can be used by anybody", async () => {
    await page.keyboard.press("Escape");
    await page.locator("body").press("/");
    await field.fill("zzzz");
    await page.getByText("Nothing is called that.").waitFor();
    await field.fill("a");
    await page.getByRole("option").first().waitFor();
    await isAccessible(person);
    await page.keyboard.press("Escape");
    await gone(page);
  });
  assertEquals(person.complaints(), []);
});

consoleTest("console/who_is_no_staff_has_no_search", async (_t, firm) => {
  const { page } = await signIn(firm, "contractor");
  await page.getByRole("button", { name: "You" }).or(page.getByRole("banner")).first().waitFor();
  assertEquals(await page.getByRole("button", { name: "Search" }).count(), 0);
});
