// Codes of time, from the settings to the invoice and the pay: done in the browser, and looked up in the database.
import { assert, assertEquals } from "@std/assert";
import { button, choose, dialog, fill, gone, refusedOnly } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { emptyWeek } from "../support/console/empty_week.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

const weekday = (day: string) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  }).format(new Date(day));

consoleTest("console/codes_go_from_the_settings_to_the_invoice_and_the_pay", async (t, firm) => {
  const { sql } = firm;
  const place = await emptyWeek(firm);
  const entries = async () =>
    (await sql<{ entry: string }[]>`
      select concat_ws(' ', work_date, code, coalesce(quantity, hours), status) as entry
        from public.time_entries
       where assignment_id = ${place.id} and work_date between ${place.week} and ${place.week}::date + 6
       order by work_date, code`).map(({ entry }) => entry);

  await t.step("an admin adds a code, and sees what a week with it comes to", async () => {
    const person = await signIn(firm, "admin");
    const { page } = person;
    await person.open("/settings/codes");
    await isAccessible(person);
    await button(page, "Add a code").click();
    await fill(page, {
      "Title": "Charge, weekend",
      "Short name": "weekend_charge",
      "Pays besides, a unit": "4",
      "Bills besides, a unit": "6",
    });
    await dialog(page).getByText(/One hour pays \$44.00 and bills \$66.00/).waitFor();
    await dialog(page).getByText(/Regular rate: \$1,952.00 \/ 48.00 hours = \$40.67/).waitFor();
    await dialog(page).getByText(/In all \$2,114.67/).waitFor();
    await isAccessible(person);
    await button(dialog(page), "Add a code").click();
    await gone(page);
    await page.getByRole("row", { name: /^Charge, weekend hour, worked/ }).waitFor();
    const [code] = await sql`
      select unit, is_worked, pay_multiplier, pay_amount, bill_amount, in_regular_rate, premium_is_creditable
        from public.time_codes where name = 'weekend_charge'`;
    assertEquals(code && { ...code }, {
      unit: "hour",
      is_worked: true,
      pay_multiplier: "1.000",
      pay_amount: "4.00",
      bill_amount: "6.00",
      in_regular_rate: true,
      premium_is_creditable: false,
    });
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("billing gives codes a rate, at the assignment and at the facility", async () => {
    const person = await signIn(firm, "billing");
    const { page } = person;
    await person.open(`/people/assignments/${place.id}`);
    await button(page, "Add a rate of a code").click();
    await choose(page, "Code", "On call");
    await fill(page, { "From": "2026-01-05", "Bill rate": "8", "Pay rate": "5" });
    await isAccessible(person);
    await button(dialog(page), "Add it").click();
    await gone(page);
    await page.getByText("$8.00 / hour").waitFor();
    await person.open(`/people/facilities/${place.facility}`);
    await button(page, "Add a rate of a code").click();
    await choose(page, "Code", "Mileage, by the mile");
    await fill(page, { "From": "2026-01-05", "Bill rate": "0.70", "Pay rate": "0.70" });
    await button(dialog(page), "Add it").click();
    await gone(page);
    await page.getByText("$0.70 / mile").first().waitFor();
    const rates = await sql<{ rate: string }[]>`
      select concat_ws(' ', code, effective_from, bill_rate, pay_rate) as rate from public.assignment_code_rates
      union all
      select concat_ws(' ', code, effective_from, bill_rate, pay_rate) from public.facility_code_rates order by 1`;
    assertEquals(rates.map(({ rate }) => rate), [
      "mileage 2026-01-05 0.70 0.70",
      "on_call 2026-01-05 8.00 5.00",
    ]);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("recruiting enters what has a rate for somebody", async () => {
    const person = await signIn(firm, "recruiting");
    const { page } = person;
    await person.open(`/people/assignments/${place.id}`);
    await button(page, "Enter other time …").click();
    await choose(page, "Code", "Mileage");
    await fill(page, { "Day": place.day, "How many miles": "1,200" });
    await button(dialog(page), "Enter it").click();
    await dialog(page).getByText("A number, as 40 or 12.5").waitFor();
    await fill(page, { "How many miles": "12.5" });
    await isAccessible(person);
    await button(dialog(page), "Enter it").click();
    await gone(page);
    assertEquals(await entries(), [`${place.day} mileage 12.50 draft`]);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("the contractor enters hours on call and miles beside the hours", async () => {
    const person = await signIn(firm, "contractor");
    const { page } = person;
    await person.open(`/my-time?week=${place.week}`);
    const grid = page.getByRole("region", { name: place.name, exact: true });
    const day = weekday(place.day);
    // What somebody entered for them has a row.
    const miles = grid.getByLabel(`Mileage, ${day}`, { exact: true });
    assertEquals(await miles.inputValue(), "12.5");
    await grid.getByRole("combobox", { name: "Add other time" }).click();
    await page.getByRole("option", { name: "On call" }).click();
    await grid.getByLabel(day, { exact: true }).fill("8");
    await grid.getByLabel(`On call, ${day}`, { exact: true }).fill("12");
    await miles.fill("40");
    await grid.getByText("8.00 hours in all, Mileage 40.00 miles, On call 12.00 hours").waitFor();
    await isAccessible(person);
    await button(grid, "Save").click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const saved = (status: string) => [
      `${place.day} mileage 40.00 ${status}`,
      `${place.day} on_call 12.00 ${status}`,
      `${place.day} regular 8.00 ${status}`,
    ];
    assertEquals(await entries(), saved("draft"));
    await button(grid, "Submit the week").click();
    await dialog(page).getByText(
      `${day}: 8.00, Mileage 40.00 miles, On call 12.00 hours.`,
      { exact: false },
    ).waitFor();
    await button(dialog(page), "Submit").click();
    await page.getByText("Submitted", { exact: true }).waitFor();
    assertEquals(await entries(), saved("submitted"));
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("the facility's contact sees each by its code, and approves them", async () => {
    const person = await signIn(firm, "facility");
    const { page } = person;
    await person.open("/facility-time/approve");
    for (const text of ["8.00", "12.00 On call", "40.00 miles Mileage"]) {
      await page.getByRole("button", { name: `${text}: ${place.person}` }).waitFor();
    }
    const card = page.locator(".MuiCard-root").filter({ hasText: "On call" });
    await card.getByRole("checkbox").check();
    await page.getByText("1 week chosen, 8.00 hours, Mileage 40.00 miles, On call 12.00 hours")
      .waitFor();
    await isAccessible(person);
    await button(page, "Approve 1 week").click();
    await page.getByText("Approved: 1 week").waitFor();
    assertEquals(await entries(), [
      `${place.day} mileage 40.00 approved`,
      `${place.day} on_call 12.00 approved`,
      `${place.day} regular 8.00 approved`,
    ]);
    await person.open("/facility-time/all");
    await page.getByLabel("From", { exact: true }).fill(place.day);
    await page.getByLabel("To", { exact: true }).fill(place.day);
    await page.getByText("40.00 miles").first().waitFor();
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("payroll corrects how many there were", async () => {
    const person = await signIn(firm, "payroll");
    const { page } = person;
    await person.open("/time/all");
    await page.getByLabel("From", { exact: true }).fill(place.day);
    await page.getByLabel("To", { exact: true }).fill(place.day);
    await page.getByRole("combobox", { name: "Contractor" }).fill(place.listed);
    await page.getByRole("option", { name: place.listed }).first().click();
    const row = page.getByRole("row", { name: /40\.00 miles/ });
    await row.getByText("Mileage").waitFor();
    await row.getByRole("button", { name: /^Correct … / }).click();
    await fill(page, { "How many miles": "42", "Why, in a few words": "Another way home" });
    await button(dialog(page), "Correct").click();
    await page.getByRole("dialog", { name: /^Corrected: / }).waitFor();
    await button(dialog(page), "Close").click();
    await page.getByText(/^was 40.00 miles \(.*\): Another way home$/).waitFor();
    assertEquals((await entries())[0], `${place.day} mileage 42.00 approved`);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("the sent invoice shows quantities and units, to the contact too", async () => {
    const [invoice] = await sql<{ id: string }[]>`
      select sent.id
        from public.create_facility_invoice(${place.facility}, ${place.week}, ${place.week}::date + 6) as made
       cross join lateral public.send_invoices(array[made.id]) as sent`;
    assert(invoice);
    for (
      const [name, path] of [["billing", "billing/invoices"], ["facility", "facility-invoices"]]
    ) {
      const person = await signIn(firm, name ?? "");
      const { page } = person;
      await person.open(`/${path}/${invoice.id}`);
      await page.getByRole("button", { name: new RegExp(`^${place.person}`) }).click();
      const lines = page.getByRole("table", { name: place.person });
      await lines.getByRole("row", { name: /On call 12\.00 hours \$8\.00 \$96\.00/ }).waitFor();
      await lines.getByRole("row", { name: /Mileage 42\.00 miles \$0\.70 \$29\.40/ }).waitFor();
      assertEquals(person.complaints(), []);
      await person.close();
    }
  });

  await t.step("the pay shows them, and a used code says why it stays", async () => {
    await sql`
      select from public.payroll_periods as period
       cross join lateral public.prepare_payroll_draft(period.id)
       where period.status = 'open' and ${place.day} between period.period_start and period.period_end`;
    const [item] = await sql<{ path: string }[]>`
      select '/payroll/batches/' || item.payroll_batch_id || '/' || item.id as path
        from public.payroll_item_lines as line
        join public.payroll_items as item on item.id = line.payroll_item_id
       where line.code = 'mileage'`;
    assert(item);
    const person = await signIn(firm, "admin");
    const { page } = person;
    await person.open(item.path);
    const day = weekday(place.day);
    await page.getByRole("row", { name: `${day}: On call 12.00 hours $5.00 $60.00` }).waitFor();
    await page.getByRole("row", { name: `${day}: Mileage 42.00 miles $0.70 $29.40` }).waitFor();
    await page.getByRole("button", { name: /^Regular rate/ }).first().click();
    const sums = dialog(page).getByRole("table");
    await sums.getByRole("row", {
      name: /On call: other time and units.* 12\.00 \$5\.00 \$60\.00 in .*778\.223/,
    })
      .waitFor();
    await sums.getByRole("row", { name: /Mileage: other time and units.* out .*778\.217/ })
      .waitFor();
    await button(dialog(page), "Close").click();
    await gone(page);
    assertEquals(person.complaints(), []);
    await person.open("/settings/codes");
    await button(page, "Change … Mileage").click();
    await fill(page, { "Title": "Miles driven" });
    await button(dialog(page), "Save").click();
    await gone(page);
    await page.getByText("Miles driven").waitFor();
    await button(page, "Remove … Miles driven").click();
    await button(dialog(page), "Remove").click();
    await dialog(page).getByText("The code mileage is that of some time, and stays as it is.")
      .waitFor();
    refusedOnly(person);
    await person.close();
  });
});
