// Billing imports what the bank reports, in the browser: confirms what is proposed, and decides about what is left.
import { assert, assertStrictEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import {
  button,
  choose,
  chooseByText,
  dialog,
  fill,
  gone,
  one,
  press,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";
import { lockboxFile } from "../support/moving_in/bank_files.ts";

consoleTest("console/billing_imports_a_lockbox_and_confirms_what_is_proposed", async (t, firm) => {
  const billing = await signIn(firm, "billing");
  const { page } = billing;
  const [owed] = await firm.sql<{ number: string; facility: string; cents: number }[]>`
    select invoice.number, facility.name as facility, (invoice.balance * 100)::int as cents
      from invoices as invoice join facilities as facility on facility.id = invoice.facility_id
     where invoice.status = 'sent' and invoice.balance > 500 and invoice.kind = 'weekly'
     order by invoice.number desc limit 1`;
  assert(owed);
  const file = lockboxFile("260601", [[
    {
      cents: owed.cents - 5000,
      number: 221,
      payer: "PAYER ONE",
      invoices: [{
        number: owed.number,
        cents: owed.cents - 5000,
        deduction: 5000,
        reason: "TWO HOURS",
      }],
    },
    { cents: 12345, number: 222, payer: "PAYER TWO", invoices: [] },
    {
      cents: 1,
      number: 223,
      payer: "PAYER THREE",
      invoices: [],
    },
  ]]);
  const take = async (text: string) => {
    await page.locator('input[type="file"]').setInputFiles({
      name: "lockbox.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(text),
    });
    await page.getByRole("heading", { name: "What is in lockbox.txt" }).waitFor();
    await billing.settle();
  };

  await t.step("is told the line of a total that does not add up", async () => {
    await billing.open("/cash/remittances");
    await take(file.replace("2606010003", "2606010004"));
    await page.getByRole("table", { name: "What is in lockbox.txt" })
      .getByRole("row", { name: /The lockbox has 3 checks, and its total says "0004"/ }).waitFor();
    assertStrictEquals(await button(page, "Import …").count(), 0);
  });

  await t.step("imports it once", async () => {
    await take(file);
    await page.getByText("Nothing is wrong with it.").waitFor();
    await isAccessible(billing);
    await press(page, "Import …");
    await button(dialog(page), "Import").click();
    await gone(page);
    await page.getByRole("row", { name: /PAYER ONE .* proposed/ }).waitFor();
    await page.getByRole("row", { name: /PAYER TWO .*nobody knows who paid/ }).waitFor();
    await take(file);
    await page.getByText(/All of its rows are here already/).waitFor();
  });

  await t.step("makes what was kept back a write-off, and confirms the rest", async () => {
    await page.getByRole("link", { name: "PAYER ONE" }).click();
    await page.getByRole("row", { name: /\$50\.00 TWO HOURS \$50\.00/ }).waitFor();
    await isAccessible(billing);
    await press(page, "Decide …");
    await isAccessible(billing);
    await choose(page, "What becomes of it", "A write-off");
    await button(dialog(page), "Decide").click();
    await gone(page);
    await page.getByRole("cell", { name: "A write-off" }).waitFor();
    await button(page, "Confirm").click();
    await page.getByText("confirmed").first().waitFor();
    await billing.settle();
    assertStrictEquals(
      await one(firm, `select status as value from invoices where number = '${owed.number}'`),
      "paid",
    );
  });

  await t.step("says who paid, and sets aside what nobody did", async () => {
    await billing.open("/cash/remittances");
    await page.getByRole("link", { name: "PAYER TWO" }).click();
    await press(page, "Say who paid");
    await isAccessible(billing);
    await chooseByText(page, "Facility", owed.facility.slice(0, 5), owed.facility);
    await button(dialog(page), "Enter the check").click();
    await gone(page);
    await page.getByRole("link", { name: "Open the check" }).waitFor();
    await billing.open("/cash/remittances");
    await page.getByRole("link", { name: "PAYER THREE" }).click();
    await press(page, "Set aside …");
    await fill(page, { "Why, in a few words": "A test of the bank" });
    await button(dialog(page), "Set it aside").click();
    await gone(page);
    await page.getByText("Set aside: A test of the bank").waitFor();
    await billing.settle();
    assertStrictEquals(
      await one(
        firm,
        "select string_agg(state, ' ' order by amount) as value from remittance_states",
      ),
      "set_aside not_matched confirmed",
    );
  });
  await billing.close();
});
