// Each number of the board is that of the rows of the page which it opens.
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { consoleTest } from "../support/console/firm.ts";
import { type Person, signIn } from "../support/console/person.ts";

/** Counts the rows of the list on all of its pages: each has answered before it is counted. */
async function listed({ page, settle }: Person, told: number): Promise<number> {
  const rows = page.locator(".RaDatatable-root tbody tr, .RaDataTable-table tbody tr");
  if (told > 0) await rows.first().waitFor();
  for (let found = 0;;) {
    await settle();
    found += await rows.count();
    const next = page.getByRole("button", { name: /^Go to next page/ });
    if (await next.count() === 0 || await next.isDisabled()) return found;
    const answer = page.waitForResponse((response) => response.url().includes("/rest/v1/"));
    await next.click();
    await answer;
  }
}

const rowsOf = (page: Page, table: string) =>
  page.getByRole("table", { name: table, exact: true }).locator("tbody tr").count();

/** Rows that the page of each tile shows of what the tile counts, by the beginning of the tile; told: what it says. */
const SHOWN: Readonly<Record<string, (person: Person, told: number) => Promise<number>>> = {
  "Time not submitted": listed,
  "Time to approve": ({ page }) =>
    page.getByRole("group", { name: "Days" }).getByRole("button").count(),
  "Locked without approval": ({ page }) => rowsOf(page, "Locked before anybody approved it"),
  "Approved, not billed": async ({ page }) => {
    const cells = page.getByRole("table", { name: "Approved time" }).locator("tfoot td");
    return Number((await cells.nth(3).innerText()).replace(",", ""));
  },
  "Billed too much": ({ page }) => rowsOf(page, "Weeks that come to something else"),
  "Drafts to send": ({ page }) => rowsOf(page, "Drafts"),
  "Checks to reconcile": listed,
  "Proposals to confirm": listed,
  "Overdue": ({ page }) => rowsOf(page, "Overdue"),
  "Orders nearly used": ({ page }) => rowsOf(page, "Purchase orders"),
  "Batches waiting": ({ page }) => page.locator("table a[href*='/payroll/batches/']").count(),
  "Renewals, passed or in 30 days": async ({ page }) => {
    const passed = page.locator("section[aria-label]").nth(0).getByRole("heading", { level: 3 });
    const soon = page.locator("section[aria-label]").nth(1).getByRole("heading", { level: 3 });
    return await passed.count() + await soon.count();
  },
  "Overpayments, nothing arranged": ({ page }) => rowsOf(page, "Overpayments"),
  "Pay below minimum wage": ({ page }) => rowsOf(page, "Pay below the minimum wage"),
  "Mail and webhooks that failed": listed,
  "Calls behind one that failed": listed,
};

consoleTest("console/each_number_of_the_board_is_that_of_the_rows_it_opens", async (t, firm) => {
  const { sql } = firm;
  // What the demo firm has none of: a bounced check, one without a proposal, a draft of a day to come, a failed mail.
  await sql`
    insert into checks (facility_id, method, check_number, amount, received_on)
    select facility.id, 'check', number, 100, clock.business_date
      from (select id from facilities order by id limit 1) as facility
     cross join private.clock() as clock
     cross join unnest(array['8801', '8802']) as number`;
  await sql`
    insert into time_entries (assignment_id, work_date, hours)
    select assignment.id, clock.business_date + 1, 4
      from assignments as assignment, private.clock() as clock
     where assignment.start_date < clock.business_date
       and coalesce(assignment.end_date, 'infinity') > clock.business_date + 1
     order by assignment.id limit 1`;
  await sql`
    insert into private.outbox (kind, subject_id, step, status, written_at, error, failed_at, recipient)
    select 'invoice', invoice.id, 'made by a test', 'failed', clock.at, 'It answered 500.', clock.at, 'ap@north.example'
      from invoices as invoice, private.clock() as clock where invoice.status = 'sent' order by invoice.id limit 1`;
  await sql`
    insert into minimum_wages (jurisdiction, effective_from, amount, source)
    values ('CO', '2030-01-01', 60, 'A coming law')`;
  const person = await signIn(firm, "admin");
  const { page } = person;
  const counted = new Map<string, number>();
  for (const [title, shown] of Object.entries(SHOWN)) {
    await t.step(title, async () => {
      await person.open("/board");
      const link = page.getByRole("link", { name: new RegExp(`^${title}(?: ·|:? \\S*\\d)`) });
      const [, number = ""] =
        /([\d,]+)\s+(?:entr|invoice|check|order|batch|assignment|message|call|rate|workweek)/
          .exec(await link.innerText()) ?? [];
      await link.click();
      await page.waitForURL((url) => !url.hash.startsWith("#/board"));
      await person.settle();
      await page.getByRole("heading", { level: 1 }).waitFor();
      const told = Number(number.replace(",", ""));
      assertEquals(await shown(person, told), told);
      counted.set(title, told);
    });
  }
  assert([...counted.values()].filter((number) => number > 0).length >= 8, String([...counted]));
  assertEquals(person.complaints(), []);
  await person.close();
});
