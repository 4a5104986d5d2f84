// Bill terms, rules and reasons against those who bill, send, place and employ meanwhile: named interleavings on real
// connections.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice, MONDAY, recompute } from "../support/billing/billed_time.ts";
import { send } from "../support/billing/invoices.ts";
import { runWeek } from "../support/billing/runs.ts";
import { Firm } from "../support/firm.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

const change = (sql: Sql) => sql.unsafe("update assignment_bill_terms set overtime_multiplier = 2");

/** A firm with a week to bill. */
async function withWeek(sql: postgres.Sql): Promise<Firm> {
  const firm = await Firm.create(sql);
  await firm.entry(await firm.assignment(), "approved", MONDAY, "8");
  return firm;
}

const isCompared = async (sql: postgres.Sql) =>
  (await sql`select from private.weeks_to_compare`).length > 0;

const BILLING: Readonly<Record<string, (sql: Sql, firm: Firm) => PromiseLike<unknown>>> = {
  create_facility_invoice: (sql, firm) => createInvoice(sql, firm.facilityId),
  weekly_billing_run: (sql) => runWeek(sql, MONDAY),
};

for (const [procedure, bill] of Object.entries(BILLING)) {
  Deno.test(`bill_terms/that_change_while_${procedure}_bills_wait_and_have_the_week_compared`, () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await withWeek(sql);
      await interleave(url, (sql) => bill(sql, firm), () => change(sql));
      assert(await isCompared(sql));
    }));

  Deno.test(`bill_terms/that_are_changing_are_waited_for_by_${procedure}`, () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await withWeek(sql);
      await interleave(url, change, () => bill(sql, firm));
      assertEquals((await sql`select from invoices`).length, 1);
    }));
}

Deno.test("bill_terms/that_are_changing_are_waited_for_by_recompute_draft_invoice", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await withWeek(sql);
    const { id } = await createInvoice(sql, firm.facilityId);
    await interleave(url, change, () => recompute(sql, id));
  }));

Deno.test("bill_terms/that_change_while_the_draft_is_sent_have_the_week_compared", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await withWeek(sql);
    const { id } = await createInvoice(sql, firm.facilityId);
    const other = connectTo(url);
    try {
      await other.begin(async (changing) => {
        await change(changing);
        await send(sql, [id]);
      });
      assert(await isCompared(sql));
      await sql`delete from private.weeks_to_compare`;
      const next = await createInvoice(
        sql,
        await withWeek(sql).then(({ facilityId }) => facilityId),
      );
      await other.begin(async (sending) => {
        await send(sending, [next.id]);
        await sql`update assignment_bill_terms set overtime_multiplier = 1.75`;
      });
      assert(await isCompared(sql));
    } finally {
      await other.end({ timeout: 1 });
    }
  }));

Deno.test("bill_terms/of_an_assignment_written_by_two_at_once_keep_the_first", () =>
  withDatabase(async ({ sql, url }) => {
    await withWeek(sql);
    await sql`
      insert into assignment_bill_terms (assignment_id, effective_from, overtime_rule)
      select id, '2025-12-22', 'flsa' from assignments`;
    const removing = interleave(
      url,
      (sql) => sql`delete from assignment_bill_terms where effective_from = '2025-12-22'`,
      () => sql`delete from assignment_bill_terms where effective_from = '2025-12-29'`,
    );
    await assertRefused(removing, 409, "first_bill_terms_stay");
  }));

Deno.test("overtime_rules/that_somebody_takes_at_this_moment_no_longer_change", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await withWeek(sql);
    await sql`
      insert into overtime_rules (name, title, weekly_overtime_after, source)
      values ('contract_48', 'Over 48 a week', 48, 'The contract')`;
    const editing = interleave(
      url,
      (sql) =>
        sql`update facilities set bill_overtime_rule = 'contract_48' where id = ${firm.facilityId}`,
      () => sql`update overtime_rules set weekly_overtime_after = 50 where name = 'contract_48'`,
    );
    await assertRefused(editing, 409, "overtime_rule_used");
  }));

Deno.test("contractors/who_are_placed_without_a_reason_at_this_moment_do_not_become_w2", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await sql`
      insert into contractors (first_name, last_name, email, employment_type)
      values ('Di', 'Nurse', 'di@example.org', '1099')`;
    const place = async (sql: postgres.TransactionSql) => {
      await sql`set local role service_role`;
      await sql`
        insert into assignments (contractor_id, facility_id, start_date, overtime_rule)
        select id, ${firm.facilityId}, '2026-03-02', 'none' from contractors`;
    };
    const employ = async (sql: postgres.TransactionSql) => {
      await sql`set local role service_role`;
      await sql`update contractors set employment_type = 'w2'`;
    };
    const employing = interleave(url, place, () => sql.begin(employ));
    await assertRefused(employing, 409, "employment_needs_overtime_reason");

    await sql`delete from assignments`;
    const placing = interleave(url, employ, () => sql.begin(place));
    await assertRefused(placing, 400, "overtime_rule_reason_missing");
  }));
