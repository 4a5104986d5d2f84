// How overtime is paid and billed, as each role sets it: done in the browser and looked up in the database.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  button,
  chooseFirst,
  dialog,
  fill,
  gone,
  one,
  refusedOnly,
  say,
} from "../support/console/acts.ts";
import { bringAxe, inaccessible, inaccessibleInTheDark } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { type Person, signIn } from "../support/console/person.ts";

/** Chooses an option of the open dialog, as who has no mouse does: down the list, and Enter. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await dialog(page).getByRole("combobox", { name: label }).focus();
  await page.keyboard.press("Enter");
  const wanted = page.getByRole("option", { name: option, exact: true });
  await wanted.focus();
  await page.keyboard.press("Enter");
  await wanted.waitFor({ state: "detached" });
}

/** Anybody can use the dialog that is open, by day and by night. */
async function isAccessible(person: Person): Promise<void> {
  await bringAxe(person);
  assert.deepEqual(await inaccessible(person), []);
  assert.deepEqual(await inaccessibleInTheDark(person), []);
}

/** Sends the open dialog, which is refused in these words, and closes it. */
async function isRefused({ page }: Person, submit: string, words: RegExp): Promise<void> {
  await button(dialog(page), submit).click();
  await dialog(page).getByRole("alert").getByText(words).waitFor();
  await button(dialog(page), "Cancel").click();
  await gone(page);
}

consoleTest("console/billing_changes_how_an_assignment_is_billed", async (t, firm) => {
  const id = await one<string>(
    firm,
    `select assignment_id as value from assignment_bill_terms
      where overtime_rule = 'colorado' order by assignment_id limit 1`,
  );
  const terms = () =>
    firm.sql<{ terms: string }[]>`
      select concat_ws(' ', effective_from, overtime_rule, scope, overtime_multiplier, doubletime_multiplier) as terms
        from public.assignment_bill_terms where assignment_id = ${id} order by effective_from desc`
      .then((rows) => rows.map(({ terms }) => terms));
  const person = await signIn(firm, "billing");
  const { page } = person;
  const table = page.getByRole("table", { name: "How it is billed" });
  const first = await terms();
  assert.equal(first.length, 1);
  await t.step("the day becomes the first of its workweek, and is shown before", async () => {
    await person.open(`/people/assignments/${id}`);
    await button(page, "Add terms").click();
    await choose(page, "Overtime rule", "California");
    await choose(page, "Counted together", "All of the contractor's hours, wherever");
    await fill(page, { "From": "2026-06-24", "Overtime multiplier": "1.625" });
    await dialog(page).getByText("They hold for whole workweeks: from Mon, Jun 22 on.").waitFor();
    await dialog(page).getByText(/Overtime: over 8 h a day, over 40 h a week, .*Doubletime/)
      .waitFor();
    await isAccessible(person);
    await button(dialog(page), "Add them").click();
    await gone(page);
    assert.deepEqual(await terms(), ["2026-06-22 california contractor 1.625 2.000", ...first]);
    await table.getByRole("row", {
      name: /Jun 22, 2026 California All of the contractor's hours, wherever 1.625 2 /,
    }).waitFor();
    assert.deepEqual(person.complaints(), []);
  });
  await t.step("a week has one row: the second is refused in words", async () => {
    await button(page, "Add terms").click();
    await fill(page, { "From": "2026-06-28" });
    await isRefused(person, "Add them", /There are bill terms from this week on already/);
  });
  await t.step("changes and removes them, but not the first", async () => {
    await page.getByRole("button", { name: "Change … Jun 22, 2026" }).click();
    await choose(page, "Counted together", "Hours of this assignment alone");
    await button(dialog(page), "Save").click();
    await gone(page);
    assert.deepEqual(await terms(), ["2026-06-22 california assignment 1.625 2.000", ...first]);
    await page.getByRole("button", { name: "Remove Jun 22, 2026" }).click();
    await button(dialog(page), "Remove").click();
    await gone(page);
    assert.deepEqual(await terms(), first);
    await table.getByText("Jun 22, 2026").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Remove .*, 202/ }).click();
    await isRefused(person, "Remove", /are the first of their assignment/);
  });
  await t.step("what somebody else changed meanwhile is not written over", async () => {
    await page.getByRole("button", { name: /^Change … .*, 202/ }).click();
    await firm.sql`
      update public.assignment_bill_terms set scope = 'contractor' where assignment_id = ${id}`;
    await fill(page, { "Overtime multiplier": "2" });
    await isRefused(person, "Save", /Somebody else changed this meanwhile/);
    await table.getByText("All of the contractor's hours, wherever").waitFor();
  });
  await t.step("recruiting reads the terms, and billing how it is paid", async () => {
    assert.equal(await button(page, "Correct …").count(), 0);
    refusedOnly(person);
    const other = await signIn(firm, "recruiting");
    await other.open(`/people/assignments/${id}`);
    await other.page.getByRole("table", { name: "How it is billed" }).waitFor();
    assert.equal(await button(other.page, "Add terms").count(), 0);
    await button(other.page, "Correct …").waitFor();
    await other.close();
  });
  await person.close();
});

