// Missed meal and rest periods: decided in the browser, and looked up in the database.
import { assertEquals } from "@std/assert";
import { button, chooseFirst, dialog, fill, gone, refusedOnly } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";
import { enterShift } from "../support/time/shifts.ts";

consoleTest("console/payroll_decides_about_breaks_that_were_missed", async (t, firm) => {
  const { sql } = firm;
  const [placed] = await sql<[{ id: string; facility_id: string }]>`
    select assignment.id, assignment.facility_id
      from public.assignments as assignment
      join public.contractors as contractor
        on contractor.id = assignment.contractor_id and contractor.employment_type = 'w2'
     where assignment.start_date <= '2026-06-01' and assignment.end_date is null
       and assignment.overtime_rule <> 'none'
       and not exists (select from public.time_entries as entry
                        where entry.assignment_id = assignment.id and entry.work_date in ('2026-06-06', '2026-06-07'))
     order by assignment.id limit 1`;
  await sql`update public.facilities set work_state = 'CA' where id = ${placed.facility_id}`;
  for (const day of ["2026-06-06", "2026-06-07"]) {
    await enterShift(sql, placed.id, `${day}T15:00Z`, `${day}T22:00Z`);
  }
  for (const status of ["submitted", "approved"]) {
    await sql`
      update public.time_entries set status = ${status}
       where assignment_id = ${placed.id} and shift_id is not null`;
  }
  const decisions = async () =>
    (await sql<{ decision: string }[]>`
      select concat_ws(' ', work_date, kind, case when confirmed_at is null then 'dismissed' else 'confirmed' end,
                       reason) as decision
        from public.break_premiums order by work_date, kind`).map(({ decision }) => decision);
  const person = await signIn(firm, "payroll");
  const { page } = person;
  await person.open("/payroll/breaks");
  await t.step("dismisses all that are chosen with a reason", async () => {
    await page.getByLabel("Choose all").check();
    await button(page, "Dismiss 2 days …").click();
    await isAccessible(person);
    await fill(page, { "Why, in a few words": "Waived in writing" });
    await button(dialog(page), "Dismiss").click();
    await gone(page);
    await page.getByText("There is nothing to decide on these days.").waitFor();
    assertEquals(await decisions(), [
      "2026-06-06 meal dismissed Waived in writing",
      "2026-06-07 meal dismissed Waived in writing",
    ]);
  });
  await t.step("confirms one after all", async () => {
    await page.getByRole("button", { name: /^Confirm: / }).first().click();
    await page.getByText(/^confirmed /).first().waitFor();
    assertEquals(await decisions(), [
      "2026-06-06 meal dismissed Waived in writing",
      "2026-06-07 meal confirmed",
    ]);
    await isAccessible(person);
  });
  await t.step("adds a rest period, where the state has premiums for it", async () => {
    await button(page, "Add").click();
    await chooseFirst(page, "Contractor");
    await fill(page, { "Day": "2031-01-06" });
    await button(dialog(page), "Confirm it").click();
    await dialog(page).locator('[name="work_date"][aria-invalid="true"]').waitFor();
    refusedOnly(person);
  });
  await person.close();
});
