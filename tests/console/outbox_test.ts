// What is said to people and programs outside: what failed is decided about, and webhooks are kept, in the browser.
import { assertEquals, assertMatch, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import {
  button,
  decide,
  dialog,
  fill,
  gone,
  isRefused,
  one,
  refusedOnly,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

/** Two mails and a call that failed, of invoices; and a mail that was dropped, which is nobody's work. */
async function failures({ sql }: ConsoleFirm): Promise<void> {
  await sql`
    insert into webhooks (url, events) values ('https://books.example.com/events', '{invoice.sent}')`;
  const failed = (offset: number, maybeSent: boolean) =>
    sql`
    insert into private.outbox (kind, subject_id, step, status, written_at, tries, recipient, error, maybe_sent,
                                failed_at)
    select 'invoice', id, 'made by a test', 'failed', clock.at, 5, 'ap' || ${offset}::int || '@north.example',
           'The mailbox is full.', ${maybeSent}, clock.at
      from invoices, private.clock() as clock where status = 'sent' order by id offset ${offset} limit 1`;
  await failed(0, false);
  await failed(1, true);
  await sql`
    insert into private.outbox (kind, subject_id, step, webhook_id, data, status, written_at, tries, recipient, error,
                                failed_at)
    select 'invoice.sent', (select id from invoices where status = 'sent' order by id limit 1), webhook.id::text,
           webhook.id, '{}', 'failed', clock.at, 5, webhook.url, 'It answered 500.', clock.at
      from webhooks as webhook, private.clock() as clock`;
  await sql`
    insert into private.outbox (kind, subject_id, step, status, written_at, error, dropped_at)
    select 'overdue_reminder', facility.id, 'made by a test', 'dropped', clock.at, 'Nothing is overdue.', clock.at
      from facilities as facility, private.clock() as clock order by facility.id limit 1`;
}

consoleTest("console/what_failed_is_on_the_board_until_somebody_decides", async (t, firm) => {
  await failures(firm);
  const billing = await signIn(firm, "billing");
  const { page } = billing;
  const again = page.getByRole("button", { name: /^Send again … / });
  await t.step("the board leads to what failed, and to what may be decided", async () => {
    await billing.open("/board");
    const card = page.getByRole("link", {
      name: /^Mail and webhooks that failed · late 3 messages/,
    });
    await card.click();
    await page.getByRole("heading", { level: 1, name: "Outbox" }).waitFor();
    await again.nth(1).waitFor();
    assertEquals(await again.count(), 2);
    const rows = page.locator("tbody tr");
    assertEquals(
      await Promise.all([rows.count(), rows.filter({ hasText: "failed" }).count()]),
      [3, 3],
    );
    await page.getByRole("row", { name: /Invoice sent .*It answered 500\./ }).waitFor();
    // A webhook's address is for admins.
    assertEquals(await page.getByText("books.example.com").count(), 0);
  });
  await t.step("is told that it may arrive twice, and has it sent again", async () => {
    await page.getByRole("button", { name: "Send again … Invoice to ap1@north.example" }).click();
    await dialog(page).getByText(/It may arrive twice: /).waitFor();
    await isAccessible(billing);
    await button(dialog(page), "Send again").click();
    await gone(page);
    await again.nth(1).waitFor({ state: "detached" });
    assertEquals(
      await one(
        firm,
        `select concat_ws(' ', status, maybe_twice, decided_by = (select id from auth.users where email = 'billing@demo.example'))
             as value from outbox where recipient = 'ap1@north.example'`,
      ),
      "waiting t t",
    );
  });
  await t.step("drops what is settled otherwise, and finds both under all", async () => {
    await decide(billing, "Drop … Invoice to ap0@north.example", "Drop");
    assertStrictEquals(await again.count(), 0);
    await page.getByRole("combobox", { name: "State" }).click();
    await page.getByRole("option", { name: "dropped" }).click();
    await page.getByRole("row", { name: /ap0@north\.example dropped .*Decided by / }).waitFor();
    await page.getByRole("row", { name: /Overdue reminder dropped Nothing is overdue\./ })
      .waitFor();
    await page.getByRole("combobox", { name: "Message" }).click();
    await page.getByRole("option", { name: "Webhook: Invoice sent" }).click();
    await page.getByText("Nothing is as the filter asks.").waitFor();
    assertStrictEquals(await page.getByText("1-25 of 25").count(), 0);
    assertEquals(billing.complaints(), []);
  });
  await t.step("what it is about is a click away", async () => {
    const [message] = await firm.sql<{ subject_id: string }[]>`
      select subject_id from outbox where recipient = 'ap1@north.example'`;
    await page.getByRole("combobox", { name: "State" }).click();
    await page.getByRole("option", { name: "waiting" }).click();
    await page.getByRole("combobox", { name: "Message" }).click();
    await page.getByRole("option", { name: "Mail: Invoice", exact: true }).click();
    const row = page.getByRole("row", { name: /ap1@north\.example.*may arrive twice/ });
    await row.getByRole("link", { name: "Invoice" }).click();
    await page.waitForURL(`**/billing/invoices/${message?.subject_id}`);
  });
  await t.step("an invoice shows that its mail came back, and has it sent again", async () => {
    await firm.sql`
      update private.outbox as message
         set status = 'sent', sent_at = clock.at, next_try_at = null, error = null
        from private.clock() as clock where message.recipient = 'ap1@north.example'`;
    await page.reload();
    await page.getByRole("row", {
      name: /ap1@north\.example sent Went out .*, and has not come back\./,
    })
      .waitFor();
    await firm.sql`
      update private.outbox as message
         set status = 'failed', failed_at = clock.at, error = 'No such mailbox.'
        from private.clock() as clock where message.recipient = 'ap1@north.example'`;
    await page.reload();
    await page.getByRole("row", { name: /failed Went out .*, and came back\. No such mailbox\./ })
      .waitFor();
    await decide(billing, "Send again … Invoice to ap1@north.example", "Send again");
    await page.getByRole("row", { name: /ap1@north\.example waiting .*Decided by / }).waitFor();
  });
  await t.step("what another decided meanwhile is told as it is", async () => {
    const admin = await signIn(firm, "admin");
    await admin.open("/mail/outbox");
    await admin.page.getByRole("button", { name: /^Send again … Invoice sent/ }).click();
    await firm.sql`
      update private.outbox set status = 'dropped', failed_at = null, dropped_at = now(), error = 'Settled by phone.'
       where kind = 'invoice.sent'`;
    await button(dialog(admin.page), "Send again").click();
    await admin.page.getByRole("alert").getByText(/Settled by phone\./).first().waitFor();
    refusedOnly(admin);
    await admin.close();
  });
  await billing.close();
});

consoleTest("console/an_admin_adds_a_webhook_and_is_shown_its_secret_once", async (t, firm) => {
  const admin = await signIn(firm, "admin");
  const { page } = admin;
  const url = "https://crm.example.com/events";
  const secrets = () =>
    one<number>(
      firm,
      `select count(*)::int as value from private.webhook_secrets as secret
         join webhooks as webhook on webhook.id = secret.webhook_id where webhook.url = '${url}'`,
    );
  /** Reads the secret that the dialog shows, and says that it is noted. */
  const noted = async () => {
    const shown = dialog(page).getByLabel("Secret, shown this once");
    await shown.waitFor();
    await isAccessible(admin);
    await page.keyboard.press("Escape");
    const secret = await shown.inputValue();
    await button(dialog(page), "I have the secret").click();
    await gone(page);
    return secret;
  };
  let first = "";
  await t.step("is told what is no address, where it stands", async () => {
    await admin.open("/mail/webhooks");
    await button(page, "Add a webhook").click();
    await fill(page, { "Address": "http://crm.example.com/events" });
    await button(dialog(page), "Add it").click();
    await dialog(page).getByText("Required").waitFor();
    await dialog(page).getByLabel("Contractor hired").check();
    await button(dialog(page), "Add it").click();
    await dialog(page).locator('[name="url"][aria-invalid="true"]').waitFor();
    await isAccessible(admin);
    refusedOnly(admin);
  });
  await t.step("adds it, and is shown the secret", async () => {
    await fill(page, { "Address": url, "Description": "The CRM" });
    await button(dialog(page), "Add it").click();
    first = await noted();
    assertMatch(first, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assertStrictEquals(await page.getByText(first).count(), 0);
    await page.getByRole("row", { name: /crm\.example\.com.*The CRM.*Contractor hired.*on since/ })
      .waitFor();
  });
  await t.step("is told that it is there already", async () => {
    await button(page, "Add a webhook").click();
    await fill(page, { "Address": url });
    await dialog(page).getByLabel("Contractor hired").check();
    await isRefused(admin, "Add it", /already/);
    refusedOnly(admin);
  });
  await t.step("makes another secret, beside which the first is good for a day", async () => {
    await page.getByRole("button", { name: `New secret … ${url}` }).click();
    await button(dialog(page), "Make it").click();
    await dialog(page).getByText(/Until Jun 11, 2026, .* the former one too\.$/).waitFor();
    assertNotStrictEquals(await noted(), first);
    assertEquals(await secrets(), 2);
  });
  await t.step("changes what it is told of", async () => {
    await page.getByRole("button", { name: `Change … ${url}` }).click();
    await dialog(page).getByLabel("Assignment ended").check();
    await fill(page, { "Description": "" });
    await button(dialog(page), "Save").click();
    await gone(page);
    await page.getByRole("row", { name: /Contractor hired, Assignment ended/ }).waitFor();
    assertEquals(
      await one(firm, `select description as value from webhooks where url = '${url}'`),
      null,
    );
  });
  await t.step("switches it off and on, and reads why it is off", async () => {
    const row = page.getByRole("row").filter({ hasText: url });
    await decide(admin, `Switch off … ${url}`, "Switch off");
    await row.getByText(/^off since .*: somebody switched it off$/).waitFor();
    await decide(admin, `Switch on … ${url}`, "Switch on");
    await row.getByText(/^on since/).waitFor();
    await firm.sql`
      select private.switch_off_webhook(id, 'gone') from webhooks where url = ${url}`;
    await page.reload();
    await row.getByText(/it answered that it wants no more calls \(410\)$/).waitFor();
    assertEquals(admin.complaints(), []);
  });
  await admin.close();
});
