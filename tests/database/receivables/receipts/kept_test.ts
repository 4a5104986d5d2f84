// Money that was posted stays as it was posted, whoever writes.
import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

/** A proposed reconciliation of a check over 100, and its only line over 60. */
async function propose(firm: Firm): Promise<{ check: string; reconciliation: string }> {
  const { sql, facilityId } = firm;
  const invoice = await firm.sentInvoice("2026-04-01");
  const [check] = await sql<[{ id: string }]>`
    insert into checks (facility_id, amount, received_on)
    values (${facilityId}, 100, '2026-04-10') returning id`;
  const [reconciliation] = await sql<[{ id: string }]>`
    insert into check_reconciliations (check_id) values (${check.id}) returning id`;
  await sql`
    insert into check_reconciliation_lines (check_reconciliation_id, invoice_id, amount)
    values (${reconciliation.id}, ${invoice}, 60)`;
  return { check: check.id, reconciliation: reconciliation.id };
}

/** Posts what a reconciliation proposes, and keeps 40 as a credit. */
async function post(sql: postgres.Sql, check: string): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`
      insert into payments (invoice_id, check_reconciliation_id, paid_on, amount)
      select invoice_id, check_reconciliation_id, '2026-04-10', amount from check_reconciliation_lines`;
    await sql`update check_reconciliations set status = 'confirmed'`;
    await sql`update checks set status = 'reconciled'`;
    await sql`
      insert into facility_credits (facility_id, check_id, amount, remaining)
      select facility_id, id, 40, 40 from checks where id = ${check}`;
  });
}

/** Takes all of it back. */
async function takeBack(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`update payments set reversed_at = '2026-05-01'`;
    await sql`update facility_credits set reversed_at = now(), remaining = 0`;
    await sql`update checks set status = 'returned', return_reason = 'No funds'`;
  });
}

/** A test with a posted check over 100. */
function withPosted(test: (firm: Firm, check: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const { check } = await propose(firm);
      await post(sql, check);
      await test(firm, check);
    });
}

/** Tries to write each of the columns. */
async function assertKept(
  sql: postgres.Sql,
  table: string,
  slug: string,
  values: Readonly<Record<string, string | boolean | null>>,
): Promise<void> {
  for (const [column, value] of Object.entries(values)) {
    await assertRefused(sql`update ${sql(table)} set ${sql(column)} = ${value}`, 409, slug);
  }
  await assertRefused(sql`delete from ${sql(table)}`, 409, slug);
}

Deno.test(
  "receipts/a_payment_is_reversed_once_and_otherwise_stays",
  withPosted(async ({ sql }) => {
    const other = crypto.randomUUID();
    await assertKept(sql, "payments", "payment_is_kept", {
      id: other,
      invoice_id: other,
      check_reconciliation_id: null,
      source: "write_off",
      paid_on: "2026-04-11",
      component: "interest",
      amount: "59",
      reason: "why",
      created_at: "2026-01-01",
    });
    await takeBack(sql);
    for (const again of ["2026-05-02", null]) {
      await assertRefused(sql`update payments set reversed_at = ${again}`, 409, "payment_is_kept");
    }
  }),
);

Deno.test(
  "receipts/a_reconciled_check_is_only_returned",
  withPosted(async ({ sql }) => {
    const other = crypto.randomUUID();
    await assertKept(sql, "checks", "check_not_received", {
      id: other,
      facility_id: other,
      check_number: "8",
      method: "ach",
      amount: "99",
      received_on: "2026-04-11",
      created_at: "2026-01-01",
      entered_again: true,
      status: "received",
    });
    await takeBack(sql);
    await assertRefused(sql`update checks set status = 'reconciled'`, 409, "check_not_received");
    await assertRefused(sql`update checks set amount = 99`, 409, "check_not_received");
    await assertRefused(sql`delete from checks`, 409, "check_not_received");
  }),
);

