// Minimum wages of a facility, and pay below them: done in the browser and looked up in the database.
import { assertEquals } from "@std/assert";
import { button, chooseFirst, dialog, fill, gone, refusedOnly } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/pay_below_the_minimum_wage_asks_why", async (t, firm) => {
  const { sql } = firm;
  await sql`
    insert into public.candidates (first_name, last_name, email) values ('Ola', 'Aalto', 'ola@example.com')`;
  const [facility] = await sql<[{ id: string }]>`
    select id from public.facilities where work_state = 'CO' order by name limit 1`;
  await t.step("a facility names the wages that hold there", async () => {
    const billing = await signIn(firm, "billing");
    const { page } = billing;
    await billing.open(`/people/facilities/${facility.id}`);
    await button(page, "Change days and billing …").click();
    await dialog(page).getByLabel("Minimum wages that hold there").fill("Denver");
    await page.getByRole("option", { name: "CO Denver" }).click();
    await isAccessible(billing);
    await button(dialog(page), "Save").click();
    await gone(page);
    await page.getByText("CO Denver").first().waitFor();
    const [{ names }] = await sql<[{ names: string[] }]>`
      select minimum_wage_jurisdictions as names from public.facilities where id = ${facility.id}`;
    assertEquals(names, ["CO Denver"]);
    await billing.close();
  });
  await t.step("who is hired for less is asked for the reason at its field", async () => {
    const person = await signIn(firm, "recruiting");
    const { page } = person;
    await sql`update public.facilities set minimum_wage_jurisdictions = null`;
    await person.open("/people/candidates");
    await page.getByRole("button", { name: "Place: Ola Aalto" }).click();
    await chooseFirst(page, "Facility");
    await dialog(page).getByText("It begins with the law of Colorado.").waitFor();
    await fill(page, { "Bill rate": "95", "Pay rate": "9" });
    await button(dialog(page), "Place them").click();
    await dialog(page).locator('[name="below_minimum_wage_reason"][aria-invalid="true"]').waitFor();
    await dialog(page).getByLabel("Reason for pay below the minimum wage").fill("A learner");
    await button(dialog(page), "Place them").click();
    await page.getByRole("heading", { name: /^Ola Aalto at/ }).waitFor();
    await page.getByText("A learner").waitFor();
    refusedOnly(person);
    await person.close();
  });
});
