// Interest on paper in the browser: billed from an invoice and from a statement, voided, credited; and terms by started
// months, with what they come to.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
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
  say,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/billing_puts_interest_on_paper", async (t, firm) => {
  const [late] = await firm.sql<{ id: string; number: string; facility_id: string }[]>`
    select invoice.id, invoice.number, invoice.facility_id
      from invoices as invoice
      join facility_contacts as contact on contact.facility_id = invoice.facility_id
      join auth.users as person on person.id = contact.user_id
     where person.email = 'facility@demo.example' and invoice.interest_balance > 0
     order by invoice.number limit 1`;
  assert(late);
  const open = `select to_char(sum(interest_balance), 'FM999,990.00') as value
                  from invoices where facility_id = '${late.facility_id}'`;
  const owed = await one<string>(firm, open);
  const billing = await signIn(firm, "billing");
  const { page } = billing;
  const billed = page.getByRole("table", { name: "Interest that it bills" });
  const today = { "Accrued up to and with": "2026-06-10" };
  let bill = "";

  await t.step("bills it from a late invoice, and comes to the invoice of it", async () => {
    await billing.open(`/billing/invoices/${late.id}`);
    await press(page, "Bill interest …");
    await isAccessible(billing);
    await fill(page, today);
    await button(dialog(page), "Bill the interest").click();
    await billed.waitFor();
    await billing.settle();
    await page.getByText("interest, ").first().waitFor();
    await billed.getByRole("row", { name: `Total $${owed}` }).waitFor();
    bill = new URL(page.url()).hash.split("/").at(-1) ?? "";
    assertEquals(
      await one(firm, `select kind as value from invoices where id = '${bill}'`),
      "interest",
    );
    assertEquals(await one(firm, open), "0.00");
    assertStrictEquals(await page.getByText("Bill interest …").count(), 0);
  });
  await t.step("finds there on which invoices it accrued, and there what billed it", async () => {
    await billed.getByRole("link", { name: late.number }).click();
    await page.getByRole("heading", { level: 1, name: new RegExp(`^${late.number}`) }).waitFor();
    await page.getByRole("table", { name: "Payments" })
      .getByRole("link", { name: /^interest invoice INV-/ }).or(
        page.getByRole("row", { name: /interest interest invoice INV-/ }).getByRole("link"),
      ).first().click();
    await billed.waitFor();
  });
  await t.step("finds it among the invoices by its kind", async () => {
    await billing.open("/billing/invoices");
    await page.getByRole("combobox", { name: "Kind" }).click();
    await page.getByRole("option", { name: "interest" }).click();
    await page.getByText("1-1 of 1").waitFor();
  });
  await t.step("bills no interest twice: the statement leads to the same invoice", async () => {
    await billing.open(`/cash/aging/${late.facility_id}`);
    await page.getByRole("heading", { name: /^By how long it was overdue on / }).waitFor();
    await say(page, "Bill interest …", today, "Bill the interest");
    await billed.waitFor();
    assert(page.url().endsWith(bill));
  });
  await t.step("voids it: the interest is owed on its invoices again", async () => {
    await press(page, "Void");
    await dialog(page).getByText(/the interest is owed on its invoices again/).waitFor();
    await fill(page, { "Why, in a few words": "Sent too early" });
    await button(dialog(page), "Void").click();
    await gone(page);
    assertStrictEquals(await one(firm, open), owed);
  });
  await t.step(
    "finds void invoices in the list, each with its total and owing nothing",
    async () => {
      const filter = encodeURIComponent(JSON.stringify({ status: "void" }));
      await billing.open(`/billing/invoices?filter=${filter}`);
      await page.getByRole("cell", { name: "void", exact: true }).first().waitFor();
      const cells = await page.getByRole("row").nth(1).getByRole("cell").allTextContents();
      assertMatch(cells.at(-3) ?? "", /^\$\d/);
      assertStrictEquals(cells.at(-2), "");
    },
  );
  await t.step(
    "bills it anew, and frees it by a credit note of today",
    async () => {
      await billing.open(`/cash/aging/${late.facility_id}`);
      await press(page, "Bill interest …");
      await fill(page, today);
      await isRefused(billing, "Bill the interest", /is not computed yet for INV-/);
      refusedOnly(billing);
      const job = await fetch(`${firm.stack.url}/api/cron/accrue-interest`, {
        method: "POST",
        headers: { authorization: `Bearer ${firm.stack.keys.cronSharedSecret}` },
      });
      await job.body?.cancel();
      await say(page, "Bill interest …", today, "Bill the interest");
      await billed.waitFor();
      await billing.settle();
      assert(!page.url().endsWith(bill));
      await press(page, "Credit …");
      await dialog(page).getByRole("checkbox", { name: "Choose all" }).check();
      assertStrictEquals(
        await dialog(page).getByRole("combobox", { name: "It counts" }).count(),
        0,
      );
      await dialog(page).getByLabel("Free the interest of these lines").uncheck();
      await dialog(page).getByRole("combobox", { name: "It counts" }).waitFor();
      await dialog(page).getByLabel("Free the interest of these lines").check();
      await isAccessible(billing);
      await fill(page, { "Why, in a few words": "Agreed otherwise" });
      await button(dialog(page), "Issue the credit note").click();
      await gone(page);
      await page.getByRole("row", { name: /Agreed otherwise free again/ }).waitFor();
      assertStrictEquals(await one(firm, open), owed);
      assertEquals(
        await one(
          firm,
          "select counts_on = issued_on as value from credit_notes where reason = 'Agreed otherwise'",
        ),
        true,
      );
      assertEquals(billing.complaints(), []);
    },
  );
  await billing.close();

  await t.step("the facility reads the invoice of interest, and on what it accrued", async () => {
    const contact = await signIn(firm, "facility");
    await contact.open(`/facility-invoices/${bill}`);
    await contact.page.getByRole("table", { name: "Interest that it bills" })
      .getByRole("link", { name: late.number }).click();
    await contact.page.getByRole("heading", { level: 1, name: new RegExp(`^${late.number}`) })
      .waitFor();
    assertEquals(contact.complaints(), []);
    await contact.close();
  });
});

