// The weeks in which money moves, billing's and payroll's: done in the browser and looked up in the database.
import { assert, assertEquals, assertMatch, assertNotMatch, assertStrictEquals } from "@std/assert";
import {
  button,
  chooseFirst,
  dialog,
  downloaded,
  fill,
  gone,
  one,
  press,
  refusedOnly,
  say,
} from "../support/console/acts.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/billings_week", async (t, firm) => {
  const person = await signIn(firm, "billing");
  const { page } = person;
  const runs = (isDry: boolean) =>
    one(firm, `select count(*)::int as value from billing_runs where dry_run = ${isDry}`);
  const drafts = "select count(*)::int as value from invoices where status = 'draft'";
  await t.step("tries the week: a double click on the dry run is one run", async () => {
    await person.open("/billing/run");
    const before = await one(firm, drafts);
    await button(page, "Try it (dry run)").dblclick();
    await page.getByRole("heading", { name: /^Dry run of/ }).waitFor();
    await person.settle();
    assertEquals(await runs(true), 1);
    assertStrictEquals(await one(firm, drafts), before);
  });
  await t.step("runs it, and is asked before it bills", async () => {
    await say(page, "Run it", {}, "Run it");
    await page.getByRole("heading", { name: /^Run of/ }).waitFor();
    assertEquals(await runs(false), 1);
    await page.reload();
    await page.getByRole("heading", { name: /^Run of/ }).waitFor();
  });
  await t.step("adds an adjustment to a draft, and takes it off again", async () => {
    const id = await one<string>(
      firm,
      "select id as value from invoices where status = 'draft' order by total desc limit 1",
    );
    const total = `select total::text as value from invoices where id = '${id}'`;
    const before = await one<string>(firm, total);
    await person.open(`/billing/invoices/${id}`);
    await say(page, "Adjust …", {
      "What it says on the invoice": "Agreed discount",
      "Amount": "-12.34",
    }, "Add the line");
    await gone(page);
    assertStrictEquals(Number(await one(firm, total)), Number((Number(before) - 12.34).toFixed(2)));
    await page.getByRole("cell", { name: "Agreed discount" }).waitFor();
    await say(page, "Remove", {}, "Remove");
    await gone(page);
    assertStrictEquals(await one(firm, total), before);
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
    await press(page, "Rebuild");
    await page.getByText(/is void/).first().waitFor();
    await page.getByText("Billed twice").first().waitFor();
    refusedOnly(person);
  });
  await t.step(
    "chooses the drafts and sends them, and gets the PDFs, as no mail goes out",
    async () => {
      await person.open("/billing/run");
      await page.getByRole("link", { name: "Next: look at the drafts" }).click();
      await page.getByLabel("Choose all").check();
      await page.getByRole("button", { name: /^Send \d+ …$/ }).click();
      await dialog(page).getByText(/^No mail goes out: mail is not set up\./).waitFor();
      await button(dialog(page), "Send").click();
      await gone(page);
      assertStrictEquals(await one(firm, drafts), 0);
      const told = page.getByRole("alert").filter({ hasText: "Hand the PDFs over yourself." });
      await told.waitFor();
      const save = told.locator("[aria-label^='Download ']").first();
      const number = (await save.getAttribute("aria-label"))?.replace("Download ", "");
      const [file] = await Promise.all([page.waitForEvent("download"), save.click()]);
      assertStrictEquals(file.suggestedFilename(), `Invoice_${number}.pdf`);
      await told.getByRole("link", { name: "Next: enter the checks that come in" }).waitFor();
      await told.getByRole("link", { name: new RegExp(`^${number}`) }).click();
      await page.getByText(/^No mail went out for this invoice, and none will: mail is not set up/)
        .waitFor();
    },
  );
  await t.step("sees a proposal's rest at every keystroke, and confirms it as edited", async () => {
    const id = await one<string>(
      firm,
      "select id as value from checks where check_number = '7100'",
    );
    const line = `select line.amount::text as value from check_reconciliation_lines as line
         join check_reconciliations as spread on spread.id = line.check_reconciliation_id
        where spread.check_id = '${id}' and line.component = 'principal' order by line.amount desc limit 1`;
    const proposed = await one<string>(firm, line);
    await person.open(`/cash/checks/${id}`);
    await page.locator(`input[value="${proposed}"]`).fill(`${Number(proposed) - 622.51}`);
    await page.getByText("$622.51").waitFor();
    await page.getByRole("tab", { name: "Aging" }).click();
    await page.getByRole("heading", { level: 1, name: "What is owed" }).waitFor();
    await person.open(`/cash/checks/${id}`);
    await page.getByText("$622.51").waitFor();
    await say(page, "Confirm", {}, "Confirm");
    await page.getByRole("heading", { name: "What it paid" }).waitFor();
    assertEquals(
      await one(
        firm,
        `select remaining::text as value from facility_credits where check_id = '${id}'`,
      ),
      "622.51",
    );
  });
  await t.step("enters a check, whose proposal is there at once, and posts it", async () => {
    await page.getByRole("tab", { name: "Checks" }).click();
    await button(page, "Enter a check").click();
    await dialog(page).locator("input[role=combobox]:focus").waitFor();
    await page.keyboard.type("boulder");
    await page.getByRole("option").first().click();
    await dialog(page).getByRole("textbox", { name: "Number" }).fill("4711");
    await dialog(page).getByRole("textbox", { name: "Amount" }).fill("1,250.50");
    await button(dialog(page), "Enter it").click();
    await gone(page);
    await page.getByRole("heading", { level: 1, name: "Check 4711: $1,250.50" }).waitFor();
    await page.getByRole("heading", { name: "What it pays", exact: true }).waitFor();
    await button(page, "Confirm").click();
    await page.getByRole("heading", { name: "What it paid" }).waitFor();
    assertEquals(
      await one(firm, "select status as value from checks where check_number = '4711'"),
      "reconciled",
    );
  });
  await t.step("a refusal stays in the form until it is another check", async () => {
    await person.open("/cash/checks");
    await button(page, "Enter a check").click();
    await dialog(page).locator("input[role=combobox]:focus").waitFor();
    await page.keyboard.type("boulder");
    await page.getByRole("option").first().click();
    await dialog(page).getByRole("textbox", { name: "Number" }).fill("4711");
    await dialog(page).getByRole("textbox", { name: "Amount" }).fill("1,250.50");
    await button(dialog(page), "Enter it").click();
    await dialog(page).getByRole("alert").waitFor();
    await dialog(page).getByLabel(/another one/).check();
    await button(dialog(page), "Enter it").click();
    await gone(page);
    assertEquals(
      await one(
        firm,
        "select array_agg(amount::text) as value from checks where check_number = '4711'",
      ),
      ["1250.50", "1250.50"],
    );
    const lines = `
      select string_agg(line.amount::text, ' ' order by line.amount) as value
        from check_reconciliation_lines as line
        join check_reconciliations as made on made.id = line.check_reconciliation_id
        join checks on checks.id = made.check_id and checks.status = 'received' and check_number = '4711'`;
    const proposed = await one<string>(firm, lines);
    await firm.sql`delete from check_reconciliation_lines where check_reconciliation_id in (
      select id from check_reconciliations where status = 'proposed' and check_id in (
        select id from checks where check_number = '4711'))`;
    await press(page, "Propose anew");
    await page.getByText("A proposal is made: look at it").waitFor();
    assertEquals(await one(firm, lines), proposed);
    await say(page, "Remove", {}, "Remove");
    await page.getByRole("heading", { level: 1, name: "Money received" }).waitFor();
    assertEquals(
      await one(
        firm,
        "select count(*)::int as value from checks where check_number = '4711'",
      ),
      1,
    );
    refusedOnly(person);
  });
  await t.step("exports a list as its filter shows it, no cell a formula", async () => {
    await firm.sql`update public.facilities set name = '=1+1' where name like 'Harrow%'`;
    await person.open("/billing/invoices");
    await page.getByRole("textbox", { name: "Number" }).fill("INV-2026-00001");
    await page.getByText("1-10 of 10").waitFor();
    const [names, ...lines] = (await downloaded(page, "CSV")).trimEnd().split("\r\n");
    assertMatch(names ?? "", /^ID,Number,Status,.*,Facility name$/);
    assertEquals(lines.length, 10);
    assert(
      lines.some((line) => line.endsWith(",'=1+1")) &&
        !lines.some((line) => line.endsWith(",=1+1")),
    );
  });
  await t.step("signs out, which leaves nothing of it behind", async () => {
    await page.locator(".RaUserMenu-userButton").click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.waitForLoadState("networkidle"); // the door is loaded anew, which ends what is being asked
    // Asked again where the door is loaded in the middle of it.
    const found = await page.waitForFunction(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])",
    );
    const kept = await found.jsonValue() as string;
    assertNotMatch(kept, /token|demo\.example|4711|INV-/);
  });
  await person.close();
});

