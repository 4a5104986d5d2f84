// Old months of the log go into an archive, which proves itself, and from there into files.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { join } from "node:path";
import type postgres from "postgres";
import { archivedMonths, fetchMonths, verifyFiles, verifyLog } from "../../../../cli/log_files.ts";
import { maintain } from "../../../../supabase/functions/_shared/jobs/maintain.ts";
import { connectTo, withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

/** Changes of a year, of every kind that the log has, some two thousand a month in three of the months. */
async function addYear(sql: postgres.Sql, year: number): Promise<void> {
  await sql`
    insert into audit_log (at, actor, procedure, table_name, row_id, old, new, created_at, caller)
    select make_timestamptz(${year}, 1 + n % 12, 1 + n % 28, n % 24, n % 60, (n % 59) + 0.123456, 'UTC'),
           case when n % 3 > 0 then gen_random_uuid() end, 'update', 'invoices',
           case when n % 5 > 0 then gen_random_uuid() end,
           case when n % 4 > 0 then jsonb_build_object('total', n + 0.50, 'note', null) end,
           case when n % 4 < 3 then jsonb_build_object('total', n + 1.00, 'note', E'Zoë:\n"tab\t"') end,
           now(), case when n % 2 = 0 then 'authenticated' end
      from generate_series(1, 900) as n`;
  await sql`
    insert into audit_log (at, procedure, table_name, new, caller)
    select make_timestamptz(${year}, 5, 1, 0, 0, 0, 'UTC') + n * interval '1 minute', 'insert', 'checks',
           jsonb_build_object('id', n), 'owner'
      from generate_series(1, 2100) as n`;
}

/** Changes of a year as text, column by column. */
async function linesOf(sql: postgres.Sql, from: string): Promise<string[]> {
  const rows = await sql.unsafe<{ line: string }[]>(`
    select row(id, at at time zone 'UTC', actor, procedure, table_name, row_id, old, new,
               created_at at time zone 'UTC', caller)::text as line
      from ${from} order by at, id`);
  return rows.map(({ line }) => line);
}

const ARCHIVED = `(
  select entry.* from private.log_archives as archive
   cross join lateral private.archived_log(archive.month) as entry) as archived`;
/** Counts of a run, but for what is made ahead. */
const worked = ({ made: _, ...counts }: Awaited<ReturnType<typeof maintain>>) => counts;

Deno.test("maintain/archives_a_year_of_the_log_whole_and_takes_it_away", () =>
  withDatabase(async ({ sql }) => {
    await addYear(sql, 2025);
    const before = await linesOf(sql, "audit_log");
    const count = before.length;
    // The former table has all of it, up to the month of today: it goes when that is old enough.
    const counts = await maintain(sql, { today: "2028-06-15" });
    assertEquals(worked(counts), {
      archived: count,
      detached: counts.detached,
      forgotten: 0,
      summed: 0,
      remaining: 0,
    });
    assert(counts.detached > 1);
    assertStrictEquals((await sql`select from audit_log`).length, 0);
    assertEquals(await linesOf(sql, ARCHIVED), before);
    assertEquals(await verifyLog(sql), []);

    const again = await maintain(sql, { today: "2028-06-15" });
    assertEquals(again, {
      made: 0,
      archived: 0,
      detached: 0,
      forgotten: 0,
      summed: 0,
      remaining: 0,
    });

    // As it was, for whoever wants to ask it again.
    await sql.unsafe(`create table former_log as select * from ${ARCHIVED}`);
    assertEquals(await linesOf(sql, "former_log"), before);
  }));

Deno.test("maintain/archives_no_month_that_is_not_older_than_recent_log_says", () =>
  withDatabase(async ({ sql }) => {
    await sql`insert into audit_log (procedure, table_name) values ('test', 'invoices')`;
    const [{ next }] = await sql<[{ next: string }]>`
      select next_day::text as next from private.log_months() where first_day is null`;
    const [days] = await sql<[{ last: string; first: string }]>`
      select (${next}::text::date + interval '13 months' - interval '1 day')::date::text as last,
             (${next}::text::date + interval '13 months')::date::text as first`;
    const early = await maintain(sql, { today: days.last, dryRun: true });
    assertStrictEquals(early.detached, 0);
    assertStrictEquals((await maintain(sql, { today: days.last })).detached, 0);
    const counted = await maintain(sql, { today: days.first, dryRun: true });
    assertStrictEquals((await sql`select from private.log_archives`).length, 0);
    const [{ entries }] = await sql<
      [{ entries: number }]
    >`select count(*)::int as entries from audit_log`;
    assertEquals(worked(counted), {
      archived: entries,
      detached: 1,
      forgotten: 0,
      summed: 0,
      remaining: 0,
    });
    assertEquals(worked(await maintain(sql, { today: days.first })), worked(counted));
  }));

Deno.test("maintain/leaves_the_log_to_others_and_tries_again", () =>
  withDatabase(async ({ sql, url }) => {
    await sql`insert into audit_log (procedure, table_name) values ('test', 'invoices')`;
    const other = connectTo(url);
    const reader = await other.reserve();
    try {
      await maintain(sql, { today: "2028-06-15", dryRun: true });
      await reader`begin`;
      await reader`select from audit_log limit 1`;
      const held = await maintain(sql, { today: "2028-06-15", pause: () => Promise.resolve() });
      assert(held.remaining > 0);
      assertStrictEquals(held.detached, 0);
      // Nobody waited for it: the log is written meanwhile.
      await sql`insert into audit_log (procedure, table_name) values ('meanwhile', 'invoices')`;

      let pauses = 0;
      const pause = async () => {
        if (++pauses === 2) await reader`commit`;
      };
      await reader`select 1`;
      const done = await maintain(sql, { today: "2028-06-15", pause }).catch((error) => error);
      // What was written into a month that is archived already is not lost with it.
      assertMatch(String(done), /changes, and its archive/);
      assertStrictEquals(pauses, 2);
    } finally {
      await reader`rollback`;
      reader.release();
      await other.end({ timeout: 1 });
    }
  }));

Deno.test("maintain/counts_a_month_that_another_run_took_away_as_none_of_its_own", () =>
  withDatabase(async ({ sql }) => {
    const [{ name }] = await sql<[{ name: string }]>`
      select name from private.log_months() where first_day > now() order by first_day limit 1`;
    const detach = async () =>
      (await sql`select private.detach_log_month(${name}) as taken`)[0]?.["taken"];
    assertEquals([await detach(), await detach()], [true, false]);
  }));

Deno.test("maintain/runs_twice_at_once_and_both_come_to_the_end", () =>
  withDatabase(async ({ sql, url }) => {
    await addYear(sql, 2025);
    const before = await linesOf(sql, "audit_log");
    const { made: missing, detached: due } = await maintain(sql, {
      today: "2028-06-15",
      dryRun: true,
    });
    const other = connectTo(url);
    try {
      const runs = await Promise.all(
        [sql, other].map((sql) => maintain(sql, { today: "2028-06-15" })),
      );
      const all = (count: "made" | "archived" | "detached") =>
        runs.reduce((sum, counts) => sum + counts[count], 0);
      assertEquals([all("made"), all("archived"), all("detached")], [missing, before.length, due]);
    } finally {
      await other.end();
    }
    assertEquals(await linesOf(sql, ARCHIVED), before);
    assertEquals(await verifyLog(sql), []);
    assertEquals([...await sql`select distinct status from job_runs where job = 'maintain'`], [
      { status: "succeeded" },
    ]);
  }));

Deno.test("verify_log/shows_a_guard_that_is_gone_though_another_is_left", () =>
  withDatabase(async ({ sql }) => {
    await sql`drop trigger log_archive_parts_are_append_only on private.log_archive_parts`;
    const found = await verifyLog(sql);
    assertEquals(found.length, 1);
    assertMatch(found[0]?.problem ?? "", /log_archive_parts: its trigger is not there, or off/);
  }));

Deno.test("verify_log/shows_one_line_that_was_changed_a_part_that_is_gone_and_a_month_that_is", () =>
  withDatabase(async ({ sql }) => {
    await addYear(sql, 2025);
    await maintain(sql, { today: "2028-06-15" });
    assertEquals(await verifyLog(sql), []);
    for (const table of ["log_archives", "log_archive_parts"]) {
      for (
        const statement of [`delete from private.${table}`, `truncate private.${table} cascade`]
      ) {
        await assertRefused(sql.unsafe(statement), 409, "audit_log_is_append_only");
      }
      const change = sql.unsafe(`update private.${table} set digest = repeat('0', 64)`);
      await assertRefused(change, 409, "audit_log_is_append_only");
    }
    /** Problems after a change that only whoever owns the tables can make, and only by switching guards off. */
    const after = async (statement: string) => {
      const found: string[] = [];
      const undo = new Error("undo");
      await sql.begin(async (sql) => {
        for (const table of ["log_archives", "log_archive_parts"]) {
          await sql.unsafe(`alter table private.${table} disable trigger all`).catch(() => {});
          await sql.unsafe(`alter table private.${table} disable trigger user`);
        }
        await sql.unsafe(statement);
        await sql`set constraints all deferred`;
        const rows =
          await sql`select to_char(month, 'YYYY-MM') as month, part from private.verify_log()
                                where month is not null`;
        found.push(...rows.map(({ month, part }) => `${month} ${part}`));
        throw undo;
      }).catch((error) => {
        if (error !== undo) throw error;
      });
      return found;
    };
    assertEquals(
      await after(
        `update private.log_archive_parts set lines = replace(lines, '"id": 1500}', '"id": 1501}')`,
      ),
      ["2025-05 2"],
    );
    assertEquals(
      await after(`delete from private.log_archive_parts where month = '2025-05-01' and part = 2`),
      [
        "2025-05 3",
        "2025-05 null",
      ],
    );
    assertEquals(await after(`delete from private.log_archive_parts where month = '2025-05-01'`), [
      "2025-05 null",
    ]);
    assertEquals(
      await after(`delete from private.log_archive_parts where month = '2025-05-01';
                   delete from private.log_archives where month = '2025-05-01'`),
      ["2025-06 null"],
    );
    // The last month, after which the log goes on.
    const last = (await archivedMonths(sql)).at(-1)?.month;
    const found = await after(`
      delete from private.log_archive_parts where month = '${last}';
      delete from private.log_archives where month = '${last}'`);
    assertStrictEquals(found.length, 1);
  }));

Deno.test("verify_log/proves_the_files_of_the_archive_and_shows_one_line_that_was_changed", () =>
  withDatabase(async ({ sql }) => {
    await addYear(sql, 2025);
    await maintain(sql, { today: "2028-06-15" });
    const folder = await Deno.makeTempDir();
    try {
      const written = await fetchMonths(sql, folder);
      const months = await archivedMonths(sql);
      assertEquals(written.length, months.length);
      assertEquals(await fetchMonths(sql, folder), []);
      assertEquals(await verifyFiles(folder, months), []);
      assertEquals(await verifyFiles(folder), []);

      const path = join(folder, "audit_log_2025-05.jsonl.gz");
      const whole = await unzipped(path);
      const lines = whole.split("\n");
      assertStrictEquals(lines.filter((line) => line.startsWith('{"part":')).length, 3);
      // Restored, they are the rows that there were.
      const rows = lines.filter((line) => line !== "" && !line.startsWith('{"part":'));
      const [restored] = await sql<[{ same: number }]>`
        select count(*)::int as same
          from unnest(${rows}::text[]) as line (text)
         cross join lateral jsonb_populate_record(null::audit_log, line.text::jsonb) as entry
          join private.archived_log('2025-05-01') as kept on kept is not distinct from entry`;
      assertStrictEquals(restored.same, rows.length);

      await zip(path, whole.replace('"id": 1500}', '"id": 1501}'));
      assertEquals(await verifyFiles(folder), [{
        where: "audit_log_2025-05.jsonl.gz, part 2",
        problem: "Its 1000 lines are not those that were archived.",
      }]);
      await zip(path, lines.slice(0, -100).join("\n"));
      assertMatch((await verifyFiles(folder, months))[0]?.problem ?? "", /cut off/);
      await Deno.remove(path);
      assertEquals((await verifyFiles(folder)).map(({ where }) => where), [
        "audit_log_2025-06.jsonl.gz, part 1",
      ]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  }));

async function unzipped(path: string): Promise<string> {
  const file = await Deno.open(path);
  return await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
}

async function zip(path: string, text: string): Promise<void> {
  const file = await Deno.open(path, { write: true, truncate: true });
  await new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")).pipeTo(file.writable);
}
