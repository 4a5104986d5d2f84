// What a browser does with a "no": it says so once, where the person acted, and asks no second time.
import { assert, assertEquals } from "@std/assert";
import type { Page, Route } from "playwright-core";
import {
  button,
  chooseByText,
  dialog,
  enter,
  fill,
  gone,
  press,
  say,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

/** Answers requests in the API's place, and counts them. */
async function answerInItsPlace(
  page: Page,
  path: string,
  status: number,
  body: Readonly<Record<string, string>> = { message: "No.", hint: "Do not." },
): Promise<{ count: () => number; stop: () => Promise<void> }> {
  let count = 0;
  const handler = async (route: Route) => {
    count++;
    await route.fulfill({ status, json: body });
  };
  const pattern = `**/rest/v1/${path}`;
  await page.route(pattern, handler);
  return { count: () => count, stop: () => page.unroute(pattern, handler) };
}

/** Long enough for what would be tried again: react-query waits a second before it does. */
const wait = (page: Page) => page.waitForTimeout(1_500);

consoleTest("console/refusals", async (t, firm) => {
  const person = await signIn(firm, "billing");
  const { page } = person;
  await t.step("a list that is refused is asked for once, and says why", async () => {
    for (const status of [400, 403, 404, 409]) {
      // Loaded anew, it has nothing kept that it would show instead of asking.
      await person.open("/board");
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor();
      const answers = await answerInItsPlace(page, "billing_runs?*", status);
      await page.evaluate("location.hash = '/billing/run'");
      await page.getByRole("alert").getByText("No.").waitFor();
      await wait(page);
      assertEquals(answers.count(), 1, `${status} was asked again`);
      await answers.stop();
      await button(page, "Try again").click();
      await page.getByRole("heading", { name: "Runs so far" }).waitFor();
    }
  });
  await t.step("what is away for a moment is asked for again", async () => {
    await person.open("/board");
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    const answers = await answerInItsPlace(page, "billing_runs?*", 503);
    await page.evaluate("location.hash = '/billing/run'");
    for (let tries = 0; answers.count() < 2 && tries < 50; tries++) await page.waitForTimeout(100);
    assert(answers.count() >= 2);
    await answers.stop();
    await page.getByRole("heading", { name: "Runs so far" }).waitFor();
  });
  await t.step("a call that is refused is not made again", async () => {
    const answers = await answerInItsPlace(page, "rpc/weekly_billing_run", 409);
    await button(page, "Try it (dry run)").click();
    await page.getByRole("alert").getByText("No.").waitFor();
    await wait(page);
    assertEquals(answers.count(), 1);
    await answers.stop();
  });
  await t.step("buttons are off while a call runs, and a double click is one call", async () => {
    const answer = Promise.withResolvers<void>();
    let calls = 0;
    const pattern = "**/rest/v1/rpc/weekly_billing_run";
    await page.route(pattern, async (route) => {
      calls++;
      await answer.promise;
      await route.continue();
    });
    const tryIt = button(page, "Try it (dry run)");
    await tryIt.dblclick();
    assertEquals(await page.getByRole("button", { name: "Try it (dry run)" }).isDisabled(), true);
    answer.resolve();
    await page.getByRole("heading", { name: /^Dry run of/ }).waitFor();
    assertEquals(calls, 1);
    await page.unroute(pattern);
    const [runs] = await firm.sql`select count(*)::int as count from public.billing_runs`;
    assertEquals(runs?.["count"], 1);
  });
  await t.step("a dialog cannot be sent twice or left while its call runs", async () => {
    const answer = Promise.withResolvers<void>();
    const pattern = "**/rest/v1/facilities*";
    let calls = 0;
    await page.route(pattern, async (route) => {
      if (route.request().method() === "POST") {
        calls++;
        await answer.promise;
      }
      await route.continue();
    });
    await person.open("/people/facilities");
    await button(page, "Add").click();
    await fill(page, {
      "Name": "Alder Clinic",
      "Billing e-mail": "a@example.com",
      "Days to pay": "30",
    });
    await button(dialog(page), "Add").dblclick();
    const running = button(dialog(page), "Running …");
    await running.waitFor();
    assertEquals(await running.isDisabled(), true);
    assertEquals(await button(dialog(page), "Cancel").isDisabled(), true);
    await page.keyboard.press("Escape");
    assertEquals(await dialog(page).count(), 1);
    answer.resolve();
    await gone(page);
    assertEquals(calls, 1);
    await page.unroute(pattern);
  });
  await t.step("what a screen that is gone would have said is said all the same", async () => {
    const [draft] = await firm.sql<{ id: string }[]>`
      select id from public.invoices where status = 'draft' order by id limit 1`;
    await person.open(`/billing/invoices/${draft?.id}`);
    await press(page, "Void");
    await fill(page, { "Why, in a few words": "Twice" });
    const other = await signIn(firm, "admin");
    await other.open(`/billing/invoices/${draft?.id}`);
    await say(other.page, "Send", {}, "Send");
    await gone(other.page);
    await say(other.page, "Void", { "Why, in a few words": "Wrong week" }, "Void");
    await gone(other.page);
    await other.close();
    await button(dialog(page), "Void").click();
    await page.getByText(/Wrong week/).first().waitFor();
    await gone(page);
  });
  await t.step(
    "beside a refusal stand the page to open and the choice that lets it pass",
    async () => {
      const [check] = await firm.sql<{ id: string; check_number: string; name: string }[]>`
      insert into public.checks (facility_id, check_number, method, amount, received_on)
      select id, 'TWICE-1', 'check', 12.50, '2026-06-09' from public.facilities order by name limit 1
      returning id, check_number, (select name from public.facilities where id = facility_id) as name`;
      const submit = async () => {
        await button(dialog(page), "Enter it").click();
        await dialog(page).getByText(/received on Jun 9, 2026/).first().waitFor();
      };
      await person.open("/cash/checks");
      await button(page, "Enter a check").click();
      await chooseByText(page, "Facility", check?.name ?? "", check?.name ?? "");
      await enter(page, {
        "check_number": "TWICE-1",
        "amount": "12.50",
        "received_on": "2026-06-09",
      });
      const another = dialog(page).getByLabel(/^It is another one, though one of this number/);
      assertEquals(await another.count(), 0);
      await submit();
      await another.waitFor();
      await dialog(page).getByRole("link", { name: "Show the check already entered" }).click();
      await page.waitForURL(new RegExp(`/cash/checks/${check?.id}$`));
      // Whatever was typed is still there.
      await person.open("/cash/checks");
      await button(page, "Enter a check").click();
      await dialog(page).getByText(/What you typed here before is back/).waitFor();
      assertEquals(await another.count(), 0);
      // It can be pressed at once, while the page is still asked for again.
      const read = Promise.withResolvers<void>();
      await page.route("**/rest/v1/**", async (route) => {
        if (route.request().method() === "GET") await read.promise;
        await route.continue();
      });
      await submit();
      const taken = page.waitForRequest((request) => request.method() === "POST");
      await button(dialog(page), "This is another one").click();
      await taken;
      read.resolve();
      await gone(page);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const [checks] = await firm
        .sql`select count(*)::int as count from public.checks where check_number = 'TWICE-1'`;
      assertEquals(checks?.["count"], 2);
    },
  );
  await t.step(
    "a check for closed books is said to be late once the books ask for it",
    async () => {
      await person.open("/cash/checks");
      await button(page, "Enter a check").click();
      const [facility] = await firm.sql<[{ name: string }]>`
      select name from public.facilities order by name limit 1`;
      await chooseByText(page, "Facility", facility.name, facility.name);
      await enter(page, { "amount": "12.50", "received_on": "2026-06-09" });
      const late = dialog(page).getByLabel(/^It is late/);
      assertEquals(await late.count(), 0);
      const answers = await answerInItsPlace(page, "checks*", 409, {
        message: "The books are closed.",
        hint: "Say that it is late.",
        details: "books_closed",
      });
      await button(dialog(page), "Enter it").click();
      await late.waitFor();
      assertEquals(await dialog(page).getByLabel(/^It is another one/).count(), 0);
      await answers.stop();
      await late.check();
      await button(dialog(page), "Enter it").click();
      await gone(page);
      const [checks] = await firm.sql`
      select count(*)::int as count from public.checks where late and check_number is null`;
      assertEquals(checks?.["count"], 1);
    },
  );
  await t.step(
    "who waits for somebody else tries again by a button beside the refusal",
    async () => {
      await person.open("/billing/run");
      const answers = await answerInItsPlace(page, "rpc/weekly_billing_run", 409, {
        message: "Somebody else bills right now.",
        hint: "Try again in a few seconds.",
        details: "billing_in_progress",
      });
      await button(page, "Try it (dry run)").click();
      await page.getByRole("alert").getByText("Somebody else bills right now.").waitFor();
      await answers.stop();
      await button(page, "Try again").click();
      await page.getByRole("heading", { name: /^Dry run of/ }).waitFor();
      assertEquals(answers.count(), 1);
    },
  );
  await t.step("who loses a right is told so, and stays signed in", async () => {
    await person.open("/billing/run");
    await firm
      .sql`update public.staff_members set roles = '{viewer}' where 'billing' = any (roles)`;
    await button(page, "Try it (dry run)").click();
    await page.getByText(/role billing/).first().waitFor();
    await person.open("/board");
    await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
  });
  await t.step(
    "whose session is not known any more signs in over the page, and goes on",
    async () => {
      const answers = await answerInItsPlace(page, "checks?*", 401);
      const refreshing = "**/auth/v1/token?grant_type=refresh_token";
      await page.route(refreshing, (route) =>
        route.fulfill({
          status: 400,
          json: { error_code: "refresh_token_not_found", msg: "Invalid Refresh Token" },
        }));
      await page.evaluate("location.hash = '/cash/checks'");
      const again = page.getByRole("dialog", { name: "Sign in again" });
      await again.waitFor();
      await isAccessible(person);
      await answers.stop();
      await page.unroute(refreshing);
      assertEquals(answers.count(), 2); // once more with a new token, had there been one
      await again.getByLabel("Password", { exact: true }).fill("demo-password");
      await button(again, "Sign in").click();
      await again.waitFor({ state: "detached" });
      await page.getByRole("heading", { level: 1, name: "Money received" }).waitFor();
      await page.getByRole("table").getByRole("row").nth(1).waitFor();
    },
  );
  await person.close();
});
