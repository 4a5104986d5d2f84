// Minimum wages that come with the product.
import { assertEquals } from "@std/assert";
import { upgradeText } from "../../../support/schema/upgrade_text.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("minimum_wages/are_known_of_every_state_and_territory_since_2025", () =>
  withDatabase(async ({ sql }) => {
    // American Samoa has wages by industry alone.
    assertEquals(
      [
        ...await sql`
        select state from state_rules
         where not exists (select from minimum_wages
                            where jurisdiction = state and effective_from <= '2025-01-01')`,
      ],
      [{ state: "AS" }],
    );
    assertEquals(
      [
        ...await sql`
        select jurisdiction from minimum_wages
         where jurisdiction <> 'US' and left(jurisdiction, 2) not in (select state from state_rules)`,
      ],
      [],
    );
  }));

Deno.test("minimum_wages/that_come_with_the_product_come_with_an_upgrade_too", async () => {
  const rowsOf = (text: string) => text.match(/^ {4}\('[A-Z]{2}[^']*', '\d{4}-\d\d-\d\d', .*$/gm);
  const path = new URL(
    "../../../../supabase/schemas/assignments/minimum_wages.sql",
    import.meta.url,
  );
  const tree = rowsOf(await Deno.readTextFile(path)) ?? [];
  assertEquals(tree.length, 165);
  assertEquals(rowsOf(await upgradeText())?.toSorted(), tree.toSorted());
});
