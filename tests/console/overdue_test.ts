// What is overdue is worked through: seen, noted, reminded of; and what happened stands on the pages in sentences.
import { assertEquals, assertMatch } from "@std/assert";
import { button, dialog, fill, gone, one } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/what_is_overdue_is_noted_and_reminded_of_from_one_list", async (t, firm) => {
  const { sql } = firm;
  await sql`update mail_settings set provider = 'smtp', from_address = 'office@mesa.example'`;
  await sql`update mail_kinds set is_on = true where kind = 'overdue_reminder'`;
  await sql`update facilities set billing_email = 'ap@facility.example'`;
  const person = await signIn(firm, "billing");
  const { page } = person;
  const first = await one<string>(
    firm,
    "select invoice_id as value from overdue_invoices() where not is_disputed order by due_date, invoice_id limit 1",
  );
  const number = await one<string>(
    firm,
    `select number as value from invoices where id = '${first}'`,
  );
  const row = page.getByRole("row").filter({ hasText: number });
  await t.step("a note with a promise shows beside the invoice", async () => {
    await person.open("/cash/overdue");
    await row.getByRole("button", { name: /^Add a note …/ }).click();
    await dialog(page).waitFor();
    await isAccessible(person);
    await fill(page, {
      "Note": "Lee pays on Friday.",
      "Payment promised for": "2027-01-15",
      "Amount promised": "1,200",
    });
    await button(dialog(page), "Add the note").click();
    await gone(page);
    await row.getByText("Lee pays on Friday.").waitFor();
    assertMatch(await row.textContent() ?? "", /\$1,200\.00, Jan 15, 2027/);
  });
  await t.step(
    "a reminder is written once, for the row and for those that are chosen",
    async () => {
      await row.getByRole("button", { name: /^Remind / }).click();
      await page.getByText("The reminder is on its way").first().waitFor();
      await row.getByText(/, waiting$/).waitFor();
      await page.getByRole("checkbox", { name: "Choose all" }).click();
      await page.getByRole("button", { name: /^Remind \(\d+\)$/ }).click();
      await page.getByRole("button", { name: "Choose invoices to remind of" }).waitFor();
      const wrong = await one<number>(
        firm,
        `select count(*)::int as value from overdue_invoices()
        where (reminder_status is distinct from 'waiting') and not is_disputed`,
      );
      assertEquals(wrong, 0);
    },
  );
  await t.step("where no reminders go out it says so, and offers none", async () => {
    await sql`update mail_kinds set is_on = false where kind = 'overdue_reminder'`;
    await page.reload();
    await page.getByText(/^No reminders go out: reminders are switched off/).waitFor();
    await row.getByRole("button", { name: /^Add a note …/ }).waitFor();
    assertEquals(await page.getByRole("button", { name: /^Remind|to remind of$/ }).count(), 0);
  });
  await t.step("the list is that of a facility or a collector", async () => {
    await page.getByLabel("Collector").click();
    await page.getByRole("option", { name: "nobody" }).click();
    await row.waitFor();
    await isAccessible(person);
  });
  await t.step("the invoice's page tells it in a sentence", async () => {
    await person.open(`/billing/invoices/${first}`);
    const told = page.getByRole("region", { name: "What happened" });
    await told.getByText(/noted: Lee pays on Friday\. \(promised \$1,200\.00 for Jan 15, 2027\)/)
      .waitFor();
    await page.getByRole("region", { name: "Notes" }).getByText(
      "Promised: $1,200.00 on Jan 15, 2027",
    )
      .waitFor();
  });
});
