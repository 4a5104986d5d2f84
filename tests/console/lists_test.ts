// What staff look for in time, and what a run tells them, is what the database has.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

/** Chooses in a filter, and waits for what it asks: react-admin collects what is typed for half a second. */
async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: filter }).click();
  await Promise.all([
    page.waitForResponse((answer) =>
      /rest.v1.(unapproved_time|facility_time|time_entries)/.test(answer.url())
    ),
    page.getByRole("option", { name: option }).first().click(),
  ]);
}

consoleTest(
  "console/staff_find_time_by_facility_age_and_state_and_see_what_a_run_says_of_each_facility",
  async (t, firm) => {
    const { sql } = firm;
    const person = await signIn(firm, "billing");
    const { page } = person;
    const approvable = () => page.getByRole("button", { name: "Approve", exact: true });
    /** Counts the weeks that wait, of the oldest 250 entries, as the screen groups them. */
    const weeks = async (condition: string) => {
      const rows = await sql.unsafe(`
      select distinct assignment_id, private.workweek_start(work_date)
        from (select * from unapproved_time where next_step = 'approve' and ${condition}
               order by work_date, time_entry_id limit 250) as shown`);
      return rows.length;
    };
    const shown = async (condition: string) => {
      const expected = await weeks(condition);
      if (expected > 0) await approvable().nth(expected - 1).waitFor();
      await approvable().nth(expected).waitFor({ state: "detached" });
      assertStrictEquals(await approvable().count(), expected, condition);
      return expected;
    };

    const ofSettings = person.requests.filter((one) =>
      one.includes("organization_settings") && !one.includes("select=logo&")
    );
    assertEquals(ofSettings, []);
    await person.open("/time/approve");
    const all = await shown("true");
    await t.step("by age", async () => {
      await choose(page, "Age", "1 week and older");
      assert(await shown("age_days >= 7") < all);
    });
    await t.step("by facility too", async () => {
      const [facility] = await sql<[{ name: string }]>`
      select facility_name as name from unapproved_time
       where next_step = 'approve' and age_days >= 7 order by work_date, time_entry_id limit 1`;
      await page.getByRole("combobox", { name: "Facility" }).fill(facility.name.slice(0, 8));
      await choose(page, "Facility", facility.name);
      const found = await shown(
        `age_days >= 7 and facility_name = '${facility.name.replaceAll("'", "''")}'`,
      );
      assert(found > 0);
    });
    await t.step("by state, and says so where nothing fits", async () => {
      await sql`
      update time_entries set status = 'pending_approval'
       where id = (select time_entry_id from unapproved_time
                    where status = 'submitted' and age_days < 7 limit 1)`;
      await choose(page, "State", "taken over, to approve");
      await page.getByText("Nothing is as the filter asks.").waitFor();
    });
    await t.step("among all time", async () => {
      const [facility] = await sql<[{ name: string }]>`
      select name from facilities where is_active order by name limit 1`;
      await person.open("/time/all");
      await choose(page, "Facility", facility.name);
      await person.settle();
      await page.locator("tbody tr").nth(24).waitFor();
      const names = await page.locator("tbody tr td:nth-child(4)").allTextContents();
      assertEquals([names.length, [...new Set(names)]], [25, [facility.name]]);
    });
    await t.step("of one contractor, and remembers what was asked for", async () => {
      const [contractor] = await sql<[{ first: string; last: string; entries: number }]>`
        select contractor.first_name as first, contractor.last_name as last, count(*)::int as entries
          from public.contractors as contractor
          join public.assignments as assignment on assignment.contractor_id = contractor.id
          join public.time_entries as entry on entry.assignment_id = assignment.id
         group by contractor.id having count(*) > 30 order by contractor.id limit 1`;
      const name = `${contractor.last}, ${contractor.first}`;
      await person.open("/board");
      await person.open("/time/all");
      await page.getByRole("combobox", { name: "Contractor" }).fill(contractor.last);
      await choose(page, "Contractor", name);
      await person.settle();
      const names = await page.locator("tbody tr td:nth-child(3)").allTextContents();
      assertEquals(
        [names.length, [...new Set(names)]],
        [25, [`${contractor.first} ${contractor.last}`]],
      );
      await page.getByRole("button", { name: "Columns" }).waitFor();
    });
    await t.step("a dry run has hours by class, last week's amount and late hours", async () => {
      await person.open("/billing/run");
      await page.getByRole("button", { name: "Try it (dry run)" }).first().click();
      await page.getByRole("heading", { name: /^Dry run of/ }).waitFor();
      await person.settle();
      const [run] = await sql<[{ rows: string[] }]>`
    select array(
           select concat_ws('|', detail ->> 'facility', detail ->> 'regular_hours', detail ->> 'overtime_hours',
                            detail ->> 'doubletime_hours', detail ->> 'late_hours',
                            (detail ->> 'last_week_amount')::numeric)
             from jsonb_array_elements(details) as detail) as rows
      from billing_runs`;
      const rows = await page.getByRole("table", { name: "Weekly run" }).locator("tbody tr").all();
      const cells = await Promise.all(rows.map((row) => row.locator("td").allTextContents()));
      assertEquals(
        cells.map(([facility, , , regular, overtime, doubletime, late, , before]) =>
          [facility, regular, overtime, doubletime, late, before?.replace(/[$,]/g, "")].join("|")
        ).sort(),
        run.rows.toSorted(),
      );
      assert(cells.length > 5);
    });
    assertEquals(person.complaints(), []);
    await person.close();
  },
);

