// Workdays that begin at seven: an admin sets it, and a contractor reads to which day a night counts.
import { assertEquals } from "@std/assert";
import { button, dialog, fill, gone, refusedOnly } from "../support/console/acts.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

const MONDAY = "2026-06-01";

consoleTest("console/the_workday_begins_when_the_firm_says", async (t, firm) => {
  const { sql } = firm;
  const [place] = await sql<[{ id: string; facility: string }]>`
    select assignment.id, facility.name as facility
      from public.assignments as assignment
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
      join auth.users as worker on worker.id = contractor.user_id
     where worker.email = 'contractor@demo.example'
       and assignment.start_date <= ${MONDAY} and coalesce(assignment.end_date, 'infinity') >= '2026-06-14'
     order by assignment.start_date desc, assignment.id limit 1`;
  await sql`update public.time_entries set status = 'draft' where assignment_id = ${place.id}
             and work_date >= ${MONDAY} and status in ('submitted', 'approved')`;
  await sql`delete from public.time_entries where assignment_id = ${place.id}
             and work_date >= ${MONDAY} and status = 'draft'`;
  await sql`update public.facilities set timezone = 'America/Los_Angeles' where name = ${place.facility}`;

  // The workday begins where no shift is divided by another one yet.
  await firm.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from public.time_entries where shift_id is not null and work_date >= ${MONDAY}`;
  });
  await t.step("is set by an admin, from a workweek on", async () => {
    const person = await signIn(firm, "admin");
    await person.open("/settings/firm");
    await button(person.page, "Change …").first().click();
    const form = dialog(person.page);
    await fill(person.page, { "Workday begins at": "07:00", "From the workweek of": "2026-06-02" });
    await button(form, "Save").click();
    await form.getByText(/Jun 2, 2026 is not the first day of a workweek/).first().waitFor();
    await fill(person.page, { "From the workweek of": MONDAY });
    await button(form, "Save").click();
    await gone(person.page);
    await person.page.getByText("7:00 AM, from Jun 1, 2026").waitFor();
    refusedOnly(person);
    await person.close();
  });

  await t.step("says on the phone to which day a night counts", async () => {
    const person = await signIn(firm, "contractor", { width: 390 });
    await person.open(`/my-time?week=${MONDAY}`);
    const grid = person.page.getByRole("region", { name: place.facility, exact: true });
    await grid.getByText("Hours of a night count for the day on which it began.", { exact: false })
      .waitFor();
    await button(grid, "Enter a shift …").click();
    const form = dialog(person.page);
    await fill(person.page, { "Day": "2026-06-02", "Begins": "19:00", "Ends": "07:00" });
    await form.getByText("It counts for Tue", { exact: false }).waitFor();
    await fill(person.page, { "Ends": "07:30" });
    await form.getByText("Until 7:00\u00a0am it counts for Tue", { exact: false }).waitFor();
    await button(form, "Enter").click();
    await gone(person.page);
    const parts = await sql<{ part: string }[]>`
      select work_date::text || ' ' || hours as part from public.time_entries
       where assignment_id = ${place.id} and work_date >= ${MONDAY} order by started_at`;
    assertEquals(parts.map(({ part }) => part), ["2026-06-02 12.00", "2026-06-03 0.50"]);
    assertEquals(person.complaints(), []);
    await person.close();
  });
});
