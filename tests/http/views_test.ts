// Views are read. Whoever writes to one is refused as on a table that is not theirs to write.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { CALLERS } from "../support/access/callers.ts";
import { withProjectFirm } from "../support/access/project.ts";

Deno.test("views/writing_to_one_is_401_signed_out_and_403_to_everybody_else", () =>
  withProjectFirm(async ({ sql, clients }) => {
    const views = await sql<{ name: string; column: string }[]>`
      select relname as name, attname as column
        from pg_class join pg_attribute on attrelid = pg_class.oid and attnum = 1
       where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by relname`;
    assert(views.length > 9, String(views.length));
    for (const { name, column } of views) {
      for (const caller of CALLERS) {
        const view = clients[caller].from(name);
        const attempts = {
          insert: await view.insert({ [column]: null }),
          upsert: await view.upsert({ [column]: null }),
          "update of some": await view.update({ [column]: null }).is(column, null),
          "update of all": await view.update({ [column]: null }).not(column, "is", null),
          delete: await view.delete().not(column, "is", null),
          "insert and answer": await view.insert({ [column]: null }).select(),
        };
        for (const [attempt, { error, status }] of Object.entries(attempts)) {
          const what = `${caller}: ${attempt} on ${name}: ${status} ${error?.message}`;
          assertEquals(error?.code, "42501", what);
          assertStrictEquals(status, caller === "signed_out" ? 401 : 403, what);
        }
      }
    }
  }));

Deno.test("views/are_embedded_and_embed_by_the_keys_of_their_tables", () =>
  withProjectFirm(async ({ clients }) => {
    const of = (table: string) => clients.service.from(table);
    const { data: aging, error } = await of("ar_aging").select("facility_id,invoices(facility_id)");
    assertEquals(error, null, error?.message);
    const invoices = (aging ?? []).flatMap(({ facility_id, invoices }) => {
      assert(Array.isArray(invoices));
      return invoices.map((invoice) => [facility_id, invoice.facility_id]);
    });
    assert(invoices.length > 0, "no invoices");
    for (const [facility, ofInvoice] of invoices) assertStrictEquals(ofInvoice, facility);
    const { data: sent } = await of("invoices").select("facility_id,ar_aging!inner(facility_id)")
      .limit(5);
    assert(sent !== null && sent.length > 0);
    for (const { facility_id, ar_aging } of sent) assertEquals<unknown>(ar_aging, { facility_id });
  }));

Deno.test("views/no_way_leads_over_a_table_whose_key_is_something_else", () =>
  withProjectFirm(async ({ clients }) => {
    for (const [table, other] of [["contractors", "facilities"], ["rate_hits", "rate_hits"]]) {
      const { error, status } = await clients.service.from(table ?? "").select(`id,${other}(id)`);
      assertEquals([status, error?.code], [400, "PGRST200"], `${table} ${other}`);
    }
  }));
