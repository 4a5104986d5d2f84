// A rate hit that moves the assignment's own rates of codes too: those that it names, and no other.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, applyNew, rateHit } from "../../../support/assignments/rate_hits.ts";
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
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { withDatabase } from "../../../support/server/database.ts";
import {
  assertRefused,
  assertRefusedUnchanged,
  assertViolates,
} from "../../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-03-10 12:00:00+00" };
const WEDNESDAY = "2026-03-04";

/** The own rates of an assignment's codes, such as `"charge 2026-01-01 106.00 64.00"`. */
async function ownRates(sql: postgres.Sql): Promise<string[]> {
  const rates = await sql<{ rate: string }[]>`
    select concat_ws(' ', code, effective_from, coalesce(bill_rate::text, '-'), coalesce(pay_rate::text, '-')) as rate
      from assignment_code_rates order by code, effective_from`;
  return rates.map(({ rate }) => rate);
}

/** An assignment of 100 and 60 an hour, with rates of its own for charge, on call and miles. */
async function withRates(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await codeRate(sql, assignment, "charge", { bill: "106", pay: "64" });
  await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
  await codeRate(sql, assignment, "mileage", { bill: "0", pay: "0.725" });
  return { firm, assignment };
}

Deno.test("apply_rate_hit/moves_own_rates_of_the_codes_that_it_names_by_the_same_share", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    await codeRate(sql, assignment, "charge", { bill: "110", pay: null, from: "2026-04-01" });
    await listedRate(sql, firm.facilityId, "charge", { bill: "90", pay: "50" });
    await applyNew(sql, assignment, WEDNESDAY, { codes: ["charge", "mileage"] });
    assertEquals(await ownRates(sql), [
      "charge 2026-01-01 106.00 64.00",
      "charge 2026-03-04 111.30 67.20", // 5 of a hundred more, by both
      "charge 2026-04-01 115.50 -",
      "mileage 2026-01-01 0.00 0.725",
      "mileage 2026-03-04 0.00 0.761", // what bills nothing bills nothing
      "on_call 2026-01-01 8.00 5.00",
    ]);
    const [listed] = await sql`select bill_rate, pay_rate from facility_code_rates`;
    assertEquals(listed, { bill_rate: "90.00", pay_rate: "50.00" });
  }, CLOCK));

Deno.test("apply_rate_hit/moves_own_rates_of_codes_by_the_same_amount_where_it_says_so", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await withRates(sql);
    const changes = { codes: ["charge", "mileage"], by: "amount" } as const;
    await applyNew(sql, assignment, WEDNESDAY, changes);
    assertEquals((await ownRates(sql)).filter((rate) => /2026-03-04/.test(rate)), [
      "charge 2026-03-04 111.00 67.00",
      "mileage 2026-03-04 0.00 3.725",
    ]);
    await applyNew(sql, assignment, WEDNESDAY, { ...changes, bill: "-5.00", pay: "-3.00" });
    assertEquals((await ownRates(sql)).filter((rate) => /2026-03-04/.test(rate)), [
      "charge 2026-03-04 106.00 64.00",
      "mileage 2026-03-04 0.00 0.725",
    ]);
  }, CLOCK));

Deno.test("apply_rate_hit/brings_drafts_of_such_codes_up_to_date_as_its_reach_says", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    await codedEntry(sql, assignment, MONDAY, "on_call", "10");
    await codedEntry(sql, assignment, WEDNESDAY, "on_call", "10");
    await codedEntry(sql, assignment, WEDNESDAY, "charge", "8");
    const draft = await createInvoice(sql, firm.facilityId);
    const batch = await prepare(sql, MONDAY);
    const hit = await rateHit(sql, assignment, WEDNESDAY, { codes: ["charge", "on_call"] });
    const reach = await sql<{ row: string }[]>`
      select concat_ws(' ', target, entries, amount, change) as row from rate_hit_reach(${hit}) where entries > 0`;
    assertEquals(reach.map(({ row }) => row), [
      "draft_invoices 2 928.00 46.40", // 8 × 5.30 + 10 × 0.40
      "draft_batches 2 562.00 28.10", // 8 × 3.20 + 10 × 0.25
    ]);
    await apply(sql, hit);
    assertEquals(await codedLinesOf(sql, draft.id), [
      "2026-03-02 code on_call 10.00 × 8.00 × 1.000 = 80.00",
      "2026-03-04 regular charge 8.00 × 111.30 × 1.000 = 890.40",
      "2026-03-04 code on_call 10.00 × 8.40 × 1.000 = 84.00",
    ]);
    const lines = await sql<{ line: string }[]>`
      select concat_ws(' ', line.code, line.rate, line.amount) as line
        from payroll_item_lines as line join payroll_items as item on item.id = line.payroll_item_id
       where item.payroll_batch_id = ${batch} order by line.code, line.rate`;
    assertEquals(lines.map(({ line }) => line), [
      "charge 67.20 537.60",
      "on_call 5.00 50.00",
      "on_call 5.25 52.50",
    ]);
  }, CLOCK));