consoleTest("console/terms_by_started_months_say_what_they_come_to", async (t, firm) => {
  const billing = await signIn(firm, "billing");
  const { page } = billing;
  await t.step(
    "billing sees a month charged as it begins, and that nothing compounds",
    async () => {
      await billing.open("/people/facilities");
      await page.getByRole("link", { name: /^San Juan Basin/ }).click();
      await button(page, "Add terms").click();
      await fill(page, { "From": "2026-06-01", "Rate a year, in percent": "12" });
      await choose(page, "Compounding", "yearly");
      await choose(page, "Day count", "per month or part of a month");
      await dialog(page).getByRole("combobox", { name: "Compounding" }).getByText("none").or(
        dialog(page).getByRole("combobox", { name: "Compounding" }).filter({ hasText: "none" }),
      ).first().waitFor();
      // 45 days late: two months have begun, a twelfth of 12 % of 10,000 each.
      await dialog(page).getByText(/comes to \$200\.00 of interest/).waitFor();
      await dialog(page).getByText(/^A started month on \$10,000\.00 at 12\.00% a year/).first()
        .waitFor();
      await isAccessible(billing);
    },
  );
  await t.step("is told so by the server too", async () => {
    await choose(page, "Compounding", "yearly");
    await dialog(page).getByText(/do not go together/).waitFor();
    await button(dialog(page), "Add terms").click();
    await dialog(page).getByRole("alert").getByText("Interest by started months does not compound.")
      .waitFor();
    await choose(page, "Compounding", "none");
    await button(dialog(page), "Add terms").click();
    await gone(page);
    await page.getByRole("cell", { name: "per month or part of a month" }).waitFor();
    refusedOnly(billing);
  });
  await billing.close();
});
