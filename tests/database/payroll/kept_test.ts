// What a batch pays is written while it is a draft; what is closed stays, whoever writes.
import { assertEquals, assertNotStrictEquals } from "@std/assert";
import type postgres from "postgres";
import {
  advance,
  close,
  closePeriod,
  discard,
  draftOf,
  periodOf,
  prepare,
} from "../../support/payroll/batches.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { work, type Worker } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const STATES = ["draft", "in_review", "approved", "closed", "discarded"] as const;
type State = (typeof STATES)[number];

const SLUGS: Readonly<Record<Exclude<State, "draft">, string>> = {
  in_review: "payroll_batch_under_review",
  approved: "payroll_batch_under_review",
  closed: "payroll_batch_closed",
  discarded: "payroll_batch_discarded",
};

/** A batch that pays somebody, in a state. */
async function batchIn(
  sql: postgres.Sql,
  state: State,
): Promise<{ batch: string; worker: Worker }> {
  const worker = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
  const batch = await prepare(sql, MONDAY);
  if (state === "closed") await close(sql, batch);
  else if (state === "discarded") await discard(sql, batch);
  else for (let step = 0; step < STATES.indexOf(state); step++) await advance(sql, batch);
  return { batch, worker };
}

for (const state of STATES) {
  Deno.test(`payroll_batches/are_${state === "draft" ? "written" : "kept"}_line_by_line_in_${state}`, () =>
    withDatabase(async ({ sql }) => {
      const { batch, worker } = await batchIn(sql, state);
      const [other, third] = [await work(sql, []), await work(sql, [])];
      const item = sql`(select id from payroll_items
                         where payroll_batch_id = ${batch} and contractor_id = ${worker.contractorId})`;
      const elsewhere = await draftOf(sql, "2026-04-06");
      const writes: (() => postgres.PendingQuery<postgres.Row[]>)[] = [
        () =>
          sql`insert into payroll_items (payroll_batch_id, contractor_id)
              values (${batch}, ${third.contractorId})`,
        () => sql`update payroll_items set regular_hours = 9 where payroll_batch_id = ${batch}`,
        () =>
          sql`update payroll_items set payroll_batch_id = ${elsewhere} where payroll_batch_id = ${batch}`,
        () =>
          sql`update payroll_items set payroll_batch_id = ${batch} where payroll_batch_id = ${elsewhere}`,
        () =>
          sql`insert into payroll_item_lines (payroll_item_id, week_start, kind, amount)
              values (${item}, ${MONDAY}, 'difference', 1)`,
        () => sql`update payroll_item_lines set amount = 9 where payroll_item_id = ${item}`,
        () => sql`delete from payroll_item_lines where payroll_item_id = ${item}`,
        () => sql`delete from payroll_items where payroll_batch_id = ${batch}`,
      ];
      await sql`insert into payroll_items (payroll_batch_id, contractor_id)
                values (${elsewhere}, ${other.contractorId})`;
      for (const write of writes) {
        if (state === "draft") assertNotStrictEquals((await write()).count, 0);
        else await assertRefusedUnchanged(sql, write, 409, SLUGS[state]);
      }
    }));
}

Deno.test("payroll_batches/make_every_legal_move_and_no_other", () =>
  withDatabase(async ({ sql }) => {
    const legal = new Set([
      "draft in_review",
      "in_review approved",
      "approved closed",
      "draft discarded",
      "in_review discarded",
      "approved discarded",
    ]);
    for (const from of STATES) {
      for (const to of STATES.filter((state) => state !== from)) {
        const { batch } = await batchIn(sql, from);
        const move = sql`update payroll_batches set status = ${to} where id = ${batch}`;
        if (legal.has(`${from} ${to}`)) assertEquals((await move).count, 1, `${from} → ${to}`);
        else {
          const slug = from === "closed" || from === "discarded"
            ? SLUGS[from]
            : "payroll_batch_move_not_legal";
          await assertRefused(move, 409, slug);
        }
        await sql.begin(async (sql) => {
          await sql`set local session_replication_role = replica`;
          await sql`truncate leave_ledger, payroll_item_lines, payroll_items, payroll_handovers, private.draft_marks, private.paid_sums, payroll_batches`;
        });
      }
    }
  }));

Deno.test("payroll_batches/that_are_closed_or_discarded_stay_whole", () =>
  withDatabase(async ({ sql }) => {
    for (const state of ["closed", "discarded"] as const) {
      const { batch } = await batchIn(sql, state);
      const change =
        sql`update payroll_batches set gross_total = 1, discard_reason = 'why' where id = ${batch}`;
      await assertRefused(change, 409, SLUGS[state]);
      const removal = sql`delete from payroll_batches where id = ${batch}`;
      await assertRefused(removal, 409, "payroll_batch_not_draft");
    }
    const { batch } = await batchIn(sql, "draft");
    assertEquals((await sql`delete from payroll_batches where id = ${batch}`).count, 1);
  }));

Deno.test("payroll_item_lines/are_released_when_their_batch_is_discarded_and_not_by_themselves", () =>
  withDatabase(async ({ sql }) => {
    const release = () => sql`update payroll_item_lines set released_at = now()`;
    const { batch } = await batchIn(sql, "draft");
    await assertRefused(release(), 409, "payroll_batch_not_discarded");
    await discard(sql, batch);
    await assertRefused(
      sql`update payroll_item_lines set released_at = null`,
      409,
      "payroll_batch_discarded",
    );
    await assertRefused(release(), 409, "payroll_batch_discarded");
  }));

Deno.test("payroll_periods/stay_once_they_are_closed", () =>
  withDatabase(async ({ sql }) => {
    const period = await periodOf(sql, MONDAY);
    await closePeriod(sql, period);
    for (const change of [{ status: "open" }, { pay_date: "2026-03-20" }]) {
      const attempt = () => sql`update payroll_periods set ${sql(change)}`;
      await assertRefusedUnchanged(sql, attempt, 409, "payroll_period_closed");
    }
  }));
