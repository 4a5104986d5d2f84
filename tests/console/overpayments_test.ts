// What somebody was overpaid, on their page: arranged and settled in the browser, and looked up in the database.
import { assertEquals } from "@std/assert";
import { button, choose, dialog, fill, gone } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";
import { overpay } from "../support/payroll/overpaid.ts";

consoleTest("console/payroll_arranges_and_settles_what_somebody_was_overpaid", async (t, firm) => {
  const { sql } = firm;
  const [made] = await sql<[{ batch: string; contractor: string }]>`
    with period as (
      insert into payroll_periods (period_start, period_end, pay_date)
      values ('2019-12-30', '2020-01-05', '2020-01-10') returning id),
    batch as (insert into payroll_batches (payroll_period_id) select id from period returning id)
    select batch.id as batch, contractor.id as contractor
      from batch cross join lateral (
        select id from contractors where employment_type = 'w2' order by id limit 1) as contractor`;
  await overpay(sql, made.contractor, made.batch, "2019-12-30");
  const person = await signIn(firm, "payroll");
  const { page } = person;
  await t.step("finds on the board that nothing is arranged, and whose it is", async () => {
    await person.open("/board");
    await page.getByRole("link", { name: /^Overpayments, nothing arranged/ }).click();
    await page.getByRole("heading", { name: "Open, and nothing is arranged" }).waitFor();
    await isAccessible(person);
    await page.getByRole("table", { name: "Overpayments" }).getByRole("link").first().click();
    await page.getByText("Nobody has arranged how what is open comes back.").first().waitFor();
  });
  await person.open(`/people/contractors/${made.contractor}`);
  await t.step("arranges a recovery by an agreement", async () => {
    await button(page, "Arrange recovery").click();
    await isAccessible(person);
    await fill(page, {
      "Agreed in writing on": "2026-01-02",
      "Why, in a few words": "The rate was too high",
    });
    await button(dialog(page), "Arrange recovery").click();
    await gone(page);
    await page.getByText("A recovery of $200.00 is arranged").first().waitFor();
    const [row] = await sql`
      select amount, agreed_on::text, reason from recovery_arrangements where ended_at is null`;
    assertEquals({ ...row }, {
      amount: "200.00",
      agreed_on: "2026-01-02",
      reason: "The rate was too high",
    });
  });
  await t.step("settles a part by a check", async () => {
    await button(page, "Settle").click();
    await choose(page, "Kind", "Paid back by check");
    await fill(page, { "Amount": "150", "Why, in a few words": "Check 1001" });
    await button(dialog(page), "Settle").click();
    await gone(page);
    const [row] = await sql`select settled, open from overpayments`;
    assertEquals({ ...row }, { settled: "150.00", open: "50.00" });
    await page.getByRole("cell", { name: "$50.00" }).waitFor();
  });
  await t.step("takes the check back that bounced", async () => {
    await isAccessible(person);
    await button(page, "Take back").click();
    await fill(page, { "Why, in a few words": "It bounced" });
    await button(dialog(page), "Take back").click();
    await gone(page);
    await page.getByText(/^Taken back on .*: It bounced$/).first().waitFor();
    const [row] = await sql`select settled, open from overpayments`;
    assertEquals({ ...row }, { settled: "0.00", open: "200.00" });
  });
  await person.close();
});
