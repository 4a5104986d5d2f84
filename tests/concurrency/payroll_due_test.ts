// What changes beside payroll stays due: named interleavings on real connections.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, rateHit } from "../support/assignments/rate_hits.ts";
import { advance, closeBatch, prepare } from "../support/payroll/batches.ts";
import { adjustment, stipend } from "../support/payroll/extras.ts";
import { linesOf } from "../support/payroll/items.ts";
import { MONDAY, NEXT_MONDAY, testRace } from "../support/payroll/races.ts";
import { connectTo } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";

const STIPEND = `${MONDAY} stipend = 50.00`;

/** A transaction of its own, which is open while something else happens. */
async function beside(
  url: string,
  first: (sql: postgres.TransactionSql) => PromiseLike<unknown>,
  meanwhile: () => PromiseLike<unknown>,
): Promise<void> {
  const sql = connectTo(url);
  try {
    await sql.begin(async (sql) => {
      await first(sql);
      await meanwhile();
    });
  } finally {
    await sql.end();
  }
}

/** A batch over Monday, approved. */
async function approved(sql: postgres.Sql): Promise<string> {
  const batch = await prepare(sql, MONDAY);
  for (const expected of ["draft", "in_review"]) await advance(sql, batch, expected);
  return batch;
}

const nextPays = async (sql: postgres.Sql, ...lines: string[]) =>
  assertEquals(await linesOf(sql, await prepare(sql, NEXT_MONDAY)), lines);

testRace("closed_while_a_stipend_is_entered_leaves_it_due", async (worker, { sql, url }) => {
  const batch = await approved(sql);
  await beside(
    url,
    (first) => stipend(first, worker.assignmentIds.flsa, "reimbursement", "50"),
    () => closeBatch(sql, batch),
  );
  await nextPays(sql, STIPEND);
});

testRace(
  "leaves_due_a_stipend_that_was_being_entered_when_its_draft_was_built",
  async (worker, race) => {
    const { sql, url } = race;
    let batch = "";
    await beside(
      url,
      (first) => stipend(first, worker.assignmentIds.flsa, "reimbursement", "50"),
      async () => {
        batch = await approved(sql); // later marks are here already
        await stipend(sql, worker.assignmentIds.none, "reimbursement", "1", { from: NEXT_MONDAY });
      },
    );
    await closeBatch(sql, batch);
    await nextPays(sql, STIPEND);
  },
);

testRace("leaves_due_a_stipend_that_is_entered_while_it_closes", async (worker, { sql, url }) => {
  const batch = await approved(sql);
  await beside(
    url,
    (first) => closeBatch(first, batch),
    () => stipend(sql, worker.assignmentIds.flsa, "reimbursement", "50"),
  );
  await nextPays(sql, STIPEND);
});

testRace("leaves_due_what_is_approved_while_another_finds_nothing_due", async (worker, race) => {
  const { sql, url } = race;
  await closeBatch(sql, await approved(sql));
  const bonus = await adjustment(sql, worker.contractorId, MONDAY, "bonus", "5");
  await sql`update payroll_adjustments set approved_at = null where id = ${bonus}`;
  await adjustment(sql, worker.contractorId, NEXT_MONDAY, "bonus", "7");
  await beside(
    url,
    (first) => prepare(first, NEXT_MONDAY), // and forgets the marks of the week before
    () => stipend(sql, worker.assignmentIds.flsa, "reimbursement", "50"),
  );
  const marks = await sql`
    select distinct day::text as day from private.due_marks order by 1`;
  assertEquals(marks.map(({ day }) => day), [MONDAY, NEXT_MONDAY]);
  await nextPays(sql, STIPEND, `${NEXT_MONDAY} adjustment = 7.00`);
});

testRace("of_a_week_that_two_rate_hits_reach_pays_both", async (worker, { sql, url }) => {
  await closeBatch(sql, await approved(sql));
  const hit = () => rateHit(sql, worker.assignmentIds.flsa, MONDAY, { pay: "1" });
  const [one, two] = [await hit(), await hit()];
  await interleave(url, (first) => apply(first, one, true), () => apply(sql, two, true));
  await nextPays(sql, `${MONDAY} difference 0.00 0.00 = 16.00`);
});
