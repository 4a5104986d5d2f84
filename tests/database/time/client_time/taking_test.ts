// Theirs is taken in one press, or disputed.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { backfill, createInvoice, invoiceOf } from "../../../support/billing/billed_time.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { send } from "../../../support/billing/invoices.ts";
import { runAs } from "../../../support/access/acting.ts";
import { CALLERS } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import {
  bring,
  disputeLines,
  enter,
  line,
  lineIds,
  MONDAY,
  NOW,
  open,
  prepareClient,
  take,
  timeHere,
  variances,
} from "../../../support/time/client_time.ts";
import type postgres from "postgres";

const clientTest = (name: string, test: (sql: postgres.Sql) => Promise<void>) =>
  Deno.test(name, () =>
    withDatabase(async ({ sql }) => {
      await prepareClient(sql);
      await test(sql);
    }, NOW));

for (const status of ["draft", "submitted", "pending_approval", "approved", "locked"]) {
  clientTest(`take_client_time/gives_${status}_time_what_the_client_has`, async (sql) => {
    await enter(sql, "6", status);
    await bring(sql, [line()]);
    const ids = await lineIds(sql, "1");
    assertEquals(await take(sql, ids), ids);
    const was = status === "approved" ? " was 6.00" : "";
    assertEquals(await timeHere(sql), [`2026-03-02 regular 8.00 approved${was}`]);
    assertEquals(await variances(sql), ["2026-03-02 regular 8.00 beside 8.00: agrees"]);
    const before = await contents(sql);
    assertEquals(await take(sql, ids), ids);
    assertEquals(await contents(sql), before);
  });
}

clientTest("take_client_time/leaves_a_draft_where_the_client_has_not_approved", async (sql) => {
  await enter(sql, "6", "submitted");
  await bring(sql, [open()]);
  await take(sql, await lineIds(sql, "1"));
  assertEquals(await timeHere(sql), ["2026-03-02 regular 8.00 draft"]);
});

clientTest("take_client_time/adds_lines_up_and_approves_time_that_has_their_sum", async (sql) => {
  await enter(sql, "10", "submitted");
  await bring(sql, [line(), line({ line_id: "2", hours: "2" })]);
  assertEquals(await variances(sql), ["2026-03-02 regular 10.00 beside 10.00: agrees, waits"]);
  await take(sql, await lineIds(sql, "1"));
  assertEquals(await timeHere(sql), ["2026-03-02 regular 10.00 approved"]);
  assertEquals(await variances(sql), ["2026-03-02 regular 10.00 beside 10.00: agrees"]);
  // From here on they are one another's.
  await bring(sql, [line({ line_id: "2", hours: "1" })]);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 9.00 approved was 10.00"]);
});

clientTest("take_client_time/leaves_two_entries_that_have_the_clients_sum", async (sql) => {
  await enter(sql, "4", "submitted");
  await enter(sql, "6", "submitted");
  await bring(sql, [line({ hours: "10" })]);
  await take(sql, await lineIds(sql, "1"));
  assertEquals(await timeHere(sql), [
    "2026-03-02 regular 4.00 approved",
    "2026-03-02 regular 6.00 approved",
  ]);
  assertEquals(await variances(sql), ["2026-03-02 regular 10.00 beside 10.00: agrees"]);
});

clientTest("take_client_time/sets_aside_what_the_client_does_not_have", async (sql) => {
  await bring(sql, [line()]);
  await enter(sql, "2", "approved");
  assertEquals(await variances(sql), ["2026-03-02 regular 10.00 beside 8.00: differs"]);
  await take(sql, await lineIds(sql, "1"));
  assertEquals(await timeHere(sql), ["2026-03-02 regular 8.00 approved"]);
});

clientTest("take_client_time/waits_for_the_credit_of_time_that_was_sent", async (sql) => {
  await bring(sql, [line()]);
  const [facility] = await sql<[{ id: string }]>`select id from facilities`;
  const { id } = await createInvoice(sql, facility.id);
  await send(sql, [id]);
  await bring(sql, [line({ hours: "6" })]);
  const ids = await lineIds(sql, "1");
  await assertRefusedUnchanged(sql, () => take(sql, ids), 409, "time_entry_on_live_invoice");
  await credit(sql, id);
  await take(sql, ids);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 6.00 approved was 8.00"]);
  assertStrictEquals((await backfill(sql, facility.id)).total, "600.00");
  assertStrictEquals((await invoiceOf(sql, id)).total, "800.00");
});

