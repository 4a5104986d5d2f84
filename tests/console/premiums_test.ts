// Premiums, holiday calendars and guarantees: written in the browser, and looked up in the database.
import { assertEquals } from "@std/assert";
import {
  button,
  choose,
  dialog,
  enter,
  fill,
  gone,
  isRefused,
  refusedOnly,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { emptyWeek } from "../support/console/empty_week.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/premiums_and_guarantees_are_written_where_they_apply", async (t, firm) => {
  const { sql } = firm;
  const place = await emptyWeek(firm);
  // The demo firm has some, which are used: what is asked for below is beside them.
  await sql`update public.guarantees set effective_to = ${place.week}::date - 1 where assignment_id = ${place.id}`;
  const before = (await sql<{ id: string }[]>`
    select id from public.premium_rules union all select id from public.guarantees
     union all select id from public.guarantee_exceptions`).map(({ id }) => id);
  const rules = async () =>
    (await sql<{ rule: string }[]>`
      select concat_ws(' ', case when rule.assignment_id is not null then 'assignment'
                                 when rule.facility_id is not null then 'facility' else 'firm' end,
                       rule.title, effective_from, effective_to, days_of_week, from_time, to_time, calendar.title,
                       pay_multiplier, pay_amount, '/', bill_multiplier, bill_amount, combines, codes,
                       is_creditable) as rule
        from public.premium_rules as rule
        left join public.holiday_calendars as calendar on calendar.id = rule.holiday_calendar_id
       where rule.id <> all (${before}::uuid[])
       order by rule.created_at`).map(({ rule }) => rule);

  await t.step("an admin lists the days of a calendar, observed ones too", async () => {
    const person = await signIn(firm, "admin");
    const { page } = person;
    await person.open("/settings/premiums");
    await isAccessible(person);
    await button(page, "Add a calendar").click();
    await fill(page, { "Title": "Federal holidays" });
    await button(dialog(page), "Add a calendar").click();
    await gone(page);
    await button(page, "Add a day: Federal holidays").click();
    await fill(page, { "Name": "Independence Day" });
    await enter(page, { day: "2026-07-04" });
    await choose(page, "It is a Saturday. What counts", "Sat, Jul 4 and Fri, Jul 3");
    await isAccessible(person);
    await button(dialog(page), "Add a day").click();
    await gone(page);
    await page.getByRole("row", { name: /^Independence Day \(observed\) Fri, Jul 3, 2026/ })
      .waitFor();
    // On a weekday nothing is asked, and the same day is not listed twice.
    await button(page, "Add a day: Federal holidays").click();
    await fill(page, { "Name": "Once more" });
    await enter(page, { day: "2026-07-03" });
    await isRefused(person, "Add a day", /^The calendar has this day already\./);
    const days = await sql<{ day: string }[]>`
      select concat_ws(' ', title, day, name) as day
        from public.holiday_calendar_days as listed
        join public.holiday_calendars as calendar on calendar.id = listed.calendar_id
       where calendar.facility_id is null order by listed.day`;
    assertEquals(days.map(({ day }) => day), [
      "Federal holidays 2026-07-03 Independence Day (observed)",
      "Federal holidays 2026-07-04 Independence Day",
    ]);
    refusedOnly(person);
    await person.close();
  });

  await t.step("an admin sees what a premium adds to a shift before it is added", async () => {
    const person = await signIn(firm, "admin");
    const { page } = person;
    await person.open("/settings/premiums");
    await button(page, "Add a premium").click();
    await fill(page, { "Title": "Night" });
    await enter(page, { effective_from: "2026-01-05", from_time: "23:00", to_time: "07:00" });
    await button(dialog(page), "Add a premium").click();
    await dialog(page).getByText(/^It adds nothing, to pay or to bill/).waitFor();
    await fill(page, { "Pay besides, an hour": "4", "Bill besides, an hour": "6" });
    await dialog(page).getByText(
      "A shift of 12 hours, 19:00 to 07:00, that begins on any day: $32.00 more pay, $48.00 more billed.",
    ).waitFor();
    await dialog(page).getByText(/^8\.00 hours of it are within\..* Overtime is paid on it too\.$/)
      .waitFor();
    await isAccessible(person);
    await button(dialog(page), "Add a premium").click();
    await gone(page);
    await button(page, "Add a premium").click();
    await fill(page, { "Title": "Holiday" });
    await enter(page, { effective_from: "2026-01-05", effective_to: "2026-01-04" });
    await choose(page, "Hours", "whole days");
    await choose(page, "On days of the calendar", "Federal holidays");
    await fill(page, {
      "Pay, times the rate of an hour": "1.5",
      "Bill, times the rate of an hour": "1.25",
    });
    await choose(page, "Where several meet", "it comes on top");
    await dialog(page).getByLabel("It is set off against overtime").check();
    await dialog(page).getByText(
      "A shift of 12 hours, 19:00 to 07:00, that begins on a day of the calendar: $100.00 more pay, $75.00 more billed.",
    ).waitFor();
    await button(dialog(page), "Add a premium").click();
    await dialog(page).getByText("This is before the first day.").waitFor();
    await enter(page, { effective_to: "" });
    await button(dialog(page), "Add a premium").click();
    await gone(page);
    await page.getByRole("row", {
      name: "Holiday whole days, days of Federal holidays × 1.5 × 1.25 it comes on top, set off",
    }).waitFor();
    assertEquals(await rules(), [
      "firm Night 2026-01-05 23:00:00 07:00:00 1.000 4.00 / 1.000 6.00 highest {regular} f",
      "firm Holiday 2026-01-05 Federal holidays 1.500 0.00 / 1.250 0.00 adds {regular} t",
    ]);
    // A calendar that a premium names stays, without days too.
    for (
      const day of ["Independence Day, Jul 4, 2026", "Independence Day (observed), Jul 3, 2026"]
    ) {
      await button(page, `Remove … ${day}`).click();
      await button(dialog(page), "Remove").click();
      await gone(page);
    }
    await button(page, "Remove … Federal holidays").click();
    await isRefused(person, "Remove", /^A premium names this calendar\./);
    refusedOnly(person);
    await person.close();
  });

  await t.step("a facility and an assignment have their own beside those of the firm", async () => {
    const person = await signIn(firm, "admin");
    const { page } = person;
    await person.open(`/people/facilities/${place.facility}`);
    await button(page, "Add a calendar").click();
    await fill(page, { "Title": "Theirs" });
    await button(dialog(page), "Add a calendar").click();
    await gone(page);
    await button(page, "Add a premium").click();
    await fill(page, { "Title": "Weekend", "Bill besides, an hour": "3" });
    await enter(page, { effective_from: "2026-01-05" });
    await choose(page, "Hours", "whole days");
    for (const day of ["Saturday", "Sunday"]) await dialog(page).getByLabel(day).check();
    await dialog(page).getByText(
      /that begins on a Saturday: \$0\.00 more pay, \$36\.00 more billed\.$/,
    )
      .waitFor();
    await button(dialog(page), "Add a premium").click();
    await gone(page);
    const listed = page.getByRole("table", { name: "Premiums" });
    await listed.getByRole("row", {
      name: /^Weekend this facility whole days, Sat, Sun nothing \+ \$3\.00/,
    })
      .waitFor();
    await listed.getByRole("row", { name: /^Night all of the firm 23:00 to 07:00, every day/ })
      .waitFor();
    await person.open(`/people/assignments/${place.id}`);
    await button(page, "Add a premium").click();
    await fill(page, { "Title": "Every hour", "Pay besides, an hour": "2" });
    await enter(page, { effective_from: "2026-01-05" });
    await choose(page, "Hours", "whole days");
    await dialog(page).getByRole("checkbox", { name: "Charge nurse" }).check();
    await button(dialog(page), "Add a premium").click();
    await gone(page);
    await listed.getByRole("row", { name: /^Every hour this assignment Charge nurse, Regular/ })
      .waitFor();
    await listed.getByRole("row", { name: /^Weekend the facility/ }).waitFor();
    await isAccessible(person);
    // What is not of this page is changed where it is of.
    assertEquals(
      await page.getByRole("button", { name: /^Change … (Night|Weekend|Holiday)/ }).count(),
      0,
    );
    assertEquals((await rules()).slice(2), [
      "facility Weekend 2026-01-05 {6,7} / 1.000 3.00 highest {regular} f",
      "assignment Every hour 2026-01-05 1.000 2.00 / highest {regular,charge} f",
    ]);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("billing promises hours, and recruiting enters what is excepted", async () => {
    const billing = await signIn(firm, "billing");
    await billing.open(`/people/assignments/${place.id}`);
    await button(billing.page, "Add a guarantee").click();
    await enter(billing.page, { effective_from: place.week });
    await button(dialog(billing.page), "Add a guarantee").click();
    await dialog(billing.page).getByText("Give hours to pay, hours to bill, or both.").waitFor();
    await fill(billing.page, { "Hours to pay": "36", "Hours to bill": "169" });
    await button(dialog(billing.page), "Add a guarantee").click();
    await dialog(billing.page).getByText(/^Hours above 0, at most the 168 of a week/).waitFor();
    await fill(billing.page, { "Hours to bill": "32" });
    await isAccessible(billing);
    await button(dialog(billing.page), "Add a guarantee").click();
    await gone(billing.page);
    await billing.page.getByRole("row", { name: /^Hours of each week 36\.00 32\.00/ }).waitFor();
    await button(billing.page, "Add a guarantee").click();
    await enter(billing.page, { effective_from: place.day });
    await fill(billing.page, { "Hours to pay": "40" });
    await isRefused(
      billing,
      "Add a guarantee",
      /^The assignment has such a guarantee on some of these days\./,
    );
    await button(billing.page, "Add a guarantee").click();
    await choose(billing.page, "Promises hours of", "Each entry of Call-back");
    await enter(billing.page, { effective_from: place.week });
    await fill(billing.page, { "Hours to pay": "2" });
    await button(dialog(billing.page), "Add a guarantee").click();
    await gone(billing.page);
    refusedOnly(billing);
    await billing.close();

    const person = await signIn(firm, "recruiting");
    const { page } = person;
    await person.open(`/people/assignments/${place.id}`);
    assertEquals(await page.getByRole("button", { name: /guarantee$|premium$/ }).count(), 0);
    await button(page, "Add an exception").click();
    await enter(page, { day: place.day });
    await choose(page, "Kind", "called in sick");
    await fill(page, { "Hours": "12" });
    await isAccessible(person);
    await button(dialog(page), "Add an exception").click();
    await gone(page);
    await page.getByRole("row", { name: /called in sick 12\.00/ }).waitFor();
    const promised = await sql<{ row: string }[]>`
      select concat_ws(' ', coalesce(code, 'week'), effective_from, pay_hours, bill_hours) as row from public.guarantees
       where id <> all (${before}::uuid[])
       union all
      select concat_ws(' ', kind, day, hours) from public.guarantee_exceptions
       where id <> all (${before}::uuid[]) order by 1`;
    assertEquals(promised.map(({ row }) => row), [
      `call_back ${place.week} 2.00`,
      `called_in_sick ${place.day} 12.00`,
      `week ${place.week} 36.00 32.00`,
    ]);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("what is promised and not billed is listed", async () => {
    await sql`
      insert into public.time_entries (assignment_id, work_date, hours, status)
      values (${place.id}, ${place.day}, 8, 'approved')`;
    const person = await signIn(firm, "billing");
    const { page } = person;
    await person.open("/billing/unbilled");
    await page.getByRole("table", { name: "Guaranteed hours" }).getByRole("row", {
      name: new RegExp(`${place.person} .*32\\.00 guaranteed, 12\\.00 .*, 8\\.00 worked 12\\.00`),
    }).waitFor();
    await isAccessible(person);
    assertEquals(person.complaints(), []);
    await person.close();
  });

  await t.step("a premium that pay is by keeps all but its title and last day", async () => {
    await sql`
      select from public.payroll_periods as period
       cross join lateral public.prepare_payroll_draft(period.id)
       where period.status = 'open' and ${place.day} between period.period_start and period.period_end`;
    const person = await signIn(firm, "admin");
    const { page } = person;
    await person.open(`/people/assignments/${place.id}`);
    await button(page, "Change … Every hour, Jan 5, 2026").click();
    await fill(page, { "Pay besides, an hour": "3" });
    await isRefused(person, "Save", /^Lines of pay or of invoices are by the premium Every hour/);
    await button(page, "Change … Every hour, Jan 5, 2026").click();
    await fill(page, { "Title": "All hours" });
    await enter(page, { effective_to: "2030-12-31" });
    await button(dialog(page), "Save").click();
    await gone(page);
    await page.getByRole("row", { name: /^All hours .* Dec 31, 2030/ }).waitFor();
    await button(page, "Remove … All hours, Jan 5, 2026").click();
    await isRefused(person, "Remove", /^Lines of pay or of invoices are by the premium All hours/);
    assertEquals(
      (await rules()).at(-1),
      "assignment All hours 2026-01-05 2030-12-31 1.000 2.00 / highest {regular,charge} f",
    );
    refusedOnly(person);
    await person.close();
  });
});