Deno.test(
  "receipts/a_credit_is_spent_and_reversed_and_otherwise_stays",
  withPosted(async ({ sql }) => {
    const other = crypto.randomUUID();
    await assertKept(sql, "facility_credits", "credit_is_kept", {
      id: other,
      facility_id: other,
      check_id: other,
      amount: "50",
      created_at: "2026-01-01",
    });
    await assertViolates(
      sql`update facility_credits set reversed_at = now()`,
      "reversed_credit_has_nothing_left",
    );
    await takeBack(sql);
    await assertRefused(sql`update facility_credits set reversed_at = null`, 409, "credit_is_kept");
    await assertRefused(sql`update facility_credits set remaining = 1`, 409, "credit_is_kept");
  }),
);

Deno.test("receipts/a_check_changes_until_it_is_reconciled", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await propose(firm);
    await sql`update checks set amount = 99, received_on = '2026-04-11', method = 'wire'`;
    await sql`delete from check_reconciliations`;
    assertEquals((await sql`delete from checks`).count, 1);
    assertStrictEquals((await sql`select from check_reconciliation_lines`).length, 0);
  }));

Deno.test("receipts/a_reconciliation_has_the_states_that_its_payments_bear_out", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { check, reconciliation } = await propose(firm);
    const set = (status: string) => sql`update check_reconciliations set status = ${status}`;
    const refuses = (attempt: PromiseLike<unknown>) =>
      assertRefused(attempt, 409, "reconciliation_move_not_legal");
    await refuses(set("confirmed"));
    await post(sql, check);
    await refuses(set("proposed"));
    await refuses(set("returned"));
    await takeBack(sql);
    await set("returned");
    for (const status of ["proposed", "confirmed"]) await refuses(set(status));
    for (const status of ["confirmed", "returned"]) {
      await refuses(
        sql`insert into check_reconciliations (check_id, status) values (${check}, ${status})`,
      );
    }
    const never = sql`insert into check_reconciliations (check_id) values (${check}) returning id`;
    const [proposed] = await never;
    await sql`update check_reconciliations set status = 'returned' where id = ${proposed?.id}`;
    assertNotStrictEquals(proposed?.id, reconciliation);
  }));

Deno.test("receipts/a_reconciliation_keeps_its_check_or_credit", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { check } = await propose(firm);
    await post(sql, check);
    const { reconciliation } = await propose(firm);
    const [credit] = await sql`select id from facility_credits`;
    const values = [{ check_id: crypto.randomUUID() }, {
      check_id: null,
      facility_credit_id: credit?.id,
    }];
    for (const other of values) {
      await assertRefused(
        sql`update check_reconciliations set ${sql(other)} where id = ${reconciliation}`,
        409,
        "reconciliation_source_is_fixed",
      );
    }
  }));

Deno.test(
  "receipts/lines_are_written_while_their_reconciliation_is_proposed",
  withPosted(async (firm) => {
    const { sql } = firm;
    const { reconciliation } = await propose(firm);
    const refuses = (attempt: PromiseLike<unknown>) =>
      assertRefused(attempt, 409, "reconciliation_not_proposed");
    const other = await firm.sentInvoice("2026-04-01");
    const posted = sql`(select id from check_reconciliations where status = 'confirmed')`;
    const proposed = sql`(select id from check_reconciliations where status = 'proposed')`;
    await refuses(
      sql`insert into check_reconciliation_lines (check_reconciliation_id, invoice_id, amount)
          values (${posted}, ${other}, 1)`,
    );
    await refuses(sql`update check_reconciliation_lines set amount = 61`);
    await refuses(sql`delete from check_reconciliation_lines`);
    await refuses(
      sql`update check_reconciliation_lines set check_reconciliation_id = ${proposed}
           where check_reconciliation_id = ${posted}`,
    );
    await refuses(
      sql`update check_reconciliation_lines set check_reconciliation_id = ${posted}
           where check_reconciliation_id = ${proposed}`,
    );
    await refuses(sql`delete from check_reconciliations where status = 'confirmed'`);
    await sql`update check_reconciliation_lines set amount = 61 where check_reconciliation_id = ${reconciliation}`;
    await sql`delete from check_reconciliation_lines where check_reconciliation_id = ${reconciliation}`;
  }),
);
