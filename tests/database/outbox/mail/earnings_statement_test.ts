// Contractors who sign in are told that a batch which pays them is closed, without an amount.
import { assertEquals, assertNotMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import type { EarningsStatementMail } from "../../../../supabase/functions/_shared/delivery/texts/earnings_statement.ts";
import {
  type MailData,
  mailText,
} from "../../../../supabase/functions/_shared/delivery/texts/mail_text.ts";
import { dataOfWaiting, messages, settle, switchOn } from "../../../support/outbox/mail.ts";
import { close, periodOf } from "../../../support/payroll/batches.ts";
import { batchOfMany } from "../../../support/payroll/many_people.ts";
import { withDatabase } from "../../../support/server/database.ts";

const MONDAY = "2026-03-02";
const CLOCK = { clock: "2026-03-09 17:30:00+00" };

/** A draft of five people: the first three sign in, and the third of them has left. */
async function batchOfFive(sql: postgres.Sql): Promise<string> {
  const batch = await batchOfMany(sql, 5, MONDAY);
  await sql`
    update contractors set user_id = gen_random_uuid(), is_active = last_name <> 'Nurse 00003'
     where last_name <= 'Nurse 00003'`;
  return batch;
}

/** Last names of those to whom messages are, with the batch that they are about. */
async function told(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ told: string }[]>`
    select item.last_name || ' ' || batch.kind as told
      from private.outbox as message
      join payroll_items as item on item.id = message.step::uuid
      join payroll_batches as batch on batch.id = message.subject_id and batch.id = item.payroll_batch_id
     where message.kind = 'earnings_statement' order by 1`;
  return rows.map(({ told }) => told);
}

Deno.test("mail/earnings_statement_goes_to_those_of_a_closed_batch_who_sign_in_once_each", () =>
  withDatabase(async ({ sql }) => {
    await switchOn(sql, "earnings_statement");
    const batch = await batchOfFive(sql);
    assertEquals(await told(sql), []);
    await close(sql, batch);
    assertEquals(await told(sql), ["Nurse 00001 regular", "Nurse 00002 regular"]);
    await sql`select public.close_and_lock_payroll_batch(${batch})`;
    assertStrictEquals((await messages(sql)).length, 2);
  }, CLOCK));

Deno.test("mail/earnings_statement_is_of_off_cycle_batches_too_with_their_own_pay_date", () =>
  withDatabase(async ({ sql }) => {
    await switchOn(sql, "earnings_statement");
    await sql`update mail_settings set console_url = 'https://office.mesa.example/'`;
    const batch = await batchOfFive(sql);
    const [person] = await sql<[{ id: string }]>`
      select id from contractors where last_name = 'Nurse 00002'`;
    const [off] = await sql<[{ id: string }]>`
      select id from prepare_off_cycle(${await periodOf(sql, MONDAY)}, ${[
      person.id,
    ]}, '2026-03-06', 'Her last day')`;
    await close(sql, off.id);
    const [item] = await sql<[{ id: string }]>`
      select id from payroll_items where payroll_batch_id = ${off.id}`;
    const said: EarningsStatementMail = {
      to: "nurse-2@example.org",
      firm: null,
      name: "Ada Nurse 00002",
      console_url: "https://office.mesa.example/",
      payroll_item_id: item.id,
      period_start: "2026-03-02",
      period_end: "2026-03-08",
      pay_date: "2026-03-06",
    };
    assertEquals<unknown>(await dataOfWaiting(sql), [said]);
    await close(sql, batch);
    assertEquals(await told(sql), ["Nurse 00001 regular", "Nurse 00002 off_cycle"]);
    assertEquals((await dataOfWaiting(sql)).map(({ pay_date }) => pay_date), [
      "2026-03-06",
      "2026-03-13",
    ]);
  }, CLOCK));

Deno.test("mail/earnings_statement_has_no_amount_whatever_was_paid", () =>
  withDatabase(async ({ sql }) => {
    await switchOn(sql, "earnings_statement");
    await close(sql, await batchOfFive(sql));
    const [{ gross_pay }] = await sql<[{ gross_pay: string }]>`
      select gross_pay from payroll_items where last_name = 'Nurse 00002'`;
    assertStrictEquals(gross_pay, "2.00");
    for (const data of await dataOfWaiting(sql)) {
      const mail = mailText(
        "earnings_statement",
        data as unknown as MailData["earnings_statement"],
      );
      assertNotMatch(`${mail.subject} ${mail.text} ${mail.html}`, /\$|\d\.\d\d|gross|wage/i);
    }
  }, CLOCK));

Deno.test("mail/earnings_statement_is_not_written_while_it_is_off_nor_of_what_moves_in_closed", () =>
  withDatabase(async ({ sql }) => {
    await close(sql, await batchOfFive(sql));
    await switchOn(sql, "earnings_statement");
    assertEquals(await told(sql), []);
    await sql`
      insert into payroll_batches (payroll_period_id, status)
      values (${await periodOf(sql, "2026-02-02")}, 'closed')`;
    assertEquals(await told(sql), []);
  }, CLOCK));

const DROPPED: Readonly<Record<string, string>> = {
  left: "update contractors set is_active = false where last_name = 'Nurse 00001'",
  was_unlinked: "update contractors set user_id = null where last_name = 'Nurse 00001'",
};

for (const [what, statement] of Object.entries(DROPPED)) {
  Deno.test(`mail/earnings_statement_is_dropped_where_its_recipient_${what}_meanwhile`, () =>
    withDatabase(async ({ sql }) => {
      await switchOn(sql, "earnings_statement");
      await close(sql, await batchOfFive(sql));
      await sql.unsafe(statement);
      const data = await dataOfWaiting(sql);
      assertEquals(
        data.filter((one) => "drop" in one),
        [{ drop: "Its recipient no longer signs in." }],
      );
      assertStrictEquals(data.length, 2);
      await settle(sql, "sent");
    }, CLOCK));
}
