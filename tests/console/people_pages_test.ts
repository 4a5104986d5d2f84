// The weeks of recruiting and of an admin, and how people come to sign in: done in the browser and looked up in the
// database.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import {
  button,
  chooseByText,
  chooseFirst,
  codeOf,
  dialog,
  fill,
  gone,
  one,
  refusedOnly,
  say,
} from "../support/console/acts.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { type Person, signIn } from "../support/console/person.ts";

/** Somebody has a sign-in, and is nobody of the firm yet. */
async function signUp({ stack }: ConsoleFirm, name: string): Promise<void> {
  const answer = await fetch(`${stack.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: stack.keys.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email: `${name}@demo.example`, password: "demo-password" }),
  });
  assert(answer.ok, await answer.text());
}

/** Invites somebody from the list that they are on; the code, which is shown once. */
async function invite(person: Person, name: string): Promise<string> {
  const { page } = person;
  await page.getByRole("button", { name: `Invite …: ${name}` }).click();
  await dialog(page).getByRole("button", { name: "Make the link" }).click();
  const code = codeOf(await dialog(page).getByLabel("Link, shown this once").inputValue());
  await dialog(page).getByRole("button", { name: "I have the link" }).click();
  await gone(page);
  return code;
}

consoleTest("console/who_is_invited_accepts_in_a_browser_of_their_own", async (t, firm) => {
  const admin = await signIn(firm, "admin");
  await signUp(firm, "nia");
  const nia = await signIn(firm, "nia");
  let code = "";
  await t.step("an admin adds somebody of the staff, and is shown the code once", async () => {
    const { page } = admin;
    await admin.open("/settings/staff");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await dialog(page).getByLabel("Name").fill("Nia Brooks");
    await dialog(page).getByLabel("E-mail").fill("nia@demo.example");
    await dialog(page).getByRole("button", { name: "Add", exact: true }).click();
    await gone(page);
    code = await invite(admin, "Nia Brooks");
    assertMatch(code, /^[0-9a-f-]{72}$/);
    assertStrictEquals(await page.getByText(code).count(), 0);
    await page.getByText(/^invited, good until/).waitFor();
  });
  await t.step(
    "who is nobody of the firm is asked for the code, and told when it is wrong",
    async () => {
      const { page } = nia;
      await page.getByLabel("Invitation code or link").fill("no-such-code");
      await page.getByRole("button", { name: "Accept the invitation" }).click();
      await page.getByText("There is no invitation with this code that you could accept.")
        .waitFor();
      refusedOnly(nia);
    },
  );
  await t.step("with the code they are in, as whom they were invited", async () => {
    const { page } = nia;
    await page.getByLabel("Invitation code or link").fill(` ${code} `);
    await page.getByRole("button", { name: "Accept the invitation" }).click();
    await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
    await page.getByRole("menuitem", { name: "Cash" }).click();
    await page.getByRole("heading", { level: 1, name: "Money received" }).waitFor();
    assertEquals(nia.complaints(), []);
    const [row] = await firm.sql`
      select user_id = (select id from auth.users where email = 'nia@demo.example') as is_nia
        from public.staff_members where name = 'Nia Brooks'`;
    assertEquals(row?.["is_nia"], true);
  });
  await t.step("the list of invitations says by whom, and that it was accepted", async () => {
    await admin.open("/people/invitations");
    const row = admin.page.getByRole("row", { name: /Nia Brooks.*staff.*accepted.*Ruth Keller/ });
    await row.waitFor();
  });
  await t.step("who is unlinked is nobody again", async () => {
    const { page } = admin;
    await admin.open("/settings/staff");
    await page.reload();
    await page.getByRole("button", { name: "Unlink: Nia Brooks" }).click();
    await dialog(page).getByRole("button", { name: "Yes, do it" }).click();
    await gone(page);
    const [row] = await firm
      .sql`select user_id from public.staff_members where name = 'Nia Brooks'`;
    assertEquals(row?.["user_id"], null);
    await nia.page.reload();
    await nia.page.getByLabel("Invitation code or link").waitFor();
  });
  await admin.close();
  await nia.close();
});

consoleTest("console/recruitings_week", async (t, firm) => {
  const person = await signIn(firm, "recruiting");
  const { page } = person;
  await t.step("adds a candidate", async () => {
    await person.open("/people/candidates");
    await button(page, "Add").click();
    await fill(page, { "First name": "Mara", "Last name": "Aaron", "E-mail": "mara@example.com" });
    await button(dialog(page), "Add them").click();
    await gone(page);
    await page.getByRole("button", { name: "Place: Mara Aaron" }).waitFor();
  });
  await t.step("places them, and is told which field is wrong", async () => {
    await page.getByRole("button", { name: "Place: Mara Aaron" }).click();
    await chooseFirst(page, "Facility");
    await dialog(page).getByText(/^It begins with the law of /).waitFor();
    await fill(page, { "Bill rate": "60", "Pay rate": "62.5" });
    await dialog(page).getByText("-$2.50 an hour").waitFor();
    await button(dialog(page), "Place them").click();
    await dialog(page).getByRole("alert").waitFor();
    await dialog(page).locator('[name="pay_rate"][aria-invalid="true"]').waitFor();
    await fill(page, { "Bill rate": "95" });
    await button(dialog(page), "Place them").click();
    await page.getByRole("heading", { name: /^Mara Aaron at/ }).waitFor();
    await page.getByRole("table", { name: "Rates" }).getByRole("row", {
      name: /95\.00.*62\.50.*32\.50/,
    })
      .waitFor();
    refusedOnly(person);
  });
  await t.step("finds no raise to enter: billing and payroll agree on those", async () => {
    assertStrictEquals(await button(page, "Add a raise").count(), 0);
    assertStrictEquals(await button(page, "Apply").count(), 0);
  });
  await t.step("extends one contract and lets another go", async () => {
    await person.open("/people/renewals");
    const extend = page.getByRole("button", { name: /^Extend …/ });
    const before = await extend.count();
    const declined =
      "select count(*)::int as value from contract_renewals where status = 'declined'";
    const declinedBefore = await one<number>(firm, declined);
    await extend.last().click();
    await button(dialog(page), "Extend").click();
    await gone(page);
    await person.settle();
    assertStrictEquals(await extend.count(), before - 1);
    await page.getByRole("button", { name: /^Let go/ }).last().click();
    await button(dialog(page), "Yes, do it").click();
    await gone(page);
    await person.settle();
    assertStrictEquals(await extend.count(), before - 2);
    assertStrictEquals(await one(firm, declined), declinedBefore + 1);
  });
  await t.step("corrects an e-mail address, and is told whose it is already", async () => {
    await person.open("/people/contractors");
    await page.getByRole("button", { name: "Correct …: Keiko Abbott" }).click();
    await fill(page, { "E-mail": "hiro.baker@example.com" });
    await button(dialog(page), "Save").click();
    await dialog(page).locator('[name="email"][aria-invalid="true"]').waitFor();
    await fill(page, { "E-mail": "keiko@example.com" });
    await button(dialog(page), "Save").click();
    await gone(page);
    assertEquals(
      await one(
        firm,
        "select first_name as value from contractors where email = 'keiko@example.com'",
      ),
      "Keiko",
    );
    refusedOnly(person);
  });
  await t.step("sees the raise that billing has agreed to, with what it reaches", async () => {
    const [hit] = await firm.sql<{ id: string; assignment_id: string; rate: string }[]>`
      select hit.id, hit.assignment_id,
             to_char((select bill_rate from public.assignment_rates as rate
                       where rate.assignment_id = hit.assignment_id
                         and rate.effective_from <= hit.effective_on
                       order by rate.effective_from desc limit 1) + hit.bill_rate_change, 'FM$999.00') as rate
        from public.rate_hits as hit where hit.reason = 'Agreed late'`;
    const reached = await firm.sql`
      select from public.rate_hit_reach(${hit?.id ?? ""}) where documents > 0`;
    assert(reached.length > 0);
    const billing = await signIn(firm, "billing");
    await billing.open(`/people/assignments/${hit?.assignment_id}`);
    await button(billing.page, "Apply").click();
    const table = dialog(billing.page).getByRole("table", { name: "What it touches" });
    await table.waitFor();
    assertStrictEquals(await table.getByRole("row").count() - 1, reached.length);
    await button(dialog(billing.page), "Apply").click();
    await dialog(billing.page).getByRole("alert").waitFor();
    await dialog(billing.page).getByLabel("Also if it reaches time that is billed or paid").check();
    await button(dialog(billing.page), "Apply").click();
    await gone(billing.page);
    await billing.page.getByText(/, Marcus Webb$/).waitFor();
    refusedOnly(billing);
    await billing.close();
    await person.open(`/people/assignments/${hit?.assignment_id}`);
    await page.getByRole("table", { name: "Rates" }).getByText(hit?.rate ?? "").first().waitFor();
  });
  await person.close();
});

consoleTest("console/an_admins_week", async (t, firm) => {
  const person = await signIn(firm, "admin");
  const { page } = person;
  await t.step("changes the firm's settings", async () => {
    await person.open("/settings/firm");
    await button(page, "Change …").click();
    await fill(page, { "Prefix of invoice numbers": "ACME" });
    await button(dialog(page), "Save").click();
    await gone(page);
    await page.getByText("ACME").waitFor();
    assertEquals(
      await one(firm, "select invoice_number_prefix as value from organization_settings"),
      "ACME",
    );
  });
  await t.step("chooses a time zone of those that there are", async () => {
    await button(page, "Change …").click();
    await dialog(page).getByLabel("Time zone").fill("Mars");
    await page.getByText(/^No (options|results|matching)/).first().waitFor();
    await chooseByText(page, "Time zone", "chicago", "Central time (Chicago)");
    await button(dialog(page), "Save").click();
    await gone(page);
    await page.getByText("Central time (Chicago)").waitFor();
    await button(page, "Change …").click();
    await chooseByText(page, "Time zone", "Mountain", "Mountain time (Denver)");
    await button(dialog(page), "Save").click();
    await gone(page);
    const zone = "select operating_timezone as value from organization_settings";
    assertEquals(await one(firm, zone), "America/Denver");
  });
  await t.step("changes what somebody may do, and finds it in the log", async () => {
    await person.open("/settings/staff");
    await page.getByRole("button", { name: "Change … Grace Liu" }).click();
    await dialog(page).getByLabel("recruiting").check();
    await button(dialog(page), "Save").click();
    await gone(page);
    await person.open("/settings/log");
    await page.getByRole("button", { name: /^See: .*Grace Liu/ }).first().click();
    await page.getByRole("cell", { name: "viewer, recruiting", exact: true }).waitFor();
    await page.getByRole("cell", { name: "Roles", exact: true }).waitFor();
    await page.getByText("Ruth Keller").first().waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
  });
  await t.step("who is changed finds more at their next page", async () => {
    const viewer = await signIn(firm, "viewer");
    await viewer.open("/people/candidates");
    await button(viewer.page, "Add").waitFor();
    await viewer.close();
  });
  await t.step("looks at what the jobs did, and runs one now", async () => {
    const runs = () =>
      one<number>(firm, "select count(*)::int as value from job_runs where job = 'lock-ended'");
    const before = await runs();
    await person.open("/settings/jobs");
    await page.getByText("Each night it locks the time of assignments that ended").waitFor();
    await page.getByRole("cell", { name: "Compute interest", exact: true }).first().waitFor();
    await button(page, "Run now: Lock ended assignments").click();
    await page.getByText("Lock ended assignments: done").waitFor();
    assertEquals(await runs(), before + 1);
  });
  await t.step("may not leave the firm without an admin", async () => {
    await person.open("/settings/staff");
    await page.getByRole("button", { name: "Change … Ruth Keller" }).click();
    await dialog(page).getByLabel("Active").uncheck();
    await button(dialog(page), "Save").click();
    await dialog(page).getByRole("alert").waitFor();
    refusedOnly(person);
  });
  await person.close();
});

consoleTest("console/billing_adds_a_contact_invites_them_and_takes_it_back", async (_t, firm) => {
  const person = await signIn(firm, "billing");
  const { page } = person;
  await person.open("/people/facilities");
  await page.getByRole("link", { name: /^Harrow Road/ }).click();
  await say(page, "Add a contact", { "Name": "Lee Park" }, "Add them");
  await gone(page);
  await invite(person, "Lee Park");
  await page.getByRole("button", { name: "Withdraw: Lee Park" }).click();
  await button(dialog(page), "Yes, do it").click();
  await gone(page);
  await page.getByText("not invited").waitFor();
  const [row] = await firm.sql`
    select invited.state, facility.name as facility
      from public.invitations as invited
      join public.facility_contacts as contact on contact.id = invited.row_id
      join public.facilities as facility on facility.id = contact.facility_id
     where invited.name = 'Lee Park'`;
  assertEquals(row?.["state"], "withdrawn");
  assertMatch(row?.["facility"], /^Harrow Road/);
  await page.getByRole("button", { name: "Change … Lee Park" }).click();
  await dialog(page).getByLabel("Active").uncheck();
  await button(dialog(page), "Save").click();
  await gone(page);
  assertEquals(
    await one(firm, "select is_active as value from facility_contacts where name = 'Lee Park'"),
    false,
  );
  // The list of invitations leads to where the person stands.
  await person.open("/people/invitations");
  await page.getByRole("link", { name: "Lee Park", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /^Harrow Road/ }).waitFor();
  assertEquals(person.complaints(), []);
  await person.close();
});
