// Earnings statements: all of a batch by parts, a year of somebody's pay, and the link of the mail, which asks for the sign-in.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { consoleTest } from "../support/console/firm.ts";
import { opened } from "../support/console/paper.ts";
import { signIn, visit } from "../support/console/person.ts";
import { HAS_POPPLER } from "../support/documents/paper.ts";
import { batchOfMany } from "../support/payroll/many_people.ts";

const assertSays = (paper: string, ...texts: readonly string[]) => {
  for (const text of HAS_POPPLER ? texts : []) assert(paper.includes(text), `${text}\n${paper}`);
};

consoleTest("console/payroll_opens_the_statements_of_a_batch_part_by_part", async (t, firm) => {
  const payroll = await signIn(firm, "payroll");
  const { page } = payroll;
  await t.step("a batch of few people is one PDF", async () => {
    const [batch] = await firm.sql<[{ id: string; names: string[] }]>`
      select batch.id, array_agg(item.last_name) as names from public.payroll_batches as batch
        join public.payroll_items as item on item.payroll_batch_id = batch.id
       where batch.status = 'closed' group by batch.id order by batch.id limit 1`;
    await payroll.open(`/payroll/batches/${batch.id}`);
    const part = page.getByRole("region", { name: "Earnings statements" });
    assertEquals(await part.getByRole("button").allInnerTexts(), ["PDF"]);
    assertSays(await opened(payroll, "PDF of the earnings statements"), ...batch.names);
  });
  await t.step("one of 205 has three, and each opens its own", async () => {
    const batch = await batchOfMany(firm.sql, 205, "2020-01-06");
    await payroll.open(`/payroll/batches/${batch}`);
    const part = page.getByRole("region", { name: "Earnings statements" });
    assertEquals(await part.getByRole("button").allInnerTexts(), ["1 of 3", "2 of 3", "3 of 3"]);
    const paper = await opened(payroll, "3 of 3, earnings statements (PDF)");
    assertSays(paper, "Ada Nurse 00201", "Ada Nurse 00205");
    assert(!paper.includes("Nurse 00200"));
  });
  await t.step("a contractor's year is on their page", async () => {
    const [paid] = await firm.sql<[{ id: string; name: string; year: string }]>`
      select contractor.id, contractor.first_name || ' ' || contractor.last_name as name,
             max(extract(year from coalesce(batch.pay_date, period.pay_date)))::text as year
        from public.contractors as contractor
        join public.payroll_items as item on item.contractor_id = contractor.id
        join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
        join public.payroll_periods as period on period.id = batch.payroll_period_id
       group by contractor.id order by contractor.id limit 1`;
    await payroll.open(`/people/contractors/${paid.id}`);
    const paper = await opened(payroll, `Pay of ${paid.year} (PDF)`);
    assertSays(paper, "Earnings of a year", paid.name, paid.year);
    assertEquals(payroll.complaints(), []);
  });
  await payroll.close();
});

consoleTest("console/the_link_to_an_earnings_statement_asks_for_the_sign_in", async (t, firm) => {
  const [pay] = await firm.sql<[{ id: string; year: string; name: string }]>`
    select item.id, extract(year from period.pay_date)::text as year,
           contractor.first_name || ' ' || contractor.last_name as name
      from public.payroll_items as item
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
      join public.payroll_periods as period on period.id = batch.payroll_period_id
      join public.contractors as contractor on contractor.id = item.contractor_id
      join auth.users as person on person.id = contractor.user_id
     where person.email = 'contractor@demo.example' order by item.id limit 1`;
  const person = await visit(firm, { width: 390 });
  const { page } = person;
  await t.step("whoever follows it sees a sign-in, and no pay", async () => {
    await page.goto("about:blank");
    await page.goto(`${firm.url}/#/my-pay/${pay.id}`);
    await page.getByLabel("E-mail").waitFor();
    assertStrictEquals(await page.getByText("Gross").count(), 0);
    assertEquals(person.requests.filter((one) => one.includes("/rest/v1/my_pay")), []);
  });
  await t.step("signed in, they are at their pay, and open it and their year", async () => {
    await page.getByLabel("E-mail").fill("contractor@demo.example");
    await page.locator("input[type=password]").first().fill("demo-password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: /^Pay of / }).waitFor();
    await person.settle();
    assertSays(await opened(person, "PDF"), "Earnings statement", pay.name);
    await person.open("/my-pay");
    assertSays(await opened(person, `Pay of ${pay.year} (PDF)`), "Earnings of a year", pay.name);
    assertEquals(person.complaints(), []);
  });
  await person.close();
});
