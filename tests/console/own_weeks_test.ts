// A contractor's week on a phone: as last week, hours as people type them, and what becomes of it without a network.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { button, dialog } from "../support/console/acts.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

const PHONE = 375;

consoleTest("console/a_week_on_a_phone_is_as_last_week", async (t, firm) => {
  const { sql } = firm;
  const [place] = await sql<{ id: string; name: string; week: string }[]>`
    select assignment.id, facility.name, (private.workweek_start(clock.business_date) - 7)::text as week
      from public.assignments as assignment
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
      join auth.users as person on person.id = contractor.user_id
     cross join private.clock() as clock
     where person.email = 'contractor@demo.example'
       and assignment.start_date <= private.workweek_start(clock.business_date) - 14
       and coalesce(assignment.end_date, 'infinity') >= clock.business_date
     order by assignment.start_date desc limit 1`;
  assert(place);
  const { id, week } = place;
  await sql`update public.time_entries set status = 'draft' where assignment_id = ${id}
             and work_date between ${week}::date and ${week}::date + 6 and status in ('submitted', 'approved')`;
  await sql`delete from public.time_entries where assignment_id = ${id} and status = 'draft'
             and work_date between ${week}::date and ${week}::date + 6`;
  // A night shift on a day that had nothing, with its meal in the shorter part.
  const [free] = await sql<{ day: string }[]>`
    select (${week}::date - 7 + nth)::text as day from generate_series(0, 5) as nth
     where not exists (select from public.time_entries as entry
                        where entry.assignment_id = ${id} and entry.set_aside_at is null
                          and entry.work_date between ${week}::date - 7 + nth and ${week}::date - 6 + nth)
     limit 1`;
  assert(free);
  const [zone] = await sql<{ timezone: string }[]>`
    select coalesce(facility.timezone, (select timezone from public.organization_settings), 'UTC') as timezone
      from public.assignments as assignment join public.facilities as facility on facility.id = assignment.facility_id
     where assignment.id = ${id}`;
  assert(zone);
  await sql`
    select from public.enter_shift(${id}, (${free.day}::date + time '20:00') at time zone ${zone.timezone},
      (${free.day}::date + 1 + time '06:00') at time zone ${zone.timezone}, 30,
      (${free.day}::date + time '22:00') at time zone ${zone.timezone})`;
  const entriesOf = (from: string, days: number) =>
    sql`
    select (work_date + ${days}::int)::text as day, hours::text,
           (started_at at time zone ${zone.timezone} + make_interval(days => ${days}))::text as begin, break_minutes
      from public.time_entries
     where assignment_id = ${id} and set_aside_at is null
       and work_date between ${from}::date and ${from}::date + 6
     order by work_date, started_at, hours`;
  const before = new Date(Date.parse(week) - 7 * 86_400_000).toISOString().slice(0, 10);
  const person = await signIn(firm, "contractor", { width: PHONE });
  const { page } = person;
  const grid = page.getByRole("region", { name: place.name, exact: true });
  const label = (day: string) =>
    new Intl.DateTimeFormat("en-US", {
      weekday: "short",
      month: "short",
      day: "numeric",
      timeZone: "UTC",
    }).format(new Date(day));

  await t.step("in three taps, hours and shifts", async () => {
    await person.open(`/my-time?week=${week}`);
    await button(grid, "As last week").click();
    await page.getByText("Entered as last week: look at it, and submit it").waitFor();
    const entered = [...await entriesOf(week, 0)];
    assertEquals(entered, [...await entriesOf(before, 7)]);
    assert(entered.length > 2 && entered.some(({ break_minutes: pause }) => pause === 30));
    await button(grid, "Submit the week").click();
    await button(dialog(page), "Submit").click();
    await page.getByText("Submitted", { exact: true }).waitFor();
    const [left] = await sql`
      select count(*)::int as drafts from public.time_entries
       where assignment_id = ${id} and status = 'draft' and work_date between ${week}::date and ${week}::date + 6`;
    assertStrictEquals(left?.drafts, 0);
    assertStrictEquals(await button(grid, "As last week").count(), 0);
  });

  const [day] = await sql<{ day: string }[]>`
    select work_date::text as day from public.time_entries
     where assignment_id = ${id} and shift_id is null and work_date between ${week}::date and ${week}::date + 6
     order by work_date limit 1`;
  assert(day);
  const field = grid.getByLabel(label(day.day));
  const hours = async () => {
    const [row] = await sql<{ hours: string; status: string }[]>`
      select hours::text, status from public.time_entries where assignment_id = ${id} and work_date = ${day.day}`;
    return row && `${row.hours} ${row.status}`;
  };
  await t.step("never over what is there, and with hours as people type them", async () => {
    await sql`update public.time_entries set status = 'draft' where assignment_id = ${id} and shift_id is null
               and work_date between ${week}::date and ${week}::date + 6`;
    await sql`delete from public.time_entries where assignment_id = ${id} and shift_id is null
               and work_date between ${week}::date and ${week}::date + 6`;
    await page.reload();
    await person.settle();
    await field.fill("7:30");
    await button(grid, "As last week").click();
    await page.getByText("Entered as last week: look at it, and submit it").waitFor();
    assertStrictEquals(await hours(), undefined);
    assertStrictEquals(await field.inputValue(), "7.5");
    await button(grid, "Save").click();
    await page.getByText("Saved", { exact: true }).waitFor();
    assertStrictEquals(await hours(), "7.50 draft");
    await field.fill("eight");
    await page.getByText("Hours, as 8, 8.5 or 8:30").waitFor();
    await field.fill("25");
    await page.getByText("At most 24 hours a day").waitFor();
    assert(await button(grid, "Save").isDisabled());
  });
  await t.step("is not sent without a network, and is as soon as it is back", async () => {
    await field.fill("6h");
    await page.context().setOffline(true);
    await button(grid, "Save").click();
    await grid.getByText("Not sent yet").waitFor();
    assertStrictEquals(await hours(), "7.50 draft");
    await page.context().setOffline(false);
    await page.getByText("Sent: what you had saved is with the firm now").waitFor();
    await grid.getByText("Not sent yet").waitFor({ state: "detached" });
    assertStrictEquals(await hours(), "6.00 draft");
  });
  await t.step("is sent at the next opening too, and says there why it was refused", async () => {
    await field.fill("5");
    const stop = "**/rest/v1/rpc/save_week*";
    await page.route(stop, (route) => route.abort());
    await button(grid, "Save").click();
    await grid.getByText("Not sent yet").waitFor();
    await page.unroute(stop);
    await sql`update public.time_entries set status = 'submitted' where assignment_id = ${id} and work_date = ${day.day}`;
    await page.reload();
    await grid.getByText(/^The time of .* is submitted/).waitFor();
    assertStrictEquals(await hours(), "6.00 submitted");
  });
  await t.step("a submission is never sent by itself", async () => {
    await sql`update public.time_entries set status = 'draft' where assignment_id = ${id} and work_date = ${day.day}`;
    await page.reload();
    await person.settle();
    await page.route("**/rest/v1/rpc/save_week*", (route) => route.abort());
    await button(grid, "Submit the week").click();
    await button(dialog(page), "Submit").click();
    await dialog(page).getByText("The server cannot be reached.").waitFor();
    await page.unroute("**/rest/v1/rpc/save_week*");
    await button(dialog(page), "Cancel").click();
    await page.reload();
    await person.settle();
    assertStrictEquals(await hours(), "6.00 draft");
  });
  await person.close();
});
