// Profit in the browser: payroll enters a burden, admins recruiters and commissions, and everybody reads what is theirs.
import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertStrictEquals,
} from "@std/assert";
import { parse } from "csv-parse/sync";
import type { Locator } from "playwright-core";
import { button, choose, dialog, fill, gone, one, press } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { type Person, signIn } from "../support/console/person.ts";
import { fitsTheScreen, shot } from "../support/console/screen.ts";

/** Sum of all rows that a page shows beside a name. */
const fact = (person: Person, name: string) =>
  person.page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator(
    "xpath=following-sibling::dd[1]",
  )
    .innerText();

/** The row of a table that begins with a name: its cells by the labels of their columns, amounts without `$` and commas. */
async function rowOf(table: Locator, name: string): Promise<Record<string, string>> {
  const row = table.getByRole("row", { name: new RegExp(`^${name} `) });
  await row.waitFor();
  const labels = await table.getByRole("columnheader").allInnerTexts();
  const cells = await row.getByRole("cell").allInnerTexts();
  return Object.fromEntries(
    labels.map((label, nth) => [label, (cells[nth] ?? "").replace(/[$,]/g, "")]),
  );
}

consoleTest("console/profit_is_read_by_whoever_may_with_burden_and_recruiters", async (t, firm) => {
  const days = "from=2026-03-01&to=2026-05-31";
  const [placement] = await firm.sql<{ id: string }[]>`
    select row_id as id from gross_profit('2026-03-01', '2026-05-31', 'assignment')
     where row_id is not null and billed > 0 order by billed desc limit 1`;
  assert(placement);

  await t.step("where nothing of it is entered, there is a page and a button", async () => {
    const viewer = await signIn(firm, "viewer");
    await viewer.open(`/profit/gross?${days}`);
    assertStrictEquals(await viewer.page.getByRole("menuitem", { name: "Profit" }).count(), 1);
    assertEquals(
      await viewer.page.getByRole("tab").allInnerTexts(),
      ["Gross profit", "Burden"],
    );
    assertStrictEquals(await fact(viewer, "Burden"), "$0.00");
    assertStrictEquals(await fact(viewer, "Profit"), await fact(viewer, "Before burden"));
    await viewer.page.getByRole("combobox", { name: "By" }).click();
    await viewer.page.getByRole("option", { name: "Week", exact: true }).waitFor();
    assertStrictEquals(await viewer.page.getByRole("option", { name: "Line" }).count(), 0);
    await viewer.page.keyboard.press("Escape");
    await viewer.open("/profit/burden");
    await viewer.page.getByText("There is no burden").waitFor();
    assertStrictEquals(await button(viewer.page, "Add a burden").count(), 0);
    await viewer.open(`/people/assignments/${placement.id}`);
    assertStrictEquals(await viewer.page.getByRole("heading", { name: "Recruiters" }).count(), 0);
    assertEquals(viewer.complaints(), []);
    await viewer.close();
    const admin = await signIn(firm, "admin");
    await admin.open(`/people/assignments/${placement.id}`);
    await button(admin.page, "Add a recruiter").waitFor();
    assertEquals(admin.complaints(), []);
    await admin.close();
  });

  await t.step("what is not billed or paid yet is said to be estimated", async () => {
    const weeks = await firm.sql<
      { from: string; to: string; billed: string; unbilled: string; unpaid: string }[]
    >`
      select day::text as from, (day + 6)::text as to, billed, unbilled, unpaid
        from gross_profit('2026-01-05', '2026-06-07', 'week') where billed > 0 order by day`;
    const over = weeks.find((one) => one.unbilled === "0.00" && one.unpaid === "0.00");
    const open = weeks.find((one) => one.unbilled !== "0.00" && one.unpaid !== "0.00");
    assert(over && open, JSON.stringify(weeks));
    const person = await signIn(firm, "viewer");
    const table = person.page.getByRole("table", { name: "Gross profit, row by row" });
    const plain = async (name: string) => (await fact(person, name)).replace(/[$,](?=\d)/g, "");
    for (const { from, to, unbilled, unpaid } of [open, over]) {
      await person.open(`/profit/gross?from=${from}&to=${to}&by=week`);
      await table.waitFor();
      const isEstimated = unbilled !== "0.00";
      assertEquals(
        await person.page.getByText(/, estimated$/).count(),
        isEstimated ? 2 : 0,
      );
      if (isEstimated) {
        assertStrictEquals(await plain("Not billed yet"), `${unbilled}, estimated`);
        assertStrictEquals(await plain("Not paid yet"), `${unpaid}, estimated`);
      }
      assertEquals(
        await table.getByRole("cell", { name: "in part", exact: true }).count(),
        isEstimated ? 1 : 0,
      );
    }
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("payroll enters a burden, and gross profit takes it off", async () => {
    const person = await signIn(firm, "payroll");
    await person.open(`/profit/gross?${days}`);
    const before = await fact(person, "Profit");
    await person.open("/profit/burden");
    await person.page.getByText("There is no burden").waitFor();
    await press(person.page, "Add a burden");
    await fill(person.page, { "Percent": "7.65", "First day": "2026-01-01" });
    await isAccessible(person);
    await button(dialog(person.page), "Add a burden").click();
    await gone(person.page);
    await person.page.getByRole("row", { name: /W-2 every state Jan 1, 2026 7.65%/ }).waitFor();
    await person.open(`/profit/gross?${days}`);
    await person.page.getByRole("table", { name: "Gross profit, row by row" }).waitFor();
    assert(await fact(person, "Profit") !== before, "the burden is taken off");
    assertStrictEquals(await fact(person, "Before burden"), before);
    await isAccessible(person);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("an admin says who shares a placement, and for which percent", async () => {
    const person = await signIn(firm, "admin");
    const { page } = person;
    await person.open(`/people/assignments/${placement.id}`);
    await button(page, "Add a recruiter").click();
    await choose(page, "Recruiter", "Tom Alvarez");
    await fill(page, { "Percent of the assignment": "60", "From": "2026-01-01" });
    await isAccessible(person);
    await button(dialog(page), "Add a recruiter").click();
    await gone(page);
    await page.getByRole("row", { name: /Tom Alvarez 60\.00% Jan 1, 2026/ }).waitFor();
    await person.open("/profit/commissions");
    await press(page, "Add a commission");
    await choose(page, "Recruiter", "Tom Alvarez");
    await fill(page, { "Percent": "10" });
    await button(dialog(page), "Add a commission").click();
    await gone(page);
    await page.getByRole("row", { name: /Tom Alvarez 10\.00%/ }).waitFor();
    await person.open(`/profit/gross?${days}&by=recruiter`);
    const table = page.getByRole("table", { name: "Gross profit, row by row" });
    await table.getByRole("row", { name: /^Nobody's / }).waitFor();
    const shown = await rowOf(table, "Tom Alvarez");
    const download = page.waitForEvent("download");
    await press(page, "Download as CSV");
    const file = await download;
    assertStrictEquals(
      file.suggestedFilename(),
      "gross-profit-by-recruiter-2026-03-01-2026-05-31.csv",
    );
    const [tom] = parse(await Deno.readTextFile(await file.path()), { columns: true }) as Record<
      string,
      string
    >[];
    assertEquals([tom?.name, tom?.commission_rate], ["Tom Alvarez", "0.100000"]);
    const [reckoned] = await firm.sql`
      select billed::text, collected::text, collected_profit::text, commission::text, commission_collected::text
        from gross_profit('2026-03-01', '2026-05-31', 'recruiter') where name = 'Tom Alvarez'`;
    assert(reckoned);
    // Each is an amount of its own, so that none stands in the place of another.
    assertStrictEquals(new Set(Object.values(reckoned)).size, 5);
    assertNotEquals(reckoned["collected"], "0.00");
    const { billed, collected, collected_profit, commission, commission_collected } = tom ?? {};
    assertEquals(
      { billed, collected, collected_profit, commission, commission_collected },
      reckoned,
    );
    assertEquals({
      billed: shown["Billed"],
      collected: shown["Collected"],
      collected_profit: shown["Profit collected"],
      commission: shown["Commission"],
      commission_collected: shown["Of it collected"],
    }, reckoned);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("the recruiter sees the own row alone, and no line", async () => {
    const person = await signIn(firm, "recruiting");
    const { page } = person;
    await person.open(`/profit/gross?${days}&by=recruiter`);
    const table = page.getByRole("table", { name: "Gross profit, row by row" });
    await table.getByRole("row", { name: /^Tom Alvarez / }).waitFor();
    assertStrictEquals(await table.getByRole("row").count(), 2);
    assertStrictEquals(await page.getByRole("tab", { name: "Cash ahead" }).count(), 0);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  for (const [where, width] of [["at a desk", 1280], ["on a phone", 390]] as const) {
    await t.step(
      `the admin reads the week, and types a balance into cash ahead, ${where}`,
      async () => {
        const person = await signIn(firm, "admin", { width });
        const { page } = person;
        await person.open(`/profit/gross?${days}`);
        await page.getByRole("table", { name: "Gross profit, row by row" }).waitFor();
        await isAccessible(person);
        await fitsTheScreen(person);
        await shot(person, `profit_gross_${width}`);
        await person.open(`/profit/gross?${days}&by=recruiter`);
        await page.getByRole("row", { name: /^Tom Alvarez / }).waitFor();
        await isAccessible(person);
        await fitsTheScreen(person);
        await shot(person, `profit_recruiters_${width}`);
        await person.open("/profit/week");
        const week = page.getByRole("table", { name: "The week in figures" });
        await week.getByRole("row", { name: /^Gross profit / }).waitFor();
        assertStrictEquals(await week.getByRole("row").count(), 14);
        await isAccessible(person);
        await fitsTheScreen(person);
        await shot(person, `profit_week_${width}`);
        await person.open("/profit/cash-ahead");
        const cash = page.getByRole("table", { name: "Cash ahead" });
        await cash.getByRole("row").nth(8).waitFor();
        const last = async () =>
          (await cash.getByRole("row").nth(8).innerText()).split("\t").at(-1) ?? "";
        const before = await last();
        await page.getByLabel("Balance to begin with").fill("1,000");
        await cash.getByRole("row").nth(8).filter({ hasNotText: before }).waitFor();
        assertMatch(await last(), /^-?\$[\d,]+\.\d\d$/);
        const amount = (text: string) => Number(text.replace(/[$,]/g, ""));
        assertStrictEquals(Math.round(amount(await last()) - amount(before)), 1000);
        await page.getByLabel("Taxes on payroll").fill("soon");
        await page.getByText("Give a percentage, such as 7.65.").waitFor();
        await page.getByRole("img", { name: /What comes in and goes out each week/ }).waitFor();
        await isAccessible(person);
        await fitsTheScreen(person);
        await shot(person, `profit_ahead_${width}`);
        assertEquals(person.complaints(), []);
        await person.close();
        assertStrictEquals(
          await one(firm, "select count(*)::int as value from burden_rates"),
          1,
        );
      },
    );
  }
});
