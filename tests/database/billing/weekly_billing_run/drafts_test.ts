// What a run makes of a week's time, and what it says of it.
import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  billed,
  draft,
  facilityWithTime,
  outcomeOf,
  runWeek,
} from "../../../support/billing/runs.ts";
import { billInScope } from "../../../support/billing/terms.ts";
import type { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("weekly_billing_run/makes_a_weekly_draft_for_every_facility_with_billable_time", () =>
  withDatabase(async ({ sql }) => {
    const north = await facilityWithTime(sql, "North", "2026-03-02", "2026-03-03");
    const south = await facilityWithTime(sql, "South", "2026-03-08");
    const run = await runWeek(sql);
    const drafts = await sql<{ id: string; facility_id: string }[]>`
      select id, facility_id, kind, status, number, period_start::text, period_end::text, total
        from invoices order by total desc`;
    const common = {
      kind: "weekly",
      status: "draft",
      number: null,
      period_start: "2026-03-02",
      period_end: "2026-03-08",
    };
    assertEquals<unknown>(drafts.map(({ id: _, ...row }) => row), [
      { facility_id: north.facilityId, ...common, total: "1600.00" },
      { facility_id: south.facilityId, ...common, total: "800.00" },
    ]);
    const week = {
      group_key: "",
      group_name: null,
      period_start: "2026-03-02",
      period_end: "2026-03-08",
    };
    assertEquals<unknown>(run, {
      week_start: "2026-03-02",
      week_end: "2026-03-08",
      dry_run: false,
      invoices_created: 2,
      invoices_existing: 0,
      facilities_skipped: 0,
      entries_billed: 3,
      amount: "2400.00",
      late_entries: 0,
      run_by: null,
      unapproved_entries: 0,
      details: [
        {
          facility_id: north.facilityId,
          facility: "North",
          ...week,
          outcome: "created",
          reason: null,
          invoice_id: drafts[0]?.id,
          entries: 2,
          amount: "1600.00",
          regular_hours: "16.00",
          overtime_hours: "0.00",
          doubletime_hours: "0.00",
          late_hours: "0.00",
          last_week_amount: "0.00",
        },
        {
          facility_id: south.facilityId,
          facility: "South",
          ...week,
          outcome: "created",
          reason: null,
          invoice_id: drafts[1]?.id,
          entries: 1,
          amount: "800.00",
          regular_hours: "8.00",
          overtime_hours: "0.00",
          doubletime_hours: "0.00",
          late_hours: "0.00",
          last_week_amount: "0.00",
        },
      ],
    });
  }));

Deno.test("weekly_billing_run/does_not_list_facilities_without_billable_time", () =>
  withDatabase(async ({ sql }) => {
    const idle = await facilityWithTime(sql, "Idle", "2026-03-01", "2026-03-09");
    const assignment = await idle.assignment();
    for (const status of ["draft", "submitted", "pending_approval", "locked"]) {
      await idle.entry(assignment, status, "2026-03-03", "2");
    }
    await facilityWithTime(sql, "Without anybody's time");
    const run = await runWeek(sql);
    assertEquals([run.details, run.invoices_created, run.amount], [[], 0, "0.00"]);
    assertStrictEquals((await sql`select from invoices`).length, 0);
    const log = await sql`select from audit_log where procedure = 'weekly_billing_run'`;
    assertStrictEquals(log.length, 0);
  }));

Deno.test("weekly_billing_run/bills_time_that_was_locked_after_its_approval_and_at_inactive_facilities", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-02");
    await sql`update time_entries set status = 'locked'`;
    await sql`update facilities set is_active = false`;
    assertEquals((await runWeek(sql)).entries_billed, 1);
    assertEquals(await billed(firm), ["2026-03-02 regular 8.00 800.00"]);
  }));

Deno.test("weekly_billing_run/gives_a_contractor_of_two_facilities_their_forty_regular_hours_once", () =>
  withDatabase(async ({ sql }) => {
    const north = await facilityWithTime(sql, "North");
    const south = await facilityWithTime(sql, "South");
    const [contractor] = await sql<[{ id: string }]>`
      insert into contractors (first_name, last_name, email)
      values ('Cy', 'Nurse', 'cy@example.org') returning id`;
    const there = await north.assignmentOf(contractor.id);
    for (const day of ["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-06"]) {
      await north.entry(there, "approved", day, "11");
    }
    const elsewhere = await south.assignmentOf(contractor.id);
    await south.entry(elsewhere, "approved", "2026-03-05", "10");
    await billInScope(sql, "contractor");
    const run = await runWeek(sql);
    assertEquals(await billed(south), [
      "2026-03-05 regular 7.00 700.00",
      "2026-03-05 overtime 3.00 450.00",
    ]);
    assertEquals((await billed(north)).at(-1), "2026-03-06 overtime 11.00 1650.00");
    assertEquals([run.entries_billed, outcomeOf(run, south).entries], [5, 1]);
  }));

for (const kind of ["weekly", "manual", "backfill"]) {
  Deno.test(`weekly_billing_run/brings_a_${kind}_draft_of_the_week_up_to_date`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await facilityWithTime(sql, "Mercy", "2026-03-02", "2026-03-08");
      const id = await draft(firm, { kind });
      await sql`
        insert into invoice_lines (invoice_id, kind, description, amount)
        values (${id}, 'adjustment', 'Agreed discount', -100)`;
      const run = await runWeek(sql);
      assertEquals([run.invoices_created, run.invoices_existing], [0, 1]);
      assertEquals([run.entries_billed, run.amount], [2, "1500.00"]);
      const { outcome, invoice_id } = outcomeOf(run, firm);
      assertEquals([outcome, invoice_id], ["existing", id]);
      const invoices = await sql`select id, kind, total from invoices`;
      assertEquals([...invoices], [{ id, kind, total: "1500.00" }]);
      assertEquals((await billed(firm)).at(-1), "adjustment -100.00");
    }));
}

Deno.test("weekly_billing_run/records_each_draft_that_it_makes_or_changes_and_no_other", () =>
  withDatabase(async ({ sql }) => {
    const changed = await facilityWithTime(sql, "Changed", "2026-03-02");
    const kept = await facilityWithTime(sql, "Kept", "2026-03-02");
    await runWeek(sql);
    await changed.entry(await changed.assignment(), "approved", "2026-03-03");
    const made = await facilityWithTime(sql, "Made", "2026-03-02");
    const run = await runWeek(sql);
    const records = await sql<{ record: string }[]>`
      select concat_ws(' ', procedure, table_name, row_id, coalesce(old ->> 'total', 'made'), new ->> 'total')
             as record
        from audit_log where procedure = 'weekly_billing_run'`;
    const record = (firm: Firm, old: string, total: string) =>
      `weekly_billing_run invoices ${outcomeOf(run, firm).invoice_id} ${old} ${total}`;
    assertEquals(
      records.map(({ record }) => record).sort(),
      [
        record(changed, "800.00", "1200.00"),
        ...[changed, kept, made].map((firm) => record(firm, "made", "800.00")),
      ].sort(),
    );
  }));
