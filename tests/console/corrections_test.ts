// What was wrong after the fact, done in the browser: payroll corrects time, billing notes a dispute, and others read it.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { press } from "../support/console/acts.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

/** An approved day of somebody's who may be told apart by their address, of eight hours, on no invoice and in no batch. */
const APPROVED = `
  with place as (
    select assignment.id, private.workweek_start(clock.business_date) as monday
      from public.assignments as assignment
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      left join auth.users as person on person.id = contractor.user_id
     cross join private.clock() as clock
     where (person.email = $1
            or assignment.facility_id in (
               select contact.facility_id from public.facility_contacts as contact
                 join auth.users as reader on reader.id = contact.user_id where reader.email = $1))
       and assignment.start_date <= private.workweek_start(clock.business_date) - 7
       and coalesce(assignment.end_date, 'infinity') >= clock.business_date
     order by assignment.id limit 1)
  insert into public.time_entries (assignment_id, work_date, hours, status, notes)
  select place.id, place.monday - 1, 3.25, 'approved', 'to correct' from place
  returning id, work_date::text as day`;

consoleTest("console/payroll_corrects_time_and_billing_notes_a_dispute", async (t, firm) => {
  const { sql } = firm;
  const [theirs] = await sql.unsafe<{ id: string; day: string }[]>(APPROVED, [
    "contractor@demo.example",
  ]);
  const [ours] = await sql.unsafe<{ id: string; day: string }[]>(APPROVED, [
    "facility@demo.example",
  ]);
  assert(theirs && ours);

  await t.step(
    "payroll corrects the hours of approved days",
    async () => {
      const person = await signIn(firm, "payroll");
      const { page } = person;
      await person.open("/time/all");
      const dialog = page.getByRole("dialog");
      await page.getByLabel("From", { exact: true }).fill(theirs.day);
      await page.getByLabel("To", { exact: true }).fill(theirs.day);
      for (const { day } of [theirs, ours]) {
        assertStrictEquals(day, theirs.day);
        const row = page.getByRole("row").filter({
          has: page.getByRole("cell", { name: "3.25", exact: true }),
        });
        await row.first().getByRole("button", { name: /^Correct …/ }).click();
        await dialog.getByLabel("Hours").fill("1.5");
        await dialog.getByLabel("Why, in a few words").fill("Left at noon");
        await dialog.getByRole("button", { name: "Correct", exact: true }).click();
        const follows = page.getByRole("dialog", { name: /^Corrected: / });
        await follows.getByRole("row", { name: /^Billed on no invoice yet .* billing$/ }).waitFor();
        await follows.getByRole("button", { name: "Close" }).click();
        await dialog.waitFor({ state: "detached" });
        await person.settle();
      }
      await page.getByText(/^was 3.25 \(.*, .*\): Left at noon$/).first().waitFor();
      const corrected = await sql`
      select hours from time_entries where correction_reason = 'Left at noon'`;
      assertEquals(corrected.map(({ hours }) => hours), ["1.50", "1.50"]);
      assertEquals(person.complaints(), []);
      await person.close();
    },
  );

  await t.step("the answer says what follows: the draft's and the batch's difference", async () => {
    const [entry] = await sql<{ id: string; invoice: string }[]>`
      select entry.id, invoice.id as invoice
        from public.time_entries as entry
        join public.assignments as assignment on assignment.id = entry.assignment_id
       cross join lateral public.create_facility_invoice(
             assignment.facility_id, private.workweek_start(entry.work_date),
             private.workweek_start(entry.work_date) + 6) as invoice
       where entry.id = ${theirs.id}`;
    assert(entry);
    const total = async () => {
      const [row] = await sql<{ total: string }[]>`
        select total::text from public.invoices where id = ${entry.invoice}`;
      return Number(row?.total);
    };
    const before = await total();
    const person = await signIn(firm, "payroll");
    const { page } = person;
    await person.open("/time/all");
    await page.getByLabel("From", { exact: true }).fill(theirs.day);
    await page.getByLabel("To", { exact: true }).fill(theirs.day);
    const [first] = await sql<{ name: string }[]>`
      select contractor.first_name || ' ' || contractor.last_name as name
        from public.time_entries as entry
        join public.assignments as assignment on assignment.id = entry.assignment_id
        join public.contractors as contractor on contractor.id = assignment.contractor_id
       where entry.id = ${theirs.id}`;
    const row = page.getByRole("row").filter({ hasText: first?.name ?? "" })
      .filter({ has: page.getByRole("cell", { name: "1.50", exact: true }) });
    await row.first().getByRole("button", { name: /^Correct …/ }).click();
    await page.getByRole("dialog").getByLabel("Hours").fill("2:15");
    await page.getByRole("dialog").getByLabel("Why, in a few words").fill("Left at noon");
    await page.getByRole("dialog").getByRole("button", { name: "Correct", exact: true }).click();
    const follows = page.getByRole("dialog", { name: /^Corrected: / });
    const line = follows.getByRole("row", { name: /^Draft invoice of / });
    await line.waitFor();
    const difference = ((await total()) - before).toFixed(2);
    assert(Number(difference) > 0);
    assert((await line.innerText()).includes(`$${difference}`), await line.innerText());
    await line.getByRole("link").click();
    await page.waitForURL(`**/billing/invoices/${entry.invoice}`);
    await sql`delete from public.invoices where id = ${entry.invoice}`;
    await sql`select from public.correct_time_entry(${theirs.id}, 'Left at noon', 1.5)`;
    await person.close();
  });

  await t.step("the contractor and the facility read what it was, and why", async () => {
    for (
      const [name, path, day] of [
        ["contractor", "/my-time", theirs.day],
        ["facility", "/facility-time/all", ours.day],
      ] as const
    ) {
      const person = await signIn(firm, name);
      await person.open(path);
      if (name === "facility") {
        await person.page.getByLabel("From", { exact: true }).fill(day);
        await person.page.getByLabel("To", { exact: true }).fill(day);
      }
      await person.page.getByText(/^was 3.25 \(.*\): Left at noon$/).first().waitFor();
      assertEquals(person.complaints(), [], day);
      await person.close();
    }
  });

  await t.step("what was not worked is set aside", async () => {
    const person = await signIn(firm, "payroll");
    const { page } = person;
    await person.open("/time/all");
    await page.getByLabel("From", { exact: true }).fill(theirs.day);
    await page.getByLabel("To", { exact: true }).fill(theirs.day);
    const row = page.getByRole("row").filter({ hasText: "Left at noon" }).first();
    await row.getByRole("button", { name: /^Not worked …/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Why, in a few words").fill("Did not come");
    await dialog.getByRole("button", { name: "Set aside", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Set aside: Did not come").waitFor();
    await person.close();
  });

  await t.step(
    "billing notes a dispute, the facility reads it, and billing settles it",
    async () => {
      const [invoice] = await sql<{ id: string }[]>`
      select invoice.id from invoices as invoice
        join facility_contacts as contact on contact.facility_id = invoice.facility_id
        join auth.users as person on person.id = contact.user_id
       where person.email = 'facility@demo.example' and invoice.status in ('sent', 'partially_paid') limit 1`;
      assert(invoice);
      const billing = await signIn(firm, "billing");
      await billing.open(`/billing/invoices/${invoice.id}`);
      const { page } = billing;
      await press(page, "Dispute …");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(/What the facility says/).fill("Not our shift");
      await dialog.getByRole("button", { name: "Mark as disputed" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText(/: Not our shift$/).first().waitFor();
      await billing.open("/cash/aging");
      await page.getByRole("columnheader", { name: "Of it disputed" }).waitFor();

      const contact = await signIn(firm, "facility");
      await contact.open(`/facility-invoices/${invoice.id}`);
      await contact.page.getByText(/: Not our shift$/).waitFor();
      await contact.close();

      await billing.open(`/billing/invoices/${invoice.id}`);
      await press(page, "Settle the dispute");
      await page.getByText("The dispute is settled").waitFor();
      await billing.settle();
      // The story of the invoice tells it still.
      const facts = page.getByRole("definition").filter({ hasText: ": Not our shift" });
      assertStrictEquals(await facts.count(), 0);

      await press(page, "Dispute …");
      await dialog.getByLabel(/What the facility says/).fill("Ten of it");
      await dialog.getByLabel("It disputes only some lines, or a part of them").check();
      const row = dialog.getByRole("row").filter({ has: page.getByRole("checkbox") }).nth(1);
      await row.getByRole("checkbox").check();
      await row.getByRole("textbox", { name: /^Of it/ }).fill("10");
      await dialog.getByRole("button", { name: "Mark as disputed" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText(/: \$10\.00 of it, Ten of it$/).first().waitFor();
      const [line] = await sql`select amount from disputed_lines where invoice_id = ${invoice.id}`;
      assertEquals({ ...line }, { amount: "10.00" });
      await press(page, "Settle the dispute");
      await page.getByText("The dispute is settled").waitFor();
      await billing.settle();
      assertEquals(billing.complaints(), []);
      await billing.close();
    },
  );
});
