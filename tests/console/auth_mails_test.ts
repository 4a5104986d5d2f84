// How people end who come by the mails of a real Supabase Auth: with our templates and with its own, in the browser that
// asked for the mail and in another one.
import { assertEquals } from "@std/assert";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Page } from "playwright-core";
import { button, enter, refusedOnly } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import {
  type MailedFirm,
  mailedTest,
  openElsewhere,
  openLink,
  signedInAs,
  type Templates,
} from "../support/console/mailed.ts";
import { type Person, signIn, visit } from "../support/console/person.ts";

const PASSWORD = "a-longer-password";
const BOTH: readonly Templates[] = ["our", "Auth's own"];
const CONFIRMING = { GOTRUE_MAILER_AUTOCONFIRM: "false" };
const named = (templates: Templates) => `by_${templates.replace("'", "").replace(" ", "_")}_mail`;

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** A program with the secret key, as the dashboard is one, or with the publishable one. */
function program({ url, stack: { keys } }: MailedFirm, key: "secret" | "publishable") {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  return createClient(url, keys[`${key}Key`], options);
}

async function invite(firm: MailedFirm, email: string): Promise<string> {
  const { error } = await program(firm, "secret").auth.admin.inviteUserByEmail(email);
  assertEquals(error, null);
  return await firm.link(email);
}

/** Asks for the mail of a forgotten password, on the page that offers it. */
async function forget({ page }: Person, email: string): Promise<void> {
  await enter(page, { email });
  await button(page, "Send the link").click();
  await page.getByText(`If somebody signs in as ${email}`).waitFor();
}

/** Says that the account of a link is theirs. Until then nobody is signed in. */
async function isMe(person: Person, email: string, before: string | null = null): Promise<void> {
  const { page } = person;
  const open = button(page, "Go on");
  if (await page.getByRole("heading", { name: "You came by a link" }).count() > 0) {
    await open.click();
  }
  await heading(page, "Is that you?");
  await page.getByRole("strong").getByText(email, { exact: true }).waitFor();
  assertEquals(await signedInAs(person), before);
  await button(page, "Yes, that is me").click();
}

/** Chooses the password that a link asks for, and is in. */
async function choose(person: Person, email: string, then: string): Promise<void> {
  const { page } = person;
  await heading(page, "Set your password");
  await page.getByRole("strong").getByText(email, { exact: true }).waitFor();
  await enter(page, { password: PASSWORD, again: PASSWORD });
  await button(page, "Save the password").click();
  await heading(page, then);
  await person.settle();
  assertEquals(await signedInAs(person), email);
}

async function signsIn(person: Person, email: string, then: string): Promise<void> {
  await enter(person.page, { email, password: PASSWORD });
  await button(person.page, "Sign in").click();
  await heading(person.page, then);
}

async function endsAsUsed(firm: MailedFirm, link: string): Promise<Person> {
  const late = await openElsewhere(firm, link);
  const open = button(late.page, "Go on");
  if (await open.count() > 0) await open.click();
  await late.page.getByText("This link was used already, or it is too old.").waitFor();
  await heading(late.page, "Forgot your password?");
  refusedOnly(late);
  return late;
}

