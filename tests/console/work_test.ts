// A piece of each role's week, done in the browser and looked up in the database.
import assert from "node:assert/strict";
import type { Download, Page } from "playwright-core";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { type Person, signIn } from "../support/console/person.ts";

const button = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first();
const dialog = (page: Page) => page.getByRole("dialog");
const gone = (page: Page) => dialog(page).waitFor({ state: "detached" });

/** Opens a dialog by its button, fills it in, and sends it. */
async function say(
  page: Page,
  opener: string,
  fields: Readonly<Record<string, string>>,
  submit: string,
): Promise<void> {
  await button(page, opener).click();
  for (const [label, value] of Object.entries(fields)) {
    await dialog(page).getByLabel(label).fill(value);
  }
  await dialog(page).getByRole("button", { name: submit, exact: true }).click();
}

async function one<Value>({ sql }: ConsoleFirm, query: string): Promise<Value> {
  const [row] = await sql.unsafe<{ value: Value }[]>(query);
  assert(row, query);
  return row.value;
}

async function textOf(download: Promise<Download>): Promise<string> {
  return await Deno.readTextFile(await (await download).path());
}

/** What a refused request leaves in the browser's log is expected here. */
function refusedOnly(person: Person): void {
  const others = person.complaints().filter((line) =>
    !/^(4\d\d )|the server responded with a status of 4/i.test(line)
  );
  assert.deepEqual(others, []);
}

consoleTest("console/billing_runs_a_week_sends_its_drafts_and_posts_a_check", async (t, firm) => {
  const person = await signIn(firm, "billing");
  const { page } = person;
  await t.step("a double click on the dry run is one run", async () => {
    await person.open("/billing/run");
    await button(page, "Try it (dry run)").dblclick();
    await page.getByRole("heading", { name: /^Dry run of/ }).waitFor();
    await person.settle();
    assert.equal(
      await one(firm, "select count(*)::int as value from billing_runs where dry_run"),
      1,
    );
  });
  await t.step("the run asks before it bills", async () => {
    await say(page, "Run it", {}, "Run it");
    await page.getByRole("heading", { name: /^Run of/ }).waitFor();
    assert.equal(
      await one(firm, "select count(*)::int as value from billing_runs where not dry_run"),
      1,
    );
  });
  await t.step("who acts on what somebody else voided is told so, and sees it", async () => {
    const id = await one<string>(
      firm,
      "select id as value from invoices where status = 'draft' order by id limit 1",
    );
    await person.open(`/billing/invoices/${id}`);
    const other = await signIn(firm, "admin");
    await other.open(`/billing/invoices/${id}`);
    await say(other.page, "Void", { "Why, in a few words": "Billed twice" }, "Void");
    await gone(other.page);
    await other.close();
    await button(page, "Recompute").click();
    await page.getByText(/is void/).first().waitFor();
    await page.getByText("Billed twice").waitFor();
    refusedOnly(person);
  });
  await t.step("drafts are chosen and sent", async () => {
    await person.open("/billing/drafts");
    await page.getByLabel("Choose all").check();
    await page.getByRole("button", { name: /^Send \d+ …$/ }).click();
    await dialog(page).getByRole("button", { name: "Send", exact: true }).click();
    await gone(page);
    assert.equal(
      await one(firm, "select count(*)::int as value from invoices where status = 'draft'"),
      0,
    );
  });
  await t.step(
    "a proposal shows its rest at every keystroke, and is confirmed as edited",
    async () => {
      const id = await one<string>(
        firm,
        "select id as value from checks where check_number = '7100'",
      );
      await person.open(`/cash/checks/${id}`);
      const field = page.locator('input[value="20622.51"]');
      await field.fill("20000");
      await page.getByText("$622.51").waitFor();
      await say(page, "Confirm", {}, "Confirm");
      await page.getByRole("heading", { name: "What it paid" }).waitFor();
      assert.equal(
        await one(
          firm,
          `select remaining::text as value from facility_credits where check_id = '${id}'`,
        ),
        "622.51",
      );
    },
  );
  await t.step(
    "a refusal stays in the form, and the field that it is about is marked",
    async () => {
      await person.open("/cash/checks");
      for (const attempt of ["first", "again"]) {
        await button(page, "Enter a check").click();
        await dialog(page).getByLabel("Facility").click();
        await page.getByRole("option").first().click();
        await dialog(page).getByRole("textbox", { name: "Number" }).fill("4711");
        await dialog(page).getByRole("textbox", { name: "Amount" }).fill("1,250.50");
        await dialog(page).getByRole("button", { name: "Enter it" }).click();
        if (attempt === "first") await gone(page);
        if (attempt === "first") await person.open("/cash/checks");
      }
      await dialog(page).getByRole("alert").waitFor();
      await dialog(page).getByLabel(/another one/).check();
      await dialog(page).getByRole("button", { name: "Enter it" }).click();
      await gone(page);
      const amounts = await one(
        firm,
        "select array_agg(amount::text) as value from checks where check_number = '4711'",
      );
      assert.deepEqual(amounts, ["1250.50", "1250.50"]);
      refusedOnly(person);
    },
  );
  await t.step("a list is exported as its filter shows it, no cell a formula", async () => {
    await firm.sql`update public.facilities set name = '=1+1' where name like 'Harrow%'`;
    await person.open("/billing/invoices");
    await page.getByRole("textbox", { name: "Number" }).fill("INV-2026-00001");
    await page.getByText("1-10 of 10").waitFor();
    const [text] = await Promise.all([
      textOf(page.waitForEvent("download")),
      button(page, "CSV").click(),
    ]);
    const [names, ...lines] = text.trimEnd().split("\r\n");
    assert.match(names ?? "", /^id,number,status,/);
    assert.equal(lines.length, 10);
    assert(
      lines.some((line) => line.endsWith(",'=1+1")) &&
        !lines.some((line) => line.endsWith(",=1+1")),
    );
  });
  await t.step("who loses a right is told so and stays signed in", async () => {
    await person.open("/billing/run");
    await firm
      .sql`update public.staff_members set roles = '{viewer}' where 'billing' = any (roles)`;
    await button(page, "Try it (dry run)").click();
    await page.getByText(/role billing/).first().waitFor();
    refusedOnly(person);
  });
  await t.step("signing out leaves nothing of it behind", async () => {
    await page.locator(".RaUserMenu-userButton").click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const kept = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])",
    ) as string;
    assert.doesNotMatch(kept, /token|demo\.example|4711|INV-/);
  });
  await person.close();
});

