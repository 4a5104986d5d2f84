// Credentials in the browser: nothing of them before there are kinds; kinds and requirements, a hire that lacks one, a person's
// page by role, what runs out, and the mark where time is approved. Each is looked up in the database.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import {
  button,
  choose,
  chooseByText,
  dialog,
  fill,
  gone,
  one,
  refusedOnly,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";
import { fitsTheScreen, shot } from "../support/console/screen.ts";
import { addCredential, addKind, requireKind } from "../support/people/credentials.ts";

/** The facility of the demo's contact, and somebody with time to approve there. */
async function waitingTime({ sql }: ConsoleFirm) {
  const [row] = await sql<
    { facility: string; name: string; contractor: string; person: string; day: string }[]
  >`
    select facility.id as facility, facility.name, contractor.id as contractor,
           contractor.first_name || ' ' || contractor.last_name as person, min(entry.work_date)::text as day
      from public.facility_contacts as contact
      join auth.users as person on person.id = contact.user_id and person.email = 'facility@demo.example'
      join public.facilities as facility on facility.id = contact.facility_id
      join public.assignments as assignment on assignment.facility_id = facility.id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.time_entries as entry on entry.assignment_id = assignment.id
     where entry.status in ('submitted', 'pending_approval') and entry.set_aside_at is null and entry.is_worked
     group by facility.id, contractor.id order by 5, 3 limit 1`;
  assert(row, "nobody has time to approve at the contact's facility");
  return row;
}

consoleTest("console/credentials_are_seen_by_nobody_before_there_are_kinds", async (t, firm) => {
  await t.step(
    "no page, no number, no part of a person's page, no question at a hire",
    async () => {
      // Before the list is read: it is not read again within five seconds.
      await firm.sql`
        insert into public.candidates (first_name, last_name, email)
        values ('Uma', 'Aabel', 'uma@example.com')`;
      const person = await signIn(firm, "recruiting");
      const { page } = person;
      await person.open("/people/candidates");
      await page.getByRole("tab", { name: "Renewals" }).waitFor();
      assertStrictEquals(await page.getByRole("tab", { name: "Credentials" }).count(), 0);
      const id = await one<string>(
        firm,
        "select id as value from public.contractors order by last_name, id limit 1",
      );
      await person.open(`/people/contractors/${id}`);
      await page.getByRole("heading", { name: "Works now, or will" }).waitFor();
      assertStrictEquals(await page.getByRole("heading", { name: "Credentials" }).count(), 0);
      // Nor a name of a fact without the fact, such as the pay group of who does not see it.
      const facts = await page.locator("main dl > div").allInnerTexts();
      assert(facts.length > 2);
      for (const fact of facts) assertMatch(fact, /\S\s*\n\s*\S/);
      await person.open("/board");
      await page.getByText(/Renewals, passed or in 30 days/).first().waitFor();
      assertStrictEquals(await page.getByText(/Credentials/).count(), 0);
      const { name } = await waitingTime(firm);
      await person.open("/people/candidates");
      await page.getByRole("button", { name: "Place: Uma Aabel" }).click();
      await chooseByText(page, "Facility", name, name);
      await fill(page, { "Bill rate": "95", "Pay rate": "60" });
      await person.settle();
      await shot(person, "hire_without_kinds");
      assertStrictEquals(await dialog(page).getByText(/credential|They lack/i).count(), 0);
      assertStrictEquals(await dialog(page).getByLabel(/without/).count(), 0);
      await button(dialog(page), "Place them").click();
      await page.getByRole("heading", { name: /^Uma Aabel at/ }).waitFor();
      await person.settle();
      assertStrictEquals(await page.getByRole("heading", { name: "Credentials" }).count(), 0);
      // Nor where an assignment that had ended goes on.
      await firm.sql`
        update public.assignments as placed
           set start_date = business_date - 10, end_date = business_date - 2
          from private.clock(), public.contractors as contractor
         where contractor.id = placed.contractor_id and contractor.last_name = 'Aabel'`;
      await page.reload();
      await button(page, "Change the end …").click();
      await fill(page, { "Last day": "2027-12-31" });
      await person.settle();
      assertStrictEquals(await dialog(page).getByLabel(/without/).count(), 0);
      await button(dialog(page), "Save the end").click();
      await gone(page);
      assertEquals(person.complaints(), []);
      await person.close();
    },
  );
  await t.step("no word to a contractor, a contact or who approves", async () => {
    for (
      const [name, path] of [
        ["contractor", "/my-time"],
        ["contractor", "/my-details"],
        ["facility", "/facility-time/approve"],
        ["billing", "/time/approve"],
      ] as const
    ) {
      const person = await signIn(firm, name);
      await person.open(path);
      const text = await person.page.locator("body").innerText();
      assertStrictEquals(/credential/i.test(text), false, `${name} ${path}`);
      assertEquals(person.complaints(), []);
      await person.close();
    }
  });
  await t.step("an empty page under Settings, on which an admin would begin", async () => {
    const admin = await signIn(firm, "admin");
    await admin.open("/settings/credentials");
    await button(admin.page, "Add a kind").waitFor();
    assertStrictEquals(
      await admin.page.getByRole("heading", { name: "Required credentials" }).count(),
      0,
    );
    assertStrictEquals(await admin.page.getByRole("table").count(), 0);
    assertEquals(admin.complaints(), []);
    await admin.close();
  });
});