for (const templates of BOTH) {
  const isOurs = templates === "our";

  mailedTest(
    `console/a_forgotten_password_ends_with_a_new_one_${named(templates)}`,
    { templates },
    async (t, firm) => {
      const email = "viewer@demo.example";
      const person = await visit(firm);
      await button(person.page, "Forgot your password?").click();
      let link = "";
      await t.step("in the browser that asked for it", async () => {
        await forget(person, email);
        link = await firm.link(email);
        await openLink(person, link);
        await isMe(person, email);
        await choose(person, email, "Board");
        assertEquals(person.complaints(), []);
      });
      await t.step("and the link is good once, which is said", async () => {
        await (await endsAsUsed(firm, link)).close();
      });
      await t.step("in another browser", async () => {
        const asking = await visit(firm);
        await button(asking.page, "Forgot your password?").click();
        await forget(asking, "billing@demo.example");
        const other = await openElsewhere(firm, await firm.link("billing@demo.example"));
        if (!isOurs) {
          await other.page.getByText("This link opens nothing in this browser.").waitFor();
          await forget(other, "billing@demo.example");
          await openLink(other, await firm.link("billing@demo.example"));
        }
        await isMe(other, "billing@demo.example");
        await choose(other, "billing@demo.example", "Board");
        await other.close();
        await asking.close();
      });
      await t.step("a used link leaves whoever is signed in where they are", async () => {
        await openLink(person, link);
        if (isOurs) await button(person.page, "Go on").click();
        await person.page.getByText(`You are still signed in as ${email}.`).waitFor();
        await button(person.page, "Go on").click();
        await heading(person.page, "Board");
        await person.close();
      });
    },
  );

  mailedTest(
    `console/who_signs_up_confirms_their_address_${named(templates)}`,
    { templates, settings: CONFIRMING },
    async (t, firm) => {
      const signUp = async (email: string) => {
        const person = await visit(firm);
        await button(person.page, "Invited, and no password yet?").click();
        await enter(person.page, { email, password: PASSWORD, again: PASSWORD });
        await button(person.page, "Go on to the code").click();
        await person.page.getByText(`If nobody signs in as ${email} yet`).waitFor();
        return person;
      };
      const isIn = async (person: Person, email: string) => {
        await isMe(person, email);
        await person.page.getByText("Your address is confirmed.").waitFor();
        await button(person.page, "Go on").click();
        await heading(person.page, "Nothing here for you yet");
        await person.page.getByRole("strong").getByText(email, { exact: true }).waitFor();
        assertEquals(await signedInAs(person), email);
        assertEquals(person.complaints(), []);
      };
      await t.step("in the browser in which they signed up", async () => {
        const ada = await signUp("ada@example.com");
        await openLink(ada, await firm.link("ada@example.com"));
        await isIn(ada, "ada@example.com");
        await ada.close();
      });
      await t.step("in another browser", async () => {
        const bea = await signUp("bea@example.com");
        const other = await openElsewhere(firm, await firm.link("bea@example.com"));
        if (isOurs) await isIn(other, "bea@example.com");
        else {
          await other.page.getByText("Your address is confirmed.").waitFor();
          await signsIn(other, "bea@example.com", "Nothing here for you yet");
        }
        await other.close();
        await bea.close();
      });
      await t.step("who lost that mail gets in by that of a forgotten password", async () => {
        const cy = await signUp("cy@example.com");
        await firm.link("cy@example.com");
        await button(cy.page, "I have a password: sign in").click();
        await enter(cy.page, { email: "cy@example.com", password: PASSWORD });
        await button(cy.page, "Sign in").click();
        await cy.page.getByText("Your address is not confirmed yet.").waitFor();
        refusedOnly(cy);
        await button(cy.page, "Forgot your password?").click();
        await cy.page.waitForTimeout(1_100); // Auth sends nobody two mails within a second here
        await forget(cy, "cy@example.com");
        await openLink(cy, await firm.link("cy@example.com"));
        await isMe(cy, "cy@example.com");
        await enter(cy.page, { password: "another-password", again: "another-password" });
        await button(cy.page, "Save the password").click();
        await heading(cy.page, "Nothing here for you yet");
        await cy.close();
      });
    },
  );

  mailedTest(
    `console/who_is_invited_from_the_dashboard_chooses_a_password_${named(templates)}`,
    { templates, settings: CONFIRMING },
    async (t, firm) => {
      const email = "lee@example.com";
      await t.step("by the link", async () => {
        const lee = await openElsewhere(firm, await invite(firm, email));
        await isMe(lee, email);
        await choose(lee, email, "Nothing here for you yet");
        assertEquals(lee.complaints(), []);
        await lee.close();
      });
      await t.step("or by a mail that they ask for, where the link was spent", async () => {
        const link = await invite(firm, "kim@example.com");
        const first = await openElsewhere(firm, link);
        if (isOurs) await button(first.page, "Go on").click();
        await heading(first.page, "Is that you?");
        await first.close();
        const kim = await endsAsUsed(firm, link);
        await kim.page.waitForTimeout(1_100);
        await forget(kim, "kim@example.com");
        await openLink(kim, await firm.link("kim@example.com"));
        await isMe(kim, "kim@example.com");
        await choose(kim, "kim@example.com", "Nothing here for you yet");
        await kim.close();
      });
    },
  );

  mailedTest(
    `console/a_magic_link_and_a_change_of_address_say_what_they_did_${named(templates)}`,
    { templates, settings: CONFIRMING },
    async (t, firm) => {
      const email = "viewer@demo.example";
      const { auth } = program(firm, "publishable") as SupabaseClient;
      await t.step("a magic link signs in", async () => {
        const { error } = await auth.signInWithOtp({ email });
        assertEquals(error, null);
        const person = await openElsewhere(firm, await firm.link(email));
        await isMe(person, email);
        await person.page.getByText("The link was right.").waitFor();
        await isAccessible(person);
        await button(person.page, "Go on").click();
        await heading(person.page, "Board");
        await person.close();
      });
      await t.step("of two addresses the first waits for the second", async () => {
        await auth.signInWithPassword({ email, password: "demo-password" });
        const { error } = await auth.updateUser({ email: "new@example.com" });
        assertEquals(error, null);
        const first = await openElsewhere(firm, await firm.link(email));
        if (isOurs) await button(first.page, "Go on").click();
        await first.page.getByText("One of your two addresses is confirmed.").waitFor();
        assertEquals(await signedInAs(first), null);
        await first.close();
        const second = await openElsewhere(firm, await firm.link("new@example.com"));
        await isMe(second, "new@example.com");
        await second.page.getByText("Your new address is confirmed.").waitFor();
        await button(second.page, "Go on").click();
        await heading(second.page, "Board");
        assertEquals(await signedInAs(second), "new@example.com");
        assertEquals(second.complaints(), []);
        await second.close();
      });
    },
  );

  mailedTest(
    `console/a_link_of_somebody_else_s_account_signs_nobody_in_unasked_${named(templates)}`,
    { templates },
    async (t, firm) => {
      const attacker = "attacker@example.com";
      const admin = await signIn(firm, "admin");
      await t.step("whoever is signed in is told whose account it is, and stays", async () => {
        await openLink(admin, await invite(firm, attacker));
        if (isOurs) await button(admin.page, "Go on").click();
        await heading(admin.page, "Is that you?");
        await admin.page.getByRole("strong").getByText(attacker, { exact: true }).waitFor();
        await admin.page.getByText("You are signed in here as admin@demo.example.").waitFor();
        await button(admin.page, "No, that is not me").click();
        await admin.page.getByText("You are still signed in as admin@demo.example.").waitFor();
        await button(admin.page, "Go on").click();
        await heading(admin.page, "Board");
        assertEquals(await signedInAs(admin), "admin@demo.example");
        assertEquals(admin.complaints(), []);
      });
      await t.step("whoever says that it is theirs takes the other one's place", async () => {
        await openLink(admin, await invite(firm, "mine@example.com"));
        await isMe(admin, "mine@example.com", "admin@demo.example");
        await choose(admin, "mine@example.com", "Nothing here for you yet");
      });
      await admin.close();
    },
  );
}

