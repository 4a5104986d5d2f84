// Pay groups and pay off the cycle: entered in the browser, and looked up in the database.
import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  button,
  choose,
  chooseByText,
  dialog,
  fill,
  gone,
  one,
  press,
  refusedOnly,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

/** An employee who works in California, with approved time that no batch pays. */
const NURSE = `
  select contractor.id, contractor.first_name, contractor.last_name, facility.id as facility,
         min(entry.work_date)::text as day
    from time_entries as entry
    join assignments as assignment on assignment.id = entry.assignment_id
    join contractors as contractor on contractor.id = assignment.contractor_id
    join facilities as facility on facility.id = assignment.facility_id
   where entry.is_payable
     and not exists (select from payroll_item_lines where time_entry_id = entry.id and released_at is null)
   group by contractor.id, facility.id order by contractor.last_name, contractor.id limit 1`;

consoleTest("console/payroll_parts_people_into_pay_groups", async (t, firm) => {
  const { sql } = firm;
  const [nurse] = await sql.unsafe<[{ id: string; first_name: string; last_name: string }]>(NURSE);
  const person = await signIn(firm, "payroll");
  const { page } = person;
  await t.step("sees nothing of groups while everybody is of one", async () => {
    await person.open("/payroll/periods");
    await button(page, "New period").waitFor();
    assertStrictEquals(await page.getByText("Pay group", { exact: true }).count(), 0);
    assertStrictEquals(await button(page, "Make periods ahead").count(), 0);
    await person.open(`/people/contractors/${nurse.id}`);
    await press(page, `Correct …: ${nurse.first_name} ${nurse.last_name}`);
    await dialog(page).getByLabel("Payroll number").waitFor();
    assertStrictEquals(await dialog(page).getByLabel("Pay group").count(), 0);
    await button(dialog(page), "Cancel").click();
    await gone(page);
  });
  await t.step("has a page for them, which others do not see yet", async () => {
    await person.open("/settings/holidays");
    await page.getByRole("tab", { name: "Pay groups" }).waitFor();
    const reader = await signIn(firm, "billing");
    await reader.open("/settings/holidays");
    await reader.page.getByRole("tab", { name: "Holidays" }).waitFor();
    assertStrictEquals(await reader.page.getByRole("tab", { name: "Pay groups" }).count(), 0);
    await reader.close();
  });
  await t.step("adds one with a calendar", async () => {
    await person.open("/settings/pay-groups");
    await page.getByRole("cell", { name: "Everybody (whoever is in no other)" }).waitFor();
    await button(page, "Add a pay group").click();
    await isAccessible(person);
    await fill(page, {
      "Name": "Nights",
      "A period begins on": "2026-06-02",
      "Days from a period's end to its pay date": "5",
    });
    await choose(page, "Paid", "each week");
    await button(dialog(page), "Add a pay group").click();
    await dialog(page).locator('[name="first_day"][aria-invalid="true"]').waitFor();
    await fill(page, { "A period begins on": "2026-06-01" });
    await button(dialog(page), "Add a pay group").click();
    await gone(page);
    refusedOnly(person);
    const [group] = await sql`
      select weeks, first_day::text as day, pay_day_offset as days from pay_groups where name = 'Nights'`;
    assertEquals({ ...group }, { weeks: 1, day: "2026-06-01", days: 5 });
    await isAccessible(person);
    const reader = await signIn(firm, "billing");
    await reader.open("/settings/holidays");
    await reader.page.getByRole("tab", { name: "Pay groups" }).waitFor();
    await reader.close();
  });
  await t.step("makes its periods ahead", async () => {
    await button(page, "Make periods ahead").click();
    await page.getByText("The group has its periods, eight ahead").first().waitFor();
    const periods = await one<number>(
      firm,
      `select count(*)::int as value from payroll_periods as period
         join pay_groups as pay_group on pay_group.id = pay_group_id and pay_group.name = 'Nights'`,
    );
    assertStrictEquals(periods, 9);
    await person.open("/payroll/periods");
    await page.getByRole("cell", { name: "Nights" }).first().waitFor();
    await isAccessible(person);
    await button(page, "Make periods ahead").click();
    await page.getByText("Groups with a calendar have their periods, eight ahead").first()
      .waitFor();
  });
  await t.step("moves somebody to it, and says so on their page", async () => {
    await person.open(`/people/contractors/${nurse.id}`);
    await press(page, `Correct …: ${nurse.first_name} ${nurse.last_name}`);
    await choose(page, "Pay group", "Nights");
    await button(dialog(page), "Save").click();
    await gone(page);
    await page.getByText("Nights", { exact: true }).first().waitFor();
    const group = await one<string>(
      firm,
      `select pay_group.name as value from contractors
         join pay_groups as pay_group on pay_group.id = pay_group_id where contractors.id = '${nurse.id}'`,
    );
    assertStrictEquals(group, "Nights");
  });
  await t.step("is told why a group with people stays, and changes its name", async () => {
    await person.open("/settings/pay-groups");
    await button(page, "Remove … Nights").click();
    await button(dialog(page), "Remove").click();
    await dialog(page).getByText("Somebody is of this pay group.").or(
      dialog(page).getByText("The pay group has periods."),
    ).first().waitFor();
    await button(dialog(page), "Cancel").click();
    await gone(page);
    refusedOnly(person);
    assertStrictEquals(await button(page, "Remove … Everybody").count(), 0);
    await button(page, "Change … Nights").click();
    await fill(page, { "Name": "Night shifts" });
    await button(dialog(page), "Save").click();
    await gone(page);
    await page.getByRole("cell", { name: "Night shifts", exact: true }).waitFor();
  });
  await person.close();
});

