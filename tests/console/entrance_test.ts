// How people come in: from an invitation to their pages in a browser of their own, and back in when they forgot how.
import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { VERSION } from "../../supabase/functions/_shared/version.ts";
import type { Page } from "playwright-core";
import { join } from "node:path";
import { CONSOLE } from "../../stack/console_build.ts";
import { codeOf, refusedOnly } from "../support/console/acts.ts";
import { inaccessible, isAccessible } from "../support/console/axe.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { openElsewhere, openLink, signedInAs } from "../support/console/mailed.ts";
import { type Person, signIn, visit } from "../support/console/person.ts";

const PHONE = 390;
const PASSWORD = "a-longer-password";
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).or(page.locator(`input[name="${label}"]`))
      .first().fill(value);
  }
}

/** Invites somebody from the list that they are on; the code, which is shown once. */
async function invite({ page }: Person, name: string): Promise<string> {
  await page.getByRole("button", { name: `Invite …: ${name}` }).click();
  await button(page, "Make the link").click();
  const code = codeOf(await dialog(page).getByLabel("Link, shown this once").inputValue());
  await button(page, "I have the link").click();
  await dialog(page).waitFor({ state: "detached" });
  return code;
}

/** Adds a contact to a facility. */
async function addContact(person: Person, facility: RegExp, name: string): Promise<string> {
  const { page } = person;
  await person.open("/people/facilities");
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
      await fill(page, { "Invitation code or link": "no-such-code" });
      await button(page, "Accept the invitation").click();
      await page.getByText("There is no invitation with this code that you could accept.")
        .waitFor();
      refusedOnly(lee);
    });
    await t.step("with the code their pages are there", async () => {
      await fill(page, { "Invitation code or link": code });
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
      await dialog(page).getByLabel("Invitation code or link").fill(code.replaceAll(/\d/g, "0"));
      await button(page, "Accept the invitation").click();
      await dialog(page).getByText("There is no invitation with this code").waitFor();
      assertEquals(await inaccessible(lee), []);
      refusedOnly(lee);
      await dialog(page).getByLabel("Invitation code or link").fill(second);
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
        const rows = page.getByRole("main").getByRole("listitem");
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
      await other.page.getByText("Somebody signs in with this address already.").waitFor();
      refusedOnly(other);
      await other.close();
    });
    await lee.close();
  },
);

consoleTest("console/who_forgot_their_password_sets_another_by_the_link_once", async (t, firm) => {
  const person = await visit(firm);
  const { page } = person;
  const email = "viewer@demo.example";
  let link = "";
  await t.step("asks for the link", async () => {
    await button(page, "Forgot your password?").click();
    await fill(page, { email });
    await button(page, "Send the link").click();
    await page.getByText(`If somebody signs in as ${email}`).waitFor();
    link = mailedLink(firm, email);
    assertEquals(person.complaints(), []);
    await person.close();
  });
  await t.step("a program that looks at the link spends nothing and signs nobody in", async () => {
    const scanner = await openElsewhere(firm, link);
    await heading(scanner.page, "You came by a link");
    await isAccessible(scanner);
    assertEquals(scanner.requests.filter((one) => one.includes("/auth/v1/")), []);
    assertEquals(await signedInAs(scanner), null);
    await scanner.close();
  });
  await t.step("opens it, says that it is theirs, and chooses a password", async () => {
    const again = await openElsewhere(firm, link);
    await button(again.page, "Go on").click();
    await heading(again.page, "Is that you?");
    await again.page.getByRole("strong").getByText(email).waitFor();
    await isAccessible(again);
    assertEquals(await signedInAs(again), null);
    await button(again.page, "Yes, that is me").click();
    await heading(again.page, "Set your password");
    await isAccessible(again);
    await fill(again.page, { password: PASSWORD, again: PASSWORD });
    await button(again.page, "Save the password").click();
    await heading(again.page, "Board");
    assertEquals(again.complaints(), []);
    await again.close();
  });
  await t.step("signs in with the new one, and changes it from the menu", async () => {
    const known = await visit(firm);
    await fill(known.page, { email, password: PASSWORD });
    await button(known.page, "Sign in").click();
    await heading(known.page, "Board");
    await known.page.getByRole("banner").getByRole("button").last().click();
    await known.page.getByRole("menuitem", { name: `Version ${VERSION}` }).waitFor();
    await known.page.getByRole("menuitem", { name: "Change the password" }).click();
    await heading(known.page, "Set your password");
    const chosen = "demo-password";
    await fill(known.page, { current: PASSWORD, password: chosen, again: chosen });
    await button(known.page, "Save the password").click();
    await heading(known.page, "Board");
    assertEquals(known.complaints(), []);
    await known.close();
  });
  await t.step("the link opens nothing a second time, also where the console is open", async () => {
    const late = await visit(firm);
    await late.page.goto(link);
    await button(late.page, "Go on").click();
    await late.page.getByText("This link was used already, or it is too old.").waitFor();
    await isAccessible(late);
    refusedOnly(late);
    await late.close();
  });
  await t.step(
    "the link is opened where the router leads elsewhere before its change is told",
    async () => {
      const led = await visit(firm);
      await heading(led.page, "Sign in");
      await led.page.evaluate(
        `dispatchEvent(new HashChangeEvent("hashchange", { newURL: ${JSON.stringify(link)} }))`,
      );
      await button(led.page, "Go on").waitFor();
      await led.close();
    },
  );
  await t.step("who loads the page of a link anew is told to open the link again", async () => {
    const lost = await openElsewhere(firm, link);
    await lost.page.reload();
    await lost.page.getByText("Open the link in your e-mail once more.").waitFor();
    assertEquals(lost.complaints(), []);
    await lost.close();
  });
});

