// A second factor with a real Supabase Auth, in the browser: set up, asked for by the firm, and given on another device.
import { assertEquals } from "@std/assert";
import { button, dialog, enter, gone, refusedOnly } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { type ConsoleFirm, hasChromium, withFirm } from "../support/console/firm.ts";
import { type Person, signIn, visit } from "../support/console/person.ts";
import { codeOf } from "../support/people/factors.ts";

const isReal = Boolean(Deno.env.get("AUTH_BIN"));
const CODE = "Code that the app shows";

/** Sends a code, as somebody types it who reads it in two parts. */
async function give({ page }: Person, code: string): Promise<void> {
  await dialog(page).getByLabel(CODE).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await button(dialog(page), "Confirm").click();
}

/** Sets a factor up in the open dialog, and gives its secret. */
async function setUp(person: Person): Promise<string> {
  await dialog(person.page).getByRole("img", { name: /Picture to scan/ }).waitFor();
  const secret = await dialog(person.page).locator("code").innerText();
  await give(person, codeOf(secret));
  return secret;
}

/** Signs billing in, who is asked for a factor before anything else. */
async function billingIsAsked(firm: ConsoleFirm, question: string): Promise<Person> {
  const person = await visit(firm);
  await enter(person.page, { email: "billing@demo.example", password: "demo-password" });
  await button(person.page, "Sign in").click();
  await person.page.getByRole("dialog", { name: question }).waitFor();
  await person.settle();
  return person;
}

async function walk(t: Deno.TestContext, firm: ConsoleFirm): Promise<void> {
  const admin = await signIn(firm, "admin");
  await t.step("an admin sets one up, and a wrong code is refused", async () => {
    await admin.open("/settings/security");
    await button(admin.page, "Set up …").click();
    await dialog(admin.page).getByLabel(CODE).waitFor();
    await isAccessible(admin);
    await give(admin, "000000");
    await dialog(admin.page).getByRole("alert").waitFor();
    refusedOnly(admin);
    await setUp(admin);
    await gone(admin.page);
    await admin.page.getByText("set up, and given in this session").waitFor();
  });
  await t.step("and has the firm ask it of billing", async () => {
    await button(admin.page, "Change …").click();
    await dialog(admin.page).getByRole("checkbox", { name: "Billing" }).check();
    await button(dialog(admin.page), "Save").click();
    await gone(admin.page);
    await admin.page.getByText("Billing", { exact: true }).waitFor();
    assertEquals(admin.complaints(), []);
  });
  let secret = "";
  await t.step("who has the role is asked as they sign in, and sets theirs up", async () => {
    const billing = await billingIsAsked(firm, "Set up a second factor");
    await isAccessible(billing);
    await button(dialog(billing.page), "Go on without").click();
    await gone(billing.page);
    await billing.page.reload();
    await billing.page.getByRole("dialog", { name: "Set up a second factor" }).waitFor();
    secret = await setUp(billing);
    await billing.page.getByRole("banner").waitFor();
    await billing.settle();
    assertEquals(await dialog(billing.page).count(), 0);
    await billing.open("/billing/drafts");
    assertEquals(billing.complaints(), []);
    await billing.close();
  });
  await t.step("and gives a code on another device", async () => {
    const elsewhere = await billingIsAsked(firm, "Code of your authenticator app");
    await isAccessible(elsewhere);
    await give(elsewhere, codeOf(secret));
    await gone(elsewhere.page);
    await elsewhere.settle();
    assertEquals(elsewhere.complaints(), []);
    await elsewhere.close();
  });
  await admin.close();
}

Deno.test({
  name: "console/a_second_factor_is_set_up_asked_for_and_given_with_a_real_auth",
  ignore: !isReal || !hasChromium,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: (t) => withFirm({}, (firm) => walk(t, firm)),
});
