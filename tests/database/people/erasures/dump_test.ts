// A dump of a database in which somebody was erased says nothing of them: Debian's PostgreSQL, whose pg_dump is of its version.
import { assert, assertEquals } from "@std/assert";
import postgres from "postgres";
import { AT_ONCE, LATER, workedAndLeft } from "../../../support/people/erased.ts";
import { TEMPLATE } from "../../../support/server/database.ts";
import { startDebianPostgres } from "../../../support/server/debian.ts";
import { prepareTemplate } from "../../../support/server/template.ts";

const PG_DUMP = "/usr/lib/postgresql/15/bin/pg_dump";
const isThere = await Deno.stat(PG_DUMP).then(() => true, () => false);

Deno.test({
  name: "erase_person/leaves_no_word_in_a_dump",
  ignore: !isThere, // Debian's package postgresql-15 is not installed; .ci/run installs it.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const debian = await startDebianPostgres(15);
    assert(debian !== null);
    const url = new URL(debian.url);
    url.pathname = TEMPLATE;
    try {
      await prepareTemplate(debian.url);
      const sql = postgres(url.href, {
        max: 1,
        onnotice: () => {},
        connection: { "app.clock": "2026-03-27 18:00:00+00" },
      });
      try {
        const said = async (words: readonly string[]) => {
          const { success, stdout } = await new Deno.Command(PG_DUMP, { args: [url.href] })
            .output();
          assert(success);
          const dump = new TextDecoder().decode(stdout).toLowerCase();
          return words.filter((word) => dump.includes(word.toLowerCase()));
        };
        const { contractorId } = await workedAndLeft(sql);
        assertEquals(await said([...AT_ONCE, ...LATER]), [...AT_ONCE, ...LATER]);
        await sql`select erase_person('contractor', ${contractorId}, 'By letter.')`;
        await sql`select private.erase_due('2026-03-28')`;
        assertEquals(await said([...AT_ONCE, ...LATER]), [...LATER]);
        await sql`select private.erase_due('2033-04-01')`;
        assertEquals(await said([...AT_ONCE, ...LATER]), []);
      } finally {
        await sql.end();
      }
    } finally {
      await debian.stop();
    }
  },
});