/** Settings under which Auth itself asks for the current password, and for a code where the sign-in is a day old. */
const ASKING = {
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: "true",
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true",
  GOTRUE_PASSWORD_MIN_LENGTH: "12",
};

mailedTest(
  "console/a_password_is_changed_where_auth_asks_for_the_current_one_and_for_a_code",
  { settings: ASKING },
  async (t, firm) => {
    const email = "viewer@demo.example";
    const person = await signIn(firm, "viewer");
    const { page } = person;
    const save = async (fields: Readonly<Record<string, string>>) => {
      await enter(page, fields);
      await button(page, "Save the password").click();
    };
    const chosen = { current: "demo-password", password: PASSWORD, again: PASSWORD };
    await t.step("a weak password is answered by what makes a better one", async () => {
      await person.open("/set-password");
      await save({ ...chosen, password: "too-short", again: "too-short" });
      await page.getByText("This password is too weak.").waitFor();
      await page.getByText("Choose a longer one.").waitFor();
      refusedOnly(person);
    });
    await t.step("a code is sent and asked for where the sign-in is old", async () => {
      await firm.sql`update auth.sessions set created_at = now() - interval '2 days'`;
      await save(chosen);
      await page.getByText(`A code is on its way to ${email}.`).waitFor();
      await isAccessible(person);
      const [code = ""] = /\b\d{6}\b/.exec(await firm.mail(email)) ?? [];
      await save({ code: code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)) });
      await page.getByText("The code is wrong, or it is too old.").waitFor();
      await page.waitForTimeout(1_100); // Auth sends nobody two mails within a second here
      await button(page, "Send another code").click();
      const [another = ""] = /\b\d{6}\b/.exec(await firm.mail(email)) ?? [];
      await save({ code: another });
      await page.getByText("The password is saved").waitFor();
      await heading(page, "Board");
      refusedOnly(person);
    });
    await t.step("with the new one they sign in", async () => {
      const known = await visit(firm);
      await signsIn(known, email, "Board");
      await known.close();
    });
    await t.step("who comes by a link is asked for neither", async () => {
      const other = await visit(firm);
      await button(other.page, "Forgot your password?").click();
      await forget(other, email);
      await openLink(other, await firm.link(email));
      await isMe(other, email);
      await enter(other.page, { password: "forgotten-before", again: "forgotten-before" });
      await button(other.page, "Save the password").click();
      await heading(other.page, "Board");
      await other.close();
    });
    await t.step("a weak password at the sign-up is not laid on whoever invites", async () => {
      const lee = await visit(firm);
      await button(lee.page, "Invited, and no password yet?").click();
      const short = { email: "lee@example.com", password: "too-short", again: "too-short" };
      await enter(lee.page, short);
      await button(lee.page, "Go on to the code").click();
      await lee.page.getByText("Choose a longer one.").waitFor();
      assertEquals(await lee.page.getByText("Ask whoever invited you").count(), 0);
      await lee.close();
    });
    await person.close();
  },
);

mailedTest(
  "console/who_may_not_sign_up_is_told_whom_to_ask",
  { settings: { GOTRUE_DISABLE_SIGNUP: "true" } },
  async (_t, firm) => {
    const lee = await visit(firm);
    await button(lee.page, "Invited, and no password yet?").click();
    await enter(lee.page, { email: "lee@example.com", password: PASSWORD, again: PASSWORD });
    await button(lee.page, "Go on to the code").click();
    await lee.page.getByText("Ask whoever invited you to have your sign-in made.").waitFor();
    refusedOnly(lee);
    await lee.close();
  },
);
