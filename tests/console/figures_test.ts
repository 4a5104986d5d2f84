// Figures that people look at before they decide: what an hour leaves, and what terms of interest come to.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { join } from "node:path";
import { CONSOLE } from "../../stack/console_build.ts";
import { inaccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest(
  "console/terms_of_interest_say_what_they_come_to_while_they_are_typed",
  async (t, firm) => {
    await firm.sql`
      delete from facility_interest_terms
       where facility_id in (select id from facilities where name like 'Harrow Road%')`;
    const person = await signIn(firm, "billing");
    const { page } = person;
    const dialog = page.getByRole("dialog");
    const shows = async (total: string) =>
      await dialog.getByText(`comes to ${total} of interest.`).waitFor();
    await person.open("/people/facilities");
    await page.getByRole("link", { name: /^Harrow Road/ }).click();
    await page.getByRole("button", { name: "Add terms" }).click();
    await t.step("says what is missing until there is a rate", async () => {
      await dialog.getByText("Fill in the rate, and see here").waitFor();
    });
    await t.step("follows each change", async () => {
      await dialog.getByLabel("Rate a year, in percent").fill("18");
      await shows("$221.92");
      await dialog.getByLabel("Rate a year, in percent").fill("6.25");
      await shows("$77.05");
      await dialog.getByText("45 days on $10,000.00 at 6.25% a year").waitFor();
      await dialog.getByLabel("Fixed fee").fill("25");
      await shows("$102.05");
      await dialog.getByText("a fixed fee: $25.00").waitFor();
      await page.evaluate(
        await Deno.readTextFile(join(CONSOLE, "node_modules/axe-core/axe.min.js")),
      );
      assertEquals(await inaccessible(person), []);
    });
    await t.step("explains each stretch of days, and says where nothing is owed", async () => {
      await dialog.getByLabel("Compounding").click();
      await page.getByRole("option", { name: "every 30 days" }).click();
      await shows("$102.19");
      assertEquals(await dialog.getByRole("listitem").count(), 3);
      await dialog.getByRole("spinbutton", { name: "Grace days" }).fill("60");
      await dialog.getByText("owes no interest yet").waitFor();
    });
    await t.step("the terms that are added have the example beside them", async () => {
      await dialog.getByRole("spinbutton", { name: "Grace days" }).fill("0");
      await dialog.getByRole("button", { name: "Add terms" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText("comes to $102.19 of interest.").waitFor();
      await page.getByRole("button", { name: "Add terms" }).click();
      await shows("$102.19"); // the next ones begin as these are
      await dialog.getByRole("button", { name: "Cancel" }).click();
    });
    assertEquals(person.complaints(), []);
    await person.close();
  },
);

consoleTest("console/the_lowest_margins_are_shown_by_assignment", async (t, firm) => {
  const [lowest] = await firm.sql<{ name: string; margin: string; all: string }[]>`
    select contractor_name || ', ' || facility_name as name, to_char(margin_per_hour, 'FM$990.00') as margin,
           (select count(*) from assignments cross join private.clock() as clock
             where start_date <= clock.business_date and coalesce(end_date, 'infinity') >= clock.business_date) as all
      from assignment_margin
     cross join private.clock() as clock
     where start_date <= clock.business_date and coalesce(end_date, 'infinity') >= clock.business_date
     order by margin_per_hour, assignment_id limit 1`;
  assert(lowest);
  const person = await signIn(firm, "recruiting");
  const { page } = person;
  await person.open("/people/assignments");
  await page.getByRole("heading", { name: "Margin per hour, by assignment" }).waitFor();
  const part = page.getByRole("region", { name: "Margin per hour, by assignment" });
  const texts = part.locator("svg text").filter({ hasText: /^-?\$/ });
  await t.step("a few at first, in words too", async () => {
    await part.getByText(`The 10 lowest of ${lowest.all} assignments that go on.`).waitFor();
    await texts.first().waitFor({ state: "attached" });
    assertEquals(await texts.count(), 10);
    assertStrictEquals(await texts.first().textContent(), lowest.margin);
    await part.getByRole("img", { name: `from ${lowest.margin} (${lowest.name})` }).waitFor();
  });
  await t.step("and thirty when somebody asks", async () => {
    await part.getByRole("button", { name: "Show the 30 lowest" }).click();
    await part.getByText(`The 30 lowest of ${lowest.all}`).waitFor();
    await texts.nth(29).waitFor({ state: "attached" });
    await part.getByRole("button", { name: "Show fewer" }).waitFor();
  });
  assertEquals(person.complaints(), []);
  await person.close();
});
