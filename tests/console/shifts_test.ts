// A night shift, from who worked it to payroll: entered by its times, refused where it overlaps, read where time is
// read, corrected by its times. Done in the browser, looked up in the database.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { bringAxe, inaccessible, inaccessibleInTheDark } from "../support/console/axe.ts";
import {
  button,
  cancel,
  choose,
  dialog,
  fill,
  gone,
  refusedOnly,
} from "../support/console/acts.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { type Person, signIn } from "../support/console/person.ts";

const PHONE = 390;
const MONDAY = "2026-06-01";
const ZONE = "America/Los_Angeles"; // neither the firm's nor the browser's

/** An assignment with an empty week, whose facility has a clock of its own. */
async function emptyWeek({ sql }: ConsoleFirm, ofWhom: "contractor" | "facility") {
  const [place] = await sql<{ id: string; facility: string; name: string }[]>`
    select assignment.id, facility.name as facility,
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
       and assignment.start_date <= ${MONDAY} and coalesce(assignment.end_date, 'infinity') >= '2026-06-14'
     order by assignment.start_date desc, assignment.id limit 1`;
  assert(place);
  await sql`update public.time_entries set status = 'draft' where assignment_id = ${place.id}
             and work_date >= ${MONDAY} and status in ('submitted', 'approved')`;
  await sql`delete from public.time_entries where assignment_id = ${place.id} and work_date >= ${MONDAY}
             and status = 'draft'`;
  await sql`update public.facilities set timezone = ${ZONE} where name = ${place.facility}`;
  return place;
}

/** The parts of an assignment's shifts, by the facility's clock. */
async function partsOf({ sql }: ConsoleFirm, id: string): Promise<string[]> {
  const parts = await sql<{ part: string }[]>`
    select format('%s %s-%s %s: %s', work_date, to_char(started_at at time zone ${ZONE}, 'HH24:MI'),
                  to_char(ended_at at time zone ${ZONE}, 'HH24:MI'), break_minutes, hours) as part
      from public.time_entries where assignment_id = ${id} and shift_id is not null order by started_at`;
  return parts.map(({ part }) => part);
}

async function isAccessible(person: Person): Promise<void> {
  assertEquals(await inaccessible(person), []);
  assertEquals(await inaccessibleInTheDark(person), []);
}

consoleTest("console/a_contractors_night_shift", async (t, firm) => {
  const place = await emptyWeek(firm, "contractor");
  const person = await signIn(firm, "contractor", { width: PHONE });
  const { page } = person;
  await bringAxe(person);
  const grid = page.getByRole("region", { name: place.facility, exact: true });
  await t.step("is entered by its times, in the clock of the facility", async () => {
    await person.open(`/my-time?week=${MONDAY}`);
    await button(grid, "Enter a shift …").click();
    await fill(page, { "Day": "2026-06-02", "Begins": "19:00", "Ends": "07:30" });
    await fill(page, { "Break, in minutes": "30", "Break began": "23:15" });
    await dialog(page).getByText("Tue, Jun 2, 7:00 pm – Wed, Jun 3, 7:30 am: 12.00 hours")
      .waitFor();
    await isAccessible(person);
    await button(dialog(page), "Enter").click();
    await gone(page);
    assertEquals(await partsOf(firm, place.id), [
      "2026-06-02 19:00-00:00 30: 4.50",
      "2026-06-03 00:00-07:30 0: 7.50",
    ]);
  });
  await t.step("is two parts, whose hours nobody types", async () => {
    await person.settle();
    for (const [label, hours] of [["Tue, Jun 2", "4.5"], ["Wed, Jun 3", "7.5"]] as const) {
      const field = grid.getByLabel(label, { exact: true });
      assertStrictEquals(await field.inputValue(), hours);
      assertEquals(await field.isDisabled(), true);
    }
    await grid.getByText("7:00 pm – 12:00 am", { exact: true }).waitFor();
    await grid.getByText("12:00 am – 7:30 am", { exact: true }).waitFor();
    await grid.getByText("Tue, Jun 2: 7:00 pm – 7:30 am, 30 min break at 11:15 pm").waitFor();
    await isAccessible(person);
  });
  await t.step(
    "is refused in words where it overlaps another, and where its break is short",
    async () => {
      await button(grid, "Enter a shift …").click();
      await fill(page, { "Day": "2026-06-03", "Begins": "06:00", "Ends": "14:00" });
      await button(dialog(page), "Enter").click();
      const refusal = dialog(page).getByRole("alert");
      await refusal.getByText(
        /another shift at that time, from Jun 2, 2026, 7:00 PM to Jun 3, 2026, 7:30 AM at/,
      )
        .waitFor();
      await dialog(page).locator("[name=started_at][aria-invalid=true]").waitFor();
      await isAccessible(person);
      await fill(page, { "Begins": "08:00", "Break, in minutes": "20" });
      await button(dialog(page), "Enter").click();
      await refusal.getByText(/A break of 20 minutes is too short/).waitFor();
      await dialog(page).locator("[name=break_minutes][aria-invalid=true]").waitFor();
      await cancel(page);
      assertEquals((await partsOf(firm, place.id)).length, 2);
      refusedOnly(person);
    },
  );
  await t.step("is removed by the keyboard, both parts, once a question is answered", async () => {
    await grid.getByRole("button", { name: /^Remove …/ }).focus();
    await page.keyboard.press("Enter");
    await dialog(page).getByText(/Its hours of Tue, Jun 2 and of Wed, Jun 3 are removed/).waitFor();
    await page.keyboard.press("Escape");
    await gone(page);
    assertEquals((await partsOf(firm, place.id)).length, 2);
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    await button(dialog(page), "Remove").focus();
    await page.keyboard.press("Enter");
    await gone(page);
    assertEquals(await partsOf(firm, place.id), []);
    await grid.getByLabel("Tue, Jun 2", { exact: true }).waitFor();
  });
  await t.step("is of a code that is worked, and of another while it is a draft", async () => {
    const codes = async () =>
      (await firm.sql<{ code: string }[]>`
        select code from public.time_entries where assignment_id = ${place.id} and shift_id is not null
         order by started_at`).map(({ code }) => code);
    await button(grid, "Enter a shift …").click();
    await fill(page, { "Day": "2026-06-02", "Begins": "22:00", "Ends": "01:30" });
    await choose(page, "Code", "Call-back");
    await isAccessible(person);
    await button(dialog(page), "Enter").click();
    await gone(page);
    assertEquals(await codes(), ["call_back", "call_back"]);
    await grid.getByRole("button", { name: /^Call-back … Tue, Jun 2/ }).click();
    await choose(page, "Code", "Orientation");
    await isAccessible(person);
    await button(dialog(page), "Change it").click();
    await gone(page);
    assertEquals(await codes(), ["orientation", "orientation"]);
    await grid.getByRole("button", { name: /^Remove …/ }).click();
    await button(dialog(page), "Remove").click();
    await gone(page);
    assertEquals(await codes(), []);
  });
  await t.step("has the hours that passed on the night of the clock", async () => {
    // Of the two half past ones of that night one says which: the dialog asks.
    await button(grid, "Enter a shift …").click();
    await fill(page, { "Day": "2026-10-31", "Begins": "19:00", "Ends": "01:30" });
    await dialog(page).getByText("Sun, Nov 1, 1:30 am: 6.50 hours").waitFor();
    await dialog(page).getByLabel("The second 1:30 am of that night").click();
    await dialog(page).getByText("Sun, Nov 1, 1:30 am: 7.50 hours").waitFor();
    await cancel(page);
  });
  assertEquals(person.complaints(), []);
  await person.close();
});

