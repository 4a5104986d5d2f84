// In place of the name of a constraint the console says what is there already. Checks are told in words by the database.
import { assertEquals } from "@std/assert";
import { words } from "../../../../console/src/words.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** Rules over columns that people write, which procedures and guards keep people from meeting. */
const NOBODY_MEETS: readonly string[] = [
  "contractor_email_is_unique",
  "facility_contact_is_named_once",
  "fee_stands_on_an_invoice_once",
  "invoice_has_one_difference_a_week",
  "shifts_of_a_person_never_overlap",
  "tax_stands_on_an_invoice_once",
];

Deno.test("console/has_words_for_everything_that_people_may_write_twice", () =>
  withDatabase(async ({ sql }) => {
    const rules = await sql<{ name: string }[]>`
      select rule.relname as name
        from pg_index as index
        join pg_class as rule on rule.oid = index.indexrelid
       where rule.relnamespace = 'public'::regnamespace
         and (index.indisunique or index.indisexclusion)
         and exists (
             select from pg_attribute as attribute
              where attribute.attrelid = index.indrelid
                -- of an index over an expression, any column
                and (attribute.attnum = any (index.indkey) or 0 = any (index.indkey)) and attribute.attnum > 0
                and (has_column_privilege('authenticated', index.indrelid, attribute.attnum, 'insert')
                     or has_column_privilege('authenticated', index.indrelid, attribute.attnum, 'update')))`;
    const told = [
      // Those of foreign keys say why something is not removed.
      ...Object.keys(words.constraints).filter((name) => !name.endsWith("_fkey")),
      ...NOBODY_MEETS,
    ];
    assertEquals(told.sort(), rules.map(({ name }) => name).sort());
  }));
