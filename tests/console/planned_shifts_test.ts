// Shifts ahead: planned by the keyboard, seen by contractor and facility, entered as planned in one press.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { bringAxe, inaccessible, inaccessibleInTheDark } from "../support/console/axe.ts";
import { button, dialog, fill, gone, refusedOnly } from "../support/console/acts.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { focused, focusedCell, tabTo } from "../support/console/keyboard.ts";
import { type Person, signIn } from "../support/console/person.ts";
import { fitsTheScreen, isWholeOnTheScreen, shot } from "../support/console/screen.ts";

const PHONE = 390;
const WEEK = "2026-06-15"; // ahead
const LAST = "2026-06-01"; // over
const ZONE = "America/Los_Angeles"; // neither the firm's nor the browser's

interface Place {
  readonly id: string;
  readonly facility: string;
  readonly place: string;
  /** Its title on My time. */
  readonly title: string;
  readonly name: string;
}

/** An assignment of the demo's contractor, or at the demo contact's facility, that runs on; its last week is empty. */
async function placed({ sql }: ConsoleFirm, ofWhom: "contractor" | "facility"): Promise<Place> {
  const [found] = await sql<Place[]>`
    select assignment.id, facility.id as facility, facility.name as place,
           concat_ws(', ', facility.name, assignment.department) as title,
           contractor.first_name || ' ' || contractor.last_name as name
      from public.assignments as assignment
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
      left join auth.users as worker on worker.id = contractor.user_id
     where (${ofWhom} = 'contractor' and worker.email = 'contractor@demo.example'
            or ${ofWhom} = 'facility' and exists (
               select from public.facility_contacts as contact
                 join auth.users as person on person.id = contact.user_id
                where contact.facility_id = facility.id and person.email = 'facility@demo.example'))
       and assignment.start_date <= ${LAST} and coalesce(assignment.end_date, 'infinity') >= '2026-07-31'
     order by assignment.start_date desc, assignment.id limit 1`;
  assert(found);
  await sql`update public.facilities set timezone = ${ZONE} where id = ${found.facility}`;
  await sql`update public.time_entries set status = 'draft'
             where assignment_id = ${found.id} and work_date >= ${LAST} and status in ('submitted', 'approved')`;
  await sql`delete from public.time_entries
             where assignment_id = ${found.id} and work_date >= ${LAST} and status = 'draft'`;
  return found;
}

/** Somebody at the same place whose assignment ends on the Wednesday of the week, and whose name is the first. */
async function addLeaver({ sql }: ConsoleFirm, { id }: Place): Promise<string> {
  await sql`
    with person as (
      insert into public.contractors (first_name, last_name, email)
      values ('Aaron', 'Aalto', 'aaron@example.com') returning id)
    insert into public.assignments
           (contractor_id, facility_id, start_date, end_date, overtime_rule, overtime_rule_reason)
    select person.id, other.facility_id, ${LAST}::date, date '2026-06-17', other.overtime_rule, other.overtime_rule_reason
      from person, public.assignments as other where other.id = ${id}`;
  return "Aaron Aalto";
}

/** The shifts of an assignment, by the facility's clock, and what became of them. */
async function shiftsOf({ sql }: ConsoleFirm, id: string): Promise<string[]> {
  const rows = await sql<{ shift: string }[]>`
    select concat_ws(' ', to_char(starts_at at time zone ${ZONE}, 'MM-DD HH24:MI'),
                     to_char(ends_at at time zone ${ZONE}, 'HH24:MI'), break_minutes, cancelled_for) as shift
      from public.planned_shifts where assignment_id = ${id} order by starts_at`;
  return rows.map(({ shift }) => shift);
}

/** Chooses the facility of the plan that is open. */
async function chooseFacility(person: Person, { place }: Place): Promise<void> {
  await person.page.getByRole("combobox", { name: "Facility" }).fill(place);
  await person.page.getByRole("option", { name: place, exact: true }).click();
  await person.settle();
}

/** Opens the plan of a week anew, since what was asked for in the last seconds is not asked for again. */
async function reopenPlan(person: Person, place: Place): Promise<void> {
  await person.page.reload();
  await person.open("/time/plan?week=2026-06-22");
  await bringAxe(person);
  await chooseFacility(person, place);
}

async function isAccessible(person: Person): Promise<void> {
  assertEquals(await inaccessible(person), []);
  assertEquals(await inaccessibleInTheDark(person), []);
}

