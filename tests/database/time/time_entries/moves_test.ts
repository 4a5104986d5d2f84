// What a move does to an entry, and what no move may do. Which are legal: table_test.ts.
import { assert, assertEquals } from "@std/assert";
import { createInvoice, MONDAY } from "../../../support/billing/billed_time.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test("time_entries/carry_the_instant_of_each_state_and_lose_it_on_the_way_back", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "draft");
    const instants = async (status: string) => {
      const [row] = await sql`
        update time_entries set status = ${status} where id = ${entry}
        returning submitted_at is not null as submitted, approved_at is not null as approved,
                  locked_at is not null as locked`;
      return row;
    };
    assertEquals(await instants("submitted"), {
      submitted: true,
      approved: false,
      locked: false,
    });
    assertEquals(await instants("approved"), {
      submitted: true,
      approved: true,
      locked: false,
    });
    assertEquals(await instants("draft"), { submitted: false, approved: false, locked: false });
    assertEquals(await instants("locked"), { submitted: false, approved: false, locked: true });
    assertEquals(await instants("pending_approval"), {
      submitted: true,
      approved: false,
      locked: false,
    });
  }));

Deno.test("time_entries/on_an_invoice_are_locked_as_others_are_and_not_sent_back", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved", MONDAY);
    await createInvoice(sql, firm.facilityId);
    await assertRefused(
      sql`update time_entries set status = 'draft' where id = ${entry}`,
      409,
      "time_entry_on_live_invoice",
    );
    const [locked] = await sql`
      update time_entries set status = 'locked' where id = ${entry} returning status`;
    assertEquals(locked?.status, "locked");
  }));

Deno.test("time_entries/keep_their_approval_when_locked_and_then_stay", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved");
    const [locked] = await sql`
      update time_entries set status = 'locked' where id = ${entry} returning approved_at, locked_at`;
    assert(locked?.approved_at instanceof Date && locked.locked_at instanceof Date);
    for (
      const change of [
        sql`update time_entries set status = 'pending_approval' where id = ${entry}`,
        sql`update time_entries set hours = 5 where id = ${entry}`,
        sql`update time_entries set notes = 'late' where id = ${entry}`,
        sql`update time_entries set approved_at = null where id = ${entry}`,
      ]
    ) await assertRefused(change, 409, "time_entry_locked");
    await assertRefused(
      sql`delete from time_entries where id = ${entry}`,
      409,
      "time_entry_not_draft",
    );
  }));

Deno.test("time_entries/cannot_change_while_they_are_being_locked", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const lockAnd = (entry: string, column: string, value: string | null) =>
      sql`update time_entries set status = 'locked', locked_at = now(), ${sql(column)} = ${value}
           where id = ${entry}`;
    for (const status of ["draft", "approved"]) {
      const entry = await firm.entry(assignment, status);
      await assertRefused(lockAnd(entry, "hours", "5"), 409, "time_entry_not_draft");
      await assertRefused(lockAnd(entry, "work_date", "2026-01-06"), 409, "time_entry_not_draft");
    }
  }));

Deno.test("time_entries/are_neither_given_nor_robbed_of_an_approval_by_locking", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const draft = await firm.entry(assignment, "draft");
    const approved = await firm.entry(assignment, "approved");
    const changes = [
      sql`update time_entries set status = 'locked', approved_at = now() where id = ${draft}`,
      sql`update time_entries set status = 'locked', approved_at = null where id = ${approved}`,
      sql`update time_entries set approved_at = '2000-01-01' where id = ${approved}`,
      sql`update time_entries set approved_by = gen_random_uuid() where id = ${approved}`,
    ];
    for (const change of changes) await assertRefused(change, 409, "time_entry_approval_is_kept");
  }));

Deno.test("time_entries/change_hours_day_and_assignment_only_in_draft", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const status of ["submitted", "pending_approval", "approved"]) {
      const entry = await firm.entry(assignment, status, "2026-01-06", "1");
      await assertRefused(
        sql`update time_entries set hours = 5 where id = ${entry}`,
        409,
        "time_entry_not_draft",
      );
      await assertRefused(
        sql`update time_entries set status = 'draft', hours = 2 where id = ${entry}`,
        409,
        "time_entry_not_draft",
      );
      await sql`update time_entries set status = 'draft' where id = ${entry}`;
      await sql`update time_entries set hours = 2 where id = ${entry}`;
    }
    const [row] = await sql`select sum(hours) as hours from time_entries`;
    assertEquals(row?.hours, "6.00");
  }));
