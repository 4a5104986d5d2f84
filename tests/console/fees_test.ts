// Fees and taxes in the browser: billing enters them, drafts follow, and a credit note takes back their share.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import {
  button,
  choose,
  dialog,
  fill,
  gone,
  isRefused,
  one,
  press,
  refusedOnly,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/billing_enters_fees_and_taxes_that_invoices_bear", async (t, firm) => {
  const { sql } = firm;
  const [place] = await sql<{ id: string; facility: string; work_state: string; gross: string }[]>`
    select invoice.id, invoice.facility_id as facility, facility.work_state, invoice.total::text as gross
      from invoices as invoice join facilities as facility on facility.id = invoice.facility_id
     where invoice.status = 'draft' and invoice.total > 100 and facility.work_state is not null
     order by invoice.created_at, invoice.id limit 1`;
  assert(place);
  const total = () =>
    one<string>(firm, `select total::text as value from invoices where id = '${place.id}'`);
  const fee = Math.round(Number(place.gross) * 3) / 100;
  const person = await signIn(firm, "billing");
  const { page } = person;

  await t.step("adds a fee of a percentage, which the draft has at once", async () => {
    await person.open(`/people/facilities/${place.facility}`);
    await button(page, "Add a fee").click();
    await fill(page, {
      "Name on the invoice": "MSP fee",
      "Percent": "3",
      "First day": "2025-01-01",
    });
    await isAccessible(person);
    await button(dialog(page), "Add a fee").click();
    await gone(page);
    await page.getByText("3 % of all that is billed").waitFor();
    assertStrictEquals(await total(), (Number(place.gross) - fee).toFixed(2));
  });

  await t.step("adds tiers of a rebate, and takes one away", async () => {
    await button(page, "Add a fee").click();
    await choose(page, "For", "volume, a rebate");
    await fill(page, {
      "Name on the invoice": "Rebate",
      "From so much in the year": "99,000,000",
      "Percent": "1.5",
      "First day": "2025-01-01",
    });
    await button(dialog(page), "Add a fee").click();
    await gone(page);
    await page.getByText(/1.5 % of all that is billed, from \$99,000,000.00 in the year/).waitFor();
    await page.getByRole("button", { name: /^Remove … Rebate/ }).click();
    await button(dialog(page), "Remove").click();
    await gone(page);
    await page.getByText(/in the year/).waitFor({ state: "detached" });
  });

  await t.step("adds a tax in the settings, and the invoice shows both", async () => {
    await person.open("/settings/taxes");
    await button(page, "Add a tax").click();
    await fill(page, {
      "Where": place.work_state,
      "Name on the invoice": "Sales tax",
      "Percent": "6",
      "First day": "2025-01-01",
    });
    await isAccessible(person);
    await button(dialog(page), "Add a tax").click();
    await gone(page);
    await person.open(`/billing/invoices/${place.id}`);
    const charges = page.getByRole("table", { name: "Fees and taxes" });
    await charges.getByRole("row", { name: /MSP fee, 3 % of .* fee -\$/ }).waitFor();
    await charges.getByRole("row", { name: /Sales tax, 6 % of .* tax \$/ }).waitFor();
    await isAccessible(person);
  });

  await t.step("credits a part of what was sent, with its share of both", async () => {
    await sql`select send_invoices(array[${place.id}::uuid], allow_over_order => true)`;
    await page.reload();
    await press(page, "Credit …");
    await dialog(page).getByText("Fees and taxes of the invoice are taken back besides").waitFor();
    assertEquals(await dialog(page).getByRole("row", { name: /MSP fee/ }).count(), 0);
    const rows = dialog(page).getByRole("row").filter({ has: page.getByRole("checkbox") });
    await rows.nth(1).getByRole("checkbox").check();
    await dialog(page).getByLabel(/^Of it /).fill("100");
    await fill(page, { "Why, in a few words": "A shift was shorter" });
    await button(dialog(page), "Issue the credit note").click();
    await gone(page);
    // 100.00 less 3.00, and 5.82 of the 97.00.
    assertStrictEquals(
      await one(
        firm,
        "select max(amount)::text as value from credit_notes where reason = 'A shift was shorter'",
      ),
      "102.82",
    );
  });

  await t.step("is told that a fee which was sent only ends", async () => {
    await person.open(`/people/facilities/${place.facility}`);
    await page.getByRole("button", { name: /^Change … MSP fee/ }).click();
    await fill(page, { "Percent": "4" });
    await isRefused(person, "Save", /stands on invoices up to/);
    refusedOnly(person);
  });

  await t.step("reads what was billed of the tax", async () => {
    await person.open("/settings/taxes");
    const today = await one<string>(firm, "select (private.clock()).business_date::text as value");
    await page.getByLabel("Last day").last().fill(today);
    await page.getByLabel("First day").last().fill(`${today.slice(0, 4)}-01-01`);
    await page.getByRole("table", { name: "What was billed" })
      .getByRole("row", { name: new RegExp(`${place.work_state} Sales tax 6 %`) }).waitFor();
    assertEquals(person.complaints(), []);
    await person.close();
  });
});
