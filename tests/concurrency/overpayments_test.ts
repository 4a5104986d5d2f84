// What was overpaid is taken back once, by whatever way comes first: named interleavings on real connections.
import { assertEquals } from "@std/assert";
import { close, prepare } from "../support/payroll/batches.ts";
import { arrange, FIRST, FOURTH, overpaid, settle, THIRD } from "../support/payroll/overpaid.ts";
import { connectTo, type TestDatabase, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

/** Registers a test on somebody who was paid 200.00 too much, and what the ledger says in the end. */
function testRace(
  name: string,
  ledger: string[],
  race: (id: string, database: TestDatabase) => Promise<void>,
): void {
  Deno.test(`overpayments/${name}`, () =>
    withDatabase(async (database) => {
      const { sql } = database;
      await race(await overpaid(sql), database);
      const [row] = await sql`select overpaid, recovered, settled, open, held from overpayments`;
      assertEquals(Object.values(row ?? {}), ledger);
    }, { clock: "2026-03-31T12:00:00Z" }));
}

testRace(
  "are_settled_once_by_two_at_once",
  ["200.00", "0.00", "200.00", "0.00", "0.00"],
  async (id, { sql, url }) => {
    await assertRefused(
      interleave(
        url,
        (first) => settle(first, id, FIRST, "waived", "150"),
        () => settle(sql, id, FIRST, "check", "150"),
      ),
      409,
      "settlement_over_open",
    );
    await settle(sql, id, FIRST, "check", "50");
  },
);

testRace(
  "that_a_draft_takes_back_are_not_settled",
  ["200.00", "0.00", "0.00", "200.00", "200.00"],
  async (id, { sql, url }) => {
    await arrange(sql, id);
    await assertRefused(
      interleave(
        url,
        (first) => prepare(first, THIRD),
        () => settle(sql, id, FIRST, "waived"),
      ),
      409,
      "overpayment_in_open_batch",
    );
  },
);

testRace("that_are_being_settled_are_not_taken_from_pay", [
  "200.00",
  "50.00",
  "150.00",
  "0.00",
  "0.00",
], async (id, { sql, url }) => {
  await arrange(sql, id);
  const batch = await interleave(
    url,
    (first) => settle(first, id, FIRST, "waived", "150"),
    () => prepare(sql, THIRD),
  );
  await close(sql, batch);
});

testRace(
  "are_taken_back_by_one_of_two_batches",
  ["200.00", "200.00", "0.00", "0.00", "0.00"],
  async (id, { sql, url }) => {
    await arrange(sql, id);
    const later = await interleave(
      url,
      (first) => prepare(first, THIRD),
      () => prepare(sql, FOURTH),
    );
    await close(sql, later);
    const [{ id: earlier }] = await sql<[{ id: string }]>`
    select id from payroll_batches where status = 'draft'`;
    await close(sql, earlier);
  },
);

testRace(
  "are_not_settled_while_the_batch_that_takes_them_is_being_closed",
  ["200.00", "200.00", "0.00", "0.00", "0.00"],
  async (id, { sql, url }) => {
    await arrange(sql, id);
    const batch = await prepare(sql, THIRD);
    await sql`select advance_payroll_batch_status(${batch})`;
    await sql`select advance_payroll_batch_status(${batch}, 'in_review')`;
    const closer = connectTo(url);
    await closer.begin(async (closing) => {
      await closing`select close_and_lock_payroll_batch(${batch})`;
      await assertRefused(settle(sql, id, FIRST, "waived"), 409, "overpayment_in_open_batch");
    });
    await closer.end();
    await assertRefused(settle(sql, id, FIRST, "waived"), 409, "settlement_over_open");
  },
);
