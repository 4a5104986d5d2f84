// How overtime is paid, and what is paid beside the hours: done in the browser and looked up in the database.
import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  button,
  choose,
  chooseFirst,
  dialog,
  fill,
  gone,
  isRefused,
  one,
  refusedOnly,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/who_is_hired_under_a_rule_that_asks_says_why", async (t, firm) => {
  await firm.sql`
    insert into public.candidates (first_name, last_name, email) values ('Ona', 'Aalto', 'ona@example.com')`;
  const person = await signIn(firm, "recruiting");
  const { page } = person;
  const reason = dialog(page).getByLabel("Reason for the rule");
  const recorded = () =>
    firm.sql`
      select assignment.overtime_rule, assignment.overtime_rule_reason, contractor.employment_type
        from public.assignments as assignment
        join public.contractors as contractor on contractor.id = assignment.contractor_id
       where contractor.email = 'ona@example.com'`.then(([row]) => ({ ...row }));
  await t.step("of an employee alone", async () => {
    await person.open("/people/candidates");
    await page.getByRole("button", { name: "Place: Ona Aalto" }).click();
    await chooseFirst(page, "Facility");
    await dialog(page).getByText("It begins with the law of Colorado.").waitFor();
    await dialog(page).getByRole("combobox", { name: "Overtime rule" }).getByText("Colorado")
      .waitFor();
    await fill(page, { "Bill rate": "95", "Pay rate": "62.5" });
    assertStrictEquals(await reason.count(), 0);
    await choose(page, "Overtime rule", "No overtime");
    await dialog(page).getByText("The rule asks for this: why the person is exempt").waitFor();
    await isAccessible(person);
    await choose(page, "Employment", "Company (corp-to-corp)");
    await reason.waitFor({ state: "detached" });
    await choose(page, "Employment", "W-2");
  });
  await t.step("is asked, and told so at the field", async () => {
    await button(dialog(page), "Place them").click();
    await dialog(page).locator('[name="overtime_rule_reason"][aria-invalid="true"]').waitFor();
    await reason.fill("Registered nurse on salary, 29 CFR 541.300");
    await button(dialog(page), "Place them").click();
    await page.getByRole("heading", { name: /^Ona Aalto at/ }).waitFor();
    await page.getByText("Registered nurse on salary, 29 CFR 541.300").waitFor();
    assertEquals(await recorded(), {
      overtime_rule: "none",
      overtime_rule_reason: "Registered nurse on salary, 29 CFR 541.300",
      employment_type: "w2",
    });
    refusedOnly(person);
  });
  await t.step("another rule has no such reason", async () => {
    await button(page, "Correct …").click();
    await choose(page, "Overtime rule", "California health care, elected 12-hour shifts");
    assertEquals(await reason.inputValue(), "");
    await choose(page, "Overtime rule", "Colorado");
    await reason.waitFor({ state: "detached" });
    await button(dialog(page), "Save").click();
    await gone(page);
    await page.getByText(/^COMPS Order \(7 CCR 1103-1\) 4\.1\.1/).waitFor();
    assertEquals(await recorded(), {
      overtime_rule: "colorado",
      overtime_rule_reason: null,
      employment_type: "w2",
    });
  });
  await t.step("the rule stays once time is approved, and says so", async () => {
    const id = await one<string>(
      firm,
      `select assignment_id as value from time_entries
        where status = 'approved' order by assignment_id limit 1`,
    );
    await person.open(`/people/assignments/${id}`);
    await button(page, "Correct …").click();
    await choose(page, "Overtime rule", "Alaska");
    await isRefused(person, "Save", /The assignment has approved time under the rule/);
    refusedOnly(person);
  });
  await person.close();
});