consoleTest(
  "console/billing_finds_what_is_overdue_by_what_is_owed_and_keeps_the_query",
  async (t, firm) => {
    const { sql } = firm;
    const person = await signIn(firm, "billing");
    const { page } = person;
    const numbers = () => page.locator("tbody tr td:first-child").allInnerTexts();
    const listed = async (expected: readonly string[]) => {
      await page.getByText(`1-${expected.length} of`).or(page.getByText(/^1-25 of/)).first()
        .waitFor();
      await person.settle();
      assertEquals(await numbers(), expected);
    };
    const overdue = async (order: string) =>
      (await sql.unsafe<{ number: string }[]>(`
      select invoice.number from invoices as invoice, private.clock() as clock
       where invoice.status in ('sent', 'partially_paid') and invoice.due_date < clock.business_date
       order by ${order} limit 25`)).map(({ number }) => number);
    await t.step("finds what is overdue, the oldest first", async () => {
      await person.open("/billing/invoices");
      await page.getByRole("combobox", { name: "Owed" }).click();
      await page.getByRole("option", { name: "overdue", exact: true }).click();
      await page.waitForURL(/due_date/);
      await page.getByRole("columnheader", { name: "Balance" }).getByRole("button").waitFor();
      await person.settle();
      await page.getByRole("button", { name: /^Sort by due/i }).click();
      await page.waitForURL(/sort=due_date/);
      await listed(await overdue("due_date, id"));
    });
    await t.step("by what is owed, which is offered of what is owed alone", async () => {
      await page.getByRole("button", { name: /^Sort by balance/i }).click();
      await page.waitForURL(/sort=balance/);
      await listed(await overdue("balance, id"));
    });
    await t.step("keeps the query, and finds it again", async () => {
      await page.getByRole("button", { name: "Add filter" }).click();
      await page.getByRole("menuitem", { name: /^Save current query/ }).click();
      await page.getByRole("dialog").getByRole("textbox").fill("Overdue, by balance");
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Add filter" }).click();
      await page.getByRole("menuitem", { name: "Remove all filters" }).click();
      await page.getByRole("button", { name: /^Sort by balance/i }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Add filter" }).click();
      await page.getByRole("menuitem", { name: "Overdue, by balance" }).click();
      await listed(await overdue("balance, id"));
    });
    await t.step("leaves a column out", async () => {
      await page.getByRole("button", { name: "Columns" }).click();
      await page.getByRole("option", { name: "Interest owed" }).locator("input").click();
      await page.keyboard.press("Escape");
      await page.getByRole("columnheader", { name: "Interest owed" }).waitFor({
        state: "detached",
      });
      assertEquals(person.complaints(), []);
    });
    await person.close();
  },
);
