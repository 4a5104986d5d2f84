// A payroll provider's layout: added, looked at, and chosen when a file is exported.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { button, choose, dialog, fill, gone, one, refusedOnly } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

const HEAD = "Co Code,Batch ID,File #,Reg Hours,";

consoleTest("console/payroll_adds_a_layout_looks_at_it_and_exports_by_it", async (t, firm) => {
  const person = await signIn(firm, "payroll");
  const { page } = person;
  const batch = await one<string>(
    firm,
    "select id as value from payroll_batches where status = 'closed' order by closed_at desc limit 1",
  );
  await firm.sql`
    update contractors set payroll_number = known.nth
      from (select id, (100000 + row_number() over (order by id))::text as nth from contractors) as known
     where known.id = contractors.id`;
  await firm.sql`update earning_codes set code = coalesce(code, 'X' || left(earning, 8))`;

  await t.step("fills a layout in, and is told what is wrong", async () => {
    await person.open("/payroll/profiles");
    await isAccessible(person);
    await button(page, "Add …: ADP Workforce Now").click();
    await fill(page, { "Company code": "ABCD" });
    await isAccessible(person);
    await button(dialog(page), "Save").click();
    await dialog(page).getByRole("alert").getByText(/is not two or three letters or digits/)
      .waitFor();
    await fill(page, { "Company code": "AB", "Name": "ADP", "Fields of codes": "BON 4\nXstp 7" });
    await button(dialog(page), "Save").click();
    await dialog(page).getByRole("alert").getByText(/The field of "Xstp" is not 3, 4 or 5/)
      .waitFor();
    await fill(page, { "Fields of codes": "BON 4\nXstp 5" });
    await button(dialog(page), "Save").click();
    await gone(page);
    assertEquals(
      await one(firm, "select settings -> 'fields' as value from payroll_profiles"),
      { BON: 4, Xstp: 5 },
    );
    await page.getByRole("row", { name: /ADP Workforce Now by ADP PRAB_EPI\.csv/ }).waitFor();
    refusedOnly(person);
  });
  await t.step("makes a layout of its own, and changes it", async () => {
    await button(page, "Add …: Own columns").click();
    await fill(page, { "Columns": "Id = payroll_number\nWhat = earning\nPay = amount" });
    await choose(page, "Between cells", "Tab");
    await button(dialog(page), "Save").click();
    await gone(page);
    await button(page, "Change …: Own columns").click();
    await fill(page, {
      "Columns": 'Id = payroll_number\nWhat = earning\nPay = amount\nFrom = "office"',
      "Departments of work states": "",
    });
    await button(dialog(page), "Save").click();
    await gone(page);
    assertEquals(
      await one(firm, "select settings as value from payroll_profiles where kind = 'csv'"),
      {
        row: "earning",
        header: true,
        delimiter: "\t",
        line_end: "crlf",
        date_format: "YYYY-MM-DD",
        state: "not_carried",
        negative_amounts: true,
        columns: [
          { title: "Id", field: "payroll_number" },
          { title: "What", field: "earning" },
          { title: "Pay", field: "amount" },
          { title: "From", literal: "office" },
        ],
      },
    );
    await button(page, "Remove …: Own columns").click();
    await button(dialog(page), "Remove").click();
    await gone(page);
  });
  await t.step("looks at a file before any is exported", async () => {
    await page.getByLabel("Profile", { exact: true }).click();
    await page.getByRole("option", { name: "ADP" }).click();
    await page.getByLabel("Batch", { exact: true }).click();
    await page.getByRole("option", { name: /closed/ }).first().click();
    await page.getByLabel("Preview").getByText(new RegExp(`^${HEAD}`)).waitFor();
    await isAccessible(person);
    assertStrictEquals(await one(firm, "select count(*)::int as value from payroll_handovers"), 0);
  });
  await t.step("exports by it, under the name that the provider wants", async () => {
    await person.open(`/payroll/batches/${batch}`);
    await button(page, "Export …: W-2").click();
    await isAccessible(person);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(dialog(page), "Export").click(),
    ]);
    await gone(page);
    assertStrictEquals(download.suggestedFilename(), "PRAB_EPI.csv");
    assertMatch(await Deno.readTextFile(await download.path()), new RegExp(`^${HEAD}`));
    await page.getByRole("row", { name: /^W-2 / }).getByText(/, by ADP$/).waitFor();
    assertStrictEquals(await one(firm, "select profile as value from payroll_handovers"), "ADP");
  });
  await t.step("another layout is another file, and says so", async () => {
    await button(page, "Export again …: W-2").click();
    await choose(page, "Layout", "Our own columns");
    await button(dialog(page), "Export again").click();
    await dialog(page).getByRole("alert").getByText(/that was written by the profile ADP/)
      .waitFor();
    await dialog(page).getByLabel("The file may be another one").check();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(dialog(page), "Export again").click(),
    ]);
    await gone(page);
    assertMatch(await Deno.readTextFile(await download.path()), /^employment,line,/);
    refusedOnly(person);
  });
  await t.step("what the provider would not take is said before a batch closes", async () => {
    const [period] = await firm.sql<[{ id: string }]>`
      select id from payroll_periods where status = 'open' order by period_start limit 1`;
    await person.open(`/payroll/periods/${period.id}`);
    await button(page, "Prepare a batch").click();
    await page.getByRole("link", { name: /^Period / }).waitFor();
    await firm.sql`
      update contractors set payroll_number = 'P-123456789'
       where id = (select contractor_id from payroll_items as item
                     join payroll_batches as batch on batch.id = item.payroll_batch_id
                    where batch.status = 'draft' and item.employment_type = 'w2' and item.gross_pay > 0
                    order by item.last_name limit 1)`;
    await page.reload();
    await page.getByText(/W-2: not taken: payroll number "P-123456789" of /).waitFor();
    await isAccessible(person);
  });
  await person.close();
});