consoleTest("console/people_are_placed_time_is_approved_and_paid", async (t, firm) => {
  await t.step("recruiting places a candidate, and is told which field is wrong", async () => {
    const person = await signIn(firm, "recruiting");
    const { page } = person;
    await person.open("/people/candidates");
    await page.getByRole("button", { name: /^Place: Ana Abbott/ }).click();
    await dialog(page).getByLabel("Facility").click();
    await page.getByRole("option").first().click();
    await dialog(page).getByLabel("Bill rate").fill("60");
    await dialog(page).getByLabel("Pay rate").fill("62.5");
    await dialog(page).getByText("-$2.50 an hour").waitFor();
    await dialog(page).getByRole("button", { name: "Place them" }).click();
    await dialog(page).getByRole("alert").waitFor();
    await dialog(page).locator('[name="pay_rate"][aria-invalid="true"]').waitFor();
    await dialog(page).getByLabel("Bill rate").fill("95");
    await dialog(page).getByRole("button", { name: "Place them" }).click();
    await page.getByRole("heading", { name: /^Ana Abbott at/ }).waitFor();
    await person.open("/people/renewals");
    const before = await page.getByRole("button", { name: /^Extend …/ }).count();
    await page.getByRole("button", { name: /^Extend …/ }).last().click();
    await dialog(page).getByRole("button", { name: "Extend", exact: true }).click();
    await gone(page);
    await person.settle();
    assert.equal(await page.getByRole("button", { name: /^Extend …/ }).count(), before - 1);
    refusedOnly(person);
    await person.close();
  });
  await t.step("payroll approves a week, sends a day back, and pays", async () => {
    const person = await signIn(firm, "payroll");
    const { page } = person;
    await person.open("/time/approve");
    const states = "select jsonb_object_agg(status, n) as value from " +
      "(select status, count(*)::int as n from time_entries group by status) as counted";
    const before = await one<Record<string, number>>(firm, states);
    const days = await page.getByRole("group", { name: "Days" }).first().getByRole("button")
      .count();
    await button(page, "Approve").click();
    await page.getByText("Approved").waitFor();
    await person.settle();
    await page.getByRole("group", { name: "Days" }).first().getByRole("button").first().click();
    const left =
      await page.getByRole("group", { name: "Days" }).first().getByRole("button").count() - 1;
    await say(page, "Send back …", { "Why, in a few words": "Not this client" }, "Send back …");
    await gone(page);
    const after = await one<Record<string, number>>(firm, states);
    assert.equal((after["approved"] ?? 0) - (before["approved"] ?? 0), days);
    assert.equal((after["draft"] ?? 0) - (before["draft"] ?? 0), left);

    await person.open("/payroll/periods");
    await button(page, "Close the period").click();
    await page.getByRole("alert").first().waitFor();
    await button(page, "Prepare a batch").click();
    await button(page, "Hand over for review").click();
    await button(page, "Approve").click();
    await say(page, "Close", {}, "Close");
    await gone(page);
    const [file] = await Promise.all([
      textOf(page.waitForEvent("download")),
      button(page, "Payroll file").click(),
    ]);
    assert.match(file, /^contractor_id,last_name,first_name,.*\r\n[0-9a-f-]{36},/);
    refusedOnly(person);
    await person.close();
  });
  await t.step("an admin changes what somebody may do, and finds it in the log", async () => {
    const person = await signIn(firm, "admin");
    const { page } = person;
    await person.open("/settings/staff");
    await page.getByRole("button", { name: "Change … Grace Liu" }).click();
    await dialog(page).getByLabel("recruiting").check();
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await gone(page);
    await person.open("/settings/log");
    await page.getByRole("button", { name: "See: staff_members, by update" }).first().click();
    await page.getByRole("cell", { name: '["viewer","recruiting"]' }).waitFor();
    await page.getByText("Ruth Keller").first().waitFor({ state: "attached" });
    assert.deepEqual(person.complaints(), []);
    await person.close();
  });
});
