// People come to sign in, and what stands in the way of pay and raises is said before somebody acts: done in the browser
// and looked up in the database.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { type Person, signIn } from "../support/console/person.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const gone = (page: Page) => dialog(page).waitFor({ state: "detached" });

/** What a refused request leaves in the browser's log is expected here. */
function refusedOnly(person: Person): void {
  const others = person.complaints().filter((line) =>
    !/^(4\d\d )|the server responded with a status of 4/i.test(line)
  );
  assert.deepEqual(others, []);
}

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
  await dialog(page).getByRole("button", { name: "Make the code" }).click();
  const code = await dialog(page).getByLabel("Code, shown this once").inputValue();
  await dialog(page).getByRole("button", { name: "I have the code" }).click();
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
    assert.match(code, /^[0-9a-f-]{72}$/);
    assert.equal(await page.getByText(code).count(), 0);
    await page.getByText(/^invited, good until/).waitFor();
  });
  await t.step(
    "who is nobody of the firm is asked for the code, and told when it is wrong",
    async () => {
      const { page } = nia;
      await page.getByLabel("Invitation code").fill("no-such-code");
      await page.getByRole("button", { name: "Accept the invitation" }).click();
      await page.getByText("There is no invitation with this code that you could accept.")
        .waitFor();
      refusedOnly(nia);
    },
  );
  await t.step("with the code they are in, as whom they were invited", async () => {
    const { page } = nia;
    await page.getByLabel("Invitation code").fill(` ${code} `);
    await page.getByRole("button", { name: "Accept the invitation" }).click();
    await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
    await page.getByRole("menuitem", { name: "Cash" }).click();
    await page.getByRole("heading", { level: 1, name: "Money received" }).waitFor();
    assert.deepEqual(nia.complaints(), []);
    const [row] = await firm.sql`
      select user_id = (select id from auth.users where email = 'nia@demo.example') as is_nia
        from public.staff_members where name = 'Nia Brooks'`;
    assert.equal(row?.["is_nia"], true);
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
    assert.equal(row?.["user_id"], null);
    await nia.page.reload();
    await nia.page.getByLabel("Invitation code").waitFor();
  });
  await admin.close();
  await nia.close();
});

consoleTest("console/people_are_corrected_and_what_stands_in_the_way_is_said", async (t, firm) => {
  await t.step(
    "billing adds a contact of a facility, invites them, and takes it back",
    async () => {
      const person = await signIn(firm, "billing");
      const { page } = person;
      await person.open("/settings/facilities");
      await page.getByRole("link", { name: /^Harrow Road/ }).click();
      await page.getByRole("button", { name: "Add a contact" }).click();
      await dialog(page).getByLabel("Name").fill("Lee Park");
      await dialog(page).getByRole("button", { name: "Add them" }).click();
      await gone(page);
      await invite(person, "Lee Park");
      await page.getByRole("button", { name: "Withdraw: Lee Park" }).click();
      await dialog(page).getByRole("button", { name: "Yes, do it" }).click();
      await gone(page);
      await page.getByText("not invited").waitFor();
      const [row] = await firm.sql`
      select invited.state, facility.name as facility
        from public.invitations as invited
        join public.facility_contacts as contact on contact.id = invited.row_id
        join public.facilities as facility on facility.id = contact.facility_id
       where invited.name = 'Lee Park'`;
      assert.equal(row?.["state"], "withdrawn");
      assert.match(row?.["facility"], /^Harrow Road/);
      await page.getByRole("button", { name: "Change … Lee Park" }).click();
      await dialog(page).getByLabel("Active").uncheck();
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await gone(page);
      const [contact] = await firm
        .sql`select is_active from public.facility_contacts where name = 'Lee Park'`;
      assert.equal(contact?.["is_active"], false);
      assert.deepEqual(person.complaints(), []);
      await person.close();
    },
  );
  await t.step(
    "recruiting corrects an e-mail address, and is told whose it is already",
    async () => {
      const person = await signIn(firm, "recruiting");
      const { page } = person;
      await person.open("/people/contractors");
      await page.getByRole("button", { name: "Correct …: Keiko Abbott" }).click();
      await dialog(page).getByLabel("E-mail").fill("hiro.baker@example.com");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await dialog(page).locator('[name="email"][aria-invalid="true"]').waitFor();
      await dialog(page).getByLabel("E-mail").fill("keiko@example.com");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await gone(page);
      const [row] = await firm
        .sql`select first_name from public.contractors where email = 'keiko@example.com'`;
      assert.equal(row?.["first_name"], "Keiko");
      refusedOnly(person);
      await person.close();
    },
  );
  await t.step(
    "payroll sees what keeps a period from closing, and who approved a batch",
    async () => {
      const person = await signIn(firm, "payroll");
      const { page } = person;
      const [period] = await firm.sql<{ id: string; entries: number; people: number }[]>`
      select period.id, count(*)::int as entries, count(distinct obstacle.contractor_id)::int as people
        from public.payroll_periods as period
       cross join lateral public.payroll_period_obstacles(period.id) as obstacle
       where period.status = 'open' and obstacle.next_step = 'approve'
       group by period.id, period.period_start order by period.period_start limit 1`;
      await person.open(`/payroll/periods/${period?.id}`);
      const name = `${period?.entries} time entries wait for approval`;
      const waiting = page.getByRole("table", { name });
      assert.equal(await waiting.getByRole("row").count() - 1, period?.people);
      await page.getByRole("link", { name: "Approve them or send them back" }).click();
      await page.getByRole("heading", { level: 1, name: "Time to approve" }).waitFor();
      await person.open("/payroll/periods");
      await page.getByRole("button", { name: "Prepare a batch" }).first().click();
      await page.getByRole("button", { name: "Hand over for review" }).click();
      await page.getByText(/, Priya Nair$/).nth(1).waitFor();
      const [flags] = await firm.sql<{ people: number; looks: number }[]>`
      select count(*)::int as people,
             count(*) filter (where 'first_pay' = any (exceptions))::int as looks
        from public.payroll_batch_review(
             (select id from public.payroll_batches where status = 'in_review'))`;
      const paid = page.getByRole("table", { name: "Per contractor" });
      assert.equal(await paid.getByRole("row").count() - 2, flags?.people);
      assert.equal(await paid.getByText("first pay").count(), flags?.looks);
      assert.deepEqual(person.complaints(), []);
      await person.close();
    },
  );
  await t.step("a raise says what it touches before it is applied", async () => {
    const [hit] = await firm.sql<{ id: string; assignment_id: string }[]>`
      select id, assignment_id from public.rate_hits where reason = 'Agreed late'`;
    const person = await signIn(firm, "admin");
    const { page } = person;
    await person.open(`/people/assignments/${hit?.assignment_id}`);
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    const reached = await firm.sql<{ documents: number }[]>`
      select * from public.rate_hit_reach(${hit?.id ?? ""}) where documents > 0`;
    const table = dialog(page).getByRole("table", { name: "What it touches" });
    await table.waitFor();
    assert.equal(await table.getByRole("row").count() - 1, reached.length);
    assert(reached.length > 0);
    await dialog(page).getByLabel("Also if it reaches time that is billed or paid").check();
    await dialog(page).getByRole("button", { name: "Apply", exact: true }).click();
    await person.settle();
    await page.getByText(/, Ruth Keller$/).waitFor();
    await person.close();
  });
});
