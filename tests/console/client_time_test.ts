// Payroll brings a client's file in the browser, looks at the week, takes theirs and disputes the rest.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { button, dialog, fill, gone, say } from "../support/console/acts.ts";
import { consoleTest, NOW } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";
import { addDays } from "../support/interest/oracle_days.ts";
import { assignment, contractor, facility, importRows } from "../support/moving_in/imports.ts";
import { enter, prepareClient } from "../support/time/client_time.ts";

/** The Monday of the last complete week of the demo firm's day. */
const MONDAY = (() => {
  const today = NOW.slice(0, 10);
  const weekday = (new Date(`${today}T00:00Z`).getUTCDay() + 6) % 7;
  return addDays(today, -weekday - 7);
})();
const us = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}/${day.slice(0, 4)}`;
const csv = (...lines: string[]) => ({
  name: "week.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(lines.map((line) => `${line}\r\n`).join("")),
});

consoleTest("console/payroll_brings_takes_and_disputes_a_clients_time", async (t, firm) => {
  await prepareClient(firm.sql);
  await importRows(firm.sql, "facilities", [
    facility({ external_number: "F9", name: "North Clinic" }),
  ]);
  await importRows(firm.sql, "contractors", [
    contractor({ external_number: "C9", first_name: "Bo", last_name: "Quiet" }),
  ]);
  await importRows(firm.sql, "assignments", [
    assignment({ external_number: "A9", contractor_number: "C9" }),
  ]);
  await enter(firm.sql, "6", "submitted", MONDAY);
  await enter(firm.sql, "4", "submitted", MONDAY, "A9");
  await enter(firm.sql, "3", "submitted", addDays(MONDAY, 2));
  const payroll = await signIn(firm, "payroll");
  const { page } = payroll;
  const choose = async (...lines: string[]) => {
    await page.locator('input[type="file"]').setInputFiles(csv(...lines));
    await page.getByRole("heading", { name: "What is in week.csv" }).waitFor();
    await payroll.settle();
  };
  const week = page.getByRole("table", { name: "Client's time" });

  await t.step("describes the columns of the client's file", async () => {
    await payroll.open("/time/client");
    await say(page, "Describe columns …", {
      "Name of the description": "Mercy's program",
      "System": '"Mercy\'s program"',
      "Line id": "Sheet + Day",
      "Worker number": "Badge",
      "Work date": "Day",
      "Hours": "Worked",
      "Approved on": "Approved",
      "Kinds of time": "",
    }, "Save");
    await gone(page);
    await payroll.settle();
  });
  const lines = [
    "Sheet,Badge,Day,Worked,Approved",
    `S1,C1,${us(MONDAY)},8,${us(addDays(MONDAY, 4))}`,
    `S1,C1,${us(addDays(MONDAY, 1))},7.5,${us(addDays(MONDAY, 4))}`,
    `S2,C9,${us(MONDAY)},5,${us(addDays(MONDAY, 4))}`,
  ];
  await t.step("sees what was read by it, and imports it", async () => {
    await page.getByLabel("Its columns").click();
    await page.getByRole("option", { name: "Mercy's program" }).click();
    await choose(...lines.slice(0, 1), "S1,C77,3/99/2026,8,");
    await page.getByText(/^2 errors: nothing of the file is imported/).waitFor();
    await choose(...lines);
    await page.getByRole("table", { name: "Rows of week.csv" })
      .getByRole("cell", { name: `S1/${MONDAY}`, exact: true }).waitFor();
    await button(page, "Import …").click();
    await dialog(page).getByText("Import 3 rows of time?").waitFor();
    await button(dialog(page), "Import").click();
    await gone(page);
    await payroll.settle();
  });
  await t.step("sees what agrees and what differs", async () => {
    await week.getByRole("row", { name: /Ada Nurse .*6\.00 8\.00 Differs Approved there/ })
      .waitFor();
    await week.getByRole("row", { name: /Ada Nurse .*7\.50 7\.50 Agrees/ }).waitFor();
    await week.getByRole("row", { name: /Bo Quiet .*4\.00 5\.00 Differs/ }).waitFor();
  });
  await t.step("takes theirs in one press", async () => {
    await page.getByRole("checkbox", { name: `Choose Ada Nurse, ${MONDAY}` }).check();
    await button(page, "Take theirs …").click();
    await dialog(page).getByText("Take the client's time of 1 day?").waitFor();
    await button(dialog(page), "Take theirs").click();
    await gone(page);
    await week.getByRole("row", { name: /Ada Nurse .*8\.00 8\.00 Agrees/ }).waitFor();
  });
  await t.step("disputes the other, with a reason", async () => {
    await page.getByRole("checkbox", { name: `Choose Ada Nurse, ${MONDAY}` }).uncheck();
    await page.getByRole("checkbox", { name: `Choose Bo Quiet, ${MONDAY}` }).check();
    await button(page, "Dispute …").click();
    await fill(page, { "Why, in a few words": "The badge shows four hours." });
    await button(dialog(page), "Dispute").click();
    await gone(page);
    await week.getByRole("row", { name: /Bo Quiet .*Disputed .*: The badge shows four hours\./ })
      .waitFor();
  });
  await t.step("sets aside in one press what the client has no line of", async () => {
    await page.getByRole("checkbox", { name: `Choose Bo Quiet, ${MONDAY}` }).uncheck();
    const alone = addDays(MONDAY, 2);
    await week.getByRole("row", { name: /Ada Nurse .*3\.00 Only here/ }).waitFor();
    await page.getByRole("checkbox", { name: `Choose Ada Nurse, ${alone}` }).check();
    assertStrictEquals(await button(page, "Take theirs …").isDisabled(), true);
    await button(page, "Set aside what they do not have …").click();
    await dialog(page).getByText("Set our time of 1 day aside?").waitFor();
    await button(dialog(page), "Set it aside").click();
    await gone(page);
    await week.getByRole("row", { name: /Ada Nurse .*3\.00 Only here/ }).waitFor({
      state: "detached",
    });
  });
  await t.step("brings the same file again, and nothing is new", async () => {
    await choose(...lines);
    await page.getByText(/All of its rows are here already/).waitFor();
  });
  const here = await firm.sql<{ hours: string; status: string }[]>`
    select hours::text, status from time_entries
      join assignments on assignments.id = assignment_id and external_number in ('A1', 'A9')
     where set_aside_at is null order by 1`;
  assertEquals(here.map(({ hours, status }) => `${hours} ${status}`), [
    "4.00 submitted",
    "7.50 approved",
    "8.00 approved",
  ]);
  assertEquals(payroll.complaints(), []);
  await payroll.close();

  await t.step("billing looks at it and disputes, and takes nothing", async () => {
    const billing = await signIn(firm, "billing");
    await billing.open("/time/client");
    await billing.page.getByRole("table", { name: "Client's time" }).waitFor();
    assertStrictEquals(await button(billing.page, "Take theirs …").count(), 0);
    await button(billing.page, "Dispute …").waitFor();
    assertEquals(billing.complaints(), []);
    await billing.close();
  });
});
