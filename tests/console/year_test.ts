// A year for the payroll provider, as payroll downloads it.
import { assertMatch, assertStrictEquals } from "@std/assert";
import { button, downloaded, one, refusedOnly } from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/payroll_downloads_the_year_for_the_provider", async (t, firm) => {
  const person = await signIn(firm, "payroll");
  const { page } = person;
  await firm
    .sql`update contractors set payroll_number = coalesce(payroll_number, left(id::text, 8))`;
  const [nurse] = await firm.sql<[{ id: string; name: string }]>`
    update contractors set payroll_number = null
     where id = (select contractor_id from pay_year_totals(2026) where employment = 'w2' order by last_name limit 1)
    returning id, first_name || ' ' || last_name as name`;
  await t.step("is told who has no payroll number", async () => {
    await person.open("/payroll/year?year=2026");
    await button(page, "W-2 for the provider").click();
    await page.getByText(`No payroll number: ${nurse.name}.`).first().waitFor();
    await isAccessible(person);
    refusedOnly(person);
  });
  await firm.sql`update contractors set payroll_number = 'E-77' where id = ${nurse.id}`;
  for (const [name, employment] of [["W-2", "w2"], ["1099", "1099"]] as const) {
    await t.step(`has the file of ${name}`, async () => {
      const file = await downloaded(page, `${name} for the provider`);
      assertStrictEquals(
        file,
        await one(firm, `select pay_year_totals_file(2026, '${employment}') as value`),
      );
      assertMatch(file, new RegExp(`\\r\\n2026,${employment},`));
    });
  }
  await person.close();
});
