// What a payroll provider is handed: codes and numbers entered, a file handed over once, and again on request.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type { Download, Page } from "playwright-core";
import {
  button,
  chooseByText,
  dialog,
  downloaded,
  fill,
  gone,
  isRefused,
  one,
  refusedOnly,
  say,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

const BATCH =
  "select id as value from payroll_batches where status = 'closed' order by closed_at desc limit 1";

/** Saves by sending the open dialog. */
async function sent(page: Page, submit: string): Promise<string> {
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent("download"),
    button(dialog(page), submit).click(),
  ]);
  await gone(page);
  return await Deno.readTextFile(await download.path());
}

consoleTest("console/payroll_hands_a_batch_over_once_and_again_on_request", async (t, firm) => {
  const person = await signIn(firm, "payroll");
  const { page } = person;
  const batch = await one<string>(firm, BATCH);
  const codeOf = (earning: string) =>
    one(
      firm,
      `select code as value from earning_codes where employment = 'w2' and earning = '${earning}'`,
    );
  const [nurse] = await firm.sql<[{ id: string; first_name: string; last_name: string }]>`
    update contractors set payroll_number = null
     where id = (select contractor_id from payroll_items
                  where payroll_batch_id = ${batch} and employment_type = 'w2' order by last_name limit 1)
    returning id, first_name, last_name`;
  let file = "";

  await t.step("enters the provider's codes, as the provider has them", async () => {
    await person.open("/payroll/codes");
    await isAccessible(person);
    await button(page, "Change …: W-2").click();
    await fill(page, { "All hours at their pay rate": "-1", "Bonus": "B 7" });
    await button(dialog(page), "Save").click();
    await dialog(page).getByText("A letter or a digit first, at most 40 characters").waitFor();
    await fill(page, { "All hours at their pay rate": "HRS" });
    await isAccessible(person);
    await button(dialog(page), "Save").click();
    await gone(page);
    assertEquals([await codeOf("straight"), await codeOf("bonus")], ["HRS", "B 7"]);
    await page.getByRole("table", { name: "W-2" }).getByRole("cell", { name: "HRS" }).waitFor();
  });
  await t.step("looks at the file, and is told who has no number", async () => {
    await person.open(`/payroll/batches/${batch}`);
    const seen = await downloaded(page, "Look at it: W-2");
    assertMatch(seen, new RegExp(`,${nurse.id},,${nurse.last_name},`));
    assertStrictEquals(await one(firm, "select count(*)::int as value from payroll_handovers"), 0);
    await button(page, "Export …: W-2").click();
    await isAccessible(person);
    await isRefused(
      person,
      "Export",
      new RegExp(`No payroll number: ${nurse.first_name} ${nurse.last_name}\\.`),
    );
    refusedOnly(person);
  });
  await t.step("enters the number that is missing, and not somebody else's", async () => {
    const taken = await one<string>(firm, "select min(payroll_number) as value from contractors");
    await person.open("/people/contractors");
    await page.getByLabel("Name").first().fill(nurse.last_name);
    const name = `Correct …: ${nurse.first_name} ${nurse.last_name}`;
    await say(page, page.getByRole("button", { name }), { "Payroll number": taken }, "Save");
    await dialog(page).getByText("Somebody else has this payroll number.").waitFor();
    await fill(page, { "Payroll number": "E-77" });
    await button(dialog(page), "Save").click();
    await gone(page);
    assertEquals(
      await one(firm, `select payroll_number as value from contractors where id = '${nurse.id}'`),
      "E-77",
    );
    refusedOnly(person);
  });
  await t.step("hands the file over, and the batch says who did", async () => {
    await person.open(`/payroll/batches/${batch}`);
    await button(page, "Export …: W-2").click();
    file = await sent(page, "Export");
    assertMatch(file, new RegExp(`,${nurse.id},E-77,.*,straight,HRS,`));
    const row = page.getByRole("row", { name: /^W-2 / });
    await row.getByText(/, Priya Nair$/).waitFor();
    await button(page, "Export …: 1099 and companies").waitFor();
    await isAccessible(person);
  });
  await t.step("hands the same over again, byte for byte", async () => {
    await button(page, "Export again …: W-2").click();
    await dialog(page).getByText(/It was exported on .*, Priya Nair/).waitFor();
    assertStrictEquals(await sent(page, "Export again"), file);
    await page.getByRole("row", { name: /^W-2 / }).getByText(/, Priya Nair$/).nth(1).waitFor();
  });
  await t.step("after a correction it is another file, and says so", async () => {
    await firm.sql`update contractors set payroll_number = 'E-78' where id = ${nurse.id}`;
    await button(page, "Export again …: W-2").click();
    await isRefused(
      person,
      "Export again",
      /The file is no longer the one that was handed over/,
    );
    await button(page, "Export again …: W-2").click();
    await dialog(page).getByLabel("The file may be another one").check();
    assertStrictEquals(await sent(page, "Export again"), file.replaceAll(",E-77,", ",E-78,"));
    await page.getByText("(a corrected file)").waitFor();
    refusedOnly(person);
  });
  await t.step("hands the others over by a file of their own", async () => {
    await button(page, "Export …: 1099 and companies").click();
    const others = await sent(page, "Export");
    assertMatch(others, /^employment,line,.*\r\n1099,1,/);
    assertStrictEquals(others.split("\r\n").filter((line) => line.startsWith("w2,")).length, 0);
    assertEquals(person.complaints(), []);
  });
  await person.close();
});

