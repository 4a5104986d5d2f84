// A program in the browser: what its facilities are sent at once, what it owes for all of them, and its one payment.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { draft } from "../support/billing/drafts.ts";
import {
  button,
  chooseByText,
  dialog,
  downloaded,
  gone,
  one,
  press,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { opened } from "../support/console/paper.ts";
import { signIn } from "../support/console/person.ts";
import { HAS_POPPLER } from "../support/documents/paper.ts";
import { Firm } from "../support/firm.ts";
import { bai2File } from "../support/moving_in/bank_files.ts";
import { billTo } from "../support/receivables/programs.ts";

consoleTest(
  "console/billing_looks_at_what_a_program_was_sent_and_confirms_its_payment",
  async (t, firm) => {
    const { sql } = firm;
    const program = await Firm.create(sql, "Keystone Program");
    const [east, west] = [
      await Firm.create(sql, "Keystone East"),
      await Firm.create(sql, "Keystone West"),
    ];
    for (const hospital of [east, west]) await billTo(hospital, program);
    const first = await draft(east, ["5000.00"]);
    await sql`select send_invoices(array[${first}, ${await draft(west, ["4000.00"])}]::uuid[])`;
    const billing = await signIn(firm, "billing");
    const { page } = billing;
    const customer = page.getByRole("table", { name: "Customers" })
      .getByRole("row", { name: /Keystone Program/ });
    const rows = page.getByRole("table", { name: "Invoices" });

    await t.step("sees among the customers what the program owes for both", async () => {
      await billing.open("/people/customers");
      await customer.filter({ hasText: /Keystone Program.*2.*\$9,000\.00/s }).waitFor();
      assertStrictEquals(await page.getByRole("row", { name: /Keystone East/ }).count(), 0);
      await isAccessible(billing);
    });

    await t.step(
      "goes from an invoice to the bundle, and opens its paper and its file",
      async () => {
        await billing.open(`/billing/invoices/${first}`);
        await page.getByRole("link", { name: "the other invoices of that day" }).click();
        await page.getByRole("heading", { level: 1, name: /^Invoices of .*: Keystone Program$/ })
          .waitFor();
        await rows.getByRole("row", { name: /Keystone East .*sent.* \$5,000\.00 \$5,000\.00/ })
          .waitFor();
        await rows.getByRole("row", { name: /Keystone West .*sent.* \$4,000\.00 \$4,000\.00/ })
          .waitFor();
        await rows.getByRole("row", { name: /Total .*\$9,000\.00 \$9,000\.00/ }).waitFor();
        await isAccessible(billing);
        const paper = await opened(billing, "PDF");
        if (HAS_POPPLER) {
          for (const said of ["Keystone Program", "BY FACILITY", "$9,000.00"]) {
            assert(
              paper.includes(said),
              paper,
            );
          }
        }
        const file = await downloaded(page, "CSV");
        assertEquals(
          file.trimEnd().split("\r\n").slice(1).map((line) => line.split(",").at(-1)),
          ["Keystone East", "Keystone West"],
        );
      },
    );

    await t.step("imports the bank's report, which does not say who paid", async () => {
      await billing.open("/cash/remittances");
      const report = bai2File([{
        day: "260609",
        accounts: [{
          number: "0123456789",
          summaries: [900000],
          transactions: [{
            type: "142",
            cents: 900000,
            funds: "Z",
            bankReference: "ACH9",
            customerReference: "KEY",
            text: ["KEYSTONE TREASURY"],
          }],
        }],
      }]);
      await page.locator('input[type="file"]').setInputFiles({
        name: "report.bai",
        mimeType: "text/plain",
        buffer: Buffer.from(report),
      });
      await page.getByRole("heading", { name: "What is in report.bai" }).waitFor();
      await page.getByText("Nothing is wrong with it.").waitFor();
      await press(page, "Import …");
      await button(dialog(page), "Import").click();
      await gone(page);
      await page.getByRole("row", { name: /\$9,000\.00/ }).filter({
        hasText: "nobody knows who paid",
      })
        .getByRole("link").first().click();
    });

    await t.step("says that the program did, looks at what is proposed, and confirms", async () => {
      await press(page, "Say who paid");
      await chooseByText(page, "Facility", "Keystone P", "Keystone Program");
      await button(dialog(page), "Enter the check").click();
      await gone(page);
      await page.getByText("Known by").waitFor();
      await page.getByText("Keystone East").first().waitFor();
      await page.getByText("Keystone West").first().waitFor();
      await isAccessible(billing);
      await button(page, "Confirm").click();
      await page.getByText("confirmed").first().waitFor();
      await billing.settle();
      assertStrictEquals(
        await one(
          firm,
          `select string_agg(status, ' ') as value from invoices where bill_to_facility_id = '${program.facilityId}'`,
        ),
        "paid paid",
      );
    });

    await t.step("finds that nothing is left of it", async () => {
      await billing.open(`/billing/invoices/${first}`);
      await page.getByRole("link", { name: "the other invoices of that day" }).click();
      await rows.getByRole("row", { name: /Total .*\$9,000\.00 \$0\.00/ }).waitFor();
      await billing.open("/people/customers");
      await customer.waitFor();
      assertStrictEquals(await customer.filter({ hasText: "$" }).count(), 0);
      assertEquals(billing.complaints(), []);
    });
    await billing.close();
  },
);
