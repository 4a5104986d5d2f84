// The link of an invitation: made by an admin, opened in a browser of somebody else's, accepted by a press alone.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { codeOf, one, refusedOnly } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { openElsewhere, openLink, signedInAs } from "../support/console/mailed.ts";
import { signIn } from "../support/console/person.ts";

const PASSWORD = "a-longer-password";

const stateOf = (firm: ConsoleFirm) =>
  one<string>(firm, "select state as value from invitations where name = 'Ivo Reyes'");

consoleTest("console/an_invitation_is_a_link_that_is_accepted_by_a_press", async (t, firm) => {
  const admin = await signIn(firm, "admin");
  const button = (name: string) => admin.page.getByRole("button", { name, exact: true });
  let link = "";
  await t.step("an admin copies the link, or sends it", async () => {
    const { page } = admin;
    await admin.open("/settings/staff");
    await button("Add").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Ivo Reyes");
    await dialog.getByLabel("E-mail").fill("ivo@example.com");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Invite …: Ivo Reyes" }).click();
    await button("Make the link").click();
    link = await dialog.getByLabel("Link, shown this once").inputValue();
    assertStrictEquals(link.split("#")[0], `${firm.url}/`);
    assertMatch(link, /#\/invitation\?code=[0-9a-f-]{72}$/);
    await isAccessible(admin);
    const letter = await dialog.getByRole("link", { name: "Send by e-mail" }).getAttribute("href");
    assertMatch(letter ?? "", /^mailto:\?subject=/);
    assertEquals(decodeURIComponent(letter ?? "").includes(link), true);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button("Copy").click();
    await button("Copied").waitFor();
    assertStrictEquals(await page.evaluate("navigator.clipboard.readText()"), link);
    await button("I have the link").click();
    await dialog.waitFor({ state: "detached" });
  });
  await t.step("who is not signed in chooses a password first, and then accepts", async () => {
    const ivo = await openElsewhere(firm, link);
    const { page } = ivo;
    await page.getByText("You are invited.").waitFor();
    await isAccessible(ivo);
    await page.getByRole("button", { name: "Invited, and no password yet?" }).click();
    await page.locator("input[name=email]").fill("ivo@example.com");
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.locator("input[name=again]").fill(PASSWORD);
    await page.getByRole("button", { name: "Go on to the code" }).click();
    await page.getByRole("heading", { level: 1, name: "You are invited" }).waitFor();
    await page.getByRole("strong").getByText("ivo@example.com").waitFor();
    await isAccessible(ivo);
    assertStrictEquals(await stateOf(firm), "open");
    await page.getByRole("button", { name: "Accept the invitation" }).click();
    await page.getByRole("banner").waitFor();
    assertStrictEquals(await stateOf(firm), "accepted");
    assertEquals(ivo.complaints(), []);
    await ivo.close();
  });
  await t.step("who is signed in is told as whom, and may leave it", async () => {
    await openLink(admin, link);
    const { page } = admin;
    await page.getByRole("strong").getByText("admin@demo.example").waitFor();
    await button("Accept the invitation").click();
    await page.getByRole("alert").waitFor();
    refusedOnly(admin);
    await button("Not now").click();
    await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
    assertStrictEquals(await signedInAs(admin), "admin@demo.example");
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
  });
  await t.step("the link stands for the code where one is entered", async () => {
    const { page } = admin;
    await page.getByRole("banner").getByRole("button").last().click();
    await page.getByRole("menuitem", { name: "Enter an invitation code …" }).click();
    const sent = page.waitForRequest(/rpc\/accept_invitation/);
    await page.getByLabel("Invitation code or link").fill(link);
    await button("Accept the invitation").click();
    assertEquals((await sent).postDataJSON(), { code: codeOf(link) });
    refusedOnly(admin);
  });
  await admin.close();
});