Deno.test("apply_rate_hit/leaves_a_difference_of_such_codes_where_they_were_sent_and_paid", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    await codedEntry(sql, assignment, WEDNESDAY, "charge", "8");
    await codedEntry(sql, assignment, WEDNESDAY, "on_call", "10");
    const invoice = await createInvoice(sql, firm.facilityId);
    await send(sql, [invoice.id]);
    await close(sql, await prepare(sql, MONDAY));
    const hit = await rateHit(sql, assignment, WEDNESDAY, { codes: ["on_call"] });
    const reach = await sql<{ row: string }[]>`
      select concat_ws(' ', target, entries, amount, change) as row from rate_hit_reach(${hit}) where entries > 0`;
    assertEquals(reach.map(({ row }) => row), [
      "sent_invoices 1 80.00 4.00",
      "closed_batches 1 50.00 2.50",
    ]);
    await assertRefusedUnchanged(
      sql,
      () => apply(sql, hit),
      409,
      "rate_hit_reaches_billed_or_paid_time",
    );
    await apply(sql, hit, true);
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} on_call 80.00 84.00 4.00`]);
    assertEquals((await backfill(sql, firm.facilityId, SUNDAY)).total, "4.00");
    const next = await prepare(sql, "2026-03-09");
    const [paid] = await sql`select gross_pay from payroll_items where payroll_batch_id = ${next}`;
    assertEquals(paid, { gross_pay: "2.50" });
  }, CLOCK));

Deno.test("apply_rate_hit/moves_no_code_without_a_rate_of_its_own_and_none_to_nothing", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await withRates(sql);
    const refused = async (changes: Parameters<typeof rateHit>[3], slug: string) => {
      const hit = await rateHit(sql, assignment, WEDNESDAY, changes);
      await assertRefusedUnchanged(sql, () => apply(sql, hit), 409, slug);
    };
    await refused({ codes: ["charge", "visit"] }, "rate_hit_moves_no_rate_of_code");
    await refused({ codes: ["no_such_code"] }, "rate_hit_moves_no_rate_of_code");
    await refused(
      { bill: "-10", pay: "-10", codes: ["on_call"], by: "amount" },
      "rate_not_positive",
    );
    await assertViolates(
      sql`insert into rate_hits (assignment_id, effective_on, pay_rate_change, codes)
          values (${assignment}, ${WEDNESDAY}, 1, '{charge,null}')`,
      "rate_hit_names_each_code",
    );
    await assertViolates(
      sql`insert into rate_hits (assignment_id, effective_on, pay_rate_change, codes_move_by)
          values (${assignment}, ${WEDNESDAY}, 1, 'percent')`,
      "rate_hit_moves_codes_by_a_known_way",
    );
  }, CLOCK));

Deno.test("apply_rate_hit/lets_rates_of_codes_be_refused_by_drafts_again_afterwards", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    await codedEntry(sql, assignment, WEDNESDAY, "on_call", "10");
    await createInvoice(sql, firm.facilityId);
    await sql.begin(async (one) => {
      const key = one as unknown as postgres.Sql;
      await applyNew(key, assignment, WEDNESDAY, { codes: ["on_call"] });
      await assertRefused(
        one.savepoint((point) =>
          point`update assignment_code_rates set bill_rate = 9 where code = 'on_call'`
        ),
        409,
        "rate_billed_by_draft",
      );
    });
  }, CLOCK));