consoleTest("console/shifts_ahead_are_noticed_by_nobody_before_there_are_any", async (_, firm) => {
  for (
    const [name, path] of [["viewer", "/time/approve"], [
      "facility",
      "/facility-time/approve",
    ]] as const
  ) {
    const person = await signIn(firm, name);
    await person.open(path);
    for (const tab of ["Plan", "Shifts"]) {
      assertStrictEquals(
        await person.page.getByRole("tab", { name: tab, exact: true }).count(),
        0,
        tab,
      );
    }
    assertEquals(/\bplanned\b/i.test(await person.page.locator("body").innerText()), false, name);
    assertEquals(person.complaints(), []);
    await person.close();
  }
  const contractor = await signIn(firm, "contractor", { width: PHONE });
  await contractor.open("/my-time");
  assertEquals(/planned/i.test(await contractor.page.locator("body").innerText()), false);
  assertEquals(contractor.complaints(), []);
  await contractor.close();
});

consoleTest("console/a_week_is_planned_by_the_keyboard", async (t, firm) => {
  const place = await placed(firm, "facility");
  const leaver = await addLeaver(firm, place);
  const person = await signIn(firm, "recruiting");
  const { page } = person;
  await bringAxe(person);
  const shown = `Mon, Jun 15`;
  await t.step("a shift, from cell to cell", async () => {
    await person.open(`/time/plan?week=${WEEK}`);
    await chooseFacility(person, place);
    const grid = page.getByRole("grid");
    await grid.waitFor();
    await isAccessible(person);
    const first = grid.getByRole("button", { name: `+ plan a shift: ${place.name}, ${shown}` });
    await first.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    assertStrictEquals(await focused(page), `+ plan a shift: ${place.name}, Tue, Jun 16`);
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await fill(page, { "Begins": "19:00", "Ends": "07:30", "Break, in minutes": "30" });
    await dialog(page).getByText("Mon, Jun 15, 7:00 pm – Tue, Jun 16, 7:30 am: 12.00 hours")
      .waitFor();
    await isAccessible(person);
    await page.keyboard.press("Enter");
    await gone(page);
    assertEquals(await shiftsOf(firm, place.id), ["06-15 19:00 07:30 30"]);
    await person.settle();
    await grid.getByText("7:00 pm – 7:30 am …", { exact: true }).waitFor();
    assertStrictEquals(await focused(page), `+ plan a shift: ${place.name}, ${shown}`);
  });
  await t.step("from person to person, and to the ends of the week", async () => {
    const grid = page.getByRole("grid");
    const second = await grid.getByRole("rowheader").nth(1).getByRole("link").first().innerText();
    await button(page, `+ plan a shift: ${leaver}, ${shown}`).focus();
    for (
      const [key, row, day] of [
        ["ArrowUp", 1, 1], // nobody is above
        ["ArrowDown", 2, 1],
        ["End", 2, 7],
        ["ArrowRight", 2, 7], // the week ends
        ["ArrowUp", 1, 7],
        ["ArrowLeft", 1, 6],
        ["Home", 1, 1],
        ["End", 1, 7],
      ] as const
    ) {
      await page.keyboard.press(key);
      assertEquals(await focusedCell(page), [row, day], key);
    }
    // A day on which the assignment has ended has nothing to open.
    assertStrictEquals(await focused(page), "");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    assertMatch(await focused(page), new RegExp(`: ${second}, ${shown}$`));
    // Of all days one alone is in the order of the Tab key.
    await page.keyboard.press("Shift+Tab");
    assertStrictEquals(await focused(page), `As last week … ${second}`);
  });
  await t.step("is refused in words where it overlaps", async () => {
    await button(page, `+ plan a shift: ${place.name}, Tue, Jun 16`).click();
    // It begins with the times of the latest one.
    assertStrictEquals(await dialog(page).getByLabel("Begins").inputValue(), "19:00");
    await fill(page, { "Begins": "07:00", "Ends": "12:00" });
    await button(dialog(page), "Plan it").click();
    await dialog(page).getByRole("alert").getByText(/is planned at that time already/).waitFor();
    await isAccessible(person);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard it" }).click();
    await gone(page);
    refusedOnly(person);
    assertEquals((await shiftsOf(firm, place.id)).length, 1);
  });
  await t.step("a pattern", async () => {
    await button(page, `Pattern … ${place.name}`).click();
    await fill(page, { "From": "2026-06-17", "Weeks": "1", "Begins": "08:00", "Ends": "16:30" });
    await dialog(page).getByLabel("Wednesday").click();
    await dialog(page).getByLabel("Friday").click();
    await isAccessible(person);
    await button(dialog(page), "Plan it").click();
    await gone(page);
    await page.getByText("Of this pattern are planned: 2 shifts").waitFor();
    assertEquals(await shiftsOf(firm, place.id), [
      "06-15 19:00 07:30 30",
      "06-17 08:00 16:30 30",
      "06-19 08:00 16:30 30",
    ]);
  });
  await t.step("a shift that is canceled for the facility, and planned again", async () => {
    const standing = `8:00 am – 4:30 pm … Cancel it: ${place.name}, Wed, Jun 17`;
    const cancelled = `Canceled: 8:00 am – 4:30 pm … Plan it again: ${place.name}, Wed, Jun 17`;
    const hasFocus = (name: string) =>
      page.locator(":focus").and(page.getByRole("button", { name, exact: true })).waitFor();
    await page.getByRole("button", { name: standing }).waitFor();
    // From the pattern's button, to which the focus has come back.
    assertStrictEquals(await focused(page), `Pattern … ${place.name}`);
    await tabTo(page, `+ plan a shift: ${place.name}, Tue, Jun 16`);
    await page.keyboard.press("ArrowRight");
    const [row] = await focusedCell(page);
    await hasFocus(standing);
    await page.keyboard.press("Enter");
    await dialog(page).getByLabel("Why, in a few words").waitFor();
    await page.keyboard.type("Census is low");
    await isAccessible(person);
    await tabTo(page, "Cancel the shift");
    await page.keyboard.press("Enter");
    await gone(page);
    assertEquals((await shiftsOf(firm, place.id))[1], "06-17 08:00 16:30 30 facility");
    // Its button is another one, and has the focus: arrows go on from there.
    await hasFocus(cancelled);
    await isAccessible(person);
    assertEquals(await focusedCell(page), [row, 3]);
    await page.keyboard.press("Enter");
    await dialog(page).getByText("It was canceled: Census is low").waitFor();
    await tabTo(page, "Plan it again");
    await page.keyboard.press("Enter");
    await gone(page);
    assertEquals((await shiftsOf(firm, place.id))[1], "06-17 08:00 16:30 30");
    await hasFocus(standing);
  });
  await t.step("the week after, as this one", async () => {
    await tabTo(page, "Week after", "Shift+Tab");
    await page.keyboard.press("Enter");
    await person.settle();
    await tabTo(page, "As last week …", "Shift+Tab");
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    await tabTo(page, "Plan as last week");
    await page.keyboard.press("Enter");
    await gone(page);
    await page.getByText("As last week. planned: 3").waitFor();
    assertEquals((await shiftsOf(firm, place.id)).slice(3), [
      "06-22 19:00 07:30 30",
      "06-24 08:00 16:30 30",
      "06-26 08:00 16:30 30",
    ]);
  });
  await t.step("what is against a shift is told", async () => {
    await firm.sql`
      insert into public.guarantee_exceptions (assignment_id, day, hours, kind)
      values (${place.id}, '2026-06-24', 8, 'called_in_sick')`;
    await reopenPlan(person, place);
    await page.getByText("Away: called in sick").first().waitFor();
    await page.getByText("Away on that day").first().waitFor();
    await isAccessible(person);
  });
  await t.step("and so are missing credentials, of a day or of all the week", async () => {
    await firm.sql`
      with kind as (insert into public.credential_kinds (name) values ('BLS for plans'), ('License for plans')
                    returning id, name)
      insert into public.requirements (credential_kind_id, assignment_id, effective_from, effective_to)
      select id, ${place.id}, '2026-06-22',
             case name when 'BLS for plans' then date '2026-06-22' else '2026-06-28' end from kind`;
    await reopenPlan(person, place);
    const row = page.getByRole("row").filter({ hasText: "BLS for plans" });
    await row.getByRole("gridcell").first().getByText("Missing: BLS for plans").waitFor();
    await row.getByRole("rowheader").getByText("Missing all week: License for plans").waitFor();
    assertStrictEquals(await row.getByText(/Missing/).count(), 2);
    await isAccessible(person);
    await fitsTheScreen(person);
    await shot(person, "plan_1280");
  });
  assertEquals(person.complaints(), []);
  await person.close();
  await t.step("a viewer reads it on a phone, and plans nothing", async () => {
    const viewer = await signIn(firm, "viewer", { width: PHONE });
    await bringAxe(viewer);
    await viewer.open("/time/plan?week=2026-06-22");
    await chooseFacility(viewer, place);
    const row = viewer.page.getByRole("row").filter({ hasText: "BLS for plans" });
    await row.getByText("Away on that day").waitFor();
    assertStrictEquals(await viewer.page.getByRole("grid").getByRole("button").count(), 0);
    await isAccessible(viewer);
    await fitsTheScreen(viewer);
    await shot(viewer, "plan_390");
    assertEquals(viewer.complaints(), []);
    await viewer.close();
  });
  await firm.sql`delete from public.requirements where assignment_id = ${place.id}`;
  await firm.sql`delete from public.credential_kinds where name like '% for plans'`;
});

