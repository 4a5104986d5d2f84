// How overtime is billed, and by which rules: done in the browser and looked up in the database.
import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  button,
  choose,
  chooseByText,
  dialog,
  fill,
  gone,
  isRefused,
  one,
  refusedOnly,
  say,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

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
  assertEquals(first.length, 1);
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
    assertEquals(await terms(), ["2026-06-22 california contractor 1.625 2.000", ...first]);
    await table.getByRole("row", {
      name: /Jun 22, 2026 California All of the contractor's hours, wherever 1.625 2 /,
    }).waitFor();
    assertEquals(person.complaints(), []);
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
    assertEquals(await terms(), ["2026-06-22 california assignment 1.625 2.000", ...first]);
    await table.getByText("Hours of this assignment alone").waitFor();
    await page.getByRole("button", { name: "Remove Jun 22, 2026" }).click();
    await button(dialog(page), "Remove").click();
    await gone(page);
    assertEquals(await terms(), first);
    await table.getByText("Jun 22, 2026").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Remove .*, 202/ }).click();
    await isRefused(person, "Remove", /are the first of their assignment/);
  });
  await t.step("what somebody else changed meanwhile is not written over", async () => {
    await page.getByRole("button", { name: /^Change … .*, 202/ }).click();
    await fill(page, { "Overtime multiplier": "2" }); // the dialog is open before the other writes
    await firm.sql`
      update public.assignment_bill_terms set scope = 'contractor' where assignment_id = ${id}`;
    await isRefused(person, "Save", /Somebody else changed this meanwhile/);
    await table.getByText("All of the contractor's hours, wherever").waitFor();
  });
  await t.step("recruiting reads the terms, and billing how it is paid", async () => {
    assertStrictEquals(await button(page, "Correct …").count(), 0);
    refusedOnly(person);
    const other = await signIn(firm, "recruiting");
    await other.open(`/people/assignments/${id}`);
    await other.page.getByRole("table", { name: "How it is billed" }).waitFor();
    assertStrictEquals(await button(other.page, "Add terms").count(), 0);
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
      await person.open("/people/facilities");
      await page.getByRole("link", { name: /^Harrow Road/ }).click();
      await page.getByText("London, Europe").waitFor();
      await button(page, "Change days and billing …").click();
      await choose(page, "Billed by", "Over 48 a week");
      await dialog(page).getByLabel("Time zone").fill("Olympus");
      await page.getByText(/^No (options|results|matching)/).first().waitFor();
      await isAccessible(person);
      const phoenix = "Mountain time, no daylight saving (Phoenix)";
      await chooseByText(page, "Time zone", "Phoenix", phoenix);
      await fill(page, { "Doubletime multiplier": "2.25" });
      await button(dialog(page), "Save").click();
      await gone(page);
      await page.getByText(phoenix).waitFor();
      const [facility] = await firm.sql`
      select timezone, bill_overtime_rule, bill_scope, bill_doubletime_multiplier::text as double
        from public.facilities where name like 'Harrow Road%'`;
      assertEquals({ ...facility }, {
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
      await person.open("/people/facilities");
      await page.getByRole("link", { name: /^Harrow Road/ }).click();
      await button(page, "Change days and billing …").click();
      await choose(page, "Billed by", "As the contractor is paid");
      await dialog(page).getByLabel("Time zone").fill("");
      await button(dialog(page), "Save").click();
      await gone(page);
      await page.getByText("the firm's, Mountain time (Denver)").waitFor();
      await person.open("/settings/rules");
      await button(page, "Remove Over 48 h a week").click();
      await button(dialog(page), "Remove").click();
      await gone(page);
      assertStrictEquals(
        await one(
          firm,
          "select count(*)::int as value from overtime_rules where name = 'contract_48'",
        ),
        0,
      );
      assertEquals(person.complaints(), []);
    });
    await person.close();
  },
);
