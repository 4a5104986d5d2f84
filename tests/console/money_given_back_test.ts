// Money that the firm lets go or gives back, in the browser: interest that is waived, a credit that is refunded.
import { assert, assertStrictEquals } from "@std/assert";
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
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/billing_waives_interest_and_refunds_a_credit", async (t, firm) => {
  const billing = await signIn(firm, "billing");
  const { page } = billing;

  await t.step("waives a part of an invoice's interest, and never more than it owes", async () => {
    const [late] = await firm.sql<{ id: string; interest: string; balance: string }[]>`
      select id, interest_balance::text as interest, balance::text as balance
        from invoices where interest_balance > 1 and kind <> 'interest' order by number limit 1`;
    assert(late);
    await billing.open(`/billing/invoices/${late.id}`);
    await press(page, "Waive interest …");
    await isAccessible(billing);
    await fill(page, { "Amount": "99999", "Why, in a few words": "A courtesy" });
    await isRefused(billing, "Waive it", /of interest that is neither paid nor billed/);
    refusedOnly(billing);
    await press(page, "Waive interest …");
    await fill(page, { "Amount": "1.00", "Why, in a few words": "A courtesy" });
    await button(dialog(page), "Waive it").click();
    await gone(page);
    await page.getByRole("table", { name: "Payments" })
      .getByRole("row", { name: /interest write-off A courtesy/ }).waitFor();
    const [now] = await firm.sql`
      select (interest_balance + 1)::text as interest, balance::text as balance
        from invoices where id = ${late.id}`;
    assertStrictEquals(now?.interest, late.interest);
    assertStrictEquals(now?.balance, late.balance);
  });

  await t.step("takes the waiver back, which was a mistake", async () => {
    await button(page, "Take back …").click();
    await isAccessible(billing);
    await fill(page, { "Why, in a few words": "The wrong invoice" });
    await button(dialog(page), "Take it back").click();
    await gone(page);
    await page.getByRole("row", { name: /write-off taken back: The wrong invoice/ }).waitFor();
  });

  await t.step("recovers what was written off with a line of its check", async () => {
    const [open] = await firm.sql<{ id: string; facility_id: string; number: string }[]>`
      select id, facility_id, number from invoices
       where status = 'sent' and kind <> 'interest' and balance > 100 order by number desc limit 1`;
    assert(open);
    await firm.sql`select write_off_invoice(${open.id}, 40, 'They have closed')`;
    const [check] = await firm.sql<{ id: string }[]>`
      insert into checks (facility_id, check_number, amount, received_on)
      values (${open.facility_id}, 'R40', 40, '2026-06-01') returning id`;
    assert(check);
    await firm.sql`insert into check_reconciliations (check_id) values (${check.id})`;
    await billing.open(`/cash/checks/${check.id}`);
    await page.getByLabel(`Pays of written off ${open.number}`).fill("40.00");
    await isAccessible(billing);
    await button(page, "Confirm").click();
    await page.getByRole("cell", { name: "$40.00" }).first().waitFor();
    await billing.settle();
    assertStrictEquals(
      await one(
        firm,
        `select amount::text as value from payments where component = 'write_off' and invoice_id = '${open.id}'`,
      ),
      "40.00",
    );
  });

  await t.step(
    "gives a facility a discount for paying early, and takes it with its check",
    async () => {
      const [mercy] = await firm.sql<{ id: string; draft: string }[]>`
      select facility_id as id, id as draft from invoices where status = 'draft' and total > 100
       order by id limit 1`;
      assert(mercy);
      await billing.open(`/people/facilities/${mercy.id}`);
      await press(page, "Change how it is invoiced …");
      await fill(page, { "Discount for paying early, in percent": "2" });
      await fill(page, { "Within so many days of the issue": "10" });
      await isAccessible(billing);
      await button(dialog(page), "Save").click();
      await gone(page);
      await page.getByText("2 % within 10 days of the issue").waitFor();
      await firm.sql`select send_invoices(array[${mercy.draft}]::uuid[], '2026-06-01')`;
      const [check] = await firm.sql<{ id: string; number: string }[]>`
      with came as (
        insert into checks (facility_id, check_number, amount, received_on)
        select facility_id, 'D2', balance - discount, '2026-06-05' from invoices where id = ${mercy.draft}
        returning id)
      select came.id, invoice.number from came, invoices as invoice where invoice.id = ${mercy.draft}`;
      assert(check);
      await billing.open(`/cash/checks/${check.id}`);
      await button(page, "Propose what it pays").click();
      await page.getByLabel(`Discount ${check.number}`).waitFor();
      await isAccessible(billing);
      await button(page, "Confirm").click();
      await page.getByText("reconciled").first().waitFor();
      await billing.settle();
      assertStrictEquals(
        await one(firm, `select status as value from invoices where id = '${mercy.draft}'`),
        "paid",
      );
    },
  );

  await t.step("credits what was paid with a discount, and gives back what came", async () => {
    const [paid] = await firm.sql<{ id: string }[]>`
      select invoice_id as id from payments where source = 'discount'`;
    assert(paid);
    await billing.open(`/billing/invoices/${paid.id}`);
    await press(page, "Credit …");
    await dialog(page).getByText(/off for paying early.*gives back what came in money/).waitFor();
    await dialog(page).getByRole("checkbox", { name: "Choose all" }).check();
    await dialog(page).getByLabel("Free the time of these lines").uncheck();
    await fill(page, { "Why, in a few words": "Nobody came" });
    await button(dialog(page), "Issue the credit note").click();
    await gone(page);
    await page.getByRole("table", { name: "Credit notes" })
      .getByRole("columnheader", { name: "Discount taken back" }).waitFor();
    await billing.settle();
    assertStrictEquals(
      await one(
        firm,
        `select (left_over.amount = invoice.total - invoice.discount)::text as value
           from invoices as invoice
           join credit_notes as note on note.invoice_id = invoice.id
           join facility_credits as left_over on left_over.credit_note_id = note.id
          where invoice.id = '${paid.id}'`,
      ),
      "true",
    );
  });

  await t.step("refunds what a check left, and finds it on the check", async () => {
    const [left] = await firm.sql<{ id: string; check_id: string; remaining: string }[]>`
      select id, check_id, remaining::text as remaining from facility_credits
       where remaining > 0 and check_id is not null
         and not exists (select from check_reconciliations where facility_credit_id = facility_credits.id)
       order by remaining desc limit 1`;
    assert(left);
    await billing.open(`/cash/credits/${left.id}`);
    await press(page, "Refund …");
    await isAccessible(billing);
    await choose(page, "Paid by", "ACH");
    await fill(page, {
      "Amount": `${Number(left.remaining) + 1}`,
      "Number of the check or transfer": "7001",
      "Why, in a few words": "They have closed",
    });
    await isRefused(billing, "Record the refund", /less than/);
    refusedOnly(billing);
    await press(page, "Refund …");
    await choose(page, "Paid by", "ACH");
    await fill(page, {
      "Amount": left.remaining,
      "Number of the check or transfer": "7001",
      "Why, in a few words": "They have closed",
    });
    await button(dialog(page), "Record the refund").click();
    await gone(page);
    await page.getByRole("table", { name: "Refunds" })
      .getByRole("row", { name: /ACH 7001 They have closed/ }).waitFor();
    assertStrictEquals(
      await one(
        firm,
        `select remaining::text as value from facility_credits where id = '${left.id}'`,
      ),
      "0.00",
    );
    await billing.open(`/cash/checks/${left.check_id}`);
    await page.getByRole("table", { name: "Refunds" })
      .getByRole("row", { name: /They have closed/ }).waitFor();
    await press(page, "Return …");
    await fill(page, { "Why, in a few words": "No funds" });
    await isRefused(billing, "Yes, do it", /went back to the facility/);
    refusedOnly(billing);
  });
  await billing.close();
});
