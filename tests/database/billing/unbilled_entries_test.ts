// The list of unbilled time, which triggers keep whoever writes: each step leaves what all time and all lines come to.
import { assertEquals, assertRejects } from "@std/assert";
import { pastTriggers } from "../../../fixtures/past_triggers.ts";
import { createInvoice, MONDAY, recompute } from "../../support/billing/billed_time.ts";
import { billLine } from "../../support/billing/by_hand.ts";
import { emptyDraft } from "../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { listed } from "../../support/billing/unbilled_entries.ts";
import { Firm } from "../../support/firm.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../support/server/database.ts";
import { correct } from "../../support/time/corrections.ts";
import { setAside, takeBack } from "../../support/time/set_aside.ts";

const TUESDAY = "2026-03-03";
const BACKFILL = { kind: "backfill", start: MONDAY, end: TUESDAY };

Deno.test("unbilled_entries/follow_an_entry_from_its_draft_to_its_approval_and_back", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "draft", MONDAY, "8");
    const become = async (state: string) => {
      await sql.unsafe(`update time_entries set ${state} where id = $1`, [entry]);
      return await listed(sql);
    };
    assertEquals(await listed(sql), []);
    assertEquals(await become("hours = 7"), []);
    assertEquals(await become("status = 'submitted'"), []);
    assertEquals(await become("status = 'approved'"), [`${MONDAY} 7.00`]);
    assertEquals(await become("notes = 'Late.'"), [`${MONDAY} 7.00`]);
    assertEquals(await become("status = 'submitted'"), []);
    assertEquals(await become("status = 'approved'"), [`${MONDAY} 7.00`]);
    assertEquals(await become("status = 'draft'"), []);
    await sql`delete from time_entries`;
    assertEquals(await listed(sql), []);
  }, { clock: "2026-03-10 12:00:00+00" }));

Deno.test("unbilled_entries/are_of_time_that_is_entered_approved_or_locked_with_an_approval", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const status of ["draft", "submitted", "pending_approval"]) {
      await firm.entry(assignment, status, MONDAY, "1");
    }
    await firm.entry(assignment, "approved", TUESDAY, "2");
    await sql`update time_entries set status = 'locked' where status in ('submitted', 'approved')`;
    assertEquals(await listed(sql), [`${TUESDAY} 2.00`]);
    await sql`update time_entries set status = 'pending_approval' where status = 'locked' and not is_payable`;
    await sql`update time_entries set status = 'approved' where status = 'pending_approval'`;
    assertEquals(await listed(sql), [`${MONDAY} 1.00`, `${MONDAY} 1.00`, `${TUESDAY} 2.00`]);
  }, { clock: "2026-03-10 12:00:00+00" }));

Deno.test("unbilled_entries/follow_corrections_on_drafts_and_off_them_and_what_is_set_aside", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved", MONDAY, "8");
    await correct(sql, entry, { hours: "7", day: TUESDAY });
    assertEquals(await listed(sql), [`${TUESDAY} 7.00`]);
    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals(await listed(sql), []);
    await correct(sql, entry, { hours: "6" });
    assertEquals(await listed(sql), []);
    await setAside(sql, [entry]); // its line goes
    assertEquals(await listed(sql), []);
    await takeBack(sql, [entry]);
    assertEquals(await listed(sql), []);
    await sql`update time_entries set status = 'approved' where id = ${entry}`;
    assertEquals(await listed(sql), [`${TUESDAY} 6.00`]);
    await recompute(sql, draft.id);
    assertEquals(await listed(sql), []);
  }, { clock: "2026-03-10 12:00:00+00" }));

Deno.test("unbilled_entries/lose_what_an_invoice_bills_and_get_what_it_frees", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "13"); // two lines
    await firm.entry(assignment, "approved", TUESDAY, "8");
    const both = [`${MONDAY} 13.00`, `${TUESDAY} 8.00`];
    assertEquals(await listed(sql), both);

    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals(await listed(sql), []);
    await sql`delete from invoices where id = ${draft.id}`;
    assertEquals(await listed(sql), both);

    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id], "2026-03-10");
    assertEquals(await listed(sql), []);
    const lines = await sql<
      { id: string }[]
    >`select id from invoice_lines where work_date = ${TUESDAY}`;
    await credit(sql, id, { lines: lines.map(({ id }) => id) });
    assertEquals(await listed(sql), [`${TUESDAY} 8.00`]);

    const backfill = await emptyDraft(firm, BACKFILL);
    await recompute(sql, backfill);
    assertEquals(await listed(sql), []);
    await send(sql, [backfill], "2026-03-10");
    await voidInvoice(sql, backfill, "Wrong rate.");
    assertEquals(await listed(sql), [`${TUESDAY} 8.00`]);
  }, { clock: "2026-03-10 12:00:00+00" }));

Deno.test("unbilled_entries/follow_a_line_that_moves_from_one_entry_to_another", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const first = await firm.entry(assignment, "approved", MONDAY, "8");
    const second = await firm.entry(assignment, "approved", TUESDAY, "8");
    await billLine(sql, await emptyDraft(firm, BACKFILL), first);
    assertEquals(await listed(sql), [`${TUESDAY} 8.00`]);
    await sql`update invoice_lines set time_entry_id = ${second}, work_date = ${TUESDAY}`;
    assertEquals(await listed(sql), [`${MONDAY} 8.00`]);
  }));

Deno.test("unbilled_entries/stay_as_they_are_when_the_statement_is_refused_or_taken_back", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved", MONDAY, "8");
    await sql`select weekly_billing_run(${MONDAY}, true)`;
    assertEquals(await listed(sql), [`${MONDAY} 8.00`]);
    await createInvoice(sql, firm.facilityId);
    await assertRejects(async () => {
      await sql`update time_entries set status = 'draft' where id = ${entry}`;
    });
    assertEquals(await listed(sql), []);
  }));

Deno.test("unbilled_entries/are_made_by_list_unbilled_time_of_what_was_loaded_past_the_triggers", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const billed = await firm.entry(assignment, "approved", MONDAY, "8");
    await billLine(sql, await emptyDraft(firm, BACKFILL), billed);
    await pastTriggers(sql, async (sql) => {
      await sql`delete from invoice_lines`;
      await sql`
        insert into time_entries (assignment_id, work_date, hours, status, submitted_at, approved_at)
        values (${assignment}, ${TUESDAY}, 5, 'approved', now(), now())`;
      await sql`
        insert into private.unbilled_entries values (gen_random_uuid(), gen_random_uuid(), ${MONDAY}, 1)`;
    });
    for (let times = 0; times < 2; times++) {
      await sql`select private.list_unbilled_time()`;
      assertEquals(await listed(sql), [`${MONDAY} 8.00`, `${TUESDAY} 5.00`]);
    }
  }));
