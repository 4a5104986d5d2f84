// The firm's books in the browser: what they show is the journal of the database, and files are what it answers.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type { Download, Page } from "playwright-core";
import {
  button,
  cellsOf,
  choose,
  dialog,
  fill,
  gone,
  isRefused,
  one,
  refusedOnly,
  say,
  shows,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { type Person, signIn } from "../support/console/person.ts";

/** The month before the day of these tests, with which the page opens. */
const MAY = "'2026-05-01', '2026-05-31'";
/** The journal as the page sums it: by document, account and facility. */
const summed = (journal: string) => `
  select posted_on, document, account, facility_id, sum(debit - credit) as amount
    from ${journal} group by posted_on, document, account, facility_id`;

/** Each account's name, what it had before, its debits, credits and change, and what it has after. */
async function sumsBy({ sql }: ConsoleFirm, moved: string, before: string): Promise<string[][]> {
  const rows = await sql.unsafe<{ cells: string[] }[]>(`
    with moved as (${moved}), before as (
        select account, sum(amount) as amount from (${summed(before)}) as line
         where amount <> 0 group by account
    )
    select array[account.name, initcap(account.type),
                 coalesce(nullif(coalesce(max(before.amount), 0), 0)::text, ''),
                 coalesce(nullif(coalesce(sum(greatest(moved.amount, 0)), 0), 0)::text, ''),
                 coalesce(nullif(coalesce(sum(greatest(-moved.amount, 0)), 0), 0)::text, ''),
                 coalesce(nullif(coalesce(sum(moved.amount), 0), 0)::text, ''),
                 coalesce(nullif(coalesce(max(before.amount), 0) + coalesce(sum(moved.amount), 0), 0)::text, '')] as cells
      from journal_accounts as account
      left join before on before.account = account.account
      left join moved on moved.account = account.account and moved.amount <> 0
     where before.amount is not null or moved.amount is not null
     group by account.account, account.name, account.type`);
  return rows.map(({ cells }) => cells).sort();
}

/** Clicks what starts a download, and reads it. */
async function handedOver(page: Page, click: () => Promise<void>): Promise<[string, string]> {
  const [file]: [Download, void] = await Promise.all([page.waitForEvent("download"), click()]);
  return [file.suggestedFilename(), await Deno.readTextFile(await file.path())];
}

/** Script that types into the journal's field and presses its first switch before the page has drawn what was typed. */
const typedAndTurned = (text: string) =>
  `(async () => {
  const label = [...document.querySelectorAll("label")]
    .find(({ textContent }) => textContent === "Document or facility");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set
    .call(label.control, ${JSON.stringify(text)});
  label.control.dispatchEvent(new Event("input", { bubbles: true }));
  for (let turn = 0; turn < 20; turn++) await null;
  document.querySelector("input[role=switch]").click();
})()`;

/** Turns a switch, and waits until the page shows what it asks for. */
async function turn({ page, settle }: Person, name: RegExp): Promise<void> {
  const before = page.getByRole("switch", { name });
  const turned = page.getByRole("switch", { name, checked: !await before.isChecked() });
  await before.click();
  await turned.waitFor();
  await settle();
}

consoleTest("console/the_journal_of_a_month_is_shown_as_the_database_has_it", async (t, firm) => {
  const person = await signIn(firm, "admin");
  const { page } = person;
  const before = "journal('2000-01-01', '2026-04-30')";
  await t.step("by account, from what to what", async () => {
    await person.open("/books");
    await page.getByRole("heading", { level: 1, name: "Books" }).waitFor();
    assertEquals(await page.getByLabel("First day").inputValue(), "2026-05-01");
    assertEquals(await page.getByLabel("Last day").inputValue(), "2026-05-31");
    await turn(person, /balances before/);
    const expected = await sumsBy(firm, summed(`journal(${MAY})`), before);
    assert((await cellsOf(page, "By account")).length > 5);
    await shows(page, "By account", expected);
  });
  await t.step("with the accruals of the last day on demand", async () => {
    await turn(person, /accruals of May 31, 2026/);
    const posted = `(select * from journal(${MAY}) union all
      select * from accruals('2026-05-31') where posted_on = '2026-05-31') as posted`;
    const expected = await sumsBy(firm, summed(posted), before);
    assert(expected.some(([name]) => name === "Unbilled receivables"));
    await shows(page, "By account", expected);
    await isAccessible(person);
    await page.getByLabel("Document or facility").fill("accrual-");
    // The links follow what is typed some moments later; they bring it back.
    const found = page.getByRole("link", { name: "ACCRUAL-2026-05-31" });
    await found.and(page.locator("[href*='find=accrual-']")).first().click();
    await page.getByRole("heading", { level: 1, name: "ACCRUAL-2026-05-31" }).waitFor();
    assertStrictEquals(
      await one(
        firm,
        `
        select string_agg(trim_scale(debit + credit)::text, ' ' order by debit + credit) as value
          from (select * from accruals('2026-05-31') where posted_on = '2026-05-31'
                 order by account, facility_id, contractor_id, memo limit 50) as line`,
      ),
      (await cellsOf(page, "Lines")).map((cells) => Number(cells.slice(-2).join("")))
        .sort((a, b) => a - b).join(" "),
    );
    await page.getByRole("link", { name: "Back to the journal" }).click();
    await page.getByRole("table", { name: "By document" }).waitFor();
    assertEquals(await page.getByLabel("Document or facility").inputValue(), "accrual-");
    await page.getByLabel("Document or facility").fill("");
    await turn(person, /accruals of May 31, 2026/);
  });
  await t.step("a switch that is pressed as something is typed takes none of it back", async () => {
    const accruals = page.getByRole("switch", { name: /accruals of May 31, 2026/ });
    for (const [text, isOn] of [["PAY-", true], ["", false]] as const) {
      await page.evaluate(typedAndTurned(text));
      const follows = isOn ? "yes" : "no";
      await page.waitForURL(({ hash }) => hash.includes(`accruals=${follows}`));
      await person.settle();
      assertEquals(await page.getByLabel("Document or facility").inputValue(), text);
      assertStrictEquals(await accruals.isChecked(), isOn);
    }
  });
  await t.step("by document, of one account where somebody asks", async () => {
    await page.getByRole("combobox", { name: "Account" }).click();
    await page.getByRole("option", { name: "Cash" }).click();
    const lines = await one(
      firm,
      `select count(*)::int as value from (${summed(`journal(${MAY})`)}) as line
        where account = 'cash' and amount <> 0`,
    );
    await page.getByText(`1–25 of ${lines}`).waitFor();
    const others = page.getByRole("table", { name: "By document" }).locator("tbody tr")
      .filter({ hasNotText: "Cash" });
    await others.first().waitFor({ state: "detached" });
    const rows = await cellsOf(page, "By document");
    assertEquals([rows.length, [...new Set(rows.map((cells) => cells[2]))]], [25, ["Cash"]]);
  });
  await t.step("a document has its contractors, page by page", async () => {
    const [pay] = await firm.sql<{ document: string; people: number }[]>`
      select document, count(*)::int as people from journal('2026-05-01', '2026-05-31')
       where document like 'PAY-%' group by document order by count(*) desc limit 1`;
    assert(pay);
    await page.getByRole("combobox", { name: "Account" }).click();
    await page.getByRole("option", { name: "All accounts" }).click();
    await page.getByLabel("Document or facility").fill(pay.document);
    await page.getByRole("link", { name: pay.document }).click();
    await page.getByRole("heading", { level: 1, name: pay.document }).waitFor();
    const found: string[][] = [];
    for (;;) {
      await page.getByText(`Lines ${found.length + 1} to`).waitFor();
      found.push(...await cellsOf(page, "Lines"));
      const next = button(page, "Next");
      if (await next.isDisabled()) break;
      await next.click();
    }
    const lines = await firm.sql<{ cells: string[] }[]>`
      select array[account.name, person.first_name || ' ' || person.last_name, line.memo,
                   coalesce(nullif(line.debit, 0)::text, ''), coalesce(nullif(line.credit, 0)::text, '')] as cells
        from journal('2026-05-01', '2026-05-31') as line
        join journal_accounts as account on account.account = line.account
        join contractors as person on person.id = line.contractor_id
       where line.document = ${pay.document}`;
    assert(found.length > 50);
    assertEquals(found.sort(), lines.map(({ cells }) => cells).sort());
  });
  await t.step("days that are none are refused in words", async () => {
    await person.open("/books/journal");
    assertEquals(person.complaints(), []);
    await page.getByLabel("Last day").fill("2026-04-30");
    await page.getByRole("alert").getByText(/would end on Apr 30, 2026, before it starts/)
      .waitFor();
    await page.getByLabel("First day").fill("2026-04-01");
    await page.getByRole("table", { name: "By account" }).waitFor();
    refusedOnly(person);
  });
  await person.close();
});

consoleTest("console/the_journal_is_downloaded_as_a_file_of_each_format", async (t, firm) => {
  const person = await signIn(firm, "admin");
  const { page } = person;
  const file = (args: string) => one<string>(firm, `select journal_file(${MAY}, ${args}) as value`);
  await person.open("/books/journal");
  await t.step("every row as CSV, by the keyboard alone", async () => {
    await button(page, "Download …").focus();
    await page.keyboard.press("Enter");
    await dialog(page).getByText("Not all of these days are closed").waitFor();
    await isAccessible(person);
    await button(dialog(page), "Download").focus();
    const [name, text] = await handedOver(page, () => page.keyboard.press("Enter"));
    assertEquals(name, "journal-2026-05-01-2026-05-31.csv");
    assertStrictEquals(text, await file("'csv'"));
    await gone(page);
  });
  await t.step("summed and with accruals, for hledger", async () => {
    await button(page, "Download …").click();
    await choose(page, "Format", "hledger");
    await dialog(page).getByRole("switch", { name: "Summed" }).check();
    await dialog(page).getByRole("switch", { name: "With the accruals of May 31, 2026" }).check();
    const [name, text] = await handedOver(page, () => button(dialog(page), "Download").click());
    assertEquals(name, "journal-2026-05-01-2026-05-31.journal");
    assertStrictEquals(text, await file("'hledger', true, true"));
    await gone(page);
  });
  for (const [program, format] of [["QuickBooks Online", "quickbooks"], ["NetSuite", "netsuite"]]) {
    await t.step(`says that nobody tried it in ${program}`, async () => {
      await button(page, "Download …").click();
      await choose(page, "Format", `${program} (CSV, not tried there)`);
      await dialog(page).getByText(/Nobody has tried such a file there/).waitFor();
      const [name, text] = await handedOver(page, () => button(dialog(page), "Download").click());
      assertMatch(name, new RegExp(`^journal-${format}.*-2026-05-01-2026-05-31\\.csv$`));
      const known = format === "netsuite" ? "'netsuite'" : "'quickbooks_online'";
      assertStrictEquals(text, await file(known));
      await gone(page);
    });
  }
  assertEquals(person.complaints(), []);
  await t.step(
    "for Xero needs the accounts' numbers, and says which accounts it takes",
    async () => {
      await button(page, "Download …").click();
      await choose(page, "Format", "Xero (CSV, not tried there)");
      await dialog(page).getByText(/and none to a bank account/).waitFor();
      await isAccessible(person);
      await isRefused(person, "Download", /No number to import by: Accounts receivable, /);
      refusedOnly(person);
    },
  );
  await firm.sql`update journal_accounts set number = account`;
  const parts = await firm.sql<{ part: number; file: string }[]>`
    select part, file from journal_files('2026-05-01', '2026-05-31', 'xero') order by part`;
  await t.step("for Xero comes in as many files as it takes", async () => {
    const found = new Map<string, Promise<string>>();
    page.on("download", (file: Download) => {
      found.set(file.suggestedFilename(), file.path().then((path) => Deno.readTextFile(path)));
    });
    await button(page, "Download …").click();
    await choose(page, "Format", "Xero (CSV, not tried there)");
    await button(dialog(page), "Download").click();
    await gone(page);
    for (let tries = 0; found.size < parts.length && tries < 50; tries++) {
      await page.waitForTimeout(100);
    }
    const which = (part: number) => parts.length > 1 ? `-${part}-of-${parts.length}` : "";
    for (const { part, file } of parts) {
      const name = `journal-xero-2026-05-01-2026-05-31${which(part)}.csv`;
      assertStrictEquals(await found.get(name), file, name);
    }
    page.removeAllListeners("download");
  });
  await t.step("for Sage Intacct names the journal there", async () => {
    await button(page, "Download …").click();
    await choose(page, "Format", "Sage Intacct (CSV, not tried there)");
    await fill(page, { "Journal in Sage Intacct": "=1" });
    await button(dialog(page), "Download").click();
    await dialog(page).getByText(/has no id such as '=1'/).waitFor();
    await fill(page, { "Journal in Sage Intacct": "STAFF" });
    const [name, text] = await handedOver(page, () => button(dialog(page), "Download").click());
    assertEquals(name, "journal-sage-intacct-2026-05-01-2026-05-31.csv");
    assertStrictEquals(text, await file("'sage_intacct', false, false, 'STAFF'"));
    await gone(page);
    refusedOnly(person);
  });
  await firm.sql`update journal_accounts set number = null`;
  await person.close();
});

consoleTest("console/accounts_have_the_firms_own_numbers_and_names", async (t, firm) => {
  const person = await signIn(firm, "admin");
  const { page } = person;
  await person.open("/books/accounts");
  await t.step("an admin gives them, and the journal has them", async () => {
    await say(page, "Edit Cash", {
      "Number in your chart": "1000",
      "Name in your chart": "Operating account",
    }, "Save");
    await gone(page);
    await page.getByRole("row", { name: /Asset 1000 Operating account/ }).waitFor();
    await person.open("/books/journal");
    await page.getByRole("row", { name: /^1000 Operating account Cash Asset/ }).waitFor();
  });
  await t.step("a number is taken off again, and no name is blank", async () => {
    await person.open("/books/accounts");
    await say(page, "Edit Cash", { "Number in your chart": "" }, "Save");
    await gone(page);
    await button(page, "Edit Cash").click();
    await fill(page, { "Name in your chart": "  " });
    await isRefused(person, "Save", /name of the account is blank/);
    assertEquals(
      await one(
        firm,
        "select concat_ws('|', number, name) as value from journal_accounts where account = 'cash'",
      ),
      "Operating account",
    );
  });
  await t.step("an admin adds one for codes, and a code has it", async () => {
    await person.open("/books/accounts");
    await button(page, "Add an account").click();
    await fill(page, { "Short name": "on_call", "Name in your chart": "Call revenue" });
    await isAccessible(person);
    await button(dialog(page), "Add an account").click();
    await gone(page);
    await page.getByRole("row", { name: /revenue_on_call .* Income Call revenue/ }).waitFor();
    await person.open("/settings/codes");
    await button(page, "Change … On call").click();
    await choose(page, "Account of what it bills", "Call revenue");
    await isAccessible(person);
    await button(dialog(page), "Save").click();
    await gone(page);
    assertEquals(
      await one(
        firm,
        "select concat_ws('|', revenue_account, pay_account) as value from time_codes where name = 'on_call'",
      ),
      "revenue_on_call",
    );
  });
  refusedOnly(person);
  await person.close();
});

consoleTest("console/an_admin_closes_the_books_and_others_see_it", async (t, firm) => {
  const person = await signIn(firm, "admin");
  const { page } = person;
  const close = async (through: string) => {
    await button(page, "Close the books …").click();
    await fill(page, { "Through": through });
  };
  await t.step("says what it means, and refuses a day that is not over", async () => {
    await person.open("/books/closings");
    await page.getByText("The books were never closed.").waitFor();
    await button(page, "Close the books …").click();
    assertEquals(await dialog(page).getByLabel("Through").inputValue(), "2026-05-31");
    await dialog(page).getByText(/Nobody can open them again/).waitFor();
    await isAccessible(person);
    await fill(page, { "Through": "2026-06-10" });
    await isRefused(person, "Close the books", /Jun 10, 2026 is not over/);
  });
  await t.step("closes a month: by whom, when, how much", async () => {
    await close("2026-05-31");
    await button(dialog(page), "Close the books").click();
    await gone(page);
    const postings = await one<string>(
      firm,
      "select to_char(postings, 'FM999,999') as value from book_closings",
    );
    await page.getByRole("row", {
      name: new RegExp(`^May 31, 2026 .* Ruth Keller ${postings}$`),
    }).waitFor();
  });
  await t.step("and refuses a day that is closed already", async () => {
    await close("2026-04-30");
    await isRefused(person, "Close the books", /already closed through May 31, 2026/);
  });
  refusedOnly(person);
  await person.close();

  const both = "update staff_members set roles = $1 where email = 'billing@demo.example'";
  await t.step("billing alone is told which role the books need, and reads nothing", async () => {
    const billing = await signIn(firm, "billing");
    await billing.page.getByRole("menuitem", { name: "Books" }).click();
    await billing.page.getByText(/You lack payroll: ask an admin for it\.$/).waitFor();
    await billing.open("/books/closings");
    await billing.page.getByText(/You lack payroll: /).waitFor();
    assertEquals(billing.requests.filter((one) => /rpc.journal|book_closings/.test(one)), []);
    await billing.close();
  });
  await t.step("who is billing and payroll reads them, and changes nothing", async () => {
    await firm.sql.unsafe(both, [["billing", "payroll"]]);
    const reader = await signIn(firm, "billing");
    await reader.page.getByRole("menuitem", { name: "Books" }).click();
    await reader.page.getByText("Closed through May 31, 2026").waitFor();
    await reader.page.getByRole("table", { name: "By account" }).waitFor();
    await reader.open("/books/closings");
    await reader.page.getByRole("row", { name: /^May 31, 2026/ }).waitFor();
    assertStrictEquals(
      await reader.page.getByRole("button", { name: /Close the books/ }).count(),
      0,
    );
    await reader.open("/books/accounts");
    await reader.page.getByRole("row", { name: /Operating account/ }).waitFor();
    assertStrictEquals(await reader.page.getByRole("button", { name: /Edit/ }).count(), 0);
    assertEquals(reader.complaints(), []);
    await reader.close();
  });
});