consoleTest("console/from_a_period_to_its_files_in_seven_presses", async (t, firm) => {
  const person = await signIn(firm, "payroll");
  const { page } = person;
  const [period] = await firm.sql<[{ id: string }]>`
    select id from payroll_periods where status = 'open' order by period_start limit 1`;
  await firm
    .sql`update earning_codes set code = null where employment = 'w2' and earning = 'straight'`;
  await firm
    .sql`update contractors set payroll_number = coalesce(payroll_number, left(id::text, 8))`;
  await t.step("a period prepares its batch, which leads back to it", async () => {
    await person.open(`/payroll/periods/${period.id}`);
    await isAccessible(person);
    await button(page, "Prepare a batch").click();
    await page.getByRole("link", { name: /^Period / }).click();
    await page.getByRole("table", { name: "Batches" }).getByRole("row", { name: /draft/ })
      .waitFor();
    await page.getByRole("link", { name: "Next: its open batch" }).click();
  });
  await t.step("what its files lack is said before it closes", async () => {
    await page.getByText("Earning codes for All hours at their pay rate (W-2).").waitFor();
    await isAccessible(person);
    await firm.sql`
      update earning_codes set code = coalesce(code, 'X' || left(earning, 8))`;
    await page.reload();
    await button(page, "Submit for review").click();
    await button(page, "Approve").click();
    await button(page, "Close").click();
    await dialog(page).getByLabel("Hand the files over at once").waitFor();
    await isAccessible(person);
  });
  await t.step("closes it and hands its files over, and is led to the period", async () => {
    await button(dialog(page), "Close").click();
    await gone(page);
    await page.getByRole("link", { name: "Next: close the period" }).click();
    await page.getByRole("table", { name: "Batches" }).getByRole("row", { name: /closed/ })
      .waitFor();
    assertEquals(
      await one(
        firm,
        `select array_agg(employment order by employment) as value from payroll_handovers
          where payroll_batch_id = (select id from payroll_batches where payroll_period_id = '${period.id}')`,
      ),
      ["1099", "w2"],
    );
    assertEquals(person.complaints(), []);
  });
  await person.close();
});

consoleTest("console/billing_says_in_which_state_people_work", async (_t, firm) => {
  const person = await signIn(firm, "billing");
  const { page } = person;
  const [facility] = await firm.sql<[{ id: string }]>`
    update facilities set work_state = null where name like 'Boulder%' returning id`;
  await person.open(`/people/facilities/${facility.id}`);
  await page.getByText("not known").waitFor();
  await button(page, "Change days and billing …").click();
  await chooseByText(page, "Work state", "colo", "Colorado");
  await button(dialog(page), "Save").click();
  await gone(page);
  await page.getByText("Colorado", { exact: true }).waitFor();
  const state = `select work_state as value from facilities where id = '${facility.id}'`;
  assertEquals(await one(firm, state), "CO");
  await person.open("/people/facilities");
  await button(page, "Add").click();
  await fill(page, { "Name": "Alder Clinic" });
  await chooseByText(page, "Work state", "calif", "California");
  await button(dialog(page), "Add").click();
  await gone(page);
  const added = "select work_state as value from facilities where name = 'Alder Clinic'";
  assertEquals(await one(firm, added), "CA");
  refusedOnly(person);
  await person.close();
});
