// How people come in: from an invitation to their pages in a browser of their own, and back in when they forgot how.
import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { VERSION } from "../../supabase/functions/_shared/version.ts";
import type { Page } from "playwright-core";
import { join } from "node:path";
import { CONSOLE } from "../../stack/console_build.ts";
import { inaccessible } from "../support/console/axe.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { type Person, signIn, visit } from "../support/console/person.ts";

const PHONE = 390;
const PASSWORD = "a-longer-password";
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

/** Lines in the browser's log that a refused request leaves; they are expected here. */
function refusedOnly(person: Person): void {
  const others = person.complaints().filter((line) =>
    !/^(4\d\d )|the server responded with a status of 4/i.test(line)
  );
  assertEquals(others, []);
}

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).or(page.locator(`input[name="${label}"]`))
      .first().fill(value);
  }
}

/** Invites somebody from the list that they are on; the code, which is shown once. */
async function invite({ page }: Person, name: string): Promise<string> {
  await page.getByRole("button", { name: `Invite …: ${name}` }).click();
  await button(page, "Make the code").click();
  const code = await dialog(page).getByLabel("Code, shown this once").inputValue();
  await button(page, "I have the code").click();
  await dialog(page).waitFor({ state: "detached" });
  return code;
}

/** Adds a contact to a facility. */
async function addContact(person: Person, facility: RegExp, name: string): Promise<string> {
  const { page } = person;
  await person.open("/settings/facilities");
  await page.getByRole("link", { name: facility }).click();
  await button(page, "Add a contact").click();
  await dialog(page).getByLabel("Name").fill(name);
  await button(page, "Add them").click();
  await dialog(page).waitFor({ state: "detached" });
  return await invite(person, name);
}

/** The link in the newest mail to somebody. */
function mailedLink({ said }: ConsoleFirm, to: string): string {
  const [link = ""] = said.slice(said.findLastIndex((line) => line.startsWith(`[mail] to ${to}: `)))
    .flatMap((line) => line.startsWith("[mail] http") ? [line.slice("[mail] ".length)] : []);
  assertNotStrictEquals(link, "", `no mail to ${to}: ${said.join("\n")}`);
  return link;
}