consoleTest("console/payroll_enters_flat_sums_and_what_is_earned_over_weeks", async (t, firm) => {
  const person = await signIn(firm, "payroll");
  const { page } = person;
  await t.step("a bonus says what it does to overtime pay; nothing else asks", async () => {
    await person.open("/payroll/adjustments");
    await button(page, "Add").click();
    const flat = dialog(page).getByLabel("It is the same however long one works");
    assertStrictEquals(await flat.count(), 0);
    await choose(page, "Kind", "bonus");
    await flat.check();
    await chooseFirst(page, "Contractor");
    await fill(page, {
      "Amount": "450",
      "Payable on": "2026-06-12",
      "Earned from": "2026-05-04",
      "Earned to": "2026-06-28",
      "Reason": "Attendance",
    });
    await isAccessible(person);
    await button(dialog(page), "Add it").click();
    await dialog(page).getByText("The bonus would be paid before it is earned.").waitFor();
    await fill(page, { "Earned to": "2026-05-31" });
    await button(dialog(page), "Add it").click();
    await gone(page);
    refusedOnly(person);
  });
  await t.step("who approves it reads it", async () => {
    const other = await signIn(firm, "admin");
    await other.open("/payroll/adjustments");
    await other.page.getByRole("row", {
      name: /bonus, flat sum in the regular rate, earned May 4 – May 31, 2026 Attendance/,
    }).getByRole("button", { name: /^Approve: .*\$450\.00$/ }).click();
    await other.page.getByRole("row", { name: /Attendance.*, Ruth Keller/ }).waitFor();
    const [found] = await firm.sql`
      select in_regular_rate, is_flat_sum, concat(earned_from, ' ', earned_to) as earned,
             approved_at is not null as is_approved
        from public.payroll_adjustments where reason = 'Attendance'`;
    assertEquals({ ...found }, {
      in_regular_rate: true,
      is_flat_sum: true,
      earned: "2026-05-04 2026-05-31",
      is_approved: true,
    });
    await other.close();
  });
  await t.step("what is left out of the regular rate says why, and is no flat sum", async () => {
    await button(page, "Add").click();
    await choose(page, "Kind", "bonus");
    await chooseFirst(page, "Contractor");
    await dialog(page).getByLabel("It is the same however long one works").check();
    await dialog(page).getByLabel("Overtime is paid on it too").uncheck();
    await fill(page, { "Amount": "75" });
    await button(dialog(page), "Add it").click();
    await dialog(page).locator('[name="reason"][aria-invalid="true"]').waitFor();
    await fill(page, { "Reason": "A gift at the end" });
    await button(dialog(page), "Add it").click();
    await gone(page);
    await page.getByRole("row", { name: /bonus, not in the regular rate A gift/ }).waitFor();
    refusedOnly(person);
  });
  await t.step("a stipend is per week, per day or per shift", async () => {
    const id = await one<string>(
      firm,
      `select id as value from assignments as one
        where not exists (select from assignment_stipends where assignment_id = one.id) order by id limit 1`,
    );
    await person.open(`/people/assignments/${id}`);
    await button(page, "Add a stipend").click();
    await fill(page, { "Amount": "50" });
    await choose(page, "Paid for each", "shift");
    await choose(page, "Kind", "flat sum in the regular rate");
    await dialog(page).getByText(/by the hours that are not overtime/).waitFor();
    await isAccessible(person);
    await button(dialog(page), "Add it").click();
    await gone(page);
    await page.getByRole("row", { name: /\$50\.00 a shift flat sum in the regular rate/ })
      .waitFor();
    await button(page, "Change … $50.00 a shift").click();
    await choose(page, "Paid for each", "day with time");
    await button(dialog(page), "Save").click();
    await gone(page);
    const [found] = await firm.sql`
      select weekly_amount, daily_amount::text as daily, shift_amount, kind
        from public.assignment_stipends where assignment_id = ${id}`;
    assertEquals({ ...found }, {
      weekly_amount: null,
      daily: "50.00",
      shift_amount: null,
      kind: "flat_sum",
    });
    await button(page, "Remove $50.00 a day").click();
    await button(dialog(page), "Remove").click();
    await gone(page);
    await page.getByText("There are no stipends.").waitFor();
    assertEquals(person.complaints(), []);
  });
  await person.close();
});