consoleTest("console/credentials_are_kept_required_and_asked_for_at_a_hire", async (t, firm) => {
  const { sql } = firm;
  const { facility, name: facilityName } = await waitingTime(firm);
  await sql`
    insert into public.candidates (first_name, last_name, email) values ('Ola', 'Aalto', 'ola@example.com')`;
  await t.step("an admin enters kinds", async () => {
    const admin = await signIn(firm, "admin");
    const { page } = admin;
    await admin.open("/settings/credentials");
    for (const [name, months] of [["RN license, Colorado", ""], ["TB test", "12"]] as const) {
      await button(page, "Add a kind").click();
      await fill(page, { "Name": name });
      if (months) {
        await fill(page, { "Months that it is good for": months });
        await dialog(page).getByLabel("Confidential").check();
      }
      await button(dialog(page), "Add a kind").click();
      await gone(page);
    }
    await page.getByText("12 months").waitFor();
    await page.getByRole("heading", { name: "Required credentials" }).waitFor();
    await isAccessible(admin);
    await shot(admin, "settings");
    await button(page, "Add a kind").click();
    await fill(page, { "Name": "tb TEST" });
    await button(dialog(page), "Add a kind").click();
    await dialog(page).getByText("Another kind of credential has this name.").waitFor();
    refusedOnly(admin);
    await admin.close();
    const kinds = await sql`
      select name, months_good, is_confidential from public.credential_kinds order by name`;
    assertEquals([...kinds], [
      { name: "RN license, Colorado", months_good: null, is_confidential: false },
      { name: "TB test", months_good: 12, is_confidential: true },
    ]);
  });
  const recruiting = await signIn(firm, "recruiting");
  const { page } = recruiting;
  await t.step("recruiting requires both at a facility", async () => {
    await recruiting.open(`/people/facilities/${facility}`);
    for (const kind of ["RN license, Colorado", "TB test"]) {
      await button(page, "Require one").click();
      await choose(page, "Credential", kind);
      await button(dialog(page), "Require one").click();
      await gone(page);
    }
    await page.getByRole("table", { name: "Required credentials" }).getByText("TB test").waitFor();
    await shot(recruiting, "facility");
    const rows = await sql`select facility_id, effective_to from public.requirements`;
    assertEquals([...rows], Array(2).fill({ facility_id: facility, effective_to: null }));
  });
  await t.step(
    "a hire says what is missing, and is refused at the field of the reason",
    async () => {
      await recruiting.open("/people/candidates");
      await page.getByRole("button", { name: "Place: Ola Aalto" }).click();
      await chooseByText(page, "Facility", facilityName, facilityName);
      await dialog(page).getByText(
        "They lack what is required there on the first day: RN license, Colorado; TB test.",
      ).waitFor();
      await fill(page, { "Bill rate": "95", "Pay rate": "60" });
      await isAccessible(recruiting);
      await shot(recruiting, "hire");
      await button(dialog(page), "Place them").click();
      await dialog(page).locator('[name="missing_credentials_reason"][aria-invalid="true"]')
        .waitFor();
      assertStrictEquals(
        await one(
          firm,
          "select count(*)::int as value from public.contractors where last_name = 'Aalto'",
        ),
        0,
      );
      await dialog(page).getByLabel("Reason for placing them without").fill("It is on its way.");
      await button(dialog(page), "Place them").click();
      await page.getByRole("heading", { name: /^Ola Aalto at/ }).waitFor();
      await page.getByText("It is on its way.").first().waitFor();
      await page.getByRole("heading", { name: "Credentials", exact: true }).waitFor();
      await shot(recruiting, "assignment");
      const [placed] = await sql`
      select missing_credentials_reason as reason from public.assignments
       where missing_credentials_reason is not null`;
      assertStrictEquals(placed?.["reason"], "It is on its way.");
    },
  );
  await t.step("an assignment that had ended asks for the reason again as it goes on", async () => {
    await sql`
      update public.assignments as placed
         set start_date = business_date - 10, end_date = business_date - 2,
             missing_credentials_reason = 'They were there before.'
        from private.clock(), public.contractors as contractor
       where contractor.id = placed.contractor_id and contractor.last_name = 'Aalto'`;
    await page.reload();
    await button(page, "Change the end …").click();
    await dialog(page).getByLabel("Reason for placing them without").waitFor({ state: "detached" });
    await fill(page, { "Last day": "2027-12-31" });
    await dialog(page).getByLabel("Reason for placing them without").waitFor();
    await isAccessible(recruiting);
    await button(dialog(page), "Save the end").click();
    await dialog(page).locator('[name="missing_credentials_reason"][aria-invalid="true"]')
      .waitFor();
    await fill(page, { "Reason for placing them without": "The board confirmed it." });
    await button(dialog(page), "Save the end").click();
    await gone(page);
    await page.getByText("The board confirmed it.").first().waitFor();
    const [placed] = await sql`
      select end_date::text as day, missing_credentials_reason as reason from public.assignments
       where missing_credentials_reason is not null`;
    assertEquals(placed, { day: "2027-12-31", reason: "The board confirmed it." });
  });
  await t.step("what they have is entered, verified and opened on their page", async () => {
    const id = await one<string>(
      firm,
      "select id as value from public.contractors where last_name = 'Aalto'",
    );
    await recruiting.open(`/people/contractors/${id}`);
    await button(page, "Add a credential").click();
    await choose(page, "Credential", "TB test");
    await button(dialog(page), "Add a credential").click();
    await dialog(page).locator('[name="issued_on"][aria-invalid="true"]').waitFor();
    await fill(page, {
      "Number": "TB-77",
      "Issued": "2026-05-01",
      "Address of the document": "https://files.firm.example/tb-77.pdf",
    });
    await button(dialog(page), "Add a credential").click();
    await gone(page);
    await page.getByRole("button", { name: "Verified: TB test" }).click();
    await page.getByText("It is noted that you verified it").waitFor();
    assertStrictEquals(
      await page.getByRole("link", { name: "Open" }).getAttribute("href"),
      "https://files.firm.example/tb-77.pdf",
    );
    await isAccessible(recruiting);
    await shot(recruiting, "contractor");
    const [row] = await sql`
      select number, expires_on::text as day, verified_at is not null as verified, verified_by = person.id as by
        from public.credentials, auth.users as person where person.email = 'recruiting@demo.example'`;
    assertEquals(row, { number: "TB-77", day: "2027-04-30", verified: true, by: true });
    const viewer = await signIn(firm, "viewer");
    await viewer.open(`/people/contractors/${id}`);
    const table = viewer.page.getByRole("table", { name: "Credentials" });
    await table.getByText("confidential").first().waitFor();
    await table.getByText("valid", { exact: true }).waitFor();
    await shot(viewer, "viewer");
    const text = await viewer.page.locator("body").innerText();
    assert(!text.includes("TB-77") && !text.includes("Apr 30, 2027"), "a viewer reads of it");
    assert(!JSON.stringify([...viewer.asked.resources]).includes('"credentials"'));
    assertEquals(viewer.complaints(), []);
    await viewer.close();
  });
  refusedOnly(recruiting);
  await recruiting.close();
});