consoleTest(
  "console/who_is_invited_signs_up_and_enters_one_code_after_another",
  async (t, firm) => {
    const admin = await signIn(firm, "admin");
    const code = await addContact(admin, /^Harrow Road/, "Lee Park");
    const second = await addContact(admin, /^Pikes Peak/, "Lee Park again");
    assertEquals(admin.complaints(), []);
    await admin.close();
    const lee = await visit(firm, { width: PHONE });
    const { page } = lee;
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.evaluate(await Deno.readTextFile(join(CONSOLE, "node_modules/axe-core/axe.min.js")));

    await t.step("whoever has no password yet chooses one, twice the same", async () => {
      await button(page, "Invited, and no password yet?").click();
      await heading(page, "Choose a password");
      assertEquals(await inaccessible(lee), []);
      await fill(page, { email: "lee@example.com", password: PASSWORD, again: "another" });
      await button(page, "Go on to the code").click();
      await page.getByText("The two are not the same.").waitFor();
      assertEquals(lee.requests.filter((one) => one.includes("/auth/v1/")), []);
      await fill(page, { again: PASSWORD });
      await button(page, "Go on to the code").click();
      await heading(page, "Nothing here for you yet");
      assertEquals(lee.complaints(), []);
    });
    await t.step("a wrong code is refused in words", async () => {
      await fill(page, { "Invitation code": "no-such-code" });
      await button(page, "Accept the invitation").click();
      await page.getByText("There is no invitation with this code that you could accept.")
        .waitFor();
      refusedOnly(lee);
    });
    await t.step("with the code their pages are there", async () => {
      await fill(page, { "Invitation code": code });
      await button(page, "Accept the invitation").click();
      await heading(page, "Time to approve");
      await lee.open("/facility-account");
      await page.getByRole("heading", { name: /^Statement: Harrow Road/ }).waitFor();
      assertStrictEquals(await page.getByLabel("Facility", { exact: true }).count(), 0);
      assertEquals(lee.complaints(), []);
    });
    await t.step("who has a place enters a second code, and is told when it is wrong", async () => {
      await page.getByRole("banner").getByRole("button").last().click();
      await page.getByRole("menuitem", { name: "Enter an invitation code …" }).click();
      await dialog(page).getByLabel("Invitation code").fill(code.replaceAll(/\d/g, "0"));
      await button(page, "Accept the invitation").click();
      await dialog(page).getByText("There is no invitation with this code").waitFor();
      assertEquals(await inaccessible(lee), []);
      refusedOnly(lee);
      await dialog(page).getByLabel("Invitation code").fill(second);
      await button(page, "Accept the invitation").click();
      await dialog(page).waitFor({ state: "detached" });
      const [row] = await firm.sql`
      select count(*)::int as places from public.facility_contacts as contact
        join auth.users as person on person.id = contact.user_id
       where person.email = 'lee@example.com'`;
      assertEquals(row?.["places"], 2);
    });
    await t.step("who speaks for several facilities chooses one, for all their pages", async () => {
      await lee.settle();
      await page.getByText("Choose a facility on top to see its statement.").waitFor();
      await page.getByLabel("Facility", { exact: true }).click();
      await page.getByRole("option", { name: /^Pikes Peak/ }).click();
      await page.getByRole("heading", { name: /^Statement: Pikes Peak/ }).waitFor();
      for (const path of ["/facility-invoices", "/facility-time/all"]) {
        await lee.open(path);
        const rows = page.getByRole("table").getByRole("row");
        await rows.nth(2).waitFor();
        const cells = await rows.filter({ hasText: "Harrow Road" }).count();
        assertStrictEquals(cells, 0, path);
      }
      const asked = lee.requests.filter((one) => one.includes("/facility_time?")).at(-1) ?? "";
      assertEquals(
        decodeURIComponent(asked).match(/facility_id=in\.\(([^)]*)\)/)?.[1]?.split(",").length,
        1,
      );
      await lee.open("/facility-time/approve");
      assertStrictEquals(await page.getByText(/^Harrow Road/).count(), 0);
      assertEquals(lee.complaints(), []);
    });
    await t.step("an address that has a sign-in is not made again", async () => {
      const other = await visit(firm);
      await button(other.page, "Invited, and no password yet?").click();
      await fill(other.page, { email: "lee@example.com", password: PASSWORD, again: PASSWORD });
      await button(other.page, "Go on to the code").click();
      await other.page.getByText("Ask whoever invited you to have your sign-in made.").waitFor();
      refusedOnly(other);
      await other.close();
    });
    await lee.close();
  },
);

consoleTest("console/who_forgot_their_password_sets_another_by_the_link_once", async (t, firm) => {
  const person = await visit(firm);
  const { page } = person;
  let link = "";
  await t.step("asks for the link", async () => {
    await button(page, "Forgot your password?").click();
    await fill(page, { email: "viewer@demo.example" });
    await button(page, "Send the link").click();
    await page.getByText(/^If somebody signs in as viewer@demo.example/).waitFor();
    link = mailedLink(firm, "viewer@demo.example");
    assertEquals(person.complaints(), []);
    await person.close();
  });
  await t.step("opens it, and chooses a password; the token leaves the address", async () => {
    const again = await visit(firm);
    await again.page.goto("about:blank");
    await again.page.goto(link);
    await heading(again.page, "Set your password");
    await again.settle();
    assertEquals(again.page.url(), `${firm.url}/#/set-password`);
    await fill(again.page, { password: PASSWORD, again: PASSWORD });
    await button(again.page, "Save the password").click();
    await heading(again.page, "Board");
    assertEquals(again.complaints(), []);
    await again.close();
  });
  await t.step("signs in with the new one, and changes it from the menu", async () => {
    const known = await visit(firm);
    await fill(known.page, { email: "viewer@demo.example", password: PASSWORD });
    await button(known.page, "Sign in").click();
    await heading(known.page, "Board");
    await known.page.getByRole("banner").getByRole("button").last().click();
    await known.page.getByRole("menuitem", { name: `Version ${VERSION}` }).waitFor();
    await known.page.getByRole("menuitem", { name: "Change the password" }).click();
    await heading(known.page, "Set your password");
    await fill(known.page, { password: "demo-password", again: "demo-password" });
    await button(known.page, "Save the password").click();
    await heading(known.page, "Board");
    assertEquals(known.complaints(), []);
    await known.close();
  });
  await t.step("the link opens nothing a second time", async () => {
    const late = await visit(firm);
    await late.page.goto("about:blank");
    await late.page.goto(link);
    await late.page.getByText("A link works once, and for a short time. Ask for a new one.")
      .waitFor();
    refusedOnly(late);
    await late.close();
  });
});
