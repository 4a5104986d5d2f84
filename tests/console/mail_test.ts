// Mail is set up, switched on and looked at in the browser.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { MAIL_KINDS } from "../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";
import {
  button,
  choose,
  decide,
  dialog,
  fill,
  gone,
  one,
  refusedOnly,
  say,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/an_admin_sets_mail_up_and_looks_at_each_kind", async (t, firm) => {
  const admin = await signIn(firm, "admin");
  const { page } = admin;
  await t.step("chooses who sends it, and is told what is no address", async () => {
    await admin.open("/mail/settings");
    await page.getByText(/^No mail is sent: there is no provider/).waitFor();
    await button(page, "Change …").click();
    await choose(page, "Provider", "an SMTP server");
    await dialog(page).getByText(/as SMTP_URL\.$/).waitFor();
    await button(dialog(page), "Save").click();
    await dialog(page).locator('[name="from_address"][aria-invalid="true"]').waitFor();
    await fill(page, {
      "From": "office@mesa.example",
      "Address of this console": "ftp://office.mesa.example",
    });
    await isAccessible(admin);
    await button(dialog(page), "Save").click();
    await dialog(page).getByRole("alert").getByText("The address of the console is none.")
      .waitFor();
    await fill(page, {
      "Address of this console": "https://office.mesa.example/",
      "Reminders begin at": "09:30",
    });
    await button(dialog(page), "Save").click();
    await gone(page);
    for (const shown of ["an SMTP server", "office@mesa.example", "9:30 AM"]) {
      await page.getByRole("definition").getByText(shown).waitFor();
    }
    assertEquals(
      await one(
        firm,
        "select concat_ws(' ', provider, from_address, console_url, daily_from, reply_to) as value from mail_settings",
      ),
      "smtp office@mesa.example https://office.mesa.example/ 09:30:00",
    );
    refusedOnly(admin);
  });
  await t.step("looks at each kind, in the firm's name, where nothing runs", async () => {
    await firm.sql`update organization_settings set legal_name = 'Mesa & "Daughters" <b>'`;
    await page.reload();
    await page.getByRole("table", { name: "What is mailed" }).waitFor();
    const previews = page.getByRole("button", { name: /^Preview … / });
    await previews.first().waitFor();
    assertEquals(await previews.count(), MAIL_KINDS.length);
    for (const preview of await previews.all()) {
      await preview.click();
      const framed = dialog(page).locator("iframe");
      assertEquals(await framed.getAttribute("sandbox"), "");
      const html = framed.contentFrame().locator("body");
      await html.getByText('Mesa & "Daughters" <b>').first().waitFor();
      const plain = await dialog(page).locator("pre").innerText();
      assert(plain.includes('Mesa & "Daughters" <b>'), plain);
      const link = html.getByRole("link");
      if (await link.count() > 0) {
        assertMatch(
          await link.getAttribute("href") ?? "",
          /^https:\/\/office\.mesa\.example\/(#\/(invitation\?code=|my-pay\/)[\w-]+)?$/,
        );
      }
      await isAccessible(admin);
      await button(dialog(page), "Close").click();
      await gone(page);
    }
    // This very test brings a clock into each frame, and is refused there.
    const ran = admin.complaints().filter((line) =>
      !line.startsWith("Blocked script execution in 'about:srcdoc'")
    );
    assertEquals(ran, []);
  });
  await t.step("switches a kind on and off, by the keyboard", async () => {
    const isOn = "select is_on as value from mail_kinds where kind = 'time_to_approve'";
    await page.getByRole("button", { name: "Switch on … Time to approve" }).press("Enter");
    await dialog(page).getByText(/What happened before now is not mailed\./).waitFor();
    await button(dialog(page), "Switch on").press("Enter");
    await gone(page);
    await page.getByRole("row", { name: /^Time to approve .* on since Jun 10, 2026/ }).waitFor();
    assertEquals(await one(firm, isOn), true);
    await decide(admin, "Switch off … Time to approve", "Switch off");
    assertEquals(await one(firm, isOn), false);
  });
  await t.step("who is invited is mailed the link, where that is on", async () => {
    await decide(admin, "Switch on … Invitations", "Switch on");
    await admin.open("/settings/staff");
    await say(page, "Add", { "Name": "Nia Brooks", "E-mail": "nia@demo.example" }, "Add");
    await gone(page);
    await page.getByRole("button", { name: "Invite …: Nia Brooks" }).click();
    await dialog(page).getByRole("button", { name: "Make the link" }).click();
    await dialog(page).getByText(/on its way to nia@demo\.example/).waitFor();
    await isAccessible(admin);
    await page.keyboard.press("Escape");
    await dialog(page).getByLabel("Link, shown this once").waitFor();
    await button(dialog(page), "I have the link").click();
    await gone(page);
    await admin.open("/mail/outbox");
    await page.getByRole("row", { name: /Invitation.*waiting/ }).waitFor();
  });
  await admin.close();
});

consoleTest("console/billing_says_when_a_facility_is_reminded", async (_t, firm) => {
  const billing = await signIn(firm, "billing");
  const { page } = billing;
  const days = `select reminders.reminder_days as value from facility_reminders as reminders
    join facilities as facility on facility.id = reminders.facility_id where facility.name like 'Harrow Road%'`;
  await billing.open("/people/facilities");
  await page.getByRole("link", { name: /^Harrow Road/ }).click();
  await say(page, "Change how it is invoiced …", {
    "Reminded of so many days late": "0, 400",
  }, "Save");
  await dialog(page).getByText(/^At most ten numbers of days/).waitFor();
  await fill(page, { "Reminded of so many days late": "45, 7 7,14" });
  await button(dialog(page), "Save").click();
  await gone(page);
  await page.getByText("7, 14, 45", { exact: true }).waitFor();
  assertEquals(await one(firm, days), [7, 14, 45]);
  await say(
    page,
    "Change how it is invoiced …",
    { "Reminded of so many days late": "" },
    "Save",
  );
  await gone(page);
  await page.getByText("never", { exact: true }).waitFor();
  assertEquals(await one(firm, days), []);
  assertEquals(billing.complaints(), []);
  await billing.close();
});

consoleTest("console/the_runs_of_each_minute_do_not_hide_the_daily_ones", async (_t, firm) => {
  await firm.sql`
    insert into job_runs (job, today, status, started_at, finished_at, counts)
    select 'deliver', '2026-06-10', 'succeeded', clock.at + minutes * interval '1 minute',
           clock.at + minutes * interval '1 minute',
           '{"sent": 0, "failed": 0, "dropped": 0, "written": 0, "postponed": 0, "remaining": 0}'
      from generate_series(1, 60) as minutes, private.clock() as clock`;
  const admin = await signIn(firm, "admin");
  const { page } = admin;
  await admin.open("/settings/jobs");
  await page.getByRole("cell", { name: "Compute interest", exact: true }).first().waitFor();
  await page.getByRole("cell", { name: "Send mail and webhooks", exact: true }).first().waitFor({
    state: "detached",
  });
  await page.getByRole("combobox", { name: "Job" }).click();
  await page.getByRole("option", { name: "Send mail and webhooks", exact: true }).click();
  await page.getByRole("cell", { name: "Send mail and webhooks", exact: true }).nth(24).waitFor();
  await page.getByRole("cell", { name: "Compute interest", exact: true }).first().waitFor({
    state: "detached",
  });
  assertEquals(admin.complaints(), []);
  await admin.close();
});
