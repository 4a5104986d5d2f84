// Views are read. Whoever writes to one is refused as on a table that is not theirs to write.
import assert from "node:assert/strict";
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
          assert.equal(error?.code, "42501", what);
          assert.equal(status, caller === "signed_out" ? 401 : 403, what);
        }
      }
    }
  }));
