// Many weeks of time approved with few presses, and an approval taken back.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { button, one, refusedOnly } from "../support/console/acts.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

const WAITS = "status in ('submitted', 'pending_approval') and set_aside_at is null";

consoleTest("console/rows_of_all_time_are_approved_together", async (t, firm) => {
  const { sql } = firm;
  const person = await signIn(firm, "billing");
  const { page } = person;
  const filter = encodeURIComponent(JSON.stringify({ status: "submitted" }));
  const boxes = page.getByRole("checkbox", { name: /^Choose .*, \d{4}-/ });
  const [first, second, third] = await sql<{ id: string; work_date: string }[]>`
    select id, work_date::text from public.time_entries
     where status = 'submitted' and set_aside_at is null order by work_date desc, id desc limit 3`;
  assert(first && second && third);
  const states = async () =>
    (await sql<{ status: string }[]>`
      select status from public.time_entries where id in ${sql([first.id, second.id, third.id])}
       order by work_date desc, id desc`).map(({ status }) => status);
  await t.step("those that are chosen, each by the state that was seen", async () => {
    await person.open(`/time/all?filter=${filter}`);
    for (const nth of [0, 1, 2]) await boxes.nth(nth).click();
    await page.getByText(/^3 entries chosen, /).waitFor();
    // Meanwhile somebody sends one back.
    await sql`update public.time_entries set status = 'draft' where id = ${second.id}`;
    await button(page, "Approve 3 entries").click();
    await page.getByText("Approved: 3 entries").or(page.getByText("Approved: 2 entries")).waitFor();
    await person.settle();
    assertEquals(await states(), ["approved", "draft", "approved"]);
  });
  await t.step("the toast takes it back", async () => {
    await button(page, "Take back").click();
    await page.getByText("Taken back: it waits for approval again").waitFor();
    await person.settle();
    assertEquals(await states(), ["submitted", "draft", "submitted"]);
  });
  await t.step("only what waits is chosen, and what is refused says why in its row", async () => {
    await person.open("/time/all?filter=%7B%7D");
    await page.getByRole("row").filter({ hasText: "draft" }).first().waitFor();
    const drafts = page.getByRole("row").filter({ hasText: "draft" });
    assertStrictEquals(await drafts.getByRole("checkbox").count(), 0);
    await sql`update public.time_entries set status = 'submitted' where id = ${second.id}`;
    await person.open(`/time/all?filter=${filter}&page=1`);
    await boxes.first().click();
    await sql`select from public.set_aside_time(array[${first.id}]::uuid[], 'Entered twice')`;
    await button(page, "Approve 1 entry").click();
    await page.getByText(/^Not approved: .* set aside/).waitFor();
    refusedOnly(person);
  });
  await person.close();
});

consoleTest("console/many_weeks_are_approved_in_three_presses", async (t, firm) => {
  const { sql } = firm;
  // So that one request would not do.
  await sql`
    insert into public.time_entries (assignment_id, work_date, hours, status)
    select assignment.id, clock.business_date - 3 - nth, 0.25, 'submitted'
      from public.assignments as assignment
     cross join private.clock() as clock
     cross join generate_series(0, 3) as nth
     where assignment.start_date < clock.business_date - 6
       and coalesce(assignment.end_date, 'infinity') > clock.business_date
       and not exists (select from public.time_entries as entry
                        where entry.assignment_id = assignment.id
                          and (entry.set_aside_at is not null or entry.shift_id is not null)
                          and entry.work_date = clock.business_date - 3 - nth)
     limit greatest(0, 160 - (select count(*) from public.time_entries
                               where status in ('submitted', 'pending_approval')))`;
  const waiting = async () =>
    Number(await one(firm, `select count(*)::int as value from time_entries where ${WAITS}`));
  const person = await signIn(firm, "billing");
  const { page } = person;
  await person.open("/time/approve");
  const weeks = page.getByRole("checkbox", { name: /^Choose the week of / });
  const shown = await weeks.count();
  assert(shown >= 8, `${shown} weeks`);
  const before = await waiting();
  assert(before > 100 && before <= 250, `${before} entries`);
  const [first = "", second = ""] = (await weeks.evaluateAll((boxes) =>
    boxes.map((box) =>
      String((box as unknown as { ariaLabel: string | null }).ariaLabel)
    )
  )).slice(-2);

  /** The entries of a week's first day, of the contractor whom its checkbox names. */
  const dayOf = async (label: string) => {
    const [, week = "", name = ""] = /^Choose the week of (.*): (.*)$/.exec(label) ?? [];
    const [row] = await sql<{ id: string; entries: number }[]>`
      select (array_agg(time_entry_id order by work_date))[1] as id, count(*)::int as entries
        from public.unapproved_time
       where next_step = 'approve' and contractor_name = ${name}
         and private.workweek_start(work_date) = ${week}::date`;
    assert(row);
    return row;
  };
  const back = await dayOf(first);
  const aside = await dayOf(second);

  await t.step("all but a week that is left out, in requests of at most 100", async () => {
    // Meanwhile somebody sends a day back, and payroll sets one aside.
    await sql`update public.time_entries set status = 'draft' where id = ${back.id}`;
    await sql`select from public.set_aside_time(array[${aside.id}]::uuid[], 'Entered twice')`;
    const left = (await dayOf(String(
      await weeks.first().getAttribute("aria-label"),
    ))).entries;
    const asked = person.requests.length;
    await page.getByRole("checkbox", { name: /^Choose all / }).click();
    await weeks.first().click();
    await page.getByRole("button", { name: `Approve ${shown - 1} weeks` }).click();
    await page.getByText(`Approved: ${shown - 1} weeks`).waitFor();
    await person.settle();
    const sent = person.requests.slice(asked).filter((request) => request.startsWith("PATCH"));
    assert(sent.length > 1);
    for (const request of sent) assert((request.match(/%2C/g) ?? []).length < 100, request);
    // The week with the day set aside is refused whole; of the other one the rest is done.
    assertStrictEquals(await waiting(), left + aside.entries - 1);
    refusedOnly(person);
  });
  await t.step(
    "what somebody changed stays with its reason, and each card in its place",
    async () => {
      await page.getByText("Somebody else changed this meanwhile.").waitFor();
      await page.getByText(/is set aside\. It is neither changed/).waitFor();
      assertStrictEquals(await page.getByRole("heading", { level: 2 }).count(), shown);
    },
  );
  await t.step("the toast takes all of it back", async () => {
    await button(page, "Take back").click();
    await page.getByText("Taken back: it waits for approval again").waitFor();
    await person.settle();
    assertStrictEquals(await waiting(), before - 2);
  });
  await t.step("on an invoice it stays approved, and says why", async () => {
    const box = weeks.first();
    const label = String(await box.getAttribute("aria-label"));
    const { id } = await dayOf(label);
    await button(page, "Approve").click();
    await page.getByRole("button", { name: /^Take back: / }).waitFor();
    await person.settle();
    await sql`
      select from public.time_entries as entry
        join public.assignments as assignment on assignment.id = entry.assignment_id
       cross join lateral public.create_facility_invoice(
             assignment.facility_id, entry.work_date, entry.work_date)
       where entry.id = ${id}`;
    await page.getByRole("button", { name: /^Take back: / }).click();
    await page.getByText(/is on an invoice/).first().waitFor();
    assertEquals(
      await one(firm, `select status as value from time_entries where id = '${id}'`),
      "approved",
    );
    refusedOnly(person);
  });
  await person.close();
});
