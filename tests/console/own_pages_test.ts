// Contractors and facilities' contacts before the console: their pages, and a piece of their week.
import assert from "node:assert/strict";
import { join } from "node:path";
import { CONSOLE } from "../../stack/console_build.ts";
import { inaccessible } from "../support/console/axe.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { contactPages, contractorPages } from "../support/console/pages.ts";
import { type Person, signIn } from "../support/console/person.ts";

const PHONE = 390;
const SHOTS = Deno.env.get("SHOTS");

async function shoot({ page }: Person, name: string): Promise<void> {
  if (SHOTS) {
    await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
  }
}

async function everyPageIsWell(
  t: Deno.TestContext,
  firm: ConsoleFirm,
  name: string,
  pages: readonly string[],
): Promise<void> {
  const axe = await Deno.readTextFile(
    join(CONSOLE, "node_modules/axe-core/axe.min.js"),
  );
  for (const [theme, width] of [["light", PHONE], ["dark", 1280]] as const) {
    const person = await signIn(firm, name, { theme, width });
    await person.page.evaluate(axe);
    for (const [index, path] of pages.entries()) {
      await t.step(
        `${theme}: ${path.replace(/[0-9a-f-]{36}/g, "…")}`,
        async () => {
          await person.open(path);
          await shoot(person, `${name}_${index}_${theme}`);
          assert.deepEqual(person.complaints(), []);
          assert.equal(
            await person.page.locator(".MuiAlert-colorError").count(),
            0,
          );
          assert(person.page.url().endsWith(path), person.page.url());
          assert.deepEqual(await inaccessible(person), []);
          const wide = await person.page.evaluate(
            "document.documentElement.scrollWidth",
          );
          assert(Number(wide) <= width, `${wide} wide`);
        },
      );
    }
    const foreign = person.requests.filter((request) =>
      /\/rest\/v1\/(payroll_|audit_log|staff_|organization_|contractors|assignments)/
        .test(request)
    );
    assert.deepEqual(foreign, []);
    await person.close();
  }
}

consoleTest(
  "console/contractors_see_their_pages_and_submit_a_week",
  async (t, firm) => {
    const { sql } = firm;
    await everyPageIsWell(t, firm, "contractor", await contractorPages(sql));
    const person = await signIn(firm, "contractor", { width: PHONE });
    const { page } = person;
    const [place] = await sql<{ id: string; name: string; week: string; day: string }[]>`
    select assignment.id, facility.name, (private.workweek_start(clock.business_date) - 7)::text as week,
           (private.workweek_start(clock.business_date) - 3)::text as day
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
    const time = async () =>
      await sql<{ hours: string; status: string }[]>`
      select hours::text, status from public.time_entries
       where assignment_id = ${place.id} and work_date = ${place.day}`;
    await sql`update public.time_entries set status = 'draft' where assignment_id = ${place.id}
               and work_date between ${place.week} and ${place.week}::date + 6
               and status in ('submitted', 'approved')`;
    await sql`delete from public.time_entries where assignment_id = ${place.id} and status = 'draft'
               and work_date between ${place.week} and ${place.week}::date + 6`;
    const grid = page.getByRole("region", { name: place.name, exact: true });
    const field = grid.getByLabel(
      new Intl.DateTimeFormat("en-US", {
        weekday: "short",
        month: "short",
        day: "numeric",
        timeZone: "UTC",
      }).format(new Date(place.day)),
    );
    await t.step("saves it as a draft", async () => {
      await person.open(`/my-time?week=${place.week}`);
      await field.fill("7.5");
      await grid.getByRole("button", { name: "Save", exact: true }).dblclick();
      await page.getByText("Saved", { exact: true }).waitFor();
      assert.deepEqual([...await time()], [{ hours: "7.50", status: "draft" }]);
    });
    await t.step("submits it with what was typed since", async () => {
      await field.fill("8,25");
      await grid.getByRole("button", { name: "Submit the week" }).click();
      await page.getByText("Submitted", { exact: true }).waitFor();
      assert.deepEqual([...await time()], [{
        hours: "8.25",
        status: "submitted",
      }]);
      assert.equal(await field.isDisabled(), true);
    });
    await t.step("finds on top what came back, and why", async () => {
      await sql`update public.time_entries set status = 'draft', sent_back_reason = 'The break is missing'
               where assignment_id = ${place.id} and work_date = ${place.day}`;
      await person.open("/my-pay");
      await page.reload();
      await person.open("/my-time");
      await page.getByText("The break is missing").waitFor();
      await shoot(person, "contractor_came_back");
      await page.getByRole("link", { name: /^Mend the week of/ }).first()
        .click();
      await field.waitFor();
      assert.equal(await field.inputValue(), "8.25");
    });
    assert.deepEqual(person.complaints(), []);
    await person.close();
  },
);

consoleTest(
  "console/contacts_see_their_pages_approve_time_and_send_it_back",
  async (t, firm) => {
    const { sql } = firm;
    await everyPageIsWell(t, firm, "facility", await contactPages(sql));
    const person = await signIn(firm, "facility");
    const { page } = person;
    const states = async () => {
      const [row] = await sql<{ approved: number; back: number }[]>`
      select count(*) filter (where status = 'approved')::int as approved,
             count(*) filter (where status = 'draft' and sent_back_reason = 'Not on our ward')::int as back
        from public.time_entries`;
      assert(row);
      return row;
    };
    const days = () => page.getByRole("group", { name: "Days" }).first().getByRole("button");
    const before = await states();
    await t.step("approves a week but for a day", async () => {
      await person.open("/facility-time/approve");
      const all = await days().count();
      await days().first().click();
      await page.getByRole("button", { name: "Approve", exact: true }).first()
        .click();
      await page.getByText("Approved", { exact: true }).waitFor();
      await person.settle();
      assert.equal((await states()).approved - before.approved, all - 1);
    });
    await t.step("sends back what is left, and has to say why", async () => {
      // The day that was left out still is, on a card that stays.
      const chosen = days().first();
      if (await chosen.getAttribute("aria-pressed") === "false") {
        await chosen.click();
      }
      const left = await days().count();
      await page.getByRole("button", { name: "Send back …", exact: true })
        .first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Send back …" }).click();
      assert.equal((await states()).back, 0);
      await dialog.getByLabel("Why, in a few words").fill("Not on our ward");
      await dialog.getByRole("button", { name: "Send back …" }).click();
      await dialog.waitFor({ state: "detached" });
      assert.equal((await states()).back, left);
    });
    assert.deepEqual(person.complaints(), []);
    await person.close();
  },
);