consoleTest(
  "console/an_admin_adds_a_contracts_rule_and_one_that_is_used_stays",
  async (t, firm) => {
    const person = await signIn(firm, "admin");
    const { page } = person;
    const row = (name: RegExp) => page.getByRole("row", { name });
    await t.step("adds it, and it reads as it counts", async () => {
      await person.open("/settings/rules");
      await row(
        /^No overtime No hour is overtime\. .* It asks for this: why the person is exempt\. yes/,
      ).waitFor();
      await button(page, "Add a rule").click();
      await isAccessible(person);
      await fill(page, {
        "Title": "Over 48 a week",
        "Short name": "Contract 48",
        "Hours of a week before overtime": "48",
        "Source": "Master service agreement, section 7",
      });
      await button(dialog(page), "Add a rule").click();
      await dialog(page).getByText("Small letters, digits and underscores, a letter first.")
        .waitFor();
      await fill(page, { "Short name": "contract_48", "Hours of a day before overtime": "12" });
      await fill(page, { "Hours of a day before doubletime": "10" });
      await button(dialog(page), "Add a rule").click();
      await dialog(page).getByText("Doubletime would begin before overtime.").waitFor();
      await fill(page, {
        "Hours of a day before overtime": "",
        "Hours of a day before doubletime": "",
      });
      await button(dialog(page), "Add a rule").click();
      await gone(page);
      await row(/^Over 48 a week Overtime: over 48 h a week\. +Master.* section 7 not yet/)
        .waitFor();
      refusedOnly(person);
    });
    await t.step("a facility bills new assignments by it, in a timezone of its own", async () => {
      await person.open("/settings/facilities");
      await page.getByRole("link", { name: /^Harrow Road/ }).click();
      await page.getByText("the firm's, America/Denver").waitFor();
      await button(page, "Change days and billing …").click();
      await choose(page, "Billed by", "Over 48 a week");
      await fill(page, { "Timezone": "Mars/Olympus" });
      await isAccessible(person);
      await button(dialog(page), "Save").click();
      await dialog(page).locator('[name="timezone"][aria-invalid="true"]').waitFor();
      await fill(page, { "Timezone": "America/Phoenix", "Doubletime multiplier": "2.25" });
      await button(dialog(page), "Save").click();
      await gone(page);
      await page.getByText("America/Phoenix").waitFor();
      const [facility] = await firm.sql`
      select timezone, bill_overtime_rule, bill_scope, bill_doubletime_multiplier::text as double
        from public.facilities where name like 'Harrow Road%'`;
      assert.deepEqual({ ...facility }, {
        timezone: "America/Phoenix",
        bill_overtime_rule: "contract_48",
        bill_scope: "facility",
        double: "2.250",
      });
      refusedOnly(person);
    });
    await t.step("from then on it stays, but for its title", async () => {
      await person.open("/settings/rules");
      await row(/^Over 48 a week .* section 7 yes/).waitFor();
      await button(page, "Change … Over 48 a week").click();
      await fill(page, { "Hours of a week before overtime": "44" });
      await isRefused(person, "Save", /is used by assignments or facilities, and stays as it is/);
      await button(page, "Remove Over 48 a week").click();
      await isRefused(person, "Remove", /is used by assignments or facilities, and stays as it is/);
      await say(page, "Change … Over 48 a week", { "Title": "Over 48 h a week" }, "Save");
      await gone(page);
      await row(/^Over 48 h a week Overtime: over 48 h a week/).waitFor();
      refusedOnly(person);
    });
    await t.step("the facility goes back to how the contractor is paid", async () => {
      await person.open("/settings/facilities");
      await page.getByRole("link", { name: /^Harrow Road/ }).click();
      await button(page, "Change days and billing …").click();
      await choose(page, "Billed by", "As the contractor is paid");
      await fill(page, { "Timezone": "" });
      await button(dialog(page), "Save").click();
      await gone(page);
      await person.open("/settings/rules");
      await button(page, "Remove Over 48 h a week").click();
      await button(dialog(page), "Remove").click();
      await gone(page);
      assert.equal(
        await one(
          firm,
          "select count(*)::int as value from overtime_rules where name = 'contract_48'",
        ),
        0,
      );
      assert.deepEqual(person.complaints(), []);
    });
    await person.close();
  },
);

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
    await fill(page, { "Bill rate": "95", "Pay rate": "62.5" });
    assert.equal(await reason.count(), 0);
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
    assert.deepEqual(await recorded(), {
      overtime_rule: "none",
      overtime_rule_reason: "Registered nurse on salary, 29 CFR 541.300",
      employment_type: "w2",
    });
    refusedOnly(person);
  });
  await t.step("another rule has no such reason", async () => {
    await button(page, "Correct …").click();
    await choose(page, "Overtime rule", "California health care, elected 12-hour shifts");
    assert.equal(await reason.inputValue(), "");
    await choose(page, "Overtime rule", "Federal");
    await reason.waitFor({ state: "detached" });
    await button(dialog(page), "Save").click();
    await gone(page);
    await page.getByText("Fair Labor Standards Act: 29 USC 207(a), 29 CFR 778.110.").waitFor();
    assert.deepEqual(await recorded(), {
      overtime_rule: "flsa",
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
    assert.equal(await flat.count(), 0);
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
    assert.deepEqual({ ...found }, {
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
    assert.deepEqual({ ...found }, {
      weekly_amount: null,
      daily: "50.00",
      shift_amount: null,
      kind: "flat_sum",
    });
    await button(page, "Remove $50.00 a day").click();
    await button(dialog(page), "Remove").click();
    await gone(page);
    await page.getByText("There are no stipends.").waitFor();
    assert.deepEqual(person.complaints(), []);
  });
  await person.close();
});
