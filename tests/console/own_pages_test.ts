// The weeks of those who are not of the firm's staff, and of who may only look: done in the browser, looked up in the
// database. Contractors enter theirs on a phone.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { button, dialog, gone, one, say } from "../support/console/acts.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { pagesOfEverybody } from "../support/console/pages.ts";
import { signIn } from "../support/console/person.ts";

const PHONE = 390;

/**
 * Assignment of the demo contractor, with last week and its fourth day; nothing of that week is
 * entered.
 */
async function emptyWeek({ sql }: ConsoleFirm) {
  const [place] = await sql<{ id: string; name: string; week: string; day: string }[]>`
    select assignment.id, facility.name, (private.workweek_start(clock.business_date) - 7)::text as week,
           (private.workweek_start(clock.business_date) - 4)::text as day
      from public.assignments as assignment
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
      join auth.users as person on person.id = contractor.user_id
     cross join private.clock() as clock
     where person.email = 'contractor@demo.example'
       and assignment.start_date <= private.workweek_start(clock.business_date) - 7
       and coalesce(assignment.end_date, 'infinity') >= clock.business_date
     order by assignment.start_date desc limit 1`;
  assert(place);
  await sql`update public.time_entries set status = 'draft' where assignment_id = ${place.id}
             and work_date between ${place.week} and ${place.week}::date + 6
             and status in ('submitted', 'approved')`;
  await sql`delete from public.time_entries where assignment_id = ${place.id} and status = 'draft'
             and work_date between ${place.week} and ${place.week}::date + 6`;
  return place;
}

consoleTest("console/a_contractors_week", async (t, firm) => {
  const place = await emptyWeek(firm);
  const person = await signIn(firm, "contractor", { width: PHONE });
  const { page } = person;
  const time = async () => [
    ...await firm.sql`
      select hours::text, status from public.time_entries
       where assignment_id = ${place.id} and work_date = ${place.day}`,
  ];
  const grid = page.getByRole("region", { name: place.name, exact: true });
  const label = new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  }).format(new Date(place.day));
  const field = grid.getByLabel(label);
  await t.step("saves a day as a draft, a double click being one call", async () => {
    await person.open(`/my-time?week=${place.week}`);
    await field.fill("7.5");
    const before = person.requests.length;
    await button(grid, "Save").dblclick();
    await page.getByText("Saved", { exact: true }).waitFor();
    const calls = person.requests.slice(before).filter((one) => one.includes("rpc/save_week"));
    assertEquals(calls.length, 1);
    assertEquals(await time(), [{ hours: "7.50", status: "draft" }]);
  });
  await t.step("submits the week with what was typed since", async () => {
    // Once the week was there as it had been, open, until the server had told of it.
    const slowly = /rest\/v1\/my_time/;
    await page.route(slowly, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await field.fill("8,25");
    await button(grid, "Submit the week").click();
    await button(page.getByRole("dialog"), "Submit").click();
    await page.getByText("Submitted", { exact: true }).waitFor();
    assertEquals(await time(), [{ hours: "8.25", status: "submitted" }]);
    assertEquals([await field.isDisabled(), await field.inputValue()], [true, "8.25"]);
    await page.unroute(slowly);
  });
  await t.step("finds on top what came back and why, and hands it in again", async () => {
    await firm.sql`
      update public.time_entries set status = 'draft', sent_back_reason = 'The break is missing'
       where assignment_id = ${place.id} and work_date = ${place.day}`;
    await page.reload();
    await person.open("/my-time");
    await page.getByText("The break is missing").waitFor();
    await page.getByRole("link", { name: /^Mend the week of/ }).first().click();
    await field.waitFor();
    assertEquals(await field.inputValue(), "8.25");
    await field.fill("7.75");
    await button(grid, "Submit the week").click();
    await button(page.getByRole("dialog"), "Submit").click();
    await page.getByText("Submitted", { exact: true }).waitFor();
    await page.getByText("The break is missing").waitFor({ state: "detached" });
    assertEquals(await time(), [{ hours: "7.75", status: "submitted" }]);
  });
  await t.step("looks up what they were paid, and for which hours", async () => {
    await person.open("/my-pay");
    await page.getByRole("list", { name: "My pay" }).getByRole("link").first().click();
    await page.getByRole("heading", { level: 1, name: /^Pay of/ }).waitFor();
    const gross = await one<string>(
      firm,
      `select to_char(item.gross_pay, 'FM$999,999.00') as value
         from payroll_items as item
         join payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
         join payroll_periods as period on period.id = batch.payroll_period_id
         join contractors as contractor on contractor.id = item.contractor_id
         join auth.users as person on person.id = contractor.user_id
        where person.email = 'contractor@demo.example'
        order by period.period_start desc limit 1`,
    );
    await page.getByText(gross).first().waitFor();
    await page.getByText(/: time at the pay rate/).first().waitFor();
  });
  assertEquals(person.complaints(), []);
  await person.close();
});

