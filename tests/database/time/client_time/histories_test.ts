// However a client's lines come, in one file, in parts, in any order, again and again: time here comes to the same.
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type postgres from "postgres";
import { countOf, test } from "../../../support/histories.ts";
import type { FileRow } from "../../../support/moving_in/imports.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";
import {
  bring,
  enter,
  line,
  NOW,
  open,
  prepareClient,
  take,
  timeHere,
  variances,
} from "../../../support/time/client_time.ts";

const DAYS = ["2026-03-02", "2026-03-03"] as const;
const HOURS = ["2", "3", "5", "0"] as const;

/** A line of the client, and how often the parts of its file come. */
const lines = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    day: fc.constantFrom(...DAYS),
    hours: fc.constantFrom(...HOURS),
    isApproved: fc.boolean(),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 6 },
);
const entries = fc.array(
  fc.record({
    day: fc.constantFrom(...DAYS),
    hours: fc.constantFrom("2", "3", "5"),
    status: fc.constantFrom("draft", "submitted", "approved"),
  }),
  { maxLength: 3 },
);

/** Time of the week by both sides, whichever entry has which line. */
const stateOf = async (sql: postgres.Sql) => ({
  time: (await timeHere(sql)).map((text) => text.replace(/ was .*/, "")),
  variances: await variances(sql),
});

const rowOf = (
  { id, day, hours, isApproved }: { id: number; day: string; hours: string; isApproved: boolean },
): FileRow => (isApproved ? line : open)({ line_id: `${id}`, work_date: day, hours });

async function brought(
  work: readonly { day: string; hours: string; status: string }[],
  files: readonly (readonly FileRow[])[],
  then: (sql: postgres.Sql) => Promise<void> = () => Promise.resolve(),
) {
  let state = {};
  await withDatabase(async ({ sql }) => {
    await prepareClient(sql);
    for (const { day, hours, status } of work) await enter(sql, hours, status, day);
    for (const file of files) if (file.length > 0) await bring(sql, file);
    state = await stateOf(sql);
    await then(sql);
  }, NOW);
  return state;
}

test("import_rows/of_time_comes_to_the_same_whole_in_parts_reordered_and_again", async () => {
  await fc.assert(
    fc.asyncProperty(lines, entries, fc.nat(), async (said, work, cut) => {
      const rows = said.map(rowOf);
      const half = cut % (rows.length + 1);
      const whole = await brought(work, [rows], async (sql) => {
        const before = await contents(sql);
        await bring(sql, rows);
        assertEquals(await contents(sql), before, "again");
      });
      const parts = [rows.slice(half), rows.slice(0, half)];
      assertEquals(await brought(work, parts), whole, "in parts");
      assertEquals(await brought(work, rows.toReversed().map((row) => [row])), whole, "one by one");
    }),
    { numRuns: countOf(20) },
  );
});

test("take_client_time/makes_any_week_agree_with_what_the_client_says_last", async () => {
  await fc.assert(
    fc.asyncProperty(
      lines,
      lines,
      entries,
      fc.boolean(),
      async (first, second, work, isDisputed) => {
        await brought(work, [first.map(rowOf), second.map(rowOf)], async (sql) => {
          const ids = (await sql<{ id: string }[]>`select id from client_time`).map(({ id }) => id);
          if (isDisputed) {
            await sql`select dispute_client_time(${ids.slice(0, 1)}, 'No.')`;
          }
          await take(sql, ids);
          const open = await sql`
            select * from time_variances('2026-03-02')
             where outcome <> 'agrees' and cardinality(client_time_ids) > 0 or is_waiting or disputed_at is not null`;
          assertEquals([...open], []);
          // Nobody works twice: an entry has lines of its own place alone, and their sum.
          const wrong = await sql`
            select entry.id from time_entries as entry
              join client_time as line on line.time_entry_id = entry.id
             group by entry.id
            having sum(line.hours) <> entry.hours or bool_or(line.work_date <> entry.work_date)
                or entry.set_aside_at is not null`;
          assertEquals([...wrong], []);
          const before = await contents(sql);
          await take(sql, ids);
          assertEquals(await contents(sql), before);
        });
      },
    ),
    { numRuns: countOf(20) },
  );
});
