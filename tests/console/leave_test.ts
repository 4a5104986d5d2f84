// Leave in the console: plans and terms in the settings, balances and the ledger on a person's page, and one's own.
import { assert, assertEquals } from "@std/assert";
import {
  button,
  cancel,
  cellsOf,
  choose,
  dialog,
  fill,
  gone,
  refusedOnly,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

const COLORADO = "Colorado paid sick leave";

async function demoContractor({ sql }: ConsoleFirm): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select contractor.id from public.contractors as contractor
      join auth.users as person on person.id = contractor.user_id
     where person.email = 'contractor@demo.example'`;
  assert(row);
  return row.id;
}

consoleTest("console/leave_goes_from_the_settings_to_the_person", async (t, firm) => {
  const { sql } = firm;
  const contractor = await demoContractor(firm);

  await t.step(
    "who uses no plan finds none of it on a person's page, nor on their own",
    async () => {
      const payroll = await signIn(firm, "payroll");
      await payroll.open(`/people/contractors/${contractor}`);
      await payroll.page.getByRole("heading", { level: 2, name: "Pay", exact: true }).waitFor();
      assertEquals(await payroll.page.getByRole("heading", { name: "Leave" }).count(), 0);
      assertEquals(payroll.complaints(), []);
      await payroll.close();
      const own = await signIn(firm, "contractor");
      await own.open("/my-pay");
      await own.settle();
      assertEquals(await own.page.getByRole("heading", { name: "My leave" }).count(), 0);
      assertEquals(own.complaints(), []);
      await own.close();
    },
  );

  await t.step("an admin uses a state's plan, and reads its terms and their source", async () => {
    const person = await signIn(firm, "admin");
    const { page } = person;
    await person.open("/settings/leave");
    await isAccessible(person);
    await page.getByRole("row", { name: `${COLORADO} CO Sick leave not used` }).waitFor();
    await button(page, `Use it … ${COLORADO}`).click();
    await fill(page, { "First day in use": "2026-01-05" });
    await isAccessible(person);
    await button(dialog(page), "Use it").click();
    await gone(page);
    await page.getByRole("row", { name: `${COLORADO} CO Sick leave Jan 5, 2026` }).waitFor();
    await page.getByRole("link", { name: COLORADO }).click();
    await page.getByRole("heading", { level: 1, name: COLORADO }).waitFor();
    await page.getByRole("row", {
      name:
        /^Jan 1, 2023 1 hour for 30, at most 48 a year at most 48 a year, 48 carried the average of 30 days before 7 CCR 1103-7/,
    }).waitFor();
    await isAccessible(person);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("terms follow those that are there, and say their source", async () => {
    const person = await signIn(firm, "admin");
    const { page } = person;
    const [{ id }] = await sql<
      [{ id: string }]
    >`select id from public.leave_plans where name = ${COLORADO}`;
    await person.open(`/settings/leave/${id}`);
    await button(page, "Add terms").click();
    await fill(page, { "From": "2026-07-01", "Most that is used in a year": "72" });
    await button(dialog(page), "Add terms").click();
    await dialog(page).locator('[name="source"][aria-invalid="true"]').waitFor();
    await dialog(page).locator('[name="source"]').fill("Our handbook");
    await isAccessible(person);
    await button(dialog(page), "Add terms").click();
    await gone(page);
    await page.getByRole("row", { name: /^Jul 1, 2026 .* at most 72 a year, .* Our handbook/ })
      .waitFor();
    const [added] = await sql`
      select hours_per_hour_accrued::float8 as per, year_use_cap::float8 as used, carried_hours_count as counts, average_days as days,
             note
        from public.leave_plan_terms where source = 'Our handbook'`;
    assertEquals(added && { ...added }, { per: 30, used: 72, counts: true, days: 30, note: null });
    await button(page, "Remove … Jul 1, 2026").click();
    await button(dialog(page), "Remove").click();
    await gone(page);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step(
    "an admin adds the firm's own plan, and no second one of the same code",
    async () => {
      const person = await signIn(firm, "admin");
      const { page } = person;
      await person.open("/settings/leave");
      await button(page, "Add a plan").click();
      await fill(page, { "Plan": "Vacation of travelers", "First day in use": "2026-01-05" });
      await dialog(page).getByLabel("A balance may be paid out").check();
      await isAccessible(person);
      // Of a state's sick leave the form does not ask it; of vacation it does.
      const asked = dialog(page).getByLabel("A balance may be paid out");
      await fill(page, { "State": "CO" });
      assertEquals(await asked.count(), 1);
      await choose(page, "Code of time that uses it", "Sick leave");
      await asked.waitFor({ state: "detached" });
      await isAccessible(person);
      await choose(page, "Code of time that uses it", "Vacation");
      await asked.waitFor();
      await fill(page, { "State": "" });
      await button(dialog(page), "Add a plan").click();
      await gone(page);
      await page.getByRole("row", {
        name: "Vacation of travelers The firm's own Vacation Jan 5, 2026",
      })
        .waitFor();
      await button(page, "Add a plan").click();
      await fill(page, { "Plan": "Another vacation", "First day in use": "2026-02-02" });
      await button(dialog(page), "Add a plan").click();
      await dialog(page).getByText("Another leave plan of this state and code is in use.")
        .waitFor();
      await cancel(page);
      const [plan] = await sql`
      select state, code, hours_counted, paid_out from public.leave_plans where name = 'Vacation of travelers'`;
      assertEquals(plan && { ...plan }, {
        state: null,
        code: "vacation",
        hours_counted: "everywhere",
        paid_out: true,
      });
      refusedOnly(person);
      await person.close();
    },
  );

  await t.step("payroll adjusts a balance, and each hour of it is in the ledger", async () => {
    await sql`
      insert into public.leave_plan_terms (leave_plan_id, effective_from, hours_per_hour_accrued, source)
      select id, '2026-01-05', 20, 'The handbook' from public.leave_plans where name = 'Vacation of travelers'`;
    const person = await signIn(firm, "payroll");
    const { page } = person;
    await person.open(`/people/contractors/${contractor}`);
    const part = page.getByRole("region", { name: "Leave", exact: true });
    await button(part, "Adjust …").click();
    await choose(page, "Plan", COLORADO);
    await fill(page, { "Hours": "twelve", "Why, in a few words": "Forgotten in the move" });
    await button(dialog(page), "Adjust it").click();
    await dialog(page).getByText("A number with at most four decimals, as 8 or -1.5.").waitFor();
    await fill(page, { "Hours": "12.5" });
    await isAccessible(person);
    await button(dialog(page), "Adjust it").click();
    await gone(page);
    await part.getByRole("row", { name: new RegExp(`^${COLORADO} 12\\.50 12\\.50 0\\.00`) })
      .waitFor();
    const ledger = await cellsOf(page, "How it came about");
    assertEquals(ledger.map(([, ...cells]) => cells), [
      [COLORADO, "Adjusted", "12.50", "Forgotten in the move"],
    ]);
    await isAccessible(person);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step(
    "payroll sees what is available where they enter leave, and enters no more",
    async () => {
      const [place] = await sql<{ id: string; day: string }[]>`
      select id, clock.business_date::text as day
        from public.assignments cross join private.clock() as clock
       where contractor_id = ${contractor} and start_date <= private.workweek_start(clock.business_date)
         and coalesce(end_date, 'infinity') >= clock.business_date
       order by start_date desc limit 1`;
      assert(place);
      const person = await signIn(firm, "payroll");
      const { page } = person;
      await person.open(`/people/assignments/${place.id}`);
      await button(page, "Enter other time …").click();
      await choose(page, "Code", "Sick leave");
      await dialog(page).getByText(`${COLORADO}: 12.50 hours are available.`).waitFor();
      await fill(page, { "Day": place.day, "Hours": "13" });
      await button(dialog(page), "Enter it").click();
      await dialog(page).getByRole("alert").first().waitFor();
      await fill(page, { "Hours": "8" });
      await isAccessible(person);
      await button(dialog(page), "Enter it").click();
      await gone(page);
      await person.open(`/people/contractors/${contractor}`);
      const part = page.getByRole("region", { name: "Leave", exact: true });
      await part.getByRole("row", { name: new RegExp(`^${COLORADO} 4\\.50 12\\.50 8\\.00`) })
        .waitFor();
      refusedOnly(person);
      await person.close();
    },
  );

  await t.step("payroll pays out what may be paid out, and nothing else", async () => {
    const person = await signIn(firm, "payroll");
    const { page } = person;
    await person.open(`/people/contractors/${contractor}`);
    const part = page.getByRole("region", { name: "Leave", exact: true });
    await button(part, "Adjust …").click();
    await choose(page, "Plan", "Vacation of travelers");
    await fill(page, { "Hours": "10", "Why, in a few words": "As agreed" });
    await button(dialog(page), "Adjust it").click();
    await gone(page);
    await button(part, "Pay out …").click();
    await dialog(page).getByRole("combobox", { name: "Plan" }).click();
    assertEquals(await page.getByRole("option").allInnerTexts(), ["Vacation of travelers"]);
    await page.getByRole("option").click();
    await fill(page, { "Why, in a few words": "They leave" });
    await isAccessible(person);
    await button(dialog(page), "Pay it out").click();
    await gone(page);
    await part.getByRole("row", { name: /^Vacation of travelers 0\.00 0\.00 0\.00/ }).waitFor();
    const [paid] = await sql`
      select entry.hours::float8 as hours, adjustment.amount > 0 as paid
        from public.leave_ledger as entry
        join public.payroll_adjustments as adjustment on adjustment.id = entry.payroll_adjustment_id
       where entry.kind = 'paid_out'`;
    assertEquals(paid && { ...paid }, { hours: -10, paid: true });
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("the contractor reads what they have, and nobody else's", async () => {
    const person = await signIn(firm, "contractor");
    const { page } = person;
    await person.open("/my-pay");
    const part = page.getByRole("region", { name: "My leave", exact: true });
    await part.getByText(COLORADO).waitFor();
    await part.getByText("12.50").first().waitFor();
    await part.getByText("4.50").first().waitFor();
    await isAccessible(person);
    assertEquals(person.complaints(), []);
    await person.close();
  });
});
