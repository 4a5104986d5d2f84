// A page of a list costs the same of few rows and of millions: an index has its order.
import { assert, assertEquals, assertNotMatch } from "@std/assert";
import { filesIn, readFile } from "../../../unit/house_rules/files.ts";
import { OWED, SORTS } from "../../../../console/src/api/sorts.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** Sort keys of a view's lists: the table's column, and the table's key. */
const TABLE_OF_VIEW: Readonly<Record<string, string>> = {
  assignment_margin: "assignments",
  facility_time: "time_entries",
  remittance_states: "remittances",
};

/** Filters within which a sort is offered, as the catalog has the condition of the index. */
const CONDITIONS: Readonly<Record<string, string>> = {
  [OWED]: "(status = ANY (ARRAY['sent'::text, 'partially_paid'::text]))",
};

/** Lists that stay short, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  facilities: "A firm has some hundreds.",
  invitations: "A function's answer: one a person who was invited.",
  unapproved_time: "A function's answer: what waits, of all that was worked a few per cent.",
  user_names: "A function's answer: one a person who ever signed in.",
};

Deno.test("console/each_sort_that_a_list_offers_has_an_index_that_ends_in_the_key", () =>
  withDatabase(async ({ sql }) => {
    const indexes = await sql<{ relation: string; among: string | null; columns: string[] }[]>`
      select class.relname as relation, pg_get_expr(index.indpred, index.indrelid) as among,
             array(select attribute.attname::text
                     from unnest(index.indkey[:index.indnkeyatts - 1]) with ordinality as key (number, place)
                     left join pg_attribute as attribute
                       on attribute.attrelid = class.oid and attribute.attnum = key.number
                    order by key.place) as columns
        from pg_index as index
        join pg_class as class on class.oid = index.indrelid
       where class.relnamespace in ('public'::regnamespace, 'private'::regnamespace) -- outbox is a view of private.outbox
         and index.indisvalid
         and (index.indoption[0] = 0 and index.indoption[1] = 0)`;
    assert(indexes.some(({ columns }) => columns.length > 1));
    const sorted = Object.entries(SORTS).filter(([name]) => !(name in EXEMPT))
      .flatMap(([name, sorts]) =>
        sorts.map(({ field, then, among }) => ({
          name,
          field: [field, ...then === undefined ? [] : [then]].join(),
          among,
        }))
      );
    const without = sorted.filter(({ name, field, among }) =>
      !indexes.some((index) =>
        index.relation === (TABLE_OF_VIEW[name] ?? name) &&
        index.columns.join() === `${field},id` &&
        index.among === (among === undefined ? null : CONDITIONS[among])
      )
    );
    assert(sorted.length > 8);
    assertEquals(without.map(({ name, field }) => `${name}: ${field}`), []);
    assertEquals(Object.keys(EXEMPT).filter((name) => !(name in SORTS)), []);
  }));

Deno.test("console/lists_offer_no_other_sort_than_those_that_are_compared", async () => {
  const files = await filesIn("console/src", ".tsx");
  const listed = new Set<string>();
  for (const path of files) {
    const text = await readFile(path);
    for (const [, name = ""] of text.matchAll(/<ScreenList\s+resource="(\w+)"/g)) listed.add(name);
    for (const [, name = ""] of text.matchAll(/reference="(\w+)"/g)) listed.add(name);
    if (path === "console/src/ui/list.tsx") continue;
    // ui/list.tsx alone says what sorts.
    assertNotMatch(text, /<DataTable|disableSort|sort=\{(?!sortOf\()/, path);
  }
  assert(listed.size > 8);
  assertEquals([...listed].filter((name) => !(name in SORTS)), []);
});