clientTest("take_client_time/does_not_change_the_times_of_a_shift", async (sql) => {
  await sql`
    select enter_shift(id, '2026-03-02 07:00-07', '2026-03-02 13:00-07', 0) from assignments`;
  await sql`update time_entries set status = 'submitted'`;
  await bring(sql, [line()]);
  assertEquals(await variances(sql), [
    "2026-03-02 regular 6.00 beside 8.00: differs, waits, of_shift",
  ]);
  const ids = await lineIds(sql, "1");
  await assertRefusedUnchanged(sql, () => take(sql, ids), 409, "time_entry_of_shift");
});

clientTest("dispute_client_time/marks_lines_until_the_client_says_something_else", async (sql) => {
  await enter(sql, "8", "approved");
  await bring(sql, [line({ hours: "6" })]);
  const ids = await lineIds(sql, "1");
  assertEquals(await disputeLines(sql, ids), ids);
  const row =
    "2026-03-02 regular 8.00 beside 6.00: differs, disputed: The badge shows eight hours.";
  assertEquals(await variances(sql), [row]);
  await disputeLines(sql, ids, "Again.");
  await bring(sql, [line({ hours: "6" })]);
  assertEquals(await variances(sql), [row]);
  await bring(sql, [line({ hours: "7" })]);
  assertEquals(await variances(sql), ["2026-03-02 regular 8.00 beside 7.00: differs, waits"]);
  await bring(sql, [line({ hours: "8" })]);
  assertEquals(await variances(sql), ["2026-03-02 regular 8.00 beside 8.00: agrees"]);
});

clientTest("dispute_client_time/of_time_that_was_taken_lets_no_file_change_it", async (sql) => {
  await bring(sql, [line()]);
  const ids = await lineIds(sql, "1");
  await disputeLines(sql, ids);
  await bring(sql, [line({ hours: "6" })]);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 8.00 approved"]);
  await take(sql, ids);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 6.00 approved was 8.00"]);
});

clientTest("take_client_time/and_dispute_refuse_what_is_missing_or_unknown", async (sql) => {
  await bring(sql, [line()]);
  const [id = ""] = await lineIds(sql, "1");
  const many = Array.from({ length: 1001 }, () => id);
  const unknown = crypto.randomUUID();
  for (
    const [ids, status, slug] of [
      [null, 400, "argument_missing"],
      [[null], 400, "argument_missing"],
      [many, 400, "too_many_client_lines"],
      [[id, unknown], 404, "client_time_not_found"],
    ] as const
  ) {
    await assertRefusedUnchanged(sql, () => take(sql, ids), status, slug);
    await assertRefusedUnchanged(sql, () => disputeLines(sql, ids), status, slug);
  }
  await assertRefusedUnchanged(sql, () => disputeLines(sql, [id], " "), 400, "reason_missing");
});

Deno.test("take_client_time/and_dispute_are_for_their_roles", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const [lineId] = await sql<[{ id: string }]>`select id from client_time`;
    const may = async (statement: string, roles: readonly string[]) => {
      for (const caller of CALLERS.filter((one) => one !== "signed_out")) {
        const attempt = runAs(sql, firm, caller, statement);
        if (roles.includes(caller)) await attempt;
        else await assertRefused(attempt, 403, "role_required");
      }
    };
    await may(`select take_client_time('{${lineId.id}}')`, ["payroll", "admin", "service"]);
    await may(`select dispute_client_time('{${lineId.id}}', 'No.')`, [
      "billing",
      "payroll",
      "admin",
      "service",
    ]);
  }, NOW));

clientTest("time_variances/lists_both_sides_of_facilities_that_have_any_lines", async (sql) => {
  await enter(sql, "8", "approved");
  assertEquals(await variances(sql), []);
  const [facility] = await sql<[{ id: string }]>`select id from facilities`;
  const asked = await sql`select outcome from time_variances(${MONDAY}, ${facility.id})`;
  assertEquals(asked.map(({ outcome }) => outcome), ["ours_alone"]);
  await bring(sql, [line({ work_date: "2026-03-03" })]);
  assertEquals(await variances(sql), [
    "2026-03-02 regular 8.00 beside 0.00: ours_alone",
    "2026-03-03 regular 8.00 beside 8.00: agrees",
  ]);
  await assertRefused(
    sql`select * from time_variances('2026-03-03')`,
    400,
    "week_start_not_first_day",
  );
  await assertRefused(sql`select * from time_variances(null)`, 400, "argument_missing");
});
