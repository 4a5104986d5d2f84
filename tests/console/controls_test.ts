// What takes two people, days that are closed, and how long records are kept, in the browser.
import { assert, assertEquals } from "@std/assert";
import {
  button,
  cancel,
  choose,
  dialog,
  fill,
  gone,
  isRefused,
  one,
  press,
  refusedOnly,
  say,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { type Person, signIn } from "../support/console/person.ts";

/** Writes a part of the open invoice off, which is refused, and asks somebody else with this reason. */
async function askToWriteOff({ page }: Person, reason: string): Promise<void> {
  await press(page, "Write off");
  await fill(page, { "Amount": "5.00", "Why, in a few words": "They went out of business" });
  await button(dialog(page), "Write off").click();
  await dialog(page).getByLabel("Why you ask").fill(reason);
  await button(dialog(page), "Ask for an approval").click();
  await dialog(page).getByText("It is asked for.").waitFor();
  await cancel(page);
}

consoleTest("console/what_takes_two_people_is_asked_for_and_approved", async (t, firm) => {
  const admin = await signIn(firm, "admin");
  const billing = await signIn(firm, "billing");
  const invoice = await one<string>(
    firm,
    "select id as value from invoices where status = 'sent' and kind <> 'interest' and balance > 100 order by number limit 1",
  );
  const balance = () =>
    one<string>(firm, `select balance::text as value from invoices where id = '${invoice}'`);
  const before = await balance();

  await t.step("an admin says that some things take two people", async () => {
    await admin.open("/board/controls");
    await isAccessible(admin);
    await press(admin.page, "Change");
    await choose(admin.page, "Two people", "Some things take two people");
    await button(dialog(admin.page), "Save").click();
    await gone(admin.page);
    await admin.page.getByText("Some things take two people").waitFor();
  });
  await t.step("billing alone writes nothing off, and asks instead", async () => {
    await billing.open(`/billing/invoices/${invoice}`);
    await askToWriteOff(billing, "Their bankruptcy is in the mail");
    refusedOnly(billing);
    assertEquals(await balance(), before);
  });
  await t.step("who asks does not approve, and takes it back", async () => {
    await billing.open("/board/approvals");
    await billing.page.getByText("Their bankruptcy is in the mail").waitFor();
    assertEquals(await billing.page.getByRole("button", { name: /^Approve/ }).count(), 0);
    await isAccessible(billing);
    await say(billing.page, "Take back …", { "Why, in a few words": "A typo" }, "Take back");
    await gone(billing.page);
    await billing.page.getByText(/^Declined by .*: A typo$/).waitFor();
  });
  await t.step("somebody else finds it on the board and approves it", async () => {
    await billing.open(`/billing/invoices/${invoice}`);
    await askToWriteOff(billing, "It is in the mail of today");
    await admin.open("/board");
    await admin.page.getByRole("link", { name: /Approvals to give/ }).click();
    await admin.page.getByText("It is in the mail of today").waitFor();
    await isAccessible(admin);
    await admin.page.getByRole("button", { name: /^Approve: / }).click();
    await admin.page.getByText(/^Approved by /).waitFor();
    assertEquals(Number(before) - Number(await balance()), 5);
  });
  refusedOnly(billing);
  assertEquals(admin.complaints(), []);
  await billing.close();
  await admin.close();
});

consoleTest("console/an_admin_closes_days_and_says_how_long_records_are_kept", async (t, firm) => {
  const admin = await signIn(firm, "admin");
  const { page } = admin;
  const through = () =>
    one(firm, "select through::text as value from closed_areas where area = 'time'");

  await t.step("closes time through a day, and opens it again with a reason", async () => {
    await admin.open("/books/closings");
    await isAccessible(admin);
    await press(page, "Close … Time");
    await isAccessible(admin);
    await fill(page, { "Closed through": "2026-03-31" });
    await button(dialog(page), "Close it").click();
    await gone(page);
    assertEquals(await through(), "2026-03-31");
    await say(
      page,
      "Open again … Time",
      { "Why, in a few words": "A week of March came late" },
      "Open it",
    );
    await gone(page);
    await page.getByRole("row", { name: /Time .*A week of March came late/ }).waitFor();
    assertEquals(await through(), null);
  });
  await t.step("keeps mail longer, and the log never shorter than the law asks", async () => {
    await admin.open("/settings/retention");
    await isAccessible(admin);
    await say(page, "Change … Mail and webhooks that were sent or given up", {
      "Months": "120",
      "Why, in a few words": "Our lawyer asks for ten years",
    }, "Save");
    await gone(page);
    await page.getByRole("row", { name: /120 Our lawyer asks for ten years/ }).waitFor();
    assertEquals(admin.complaints(), []);
    await press(page, "Change … The log, with its archive");
    await fill(page, { "Months": "12" });
    await isRefused(admin, "Save", /CFR|records for/);
    refusedOnly(admin);
    assert(
      await one<number>(firm, "select months as value from retention where kind = 'log'") > 12,
    );
  });
  await admin.close();
});
