// One walk through the console, the first of whoever tries it: signs in, sees the board, confirms yesterday's check.
import { assertEquals } from "@std/assert";
import { button, one } from "./support/console/acts.ts";
import { consoleTest } from "./support/console/firm.ts";
import { signIn } from "./support/console/person.ts";

consoleTest("console/from_the_board_billing_confirms_the_check_of_yesterday", async (_t, firm) => {
  const status = "select status as value from checks where check_number = '7100'";
  assertEquals(await one(firm, status), "received");
  const billing = await signIn(firm, "billing");
  const { page } = billing;
  await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
  await page.getByRole("link", { name: /^Proposals to confirm .* 1 check/ }).click();
  await page.getByRole("heading", { level: 1, name: "Money received" }).waitFor();
  await page.getByRole("link", { name: "7100" }).click();
  await page.getByRole("heading", { name: "What it pays", exact: true }).waitFor();
  await button(page, "Confirm").click();
  await page.getByRole("heading", { name: "What it paid" }).waitFor();
  assertEquals(await one(firm, status), "reconciled");
  await billing.open("/board");
  await page.getByRole("link", { name: /^Proposals to confirm: 0 checks/ }).waitFor();
  assertEquals(billing.complaints(), []);
  await billing.close();
});