consoleTest("console/a_contractor_enters_a_week_as_planned_on_a_phone", async (t, firm) => {
  const place = await placed(firm, "contractor");
  const { sql } = firm;
  for (
    const [from, to] of [["06-01 19:00", "06-02 07:30"], ["06-04 08:00", "06-04 16:30"], [
      "06-16 08:00",
      "06-16 16:30",
    ]]
  ) {
    await sql`
      select from public.plan_shift(${place.id}, (${`2026-${from}`}::text::timestamp at time zone ${ZONE}),
        (${`2026-${to}`}::text::timestamp at time zone ${ZONE}), 30)`;
  }
  const person = await signIn(firm, "contractor", { width: PHONE });
  const { page } = person;
  await bringAxe(person);
  const grid = page.getByRole("region", { name: place.title, exact: true });
  await t.step("sees what is ahead, and what was planned of the week", async () => {
    await person.open(`/my-time?week=${LAST}`);
    await page.getByRole("region", { name: "Planned for you" })
      .getByText("Tue, Jun 16: 8:00 am – 4:30 pm, 30 min break").waitFor();
    await grid.getByText("Planned: Mon, Jun 1: 7:00 pm – 7:30 am, 30 min break; Thu, Jun 4")
      .waitFor();
    await isAccessible(person);
    await isWholeOnTheScreen(person);
    await shot(person, "plan_of_contractor_390");
  });
  await t.step("enters it in one press, and submits it", async () => {
    await button(grid, "Enter as planned").click();
    await page.getByText("Entered as planned: look at it, and submit it").waitFor();
    const entries = await sql<{ entry: string }[]>`
      select concat_ws(' ', work_date, hours, status) as entry from public.time_entries
       where assignment_id = ${place.id} and work_date between ${LAST} and '2026-06-07' order by started_at`;
    assertEquals(entries.map(({ entry }) => entry), [
      "2026-06-01 5.00 draft",
      "2026-06-02 7.00 draft",
      "2026-06-04 8.00 draft",
    ]);
    await person.settle();
    assertStrictEquals(await button(grid, "Enter as planned").count(), 0);
    await button(grid, "Submit the week").click();
    await button(dialog(page), "Submit").click();
    await page.getByText("Submitted", { exact: true }).waitFor();
  });
  assertEquals(person.complaints(), []);
  await person.close();

  const staff = await signIn(firm, "payroll");
  await t.step("whoever approves sees what was planned beside it", async () => {
    await staff.open("/time/approve");
    await staff.page.getByText("20.00 planned", { exact: true }).first().waitFor();
  });
  assertEquals(staff.complaints(), []);
  await staff.close();
});