consoleTest(
  "console/credentials_that_run_out_are_listed_and_marked_at_approval",
  async (t, firm) => {
    const { sql } = firm;
    const { facility, contractor, person: name, day } = await waitingTime(firm);
    const license = await addKind(sql, "RN license");
    const vaccine = await addKind(sql, "Vaccination", { is_confidential: true });
    for (const kind of [license, vaccine]) {
      await requireKind(sql, kind, { facility_id: facility, effective_from: day });
    }
    const [{ before }] = await sql<[{ before: string }]>`
    select (${day}::text::date - 1)::text as before`;
    await addCredential(sql, { contractor_id: contractor }, license, { expires_on: before });
    const [{ soon }] = await sql<[{ soon: string }]>`
    select (business_date + 20)::text as soon from private.clock()`;
    const acls = await addKind(sql, "ACLS");
    await addCredential(sql, { contractor_id: contractor }, acls, {
      number: "A-1",
      expires_on: soon,
    });
    // Nobody asks for it yet.
    const flu = await addKind(sql, "Flu shot");
    await requireKind(sql, flu, { facility_id: facility, effective_from: soon });
    await addCredential(sql, { contractor_id: contractor }, flu, { expires_on: before });
    await t.step("the board counts them and opens the page with three lists", async () => {
      const recruiting = await signIn(firm, "recruiting");
      const { page } = recruiting;
      await recruiting.open("/board");
      await page.getByRole("link", { name: /^Credentials missing/ }).click();
      await page.getByRole("heading", { name: "Missing" }).waitFor();
      const tab = await page.getByRole("tab", { name: "Credentials" }).boundingBox();
      assert(tab && tab.x + tab.width <= 1280 - 16, "its tab is cut");
      const missing = page.getByRole("table", { name: "Missing" });
      await missing.getByRole("row").filter({ hasText: name }).filter({ hasText: "RN license" })
        .first().waitFor();
      await page.getByRole("table", { name: "Running out" }).getByText("20 days").waitFor();
      await page.getByRole("table", { name: "Running out" }).getByRole("row")
        .filter({ hasText: "Flu shot" }).getByText("expired").waitFor();
      await page.getByRole("table", { name: "Worked without" }).getByText("RN license").first()
        .waitFor();
      await isAccessible(recruiting);
      await shot(recruiting, "list");
      assertEquals(recruiting.complaints(), []);
      await recruiting.close();
    });
    const marked = /without RN license \(expired .*\), Vaccination$/;
    await t.step("who approves time sees the mark, and approves all the same", async () => {
      const billing = await signIn(firm, "billing");
      await billing.open("/time/approve");
      await billing.page.getByText(marked).first().waitFor();
      await isAccessible(billing);
      await shot(billing, "approve");
      assertEquals(billing.complaints(), []);
      await billing.close();
    });
    await t.step("so does the facility, on a phone", async () => {
      const contact = await signIn(firm, "facility", { width: 390 });
      await contact.open("/facility-time/approve");
      await contact.page.getByText(marked).first().waitFor();
      await isAccessible(contact);
      await shot(contact, "phone");
      await fitsTheScreen(contact);
      assertEquals(contact.complaints(), []);
      await contact.close();
    });
  },
);
