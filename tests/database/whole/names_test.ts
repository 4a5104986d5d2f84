// Names stand beside the ids of people and places.
import { assert, assertEquals } from "@std/assert";
import { withDatabase } from "../../support/server/database.ts";

/** The names that a reader of such an id needs. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  contractor_id: ["contractor_name"],
  facility_id: ["facility_name"],
  assignment_id: ["contractor_name", "facility_name"],
  candidate_id: ["candidate_name"],
  invoice_id: ["invoice_number"],
  user_id: ["name"],
};

Deno.test("views/have_the_name_beside_each_id_of_a_person_a_place_or_an_invoice", () =>
  withDatabase(async ({ sql }) => {
    const views = await sql<{ view: string; columns: string[] }[]>`
      select class.relname as view, array_agg(attribute.attname::text) as columns
        from pg_class as class join pg_attribute as attribute on attribute.attrelid = class.oid
       where class.relnamespace = 'public'::regnamespace and class.relkind in ('v', 'm')
         and attribute.attnum > 0
       group by class.relname`;
    assert(views.length > 9, String(views.length));
    for (const { view, columns } of views) {
      const missing = columns.flatMap((column) => NAMES[column] ?? [])
        // Who reads a view of their own knows whose it is.
        .filter((name) => !(/^(me$|my_)/.test(view) && name === "contractor_name"))
        .filter((name) => !columns.includes(name));
      assertEquals(missing, [], view);
    }
  }));

Deno.test("views/and_tables_that_say_who_acted_have_a_name_beside_each_actor", () =>
  withDatabase(async ({ sql }) => {
    const without = await sql<{ column: string }[]>`
      select class.relname || '.' || attribute.attname as column
        from pg_class as class join pg_attribute as attribute on attribute.attrelid = class.oid
       where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'v')
         and attribute.atttypid = 'uuid'::regtype
         and (attribute.attname ~ '_by$' or attribute.attname = 'actor')
         and not exists (
             select from pg_attribute as other
              where other.attrelid = class.oid and other.attname = attribute.attname || '_name')
         and not exists (
             select from pg_proc as proc
              where proc.pronamespace = 'public'::regnamespace
                and proc.proname = attribute.attname || '_name' and proc.proargtypes[0] = class.reltype)`;
    assertEquals([...without], []);
  }));
