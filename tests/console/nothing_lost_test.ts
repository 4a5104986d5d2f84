// What was typed stays: where a dialog is left by mistake, where a session ends, where a page is loaded anew.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { dialog, gone } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signedInAs } from "../support/console/mailed.ts";
import { type Person, signIn } from "../support/console/person.ts";

const NAME = "Alder Clinic of the long afternoon";
const button = ({ page }: Person, name: string) => page.getByRole("button", { name, exact: true });

const nameField = ({ page }: Person) => page.locator("[role=dialog] input[name=name]");

/** Opens the dialog for another facility, and types its name. */
async function type(person: Person): Promise<void> {
  await person.open("/settings/facilities");
  await button(person, "Add").click();
  await nameField(person).fill(NAME);
}

const typed = (person: Person) => nameField(person).inputValue();
const typedKeys = ({ page }: Person) =>
  page.evaluate(
    "Object.keys(sessionStorage).filter((key) => key.startsWith('staffing-console-typed/')).length",
  );

/** Takes the session away, as where it ended long ago. */
const endSession = ({ page }: Person) =>
  page.evaluate("localStorage.removeItem('staffing-console-session')");

consoleTest("console/a_dialog_with_typed_text_asks_before_it_closes", async (t, firm) => {
  const person = await signIn(firm, "admin");
  const { page } = person;
  await type(person);
  const ways = {
    "Esc": () => page.keyboard.press("Escape"),
    "the backdrop": () => page.mouse.click(5, 450),
    "Cancel": () => button(person, "Cancel").click(),
  };
  for (const [way, go] of Object.entries(ways)) {
    await t.step(`by ${way}`, async () => {
      await go();
      await dialog(page).getByText("Discard what you typed?").waitFor();
      await isAccessible(person);
      await button(person, "Go on typing").click();
      assertStrictEquals(await typed(person), NAME);
    });
  }
  await t.step("a page that is loaded anew has it back", async () => {
    await page.reload();
    await button(person, "Add").click();
    await page.getByText("What you typed here before is back.").waitFor();
    assertStrictEquals(await typed(person), NAME);
  });
  await t.step("what is discarded is gone, and an empty dialog closes at once", async () => {
    await button(person, "Cancel").click();
    await button(person, "Discard it").click();
    await gone(page);
    await button(person, "Add").click();
    assertStrictEquals(await typed(person), "");
    await page.keyboard.press("Escape");
    await gone(page);
  });
  assertEquals(person.complaints(), []);
  await person.close();
});

consoleTest("console/an_ended_session_is_asked_for_over_the_page", async (t, firm) => {
  const person = await signIn(firm, "admin");
  const { page } = person;
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await t.step("what is being saved waits for the password, and is saved then", async () => {
    await type(person);
    await page.getByLabel("Billing e-mail").fill("a@example.com");
    await endSession(person);
    await dialog(page).getByRole("button", { name: "Add", exact: true }).click();
    await again.waitFor();
    await isAccessible(person);
    assertStrictEquals(await again.getByLabel("E-mail").inputValue(), "admin@demo.example");
    await again.locator("input[name=password]").fill("demo-password");
    await again.getByRole("button", { name: "Sign in" }).click();
    await gone(page);
    const [row] = await firm.sql`select count(*)::int as n from facilities where name = ${NAME}`;
    assertStrictEquals(row?.["n"], 1);
    assertEquals(person.complaints(), []);
  });
  await t.step("a token that is refused is no word on the screen", async () => {
    await page.evaluate(`
      const session = JSON.parse(localStorage.getItem("staffing-console-session"));
      session.access_token = session.access_token.slice(0, -4) + "AAAA";
      localStorage.setItem("staffing-console-session", JSON.stringify(session));`);
    await person.open("/people/candidates");
    await button(person, "Add").waitFor();
    assertStrictEquals(await page.getByText(/JWT/).count(), 0);
    person.complaints();
  });
  await t.step("another account gets a page of its own", async () => {
    await endSession(person);
    await person.page.evaluate("location.hash = '/settings/staff'");
    await again.waitFor();
    await again.getByLabel("E-mail").fill("viewer@demo.example");
    await again.locator("input[name=password]").fill("demo-password");
    await again.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
    assertStrictEquals(await signedInAs(person), "viewer@demo.example");
    assertStrictEquals(await again.count(), 0);
  });
  await person.close();
});

consoleTest("console/who_signs_out_leaves_nothing_that_they_typed", async (_t, firm) => {
  const person = await signIn(firm, "admin");
  const { page } = person;
  await type(person);
  assertStrictEquals(await typedKeys(person), 1);
  await page.reload();
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  assertStrictEquals(await typedKeys(person), 0);
  await person.close();
});
