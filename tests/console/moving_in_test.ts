// An admin moves the firm in, in the browser: a file with errors first, then mended, then again.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { button, dialog, downloaded, gone, one } from "../support/console/acts.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

/** Of a CSV file, what a spreadsheet saves. */
const csv = (...lines: string[]) => ({
  name: "clinics.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`\ufeff${lines.map((line) => `${line}\r\n`).join("")}`),
});

const HEADER = "external_number,name,billing_address,annual_rate";

consoleTest("console/an_admin_moves_the_firm_in", async (t, firm) => {
  const admin = await signIn(firm, "admin");
  const { page } = admin;
  const choose = async (...lines: string[]) => {
    await page.locator('input[type="file"]').setInputFiles(csv(...lines));
    await page.getByRole("heading", { name: "What is in clinics.csv" }).waitFor();
    await admin.settle();
  };
  const facilities = () =>
    one<number>(
      firm,
      "select count(*)::int as value from facilities where external_number is not null",
    );

  await t.step("is told all that is wrong with a file, by line and column", async () => {
    await admin.open("/settings/moving-in");
    await choose(HEADER, 'C-1,Mercy West,"1 Main St', 'Denver, CO",18', "C-1,,,0.18");
    const errors = page.getByRole("table", { name: "What is in clinics.csv" });
    await errors.getByRole("row", { name: /^2 Annual rate "18" may be meant in percent/ })
      .waitFor();
    await errors.getByRole("row", { name: /^4 External number Line 2 has the same number/ })
      .waitFor();
    await errors.getByRole("row", { name: /^4 Name It is missing/ }).waitFor();
    const preview = page.getByRole("table", { name: "Rows of clinics.csv" });
    await preview.getByRole("cell", { name: /^18 "18" may be meant in percent: write 18%/ })
      .waitFor();
    await preview.getByRole("cell", { name: "Mercy West", exact: true }).waitFor();
    await page.getByText(/^3 errors: nothing of the file is imported/).waitFor();
    assertStrictEquals(await button(page, "Import …").count(), 0);
    assertEquals(
      (await downloaded(page, "Save the errors as a file")).split("\r\n")[2],
      '4,"external_number","Line 2 has the same number."',
    );
    assertStrictEquals(await facilities(), 0);
  });
  await t.step(
    "is told of a day that may be in either order, and all the rest besides",
    async () => {
      const header = "external_number,name,moved_on,payment_terms_days,annual_rate";
      const monthFirst = page.getByLabel(/^The month comes first/);
      assertStrictEquals(await monthFirst.isChecked(), true);
      await choose(header, "C-1,,11/23/2026,,18%", "C-2,Mercy East,,abc,1.5");
      await page.getByText(/^3 errors: .* until they are mended/).waitFor();
      const preview = page.getByRole("table", { name: "Rows of clinics.csv" });
      await preview.getByRole("cell", { name: "2026-11-23", exact: true }).waitFor();
      await monthFirst.uncheck();
      await choose(header, "C-1,,11/3/2026,,18%", "C-2,Mercy East,11/23/2026,abc,1.5");
      await page.getByText(/^5 errors: /).waitFor();
      const errors = page.getByRole("table", { name: "What is in clinics.csv" });
      for (
        const row of [
          /^2 Name It is missing/,
          /^2 Moved on "11\/3\/2026" may be in either order/,
          /^3 Payment terms days "abc" is not a number of days/,
          /^3 Annual rate "1.5" may be meant in percent/,
          /^3 Moved on "11\/23\/2026" has the month first: write it as 2026-11-23/,
        ]
      ) await errors.getByRole("row", { name: row }).waitFor();
      const rows = page.getByRole("definition").filter({ hasText: /^2$/ });
      assertStrictEquals(await rows.count(), 1);
      await choose(HEADER, "C-1,,,");
      await page.getByText(/^1 error: nothing of the file is imported until it is mended/)
        .waitFor();
      await monthFirst.check();
      assertStrictEquals(await facilities(), 0);
    },
  );
  await t.step("reads what each column is, and what it is where it is empty", async () => {
    const columns = page.getByRole("table", { name: "Columns of the file" });
    await columns.getByRole("row", { name: "Name Has to have a value", exact: true }).waitFor();
    await columns.getByRole("row", {
      name: "Bill scope Hours that count together: facility, assignment or contractor Facility",
      exact: true,
    }).waitFor();
    await columns.getByRole("row", { name: /^Time zone IANA name/ }).waitFor();
  });
  await t.step(
    "takes an example as it is, and sees its rows before anything is written",
    async () => {
      const example = await downloaded(page, "Save an example");
      assertEquals(example.split(",").slice(0, 2), ["External number", "Name"]);
      await choose(...example.trimEnd().split("\r\n"));
      await page.getByText("Nothing is wrong with it.").waitFor();
      const preview = page.getByRole("table", { name: "Rows of clinics.csv" });
      await preview.getByRole("row", { name: /^2 C-100 Mercy Hospital .*18%/ }).waitFor();
      assertStrictEquals(await facilities(), 0);
    },
  );
  await t.step("is told what is no CSV, without asking the server", async () => {
    const before = admin.requests.length;
    await choose(HEADER, 'C-1,"Mercy,,');
    await page.getByRole("row", { name: /^2 Quote Not Closed/ }).waitFor();
    assertEquals(admin.requests.slice(before).filter((one) => one.includes("import_rows")), []);
  });
  const good = [HEADER, "C-1,Mercy West,,0.18", "C-2,Mercy East,,"];
  await t.step("imports the mended file once it is looked at", async () => {
    await choose(...good);
    await page.getByText("Nothing is wrong with it.").waitFor();
    assertStrictEquals(await facilities(), 0);
    await button(page, "Import …").click();
    await dialog(page).getByText("Import 2 rows of facilities?").waitFor();
    await button(dialog(page), "Import").click();
    await gone(page);
    await page.getByRole("definition").filter({ hasText: "2" }).first().waitFor();
    assertEquals(await facilities(), 2);
    assertStrictEquals(await button(page, "Import …").count(), 0);
  });
  await t.step("finds nothing to import in the same file again, by the keyboard", async () => {
    await page.getByLabel("What is in it").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await choose(...good);
    await page.getByText("All of its rows are here already").waitFor();
  });
  await t.step("imports orders and holidays, which billing finds", async () => {
    const importAs = async (kind: string, ...lines: string[]) => {
      await page.getByRole("combobox", { name: "What is in it" }).click();
      await page.getByRole("option", { name: kind }).click();
      await choose(...lines);
      await button(page, "Import …").click();
      await button(dialog(page), "Import").click();
      await gone(page);
    };
    await importAs(
      "2. Purchase orders",
      "facility_number,number,starts_on,amount",
      "C-1,PO-77,2026-01-01,9000",
    );
    await importAs("16. Holidays", "day,name", "2026-08-14,Firm outing");
    await admin.open("/billing/orders");
    await page.getByRole("row", { name: /^Mercy West PO-77.* of \$9,000\.00/ }).waitFor();
    await admin.open("/settings/holidays");
    await page.getByRole("row", { name: /^Firm outing Fri, Aug 14, 2026/ }).waitFor();
    await admin.open("/settings/moving-in");
  });
  await t.step("imports open invoices, which billing finds in the aging", async () => {
    await page.getByRole("combobox", { name: "What is in it" }).click();
    await page.getByRole("option", { name: "14. Open invoices" }).click();
    await choose(
      "external_number,facility_number,issue_date,due_date,amount",
      "4711,C-1,2026-03-01,2026-03-31,1000",
    );
    await button(page, "Import …").click();
    await button(dialog(page), "Import").click();
    await gone(page);
    await admin.open("/cash/aging");
    await page.getByRole("row", { name: /^Mercy West .*1,000\.00/ }).waitFor();
    assertEquals(admin.complaints(), []);
  });
  await admin.close();
  await t.step("nobody else finds the page", async () => {
    const billing = await signIn(firm, "billing");
    await billing.open("/settings/moving-in");
    await billing.page.getByRole("heading", { level: 1, name: "Overtime rules" }).waitFor();
    await billing.close();
  });
});
