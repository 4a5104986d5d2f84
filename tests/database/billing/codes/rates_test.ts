// Other rates of codes: drafts are in their way, sent time comes to a difference, and time begins to bill, or ceases to.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import {
  backfill,
  createInvoice,
  MONDAY,
  SUNDAY,
  unbilledDifferences,
} from "../../../support/billing/billed_time.ts";
import {
  codedEntry,
  codedLinesOf,
  codeRate,
  listedRate,
} from "../../../support/billing/coded_time.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { listed } from "../../../support/billing/unbilled_entries.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-03-10 12:00:00+00" };

/** Twelve hours on call, at 8, approved. */
async function withOnCall(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
  await codedEntry(sql, assignment, MONDAY, "on_call", "12");
  return { firm, assignment };
}

Deno.test("code_rates/by_which_a_draft_bills_stay_as_they_are_whoever_writes_them", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withOnCall(sql);
    await listedRate(sql, firm.facilityId, "on_call", { bill: "7", pay: "5" });
    const draft = await createInvoice(sql, firm.facilityId);
    const refused = (write: () => PromiseLike<unknown>) =>
      assertRefusedUnchanged(sql, write, 409, "rate_billed_by_draft");
    await refused(() => codeRate(sql, assignment, "on_call", { bill: "9", pay: "5" }));
    await refused(() =>
      codeRate(sql, assignment, "on_call", { bill: "9", pay: "5", from: MONDAY })
    );
    await refused(() => sql`delete from assignment_code_rates`);
    await refused(() =>
      sql.begin((key) =>
        key.unsafe("set local role service_role; update assignment_code_rates set bill_rate = 9")
      )
    );
    await codeRate(sql, assignment, "on_call", { bill: "8", pay: "6" });
    await codeRate(sql, assignment, "on_call", { bill: "9", pay: "5", from: SUNDAY });
    await listedRate(sql, firm.facilityId, "on_call", { bill: "9", pay: "5" }); // not what it bills by
    await voidInvoice(sql, draft.id);
    await sql`delete from assignment_code_rates`;
    const again = await createInvoice(sql, firm.facilityId);
    assertEquals(again.total, "108.00");
    await refused(() => listedRate(sql, firm.facilityId, "on_call", { bill: "7", pay: "5" }));
    await refused(() => codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" }));
  }, CLOCK));

Deno.test("code_rates/that_changed_after_time_was_sent_come_to_a_difference", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withOnCall(sql);
    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id]);
    await codeRate(sql, assignment, "on_call", { bill: "9", pay: "5" });
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} on_call 96.00 108.00 12.00`]);
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(await codedLinesOf(sql, late.id), [
      `Ada Nurse, week of ${MONDAY}: difference from what was billed, on_call = 12.00`,
    ]);
    await send(sql, [late.id]);
    assertEquals(await unbilledDifferences(sql), []);

    await listedRate(sql, firm.facilityId, "on_call", { bill: "10", pay: "5" });
    assertEquals(await unbilledDifferences(sql), [], "its own rate goes before the listed one");
    await sql`delete from assignment_code_rates`;
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} on_call 108.00 120.00 12.00`]);
    await sql`update facility_code_rates set bill_rate = 0`;
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} on_call 108.00 0.00 -108.00`]);
  }, CLOCK));

Deno.test("code_rates/by_which_time_begins_to_bill_or_ceases_to_list_it_and_take_it_off", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withOnCall(sql);
    assertEquals(await listed(sql), [`${MONDAY} 0.00`]);
    await codeRate(sql, assignment, "on_call", { bill: "0", pay: "5" });
    assertEquals(await listed(sql), []);
    await listedRate(sql, firm.facilityId, "on_call", { bill: "7", pay: "5" });
    assertEquals(await listed(sql), [], "its own rate goes before the listed one");
    await sql`delete from assignment_code_rates`;
    assertEquals(await listed(sql), [`${MONDAY} 0.00`]);
    await sql`update facility_code_rates set bill_rate = 0`;
    assertEquals(await listed(sql), []);
    await codeRate(sql, assignment, "on_call", { bill: "6", pay: "5", from: MONDAY });
    const [row] = await sql`select hours, code, quantity from unbilled_time`;
    assertEquals(row, { hours: "0.00", code: "on_call", quantity: "12.00" });
    assertEquals((await createInvoice(sql, firm.facilityId)).total, "72.00");
  }, CLOCK));

Deno.test("code_rates/that_follow_the_hour_move_with_a_rate_hit_and_others_do_not", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withOnCall(sql);
    await codedEntry(sql, assignment, MONDAY, "holiday_worked", "2");
    await codedEntry(sql, assignment, MONDAY, "cancelled", "4");
    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals(draft.total, "796.00"); // 2 × 150, 4 × 100 and 12 × 8
    const hit = await rateHit(sql, assignment, MONDAY, { bill: "10", pay: "1" });
    const [reach] = await sql`
      select entries, amount, change from rate_hit_reach(${hit}) where target = 'draft_invoices'`;
    assertEquals(reach, { entries: 2, amount: "700.00", change: "70.00" });
    await apply(sql, hit);
    assertEquals(await codedLinesOf(sql, draft.id), [
      "2026-03-02 regular holiday_worked 2.00 × 165.00 × 1.000 = 330.00",
      "2026-03-02 code cancelled 4.00 × 110.00 × 1.000 = 440.00",
      "2026-03-02 code on_call 12.00 × 8.00 × 1.000 = 96.00",
    ]);
    await send(sql, [draft.id]);
    await apply(sql, await rateHit(sql, assignment, MONDAY, { bill: "1", pay: "1" }), true);
    assertEquals(await unbilledDifferences(sql), [
      `${MONDAY} cancelled 440.00 444.00 4.00`,
      `${MONDAY} holiday_worked 330.00 333.00 3.00`,
    ]);
  }, CLOCK));

Deno.test("code_rates/of_which_a_draft_has_another_by_now_keep_it_from_being_sent", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await withOnCall(sql);
    const { id } = await createInvoice(sql, firm.facilityId);
    await sql`alter table assignment_code_rates disable trigger user`;
    await sql`update assignment_code_rates set bill_rate = 9`;
    await sql`alter table assignment_code_rates enable trigger user`;
    await assertRefusedUnchanged(sql, () => send(sql, [id]), 409, "invoices_not_sendable");
  }, CLOCK));