consoleTest("console/payrolls_week_by_two_people_in_two_browsers", async (t, firm) => {
  await firm.sql`update public.organization_settings set require_second_approver = true`;
  const person = await signIn(firm, "payroll");
  const { page } = person;
  const states = "select jsonb_object_agg(status, n) as value from " +
    "(select status, count(*)::int as n from time_entries group by status) as counted";
  await t.step("sees what keeps the period from closing", async () => {
    const [period] = await firm.sql<{ id: string; entries: number; people: number }[]>`
      select period.id, count(*)::int as entries, count(distinct obstacle.contractor_id)::int as people
        from public.payroll_periods as period
       cross join lateral public.payroll_period_obstacles(period.id) as obstacle
       where period.status = 'open' and obstacle.next_step = 'approve'
       group by period.id, period.period_start order by period.period_start limit 1`;
    await person.open(`/payroll/periods/${period?.id}`);
    const name = `${period?.entries} time entries wait for approval`;
    const waiting = page.getByRole("table", { name });
    assertStrictEquals(await waiting.getByRole("row").count() - 1, period?.people);
    await page.getByRole("link", { name: "Approve them or send them back" }).click();
    await page.getByRole("heading", { level: 1, name: "Time to approve" }).waitFor();
  });
  await t.step("approves a week, and sends another back but for a day", async () => {
    const before = await one<Record<string, number>>(firm, states);
    const days = () => page.getByRole("group", { name: "Days" }).first().getByRole("button");
    await days().first().waitFor();
    const all = await days().count();
    await button(page, "Approve").click();
    await page.getByText("Approved", { exact: true }).waitFor();
    await person.settle();
    await days().first().click();
    const left = await days().count() - 1;
    await say(page, "Send back …", { "Why, in a few words": "Not this client" }, "Send back …");
    await gone(page);
    const after = await one<Record<string, number>>(firm, states);
    assertStrictEquals((after["approved"] ?? 0) - (before["approved"] ?? 0), all);
    assertStrictEquals((after["draft"] ?? 0) - (before["draft"] ?? 0), left);
  });
  await t.step("is told that the period cannot close yet", async () => {
    await person.open("/payroll/periods");
    await button(page, "Close the period").click();
    await page.getByRole("dialog", { name: /^Close a period that goes on through / }).waitFor();
    await button(page, "Close it now").click();
    await page.getByRole("alert").first().waitFor();
    await button(page, "Cancel").click();
    refusedOnly(person);
  });
  await t.step("prepares a batch, and looks at whom it pays for the first time", async () => {
    await button(page, "Prepare a batch").click();
    await button(page, "Submit for review").click();
    await page.getByText(/, Priya Nair$/).nth(1).waitFor();
    const [flags] = await firm.sql<{ people: number; looks: number }[]>`
      select count(*)::int as people,
             count(*) filter (where 'first_pay' = any (exceptions))::int as looks
        from public.payroll_batch_review(
             (select id from public.payroll_batches where status = 'in_review'))`;
    const paid = page.getByRole("table", { name: "Per contractor" });
    assertStrictEquals(await paid.getByRole("row").count() - 2, flags?.people);
    assertStrictEquals(await paid.getByText("first pay").count(), flags?.looks);
  });
  const batch = await one<string>(
    firm,
    "select id as value from payroll_batches where status = 'in_review'",
  );
  const state = `select status as value from payroll_batches where id = '${batch}'`;
  await t.step("may not approve what they prepared themselves", async () => {
    await button(page, "Approve").click();
    await page.getByRole("alert").first().waitFor();
    assertEquals(await one(firm, state), "in_review");
    refusedOnly(person);
  });
  const other = await signIn(firm, "admin");
  await t.step("a second person approves it in a browser of their own", async () => {
    await other.open(`/payroll/batches/${batch}`);
    await button(other.page, "Approve").click();
    await button(other.page, "Close").waitFor();
    assertEquals(await one(firm, state), "approved");
    assertEquals(other.complaints(), []);
  });
  await t.step(
    "the first one's screen is stale: their click changes nothing, and it shows the truth",
    async () => {
      const before = person.requests.length;
      await button(page, "Approve").click();
      await page.getByText("Ruth Keller").first().waitFor();
      await button(page, "Close").waitFor();
      assertStrictEquals(await button(page, "Approve").count(), 0);
      const calls = person.requests.slice(before).filter((one) => one.includes("/rpc/advance_"));
      assertEquals(calls.length, 1);
      assertEquals(await one(firm, state), "approved");
      refusedOnly(person);
    },
  );
  await t.step("one closes it, and the other who would discard it is told so", async () => {
    await press(page, "Discard …");
    await say(other.page, "Close", {}, "Close");
    await gone(other.page);
    // Notes stay while nobody looks at the window, and the next one waits for them.
    await page.bringToFront();
    await button(dialog(page), "Yes, do it").click();
    await button(page, "Totals by person").waitFor();
    await page.getByText(/is closed: what it pays no longer changes/).waitFor();
    await gone(page);
    assertEquals(await one(firm, state), "closed");
    refusedOnly(person);
  });
  await t.step("hands the file to the provider", async () => {
    const file = await downloaded(page, "Totals by person");
    assertMatch(file, /^contractor_id,last_name,first_name,.*\r\n[0-9a-f-]{36},/);
  });
  await t.step("explains what somebody was paid, line by line", async () => {
    await page.getByRole("table", { name: "Per contractor" }).getByRole("link").first().click();
    await page.getByRole("heading", { level: 1, name: /^Pay of/ }).waitFor();
    await page.getByRole("heading", { name: /^Week of/ }).first().waitFor();
    assertEquals(person.complaints(), []);
  });
  await t.step("adds a reimbursement, which the second person approves", async () => {
    await person.open("/payroll/adjustments");
    await button(page, "Add").click();
    await chooseFirst(page, "Contractor");
    await fill(page, { "Amount": "42.10", "Reason": "Parking" });
    await button(dialog(page), "Add it").click();
    await gone(page);
    await other.open("/payroll/adjustments");
    await other.page.getByRole("button", { name: /^Approve: .*\$42\.10$/ }).click();
    await other.page.getByRole("row", { name: /Parking.*, Ruth Keller/ }).waitFor();
    assertEquals(
      await one(
        firm,
        "select approved_at is not null as value from payroll_adjustments where reason = 'Parking' and amount = 42.1",
      ),
      true,
    );
  });
  await other.close();
  await person.close();
});
