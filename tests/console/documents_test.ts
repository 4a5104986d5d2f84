// Documents on paper: what stands on them is written in the settings, and each of us opens their own.
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { button, dialog, downloaded, gone, one, say } from "../support/console/acts.ts";
import { consoleTest } from "../support/console/firm.ts";
import { opened } from "../support/console/paper.ts";
import { signIn } from "../support/console/person.ts";
import { LOGO } from "../support/documents/documents.ts";
import { HAS_POPPLER } from "../support/documents/paper.ts";

const assertSays = (paper: string, ...texts: readonly string[]) => {
  for (const text of HAS_POPPLER ? texts : []) assert(paper.includes(text), `${text}\n${paper}`);
};

consoleTest("console/documents_say_what_the_settings_say", async (t, firm) => {
  const person = await signIn(firm, "admin");
  const { page } = person;
  await t.step("an admin writes the firm's name and address, and chooses its logo", async () => {
    await person.open("/settings/firm");
    await button(page, "Change what is on paper …").click();
    await dialog(page).getByLabel("Legal name").fill("Front Range Staffing LLC");
    await dialog(page).getByLabel("Address").fill("1801 California St\nDenver");
    const file = (name: string, mimeType: string, buffer: Uint8Array) =>
      dialog(page).locator("input[type=file]").setInputFiles({
        name,
        mimeType,
        buffer: Buffer.from(buffer),
      });
    await file("logo.png", "image/png", new Uint8Array(100));
    await page.getByText("This is no PNG or JPEG that can be shown.").waitFor();
    await file("logo.png", "image/png", new Uint8Array(150_000));
    await page.getByText("This picture has 150 kB, and at most 100 are kept.").waitFor();
    const png = Uint8Array.from(atob(LOGO.slice(LOGO.indexOf(",") + 1)), (c) => c.charCodeAt(0));
    await file("logo.png", "image/png", png);
    await dialog(page).getByRole("img", { name: "Logo" }).waitFor();
    await button(dialog(page), "Save").click();
    await gone(page);
    const kept = await firm.sql`
      select legal_name, address, logo from public.letterheads
        join public.organization_settings as settings using (legal_name, address, logo)`;
    const [{ logo, ...texts } = { logo: "" }] = kept;
    assertEquals([kept.length, texts], [1, {
      legal_name: "Front Range Staffing LLC",
      address: "1801 California St\nDenver",
    }]);
    // It is the same picture, written anew by the browser.
    assertMatch(logo, /^data:image\/png;base64,/);
    assertNotEquals(logo, LOGO);
    assertEquals(person.complaints(), []);
  });
  await person.close();
});

consoleTest("console/each_opens_the_paper_that_is_theirs", async (t, firm) => {
  const billing = await signIn(firm, "billing");
  const [{ id = "", facility_id = "", number = "" } = {}] = await firm.sql<
    { id: string; facility_id: string; number: string }[]
  >`
    select invoice.id, invoice.facility_id, invoice.number from public.invoices as invoice
      join public.facility_contacts as contact on contact.facility_id = invoice.facility_id
      join auth.users as person on person.id = contact.user_id
     where person.email = 'facility@demo.example' and invoice.status = 'sent'
     order by invoice.number limit 1`;
  await t.step("billing writes whom a facility's invoices are made out to", async () => {
    await billing.open(`/people/facilities/${facility_id}`);
    await say(
      billing.page,
      "Change what its invoices say …",
      { "Made out to": "Mercy Health, Accounts Payable", "Purchase order": "PO 77" },
      "Save",
    );
    await gone(billing.page);
  });
  await t.step("billing opens a draft, an invoice, its time sheet and a credit note", async () => {
    const draft = await one<string>(
      firm,
      `select id as value from public.invoices
        where status = 'draft' and facility_id = '${facility_id}' order by id limit 1`,
    ).catch(() => null);
    if (draft !== null) {
      await billing.open(`/billing/invoices/${draft}`);
      assertSays(await opened(billing, "PDF"), "Draft invoice", "Mercy Health", "PO 77");
    }
    await billing.open(`/billing/invoices/${id}`);
    // As it stood on the day it was sent.
    assertSays(await opened(billing, "PDF"), number, "Demo Care Staffing LLC");
    assertSays(await opened(billing, "Time sheet (PDF)"), "Time sheet", number);
    const file = await downloaded(billing.page, "Lines (CSV)");
    assertMatch(file, new RegExp(`^invoice_number,.*\r\n${number},`));
    const [note] = await firm.sql<[{ number: string }]>`
      select number from public.credit_invoice(${id}, 'Billed twice.')`;
    await billing.page.reload();
    await billing.settle();
    assertSays(await opened(billing, `PDF of ${note.number}`), "Credit note", "Billed twice.");
    await billing.open(`/cash/aging/${facility_id}`);
    assertSays(await opened(billing, "PDF"), "Statement", "Mercy Health");
    assertEquals(billing.complaints(), []);
  });
  await t.step("a contact opens an invoice and the statement of their facility", async () => {
    const contact = await signIn(firm, "facility");
    await contact.open(`/facility-invoices/${id}`);
    assertSays(await opened(contact, "PDF"), number);
    await contact.open("/facility-account");
    assertSays(await opened(contact, "PDF"), "Statement", number);
    const aged = contact.page.getByRole("region", { name: /^By how long it was overdue/ });
    await aged.getByText("31–60", { exact: true }).waitFor();
    assertEquals(contact.complaints(), []);
    await contact.close();
  });
  await t.step("a contractor opens their pay, and payroll too", async () => {
    const contractor = await signIn(firm, "contractor", { width: 390 });
    await contractor.open("/my-pay");
    await contractor.page.getByRole("link", { name: /20\d\d/ }).first().click();
    await contractor.settle();
    const gross = await contractor.page.getByText("Gross", { exact: true }).locator("..").locator(
      "dd",
    )
      .innerText();
    assertSays(await opened(contractor, "PDF"), "Earnings statement", "Total", gross);
    assertEquals(contractor.complaints(), []);
    await contractor.close();
    const payroll = await signIn(firm, "payroll");
    const [item] = await firm.sql<[{ id: string; batch: string; name: string }]>`
      select item.id, item.payroll_batch_id as batch, item.last_name as name
        from public.payroll_items as item order by item.id limit 1`;
    await payroll.open(`/payroll/batches/${item.batch}/${item.id}`);
    assertSays(await opened(payroll, "PDF"), "Earnings statement", item.name);
    await payroll.close();
  });
  await billing.close();
});
