// A page for each person and each facility, and the ways from one to the other.
import { assertEquals, assertMatch } from "@std/assert";
import { button, choose, dialog, gone, one, say } from "../support/console/acts.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/a_page_leads_from_a_person_to_their_facility_and_back", async (t, firm) => {
  const person = await signIn(firm, "recruiting");
  const { page } = person;
  const [placed] = await firm.sql<[{ id: string; name: string; listed: string; facility: string }]>`
    select contractor.id, contractor.first_name || ' ' || contractor.last_name as name,
           contractor.last_name || ', ' || contractor.first_name as listed, facility.name as facility
      from assignments as assignment
      join contractors as contractor on contractor.id = assignment.contractor_id
      join facilities as facility on facility.id = assignment.facility_id
      join auth.users as user_ on user_.id = contractor.user_id
     where user_.email = 'contractor@demo.example'
     order by assignment.start_date desc, assignment.id desc limit 1`;
  await t.step("a name in the list leads to the person", async () => {
    await person.open("/people/contractors");
    await page.getByRole("textbox", { name: "Name" }).fill(placed.name);
    await page.getByRole("link", { name: placed.listed }).click();
    await page.getByRole("heading", { name: placed.name, level: 1 }).waitFor();
    assertMatch(page.url(), new RegExp(`/people/contractors/${placed.id}$`));
    await page.getByRole("heading", { name: "Rates" }).waitFor();
    await page.getByRole("heading", { name: "Hours" }).waitFor();
    assertEquals(await page.getByRole("heading", { name: "Pay", exact: true }).count(), 0);
  });
  await t.step("so it does on a slow machine while the list is about to be filtered", async () => {
    const machine = await page.context().newCDPSession(page);
    await person.open("/people/facilities");
    await person.open("/people/contractors");
    await machine.send("Emulation.setCPUThrottlingRate", { rate: 8 });
    await page.getByRole("textbox", { name: "Name" }).fill(placed.name.slice(0, 3));
    await page.waitForTimeout(350);
    await page.getByRole("link", { name: placed.listed }).click();
    await page.getByRole("heading", { name: "Hours" }).waitFor();
    await machine.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await person.settle();
    assertMatch(page.url(), new RegExp(`/people/contractors/${placed.id}$`));
  });
  await t.step("recruiting enters the phone and the address", async () => {
    await say(page, "Change … Phone and address", {
      "Phone": "303-555-0142",
      "City": "Boulder",
      "State": "CO",
    }, "Save");
    await gone(page);
    await page.getByText("Boulder, CO").waitFor();
  });
  await t.step("the facility leads back to whoever works there", async () => {
    await page.getByRole("link", { name: placed.facility }).first().click();
    await page.getByRole("heading", { name: placed.facility, level: 1 }).waitFor();
    await page.getByRole("link", { name: placed.listed }).first().click();
    await page.getByRole("heading", { name: placed.name, level: 1 }).waitFor();
  });
  await t.step("what was before stands there only where there is something", async () => {
    const ended = "select from assignments where end_date < current_date - 1";
    const [there] = await firm.sql.unsafe<[Record<"ended" | "facility" | "fresh", string>]>(`
      select (select id from contractors where exists (${ended} and contractor_id = contractors.id) limit 1) as ended,
             (select id from facilities where exists (${ended} and facility_id = facilities.id) limit 1) as facility,
             (select contractor_id from assignments as one where not exists (
                       select from assignments as other
                        where end_date is not null and other.contractor_id = one.contractor_id) limit 1) as fresh`);
    const [opened] = await firm.sql<[{ id: string }]>`
      insert into facilities (name) values ('Aspen Clinic') returning id`;
    const before = async (path: string, now: string, name: string) => {
      await person.open(path);
      await page.getByRole("heading", { name: now }).waitFor();
      return await page.getByRole("heading", { name }).count();
    };
    const ofPerson = (id: string) =>
      before(`/people/contractors/${id}`, "Works now, or will", "Worked before");
    const ofFacility = (id: string) =>
      before(`/people/facilities/${id}`, "People there now", "People there before");
    assertEquals([await ofPerson(there.fresh), await ofPerson(there.ended)], [0, 1]);
    assertEquals([await ofFacility(opened.id), await ofFacility(there.facility)], [0, 1]);
    await person.open(`/people/contractors/${placed.id}`);
  });
  await t.step("the contractor reads and corrects them", async () => {
    const contractor = await signIn(firm, "contractor");
    await contractor.open("/my-details");
    await contractor.page.getByText("Boulder, CO").waitFor();
    await say(contractor.page, "Change … Phone and address", { "Phone": "303-555-0199" }, "Save");
    await gone(contractor.page);
    await contractor.page.getByText("303-555-0199").waitFor();
    assertEquals(contractor.complaints(), []);
    await contractor.close();
    assertEquals(
      await one(
        firm,
        `select phone as value from contractor_details where contractor_id = '${placed.id}'`,
      ),
      "303-555-0199",
    );
  });
  assertEquals(person.complaints(), []);
  await person.close();
});

consoleTest("console/a_facility_s_page_is_for_all_staff_and_billing_writes_it", async (t, firm) => {
  const facility = await one<string>(
    firm,
    "select facility_id as value from invoices where balance > 0 and status = 'sent' order by id limit 1",
  );
  await t.step("a viewer reads it and changes nothing", async () => {
    const viewer = await signIn(firm, "viewer");
    await viewer.open(`/settings/facilities/${facility}`);
    await viewer.page.getByRole("heading", { name: "Open invoices" }).waitFor();
    assertMatch(viewer.page.url(), new RegExp(`/people/facilities/${facility}$`));
    await viewer.page.getByRole("heading", { name: "Interest terms" }).waitFor();
    assertEquals(
      await viewer.page.getByRole("button", { name: /Change|Add (a contact|terms)|Choose/ })
        .count(),
      0,
    );
    assertEquals(viewer.complaints(), []);
    await viewer.close();
  });
  await t.step("billing says who collects", async () => {
    const billing = await signIn(firm, "billing");
    const { page } = billing;
    const [member] = await firm.sql<[{ name: string; user_id: string }]>`
      select name, user_id from staff_members where 'billing' = any (roles) and user_id is not null
       order by name limit 1`;
    await billing.open(`/people/facilities/${facility}`);
    await button(page, "Choose … Collector").click();
    await choose(page, "Collector", member.name);
    await button(dialog(page), "Save").click();
    await gone(page);
    await page.getByText(member.name).first().waitFor();
    assertEquals(
      await one(
        firm,
        `select collector_id as value from facility_staff where facility_id = '${facility}'`,
      ),
      member.user_id,
    );
    assertEquals(billing.complaints(), []);
    await billing.close();
  });
});