consoleTest("console/a_facilitys_contact_sees_its_shifts", async (t, firm) => {
  const place = await placed(firm, "facility");
  await firm.sql`
    select public.plan_shift(${place.id}, (day || ' 08:00')::timestamp at time zone ${ZONE},
                             (day || ' 16:00')::timestamp at time zone ${ZONE})
      from unnest(array['2026-06-01', '2026-06-02', '2026-06-29', '2026-07-27']) as day`;
  await firm.sql`
    insert into public.time_entries (assignment_id, work_date, hours, status)
    values (${place.id}, '2026-06-01', 8, 'submitted'), (${place.id}, '2026-06-02', 7.25, 'submitted')`;
  const person = await signIn(firm, "facility", { width: PHONE });
  const { page } = person;
  await bringAxe(person);
  await t.step("what was planned of a week, beside what waits for approval", async () => {
    await person.open("/facility-time/approve");
    const week = page.locator(".MuiCard-root").filter({ hasText: place.name })
      .filter({ hasText: "week of Jun 1," });
    await week.getByText("15.25", { exact: true }).waitFor();
    await week.getByText("16.00 planned", { exact: true }).waitFor();
    await isAccessible(person);
    await isWholeOnTheScreen(person);
    await shot(person, "planned_beside_worked_390");
  });
  await t.step("who is to come, four weeks at a time", async () => {
    await page.getByRole("tab", { name: "Shifts", exact: true }).click();
    const shown = page.getByText("Mon, Jun 29: 8:00 am – 4:00 pm");
    const later = page.getByText("Mon, Jul 27: 8:00 am – 4:00 pm");
    await shown.waitFor();
    await page.getByText(place.name).first().waitFor();
    assertStrictEquals(await later.count(), 0);
    await isAccessible(person);
    await isWholeOnTheScreen(person);
    await shot(person, "plan_of_facility_390");
    await button(page, "Four weeks after").click();
    await later.or(page.getByText("Nothing is planned in these weeks")).first().waitFor();
    if (await later.count() === 0) await button(page, "Four weeks after").click();
    await later.waitFor();
    assertStrictEquals(await shown.count(), 0);
  });
  assertEquals(person.complaints(), []);
  await person.close();
});
