// What need not be kept any longer goes; less than the law asks for is refused.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { maintain } from "../../../../supabase/functions/_shared/jobs/maintain.ts";
import { connectTo, withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test("retention/is_changed_by_admins_alone_and_is_in_the_log", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const change =
      "update retention set months = 18, why = 'Half a year more.' where kind = 'job_runs'";
    await assertRefused(runAs(sql, firm, "billing", change), 403, "role_required");
    await assertDenied(runAs(sql, firm, "ada", "update retention set kind = 'log'"));
    assertStrictEquals((await runAs(sql, firm, "admin", change)).count, 1);
    const [entry] =
      await sql`select old, new from audit_log where table_name = 'retention' and new is not null
                               and old is not null`;
    assertEquals(entry, {
      old: {
        kind: "job_runs",
        months: 24,
        why: "Enough to see how the jobs did in the same month of last year.",
      },
      new: { kind: "job_runs", months: 18, why: "Half a year more." },
    });
    await assertRefused(sql`delete from retention where kind = 'log'`, 409, "retention_kind_kept");
  }));

Deno.test("retention/is_no_shorter_than_the_law_asks_and_names_it", () =>
  withDatabase(async ({ sql }) => {
    await sql`update facilities set work_state = null`;
    const keep = (kind: string, months: number) =>
      sql`update retention set months = ${months} where kind = ${kind}`;
    for (
      const [kind, least] of [["log", 61], ["handovers", 61], ["drafts", 24], [
        "outbox",
        24,
      ]] as const
    ) {
      await assertRefused(keep(kind, least - 1), 409, "retention_too_short");
      await keep(kind, least);
    }
    for (const kind of ["recent_log", "invitations", "job_runs"]) await keep(kind, 1);

    await sql`insert into facilities (name, work_state) values ('Albany', 'NY')`;
    const error = await keep("log", 71).catch((error) => error);
    assertEquals(
      error.message,
      "These records are kept for 72 months at least: 12 NYCRR 142-2.6(a): weekly payroll records for 6 years.",
    );
    await keep("log", 72);
    // Who begins in a state later keeps what its law asks for all the same.
    await sql`insert into facilities (name, work_state) values ('Memphis', 'TN')`;
    const [kept] = await sql`select private.retention_of('log') as months`;
    assertEquals(kept, { months: 84 });
  }));

Deno.test("maintain/forgets_what_is_over_and_nothing_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "draft", "2026-01-05");
    await firm.entry(assignment, "draft", "2027-06-05");
    await firm.entry(assignment, "submitted", "2026-01-06");
    await sql`update retention set months = 24 where kind in ('drafts', 'outbox', 'plans')`;
    // Of planned shifts those stay that pay may stand on, and those beside them.
    await sql`
      insert into planned_shifts (
             assignment_id, starts_at, ends_at, created_at, cancelled_at, cancelled_for, reason, is_within_notice)
      values (${assignment}, '2026-01-05 15:00Z', '2026-01-05 19:00Z', '2026-01-05', null, null, null, false),
             (${assignment}, '2026-01-06 15:00Z', '2026-01-06 19:00Z', '2026-01-05', '2026-01-06', 'facility', 'Low.', true),
             (${assignment}, '2026-01-06 20:00Z', '2026-01-06 22:00Z', '2026-01-05', null, null, null, false),
             (${assignment}, '2027-06-05 15:00Z', '2027-06-05 19:00Z', '2026-01-05', null, null, null, false)`;
    await sql`
      insert into job_runs (job, today, status, counts, started_at, finished_at)
      select 'accrue-interest', '2026-01-01', 'succeeded',
             '{"scanned": 0, "updated": 0, "unchanged": 0, "remaining": 0}', at, at
        from unnest('{2026-01-01T00:00Z,2028-01-01T00:00Z}'::timestamptz[]) as at`;
    await sql`
      insert into private.invitations (kind, row_id, code_sha256, created_at, expires_at)
      values ('staff_member', gen_random_uuid(), '\\x01', '2027-01-01', '2027-01-08'),
             ('staff_member', gen_random_uuid(), '\\x02', '2028-02-01', '2028-02-08')`;
    const message = (kind: string, subject: string, step: string, at: string) =>
      sql`
        insert into private.outbox (kind, subject_id, step, status, error, written_at, dropped_at)
        values (${kind}, ${subject}, ${step}, 'dropped', 'made for a test', ${at}, ${at})`;
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    await message("invoice", a, "1", "2026-01-01T00:00:00Z");
    await message("invoice", b, "1", "2028-01-01T00:00:00Z");
    // By the last reminder it is known that there was one.
    await message("overdue_reminder", a, "2026-01-01", "2026-01-01T00:00:00Z");
    await message("overdue_reminder", a, "2026-01-11", "2026-01-11T00:00:00Z");
    await sql`update time_entries set created_at = '2026-01-05' where status = 'draft'`;

    const forgotten = (await maintain(sql, { today: "2028-03-01", dryRun: true })).forgotten;
    assertStrictEquals(forgotten, 6);
    assertStrictEquals((await sql`select from time_entries`).length, 3);
    assertStrictEquals((await maintain(sql, { today: "2028-03-01" })).forgotten, 6);
    assertEquals(
      (await sql`select work_date::text as day from time_entries order by 1`).map(({ day }) => day),
      ["2026-01-06", "2027-06-05"],
    );
    assertEquals(
      (await sql`select work_date::text as day from planned_shifts order by 1`).map(({ day }) =>
        day
      ),
      ["2026-01-06", "2026-01-06", "2027-06-05"],
    );
    assertEquals([...await sql`select kind, step from private.outbox order by kind, step`], [
      { kind: "invoice", step: "1" },
      { kind: "overdue_reminder", step: "2026-01-11" },
    ]);
    assertStrictEquals((await sql`select from private.invitations`).length, 1);
    assertStrictEquals((await sql`select from job_runs where job = 'accrue-interest'`).length, 1);
  }));

Deno.test("maintain/forgets_archived_lines_when_their_time_is_over_and_keeps_their_digests", () =>
  withDatabase(async ({ sql, url }) => {
    await sql`
      insert into audit_log (at, procedure, table_name)
      values ('2026-01-15T00:00:00Z', 'test', 'invoices'), ('2026-02-15T00:00:00Z', 'test', 'invoices')`;
    await sql`update retention set months = 61 where kind = 'log'`;
    await maintain(sql, { today: "2028-06-15" });
    assert((await sql`select from private.log_archive_parts`).length >= 2);
    const early = sql`delete from private.log_archive_parts where month = '2026-01-01'`;
    await assertRefused(early, 409, "audit_log_is_append_only");

    const later = connectTo(url, { "app.clock": "2031-03-02 00:00:00+00" });
    try {
      await maintain(later, { today: "2031-03-02" });
      const months =
        await later`select distinct month::text from private.log_archive_parts order by 1`;
      assert(!months.some(({ month }) => month === "2026-01-01"));
      assert(months.some(({ month }) => month === "2026-02-01"));
      assertStrictEquals(
        (await later`select from private.log_archives where month = '2026-01-01' and rows > 0`)
          .length,
        1,
      );
      assertEquals([...await later`select * from private.verify_log()`], []);
    } finally {
      await later.end({ timeout: 1 });
    }
  }));