consoleTest("console/a_shift_on_its_way_to_payroll", async (t, firm) => {
  const place = await emptyWeek(firm, "facility");
  const staff = await signIn(firm, "payroll");
  const { page } = staff;
  await bringAxe(staff);
  await t.step("staff enter it for who has no time of the week", async () => {
    await staff.open("/time/missing");
    await button(page, `Enter a shift … ${place.name}`).click();
    assertStrictEquals(await dialog(page).getByLabel("Day").inputValue(), MONDAY);
    await fill(page, { "Day": "2026-06-06", "Begins": "19:00", "Ends": "07:30" });
    await fill(page, { "Break, in minutes": "45" });
    await button(dialog(page), "Enter").click();
    await gone(page);
    assertEquals(await partsOf(firm, place.id), [
      "2026-06-06 19:00-00:00 0: 5.00",
      "2026-06-07 00:00-07:30 45: 6.75",
    ]);
    await firm.sql`update public.time_entries set status = 'submitted'
                    where assignment_id = ${place.id} and shift_id is not null`;
  });
  await t.step("the facility reads its times where it approves", async () => {
    const contact = await signIn(firm, "facility", { width: PHONE });
    await bringAxe(contact);
    await contact.open("/facility-time/approve");
    await contact.page.getByRole("button", {
      name: `Sun 7 6.75 12:00 am – 7:30 am 45 min break: ${place.name}`,
    })
      .waitFor();
    await isAccessible(contact);
    assertEquals(contact.complaints(), []);
    await contact.close();
    await firm.sql`update public.time_entries set status = 'approved'
                    where assignment_id = ${place.id} and shift_id is not null`;
  });
  await t.step("payroll corrects a part of it by its times", async () => {
    await staff.open("/time/all");
    await page.getByLabel("From", { exact: true }).fill("2026-06-07");
    await page.getByLabel("To", { exact: true }).fill("2026-06-07");
    const row = page.getByRole("row").filter({ hasText: place.name })
      .filter({ hasText: "12:00 am – 7:30 am" }).filter({ hasText: "45 min break" });
    await row.waitFor();
    await isAccessible(staff);
    const correct = row.getByRole("button", { name: /^Correct …/ });
    await correct.click();
    assertEquals(await dialog(page).getByLabel("Begins").inputValue(), "00:00");
    assertStrictEquals(await dialog(page).getByLabel("Hours").count(), 0);
    await isAccessible(staff);
    await fill(page, { "Ends": "07:00", "Why, in a few words": "Left early" });
    await fill(page, { "Break, in minutes": "20" });
    await button(dialog(page), "Correct").click();
    await dialog(page).getByRole("alert").getByText(/A break of 20 minutes is too short/).waitFor();
    refusedOnly(staff);
    await fill(page, { "Break, in minutes": "30", "Break began": "03:00" });
    await button(dialog(page), "Correct").click();
    await page.getByRole("dialog", { name: /^Corrected: / }).getByRole("button", { name: "Close" })
      .click();
    await gone(page);
    assertEquals(await partsOf(firm, place.id), [
      "2026-06-06 19:00-00:00 0: 5.00",
      "2026-06-07 00:00-07:00 30: 6.50",
    ]);
    await page.getByText(/^was 6.75 \(.*\): Left early$/).waitFor();
    await page.getByText("12:00 am – 7:00 am", { exact: true }).waitFor();
    await page.getByText("30 min break at 3:00 am", { exact: true }).waitFor();
  });
  assertEquals(staff.complaints(), []);
  await staff.close();
});
