// Pay of some people on a day of its own, between the batches of their group.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../support/firm.ts";
import { advance, closeBatch, periodOf, prepareDraft } from "../../support/payroll/batches.ts";
import { withDatabase } from "../../support/server/database.ts";
import { rowOf, type TextRow } from "../../support/sql/rows.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-03-19 18:00:00+00" };
const WEEK = "2026-03-16";

const offCycle = (
  sql: postgres.Sql,
  period: string,
  of: string[],
  reason = "Her last day",
): Promise<TextRow> =>
  rowOf(sql, "public.prepare_off_cycle($1, $2::text::uuid[], '2026-03-20', $3)", [
    period,
    `{${of.join(",")}}`,
    reason,
  ]);

async function personOf(sql: postgres.Sql, assignment: string): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    select contractor_id as id from assignments where id = ${assignment}`;
  return id;
}

/** Gross pay by batch, of a person. */
async function grossOf(sql: postgres.Sql, person: string): Promise<string[]> {
  const rows = await sql<{ said: string }[]>`
    select batch.kind || ' ' || batch.status || ' ' || item.gross_pay as said
      from payroll_items as item join payroll_batches as batch on batch.id = item.payroll_batch_id
     where item.contractor_id = ${person} and batch.status <> 'discarded' order by batch.created_at, batch.kind desc`;
  return rows.map(({ said }) => said);
}

async function close(sql: postgres.Sql, batch: string): Promise<void> {
  for (const _step of ["in_review", "approved"]) await advance(sql, batch);
  await closeBatch(sql, batch);
}

Deno.test("prepare_off_cycle/takes_people_out_of_drafts_and_the_next_batch_pays_the_difference_of_the_week", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [leaving, staying] = [await firm.assignment(), await firm.assignment()];
    for (const  of of[leaving, staying]) await firm.entry(of, "approved", WEEK, "8");
    const [person, other] = [await personOf(sql, leaving), await personOf(sql, staying)];
    const period = await periodOf(sql, WEEK);
    const draft = await prepareDraft(sql, period);
    const rate = Number((await grossOf(sql, other))[0]?.split(" ")[2]) / 8;

    const batch = await offCycle(sql, period, [person]);
    assertEquals(await grossOf(sql, person), [`off_cycle draft ${(8 * rate).toFixed(2)}`]);
    assertStrictEquals(
      (await offCycle(sql, period, [person]))["id"],
      batch["id"],
      "the same draft",
    );
    assertEquals([
      ...await sql`select kind, gross_total::text as total from payroll_batches order by kind`,
    ], [
      { kind: "off_cycle", total: (8 * rate).toFixed(2) },
      { kind: "regular", total: (8 * rate).toFixed(2) },
    ]);
    await close(sql, batch["id"] ?? "");

    await firm.entry(leaving, "approved", "2026-03-17", "4");
    assertStrictEquals((await prepareDraft(sql, period))["id"], draft["id"]);
    assertEquals(
      await grossOf(sql, person),
      [
        `regular draft ${(4 * rate).toFixed(2)}`,
        `off_cycle closed ${(8 * rate).toFixed(2)}`,
      ],
    );
    const [posted] = await sql`
      select min(posted_on)::text as day from journal('2026-03-01', '2026-03-31') where account = 'wages'`;
    assertStrictEquals(posted?.["day"], "2026-03-20");
  }, CLOCK));

Deno.test("prepare_off_cycle/is_refused_where_a_batch_in_review_has_somebody_and_pays_of_closed_periods", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", WEEK, "8");
    const person = await personOf(sql, assignment);
    const period = await periodOf(sql, WEEK);
    const draft = await prepareDraft(sql, period);
    await advance(sql, draft["id"] ?? "");
    await assertRefusedUnchanged(
      sql,
      () => offCycle(sql, period, [person]),
      409,
      "payroll_batch_under_review",
    );
    await advance(sql, draft["id"] ?? "");
    await closeBatch(sql, draft["id"] ?? "");
    await sql`select close_payroll_period(${period})`;
    await assertRefused(offCycle(sql, period, [person]), 409, "nothing_to_pay");
    await firm.entry(assignment, "approved", "2026-03-18", "6");
    const late = await offCycle(sql, period, [person], "A day was forgotten");
    assertEquals([late["kind"], late["pay_date"]], ["off_cycle", "2026-03-20"]);
    await assertRefused(offCycle(sql, period, []), 400, "argument_missing");
    await assertRefused(offCycle(sql, period, [crypto.randomUUID()]), 404, "contractor_not_found");
    await assertRefused(offCycle(sql, period, [person], " "), 400, "reason_missing");
  }, CLOCK));