consoleTest(
  "console/a_link_of_somebody_else_s_account_takes_nobody_s_place_unasked",
  async (t, firm) => {
    const asking = await visit(firm);
    await button(asking.page, "Forgot your password?").click();
    await fill(asking.page, { email: "recruiting@demo.example" });
    await button(asking.page, "Send the link").click();
    await asking.page.getByText("If somebody signs in as recruiting@demo.example").waitFor();
    await asking.close();
    const admin = await signIn(firm, "admin");
    const { page } = admin;
    await t.step("whose account it opens is told first", async () => {
      await openLink(admin, mailedLink(firm, "recruiting@demo.example"));
      await button(page, "Go on").click();
      await heading(page, "Is that you?");
      await page.getByRole("strong").getByText("recruiting@demo.example").waitFor();
      await page.getByText("You are signed in here as admin@demo.example.").waitFor();
      await isAccessible(admin);
      assertEquals(await signedInAs(admin), "admin@demo.example");
    });
    await t.step("who says no stays who they are", async () => {
      await button(page, "No, that is not me").click();
      await page.getByText("You are still signed in as admin@demo.example.").waitFor();
      await isAccessible(admin);
      await button(page, "Go on").click();
      await heading(page, "Board");
      assertEquals(await signedInAs(admin), "admin@demo.example");
      assertEquals(admin.complaints(), []);
    });
    await t.step("a page on which a code is entered names the account that it is for", async () => {
      await page.getByRole("banner").getByRole("button").last().click();
      await page.getByRole("menuitem", { name: "Enter an invitation code …" }).click();
      await dialog(page).getByRole("strong").getByText("admin@demo.example").waitFor();
    });
    await admin.close();
  },
);

consoleTest("console/a_password_is_changed_only_by_who_knows_it", async (t, firm) => {
  const person = await signIn(firm, "payroll");
  const { page } = person;
  const save = async (current: string, password: string) => {
    await fill(page, { current, password, again: password });
    await button(page, "Save the password").click();
  };
  await person.open("/set-password");
  await t.step("whoever finds a screen open changes nothing", async () => {
    await page.getByRole("strong").getByText("payroll@demo.example").waitFor();
    await isAccessible(person);
    await save("not-the-password", PASSWORD);
    await page.getByText("That is not your current password.").waitFor();
    await isAccessible(person);
    refusedOnly(person);
    await (await signIn(firm, "payroll")).close();
  });
  await t.step("the password that they have is none", async () => {
    await save("demo-password", "demo-password");
    await page.getByText("That is the password you have.").waitFor();
    refusedOnly(person);
  });
  await t.step("with the right one it is changed, and the session goes on", async () => {
    await save("demo-password", PASSWORD);
    await heading(page, "Board");
    await page.getByText("The password is saved").waitFor();
    assertEquals(person.complaints(), []);
    await page.reload();
    await heading(page, "Board");
    await person.open("/set-password");
    await save(PASSWORD, "demo-password");
    await heading(page, "Board");
  });
  await t.step("signed out, there is none to change", async () => {
    const nobody = await visit(firm);
    await nobody.page.goto(`${firm.url}/#/set-password`);
    await nobody.page.reload();
    await nobody.page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await nobody.close();
  });
  await person.close();
});
