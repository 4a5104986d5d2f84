// What was overpaid is taken back once, by whatever way comes first: named interleavings on real connections.
import { assertEquals } from "@std/assert";
import { close, prepare } from "../support/payroll/batches.ts";
import {
  arrange,
  FIRST,
  FOURTH,
  overpaid,
  settle,
  takeBackSettlement,
  THIRD,
} from "../support/payroll/overpaid.ts";
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

testRace(
  "that_a_draft_takes_back_are_not_arranged_anew",
  ["200.00", "0.00", "0.00", "200.00", "50.00"],
  async (id, { sql, url }) => {
    await arrange(sql, id, { perPayDay: "50" });
    await assertRefused(
      interleave(url, (first) => prepare(first, THIRD), () => arrange(sql, id)),
      409,
      "overpayment_in_open_batch",
    );
  },
);

testRace(
  "are_taken_back_by_what_is_being_arranged",
  ["200.00", "50.00", "0.00", "150.00", "0.00"],
  async (id, { sql, url }) => {
    await arrange(sql, id);
    const batch = await interleave(
      url,
      (first) => arrange(first, id, { perPayDay: "50" }),
      () => prepare(sql, THIRD),
    );
    await close(sql, batch);
  },
);

testRace(
  "are_not_arranged_while_the_batch_that_takes_them_is_being_closed",
  ["200.00", "200.00", "0.00", "0.00", "0.00"],
  async (id, { sql, url }) => {
    await arrange(sql, id);
    const batch = await prepare(sql, THIRD);
    await sql`select advance_payroll_batch_status(${batch})`;
    await sql`select advance_payroll_batch_status(${batch}, 'in_review')`;
    const again = () => arrange(sql, id, { perPayDay: "50" });
    const closer = connectTo(url);
    await closer.begin(async (closing) => {
      await closing`select close_and_lock_payroll_batch(${batch})`;
      await assertRefused(again(), 409, "overpayment_in_open_batch");
    });
    await closer.end();
    await assertRefused(again(), 409, "recovery_over_open");
  },
);

testRace(
  "that_are_being_settled_are_not_arranged",
  ["200.00", "0.00", "150.00", "50.00", "0.00"],
  async (id, { sql, url }) => {
    await assertRefused(
      interleave(
        url,
        (first) => settle(first, id, FIRST, "waived", "150"),
        () => arrange(sql, id, { amount: "200" }),
      ),
      409,
      "recovery_over_open",
    );
    assertEquals((await arrange(sql, id)).amount, "50.00");
  },
);

testRace(
  "that_are_settled_while_they_are_arranged_are_taken_back_no_more",
  ["200.00", "50.00", "150.00", "0.00", "0.00"],
  async (id, { sql, url }) => {
    await interleave(
      url,
      (first) => arrange(first, id),
      () => settle(sql, id, FIRST, "check", "150"),
    );
    await close(sql, await prepare(sql, THIRD));
  },
);

for (
  const [how, perPayDay, count] of [
    ["anew_by_the_second_of_two_at_once", "50", 2],
    ["once_by_two_alike_at_once", null, 1],
  ] as const
) {
  testRace(
    `are_arranged_${how}`,
    ["200.00", "0.00", "0.00", "200.00", "0.00"],
    async (id, { sql, url }) => {
      const second = await interleave(
        url,
        (first) => arrange(first, id),
        () => arrange(sql, id, { perPayDay }),
      );
      const live = await sql`
        select id, count(*) over ()::int from recovery_arrangements where ended_at is null`;
      assertEquals([...live], [{ id: second.id ?? "", count: 1 }]);
      const [all] = await sql`select count(*)::int from recovery_arrangements`;
      assertEquals(all, { count });
    },
  );
}

testRace(
  "are_open_again_once_when_two_take_a_settlement_back",
  ["200.00", "0.00", "0.00", "200.00", "0.00"],
  async (id, { sql, url }) => {
    const settled = await settle(sql, id, FIRST, "check");
    const second = await interleave(
      url,
      (first) => takeBackSettlement(first, settled.id),
      () => takeBackSettlement(sql, settled.id, "Another reason."),
    );
    assertEquals(second.taken_back_reason, "The check bounced.");
  },
);

testRace(
  "whose_settlement_is_being_taken_back_are_recovered",
  ["200.00", "200.00", "0.00", "0.00", "0.00"],
  async (id, { sql, url }) => {
    await arrange(sql, id);
    const settled = await settle(sql, id, FIRST, "check");
    const batch = await interleave(
      url,
      (first) => takeBackSettlement(first, settled.id),
      () => prepare(sql, THIRD),
    );
    await close(sql, batch);
  },
);

testRace(
  "whose_settlement_is_taken_back_beside_a_draft_stay_open_beside_it",
  ["200.00", "80.00", "0.00", "120.00", "0.00"],
  async (id, { sql, url }) => {
    await arrange(sql, id);
    const settled = await settle(sql, id, FIRST, "check", "120");
    await interleave(
      url,
      (first) => prepare(first, THIRD),
      () => takeBackSettlement(sql, settled.id),
    );
    const [draft] = await sql<[{ id: string }]>`
      select id from payroll_batches where status = 'draft'`;
    await close(sql, draft.id);
  },
);

testRace(
  "whose_settlement_is_being_taken_back_are_settled_anew",
  ["200.00", "0.00", "200.00", "0.00", "0.00"],
  async (id, { sql, url }) => {
    const settled = await settle(sql, id, FIRST, "check");
    await interleave(
      url,
      (first) => takeBackSettlement(first, settled.id),
      () => settle(sql, id, FIRST, "waived"),
    );
  },
);
