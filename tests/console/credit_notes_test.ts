// Credit notes in the browser: some lines of a sent invoice, and all of a paid one, whose money becomes a credit.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { press } from "../support/console/acts.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/billing_credits_what_was_billed_wrongly", async (t, firm) => {
  const { sql } = firm;
  const invoiceIn = async (status: string) => {
    const [invoice] = await sql<{ id: string; number: string; total: string }[]>`
      select invoice.id, invoice.number, to_char(invoice.total, 'FM$999,999,990.00') as total
        from invoices as invoice
        join facility_contacts as contact on contact.facility_id = invoice.facility_id
        join auth.users as person on person.id = contact.user_id
       where person.email = 'facility@demo.example' and invoice.status = ${status}
       order by invoice.number limit 1`;
    assert(invoice);
    return invoice;
  };
  const person = await signIn(firm, "billing");
  const { page } = person;
  const dialog = page.getByRole("dialog");
  const issue = async (reason: string) => {
    await dialog.getByLabel("Why, in a few words").fill(reason);
    await dialog.getByRole("button", { name: "Issue the credit note" }).click();
    await dialog.waitFor({ state: "detached" });
    await person.settle();
  };

  await t.step("credits the lines that are chosen, and sees what they come to", async () => {
    const { id } = await invoiceIn("sent");
    await person.open(`/billing/invoices/${id}`);
    await press(page, "Credit …");
    await dialog.getByText("Chosen: $0.00").waitFor();
    const [entry] = await sql<{ amount: string; lines: number }[]>`
      select to_char(sum(amount), 'FM$999,990.00') as amount, count(*)::int as lines
        from invoice_lines where invoice_id = ${id} and work_date is not null
       group by time_entry_id, work_date, description
       order by work_date, description limit 1`;
    assert(entry);
    for (let line = 0; line < entry.lines; line++) {
      await dialog.getByRole("row").nth(line + 1).getByRole("checkbox").check();
    }
    await dialog.getByText(`Chosen: ${entry.amount}`).waitFor();
    await issue("Was not there");
    await page.getByRole("table", { name: "Credit notes" })
      .getByRole("row", { name: /Was not there free again/ }).waitFor();
    const [note] = await sql`
      select to_char(amount, 'FM$999,990.00') as amount from credit_notes where invoice_id = ${id}`;
    assertStrictEquals(note?.amount, entry.amount);
    await page.getByRole("table", { name: "Payments" }).getByRole("cell", {
      name: /credit note \S+-\d{4}-\d{6}/,
    })
      .waitFor();
  });

  await t.step("takes an amount of a line and hours of another, which frees no time", async () => {
    const { id } = await invoiceIn("partially_paid");
    await person.open(`/billing/invoices/${id}`);
    await press(page, "Credit …");
    const rows = dialog.getByRole("row").filter({ has: page.getByRole("checkbox") });
    await rows.nth(1).getByRole("checkbox").check();
    await rows.nth(1).getByRole("textbox", { name: /^Of it/ }).fill("12.50");
    await dialog.getByText("Chosen: $12.50").waitFor();
    await dialog.getByText(/its time stays billed/).waitFor();
    await issue("Agreed on less");
    await page.getByRole("row", { name: /Agreed on less stays billed \$12\.50/ }).waitFor();
    await press(page, "Credit …");
    const again = dialog.getByRole("row").filter({ has: page.getByRole("checkbox") }).nth(1);
    await again.getByRole("checkbox").check();
    await again.getByRole("textbox", { name: /^Hours of it/ }).fill("0.25");
    await issue("A quarter of an hour");
    const lines = await sql`
      select line.amount, line.hours from credit_note_lines as line
        join credit_notes as note on note.id = line.credit_note_id
       where note.invoice_id = ${id} and note.reason in ('Agreed on less', 'A quarter of an hour')
       order by note.created_at`;
    assertEquals(lines.map(({ amount, hours }) => [hours === null ? amount : "", hours]), [
      ["12.50", null],
      ["", "0.25"],
    ]);
  });

  await t.step("credits all of a paid invoice: its money is the facility's", async () => {
    const { id, total } = await invoiceIn("paid");
    await person.open(`/billing/invoices/${id}`);
    await press(page, "Credit …");
    await dialog.getByRole("checkbox", { name: "Choose all" }).check();
    await dialog.getByText(`Chosen: ${total}`).waitFor();
    await dialog.getByLabel("Free the time of these lines").uncheck();
    await issue("A courtesy");
    await page.getByRole("row", { name: /A courtesy stays billed/ }).waitFor();
    await person.open("/cash/credits");
    await page.getByRole("row", { name: new RegExp(`credit note INV-.*\\${total}`) }).waitFor();
    await person.open(`/billing/invoices/${id}`);
    await press(page, "Credit …");
    await dialog.getByText("All lines are credited already.").waitFor();
    assertEquals(person.complaints(), []);
  });
  await person.close();

  await t.step("the facility reads its credit notes", async () => {
    const contact = await signIn(firm, "facility");
    const { id } = await invoiceIn("paid");
    await contact.open(`/facility-invoices/${id}`);
    await contact.page.getByRole("row", { name: /A courtesy/ }).waitFor();
    await contact.open("/facility-account");
    assertEquals(contact.complaints(), []);
    await contact.close();
  });
});
