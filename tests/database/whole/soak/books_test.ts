// The books of `deno task prove --only soak` are kept beside the database: what somebody writes there behind the procedures
// while everybody works is not in them.
import { assert } from "@std/assert";
import { runSoak } from "../../../../prove/soak/run_soak.ts";
import { connectTo, withDatabase } from "../../../support/server/database.ts";

/** The sentence that tells of each deed. */
const DEEDS: readonly (readonly [deed: string, finding: RegExp])[] = [
  [
    // Several: somebody in the soak may write one of them meanwhile, or it is unknown whose write was first.
    "update time_entries set hours = 3.75 where hours = 4 and work_date < '2026-03-10'",
    /time entries? (is|are) otherwise in the books: .* 4\.00 hours on 2026-03-0.* in the books, 3\.75 hours/,
  ],
  [
    "insert into checks (facility_id, amount, received_on) select id, 7, '2026-03-20' from facilities where name = 'East'",
    // Somebody in the soak may have returned the check meanwhile.
    /the books have [\d.]+ (received of|returned to) .*, the database [\d.]+/,
  ],
  [
    `update invoices set total = total + 1
      where id = (select id from invoices where status = 'sent' and number not like 'INV-%' limit 1)`,
    /the books have [\d.]+ billed to .*, the database [\d.]+/,
  ],
];

Deno.test("soak/keeps_books_that_no_change_behind_the_procedures_is_in", () =>
  withDatabase(async ({ url }) => {
    let deeds: Promise<void> | undefined;
    const { calls, findings } = await runSoak({
      databaseUrl: url,
      api: null,
      seed: 22,
      // A day after the one in which the deeds are done: they wait for rows that somebody works on.
      calls: 460,
      lasts: 0,
      patience: 4,
      report: () => {
        deeds ??= doAll(url);
      },
      signal: new AbortController().signal,
    });
    await deeds;
    assert(calls >= 460);
    for (const [, finding] of DEEDS) {
      assert(
        findings.some((sentence) => finding.test(sentence)),
        `${finding}: ${findings.join("\n")}`,
      );
    }
  }));

/** Does all deeds in one transaction: the soak ends with the first pause that finds something. */
async function doAll(url: string): Promise<void> {
  const sql = connectTo(url, { session_replication_role: "replica" });
  await sql.begin(async (sql) => {
    for (const [deed] of DEEDS) await sql.unsafe(deed);
  });
  await sql.end();
}