consoleTest("console/a_contacts_week", async (t, firm) => {
  const person = await signIn(firm, "facility");
  const { page } = person;
  const states = async () => {
    const [row] = await firm.sql<{ approved: number; back: number }[]>`
      select count(*) filter (where status = 'approved')::int as approved,
             count(*) filter (where status = 'draft' and sent_back_reason = 'Not on our ward')::int as back
        from public.time_entries`;
    assert(row);
    return row;
  };
  const days = () => page.getByRole("group", { name: "Days" }).first().getByRole("button");
  const before = await states();
  await t.step("approves a contractor's week but for a day", async () => {
    await person.open("/facility-time/approve");
    const all = await days().count();
    await days().first().click();
    await button(page, "Approve").click();
    await page.getByText("Approved", { exact: true }).waitFor();
    await person.settle();
    assertStrictEquals((await states()).approved - before.approved, all - 1);
  });
  await t.step("takes the approval back, and gives it again", async () => {
    await page.getByRole("button", { name: /^Take back: / }).click();
    await page.getByText("Taken back: it waits for approval again").waitFor();
    await person.settle();
    assertStrictEquals((await states()).approved, before.approved);
    await days().first().click();
    await button(page, "Approve").click();
    await page.getByRole("button", { name: /^Take back: / }).waitFor();
    await person.settle();
  });
  await t.step("sends back what is left, and has to say why", async () => {
    // The day that was left out is what is left to decide about, on a card that stays.
    assertEquals(await days().first().getAttribute("aria-pressed"), "true");
    const left = await days().count();
    assertStrictEquals(left, 1);
    await say(page, "Send back …", {}, "Send back …");
    assertStrictEquals((await states()).back, 0);
    await dialog(page).getByLabel("Why, in a few words").fill("Not on our ward");
    await button(dialog(page), "Send back …").click();
    await gone(page);
    assertStrictEquals((await states()).back, left);
  });
  await t.step("finds what went back among all time, with the reason", async () => {
    await person.open("/facility-time/all");
    await page.getByLabel("State").click();
    await page.getByRole("option", { name: "draft", exact: true }).click();
    await page.getByRole("cell", { name: "Not on our ward" }).first().waitFor();
  });
  await t.step("opens an invoice with the days that it bills", async () => {
    await person.open("/facility-invoices");
    const link = page.getByRole("link", { name: /^INV-/ }).first();
    const number = await link.innerText();
    await link.click();
    await page.getByRole("heading", { level: 1, name: new RegExp(`^${number}: `) }).waitFor();
    await page.getByRole("heading", { name: "What it bills" }).waitFor();
  });
  await t.step("reads what is owed as the statement comes to it", async () => {
    // Where the menu leads has the name that it has there.
    for (const name of ["Our invoices", "Our account"]) {
      await page.getByRole("menuitem", { name }).click();
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    }
    await person.settle();
    const balance = await one<string>(
      firm,
      `select to_char(aging.balance, 'FM$999,999,999.00') as value
         from ar_aging as aging
         join facility_contacts as contact on contact.facility_id = aging.facility_id
         join auth.users as person on person.id = contact.user_id
        where person.email = 'facility@demo.example'`,
    );
    await page.getByText(balance, { exact: true }).first().waitFor();
    const lines = page.getByRole("table", { name: /^Statement: / }).getByRole("row");
    assert(await lines.count() > 2, "the statement is empty");
  });
  assertEquals(person.complaints(), []);
  await person.close();
});

consoleTest("console/a_viewers_week_is_to_look", async (t, firm) => {
  const { viewer = [] } = await pagesOfEverybody(firm.sql);
  const person = await signIn(firm, "viewer");
  const { page } = person;
  /**
   * Controls that act, beside those that look: filters, columns, pages, the theme, the menu, the
   * sign-out, files.
   */
  const ACTS =
    /^(Approve|Send|Submit|Take over|Set aside|Run it|Try it|Bill|Backfill|Make|Rebuild|Adjust|Void|Waive|Refund|Write off|Enter|Propose|Confirm|Return|Remove|Save|Spend|Say what|Add(?! filter| a note)|Edit|Place|Correct|Invite|Withdraw|Unlink|Change|Apply|Cancel the|Extend|Let go|Seen|Switch|New secret|Drop)\b/;
  await t.step("no page offers an action", async () => {
    for (const path of viewer) {
      await person.open(path);
      const names = await page.locator("#main-content").getByRole("button").evaluateAll((buttons) =>
        buttons.map((button) => {
          const { ariaLabel, innerText } = button as unknown as Record<string, string | null>;
          return ariaLabel ?? innerText ?? "";
        })
      );
      // Notes are written by all staff. Days of a week to approve are shown as buttons that are off.
      assertEquals(names.filter((name) => ACTS.test(name)), [], path);
    }
  });
  await t.step("what is not theirs leads to their first page", async () => {
    for (
      const [path, first] of [
        ["/payroll/periods", /#\/board$/],
        ["/settings/staff", /#\/settings\/rules$/], // of this group the rules alone
        ["/my-pay", /#\/board$/],
      ] as const
    ) {
      await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
      await page.waitForURL(first);
    }
  });
  await t.step("the numbers of the board open their lists", async () => {
    await person.open("/board");
    await page.getByRole("link", { name: /^Overdue/ }).click();
    await page.getByRole("heading", { level: 1, name: "Overdue" }).waitFor();
  });
  await t.step("a list is theirs as a file", async () => {
    await person.open("/people/contractors");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "CSV").click()]);
    assertMatch(file.suggestedFilename(), /\.csv$/);
  });
  assertEquals(person.complaints(), []);
  await person.close();
});