consoleTest("console/payroll_pays_somebody_off_the_cycle", async (t, firm) => {
  const { sql } = firm;
  const [nurse] = await sql.unsafe<
    [{ id: string; first_name: string; last_name: string; facility: string; day: string }]
  >(NURSE);
  await sql`update facilities set work_state = 'CA' where id = ${nurse.facility}`;
  const period = await one<string>(
    firm,
    `select id as value from payroll_periods
      where period_end >= '${nurse.day}' order by (status = 'open') desc, period_start limit 1`,
  );
  const person = await signIn(firm, "payroll");
  const { page } = person;
  await person.open(`/payroll/periods/${period}`);
  await t.step("reads until when the state wants it, and says whom, when and why", async () => {
    await press(page, "Pay off the cycle …");
    await chooseByText(
      page,
      "Contractors",
      nurse.last_name,
      `${nurse.last_name}, ${nurse.first_name}`,
    );
    await dialog(page).getByText(/^California: .*A discharge is owed that day/).waitFor();
    await isAccessible(person);
    await fill(page, { "Pay date": "2020-01-06", "Why, in a few words": "Her last day" });
    await button(dialog(page), "Prepare it").click();
    await dialog(page).locator('[name="pay_date"][aria-invalid="true"]').waitFor();
    await fill(page, { "Pay date": "2026-06-12" });
    await button(dialog(page), "Prepare it").click();
    await gone(page);
    refusedOnly(person);
    await page.getByRole("heading", { name: /^Off-cycle batch for / }).waitFor();
  });
  await t.step("sees the reason and the day on the batch, and builds it anew", async () => {
    await page.getByText("Off the cycle, because: Her last day").waitFor();
    await page.getByText("Jun 12, 2026").first().waitFor();
    await isAccessible(person);
    await press(page, "Build anew");
    await page.getByText("The draft is built anew").first().waitFor();
    const batches = await sql`
      select kind, pay_date::text as day, reason, contractor_ids as ids from payroll_batches
       where kind = 'off_cycle'`;
    assertEquals(batches.map((one) => ({ ...one })), [
      { kind: "off_cycle", day: "2026-06-12", reason: "Her last day", ids: [nurse.id] },
    ]);
  });
  await t.step("finds it on the period's page and in the list beside a regular one", async () => {
    await person.open(`/payroll/periods/${period}`);
    await page.getByRole("cell", { name: "off-cycle" }).waitFor();
    await isAccessible(person);
    await person.open("/payroll/periods");
    await page.getByText("off-cycle").first().waitFor();
  });
  await t.step("is led to it from a later period, which it keeps from closing", async () => {
    const [later] = await sql<[{ id: string }]>`
      insert into payroll_periods (period_start, period_end, pay_date, pay_group_id)
      select max(period_end) + 1, max(period_end) + 7, max(period_end) + 12, pay_group_id
        from payroll_periods
       where pay_group_id = (select pay_group_id from contractors where id = ${nurse.id})
       group by pay_group_id returning id`;
    await person.open(`/payroll/periods/${later.id}`);
    const part = page.getByRole("heading", {
      name: /^Pay of \d+ workweeks? is in an open batch of another period$/,
    }).first();
    await part.waitFor();
    await isAccessible(person);
    await page.getByRole("link", { name: "Close or discard that batch" }).first().click();
    await page.waitForURL(/payroll\/batches\//);
  });
  await t.step("has it on the person's page with its day", async () => {
    await person.open(`/people/contractors/${nurse.id}`);
    await page.getByRole("link", { name: "Jun 12, 2026" }).first().waitFor();
  });
  await person.close();
});
