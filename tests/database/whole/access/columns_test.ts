// Which columns contacts and contractors read: nobody of them reads a new one until somebody has decided so.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { columnsDecided, columnsRead, undecided } from "../../../support/access/columns_read.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("access/contacts_and_contractors_read_the_columns_that_the_list_has_and_no_others", () =>
  withDatabase(async ({ sql }) => {
    const { users } = await prepareFirm(sql);
    const found = await sql.begin((sql) => columnsRead(sql, users));
    assertEquals(undecided(columnsDecided(), found).join("\n"), "");
  }));

Deno.test("access/a_new_column_of_theirs_and_one_that_is_lost_to_them_are_told_of", () =>
  withDatabase(async ({ sql }) => {
    const { users } = await prepareFirm(sql);
    await sql`alter table facilities add column our_rating int`;
    await sql`alter table payments add column our_remark text`; // which staff alone read
    await sql`revoke select on contractors from authenticated`;
    await sql`grant select (id, first_name) on contractors to authenticated`;
    const found = await sql.begin((sql) => columnsRead(sql, users));
    const [added, ...lost] = undecided(columnsDecided(), found);
    assertMatch(
      added ?? "",
      /^contacts read facilities\.our_rating, .* add it to .*columns\.ts; /,
    );
    assert(
      lost.some((sentence) => sentence.startsWith("contractors read contractors.email, says")),
    );
    for (const sentence of lost) {
      assertMatch(sentence, /^(contractors|contacts) read \w+\.\w+, says the list/);
    }
  }));
