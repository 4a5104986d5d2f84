// Facilities are reminded of what is overdue on the days that each says: once a day, of all of it.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type { OverdueReminder } from "../../../../supabase/functions/_shared/delivery/texts/overdue_reminder.ts";
import { Firm } from "../../../support/firm.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { dispute, send } from "../../../support/billing/invoices.ts";
import {
  dataOfOnly,
  messages,
  settle,
  steps,
  switchOn,
  writeDue,
} from "../../../support/outbox/mail.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { post, receive, reconcile } from "../../../support/receivables/receipts.ts";
import { noon, type SetClock, withMovingClock } from "../../../support/receivables/moving_clock.ts";

/** Steps 3, 15 and 30. */
const DUE = "2026-05-01";

/** On which of the days a reminder is written; each is settled at once. */
async function remindedOn(
  { sql }: Firm,
  setClock: SetClock,
  days: readonly string[],
  status: "sent" | "failed" | "dropped" = "sent",
): Promise<string[]> {
  const reminded: string[] = [];
  for (const day of days) {
    await setClock(noon(day));
    if (await writeDue(sql) > 0) reminded.push(day);
    assertStrictEquals(await writeDue(sql), 0, `${day} again`);
    await settle(sql, status);
  }
  return reminded;
}

const daysOfMay = (...days: number[]): string[] =>
  days.map((day) => `2026-05-${String(day).padStart(2, "0")}`);
const EVERY_DAY = daysOfMay(...Array.from({ length: 31 }, (_, n) => n + 1));

Deno.test(
  "mail/overdue_reminders_are_sent_on_each_step_of_the_facility_and_on_no_other_day",
  withMovingClock(DUE, async (firm, setClock) => {
    await switchOn(firm.sql, "overdue_reminder");
    await firm.sentInvoice(DUE);
    assertEquals(await remindedOn(firm, setClock, EVERY_DAY), daysOfMay(4, 16, 31));
  }),
);

Deno.test(
  "mail/overdue_reminders_of_a_step_that_nobody_was_there_for_are_sent_later",
  withMovingClock(DUE, async (firm, setClock) => {
    await switchOn(firm.sql, "overdue_reminder");
    await firm.sentInvoice(DUE);
    assertEquals(
      await remindedOn(firm, setClock, daysOfMay(3, 10, 11, 15, 20, 21)),
      daysOfMay(10, 20),
    );
  }),
);

Deno.test(
  "mail/overdue_reminders_go_by_the_steps_that_the_facility_has_and_none_is_never",
  withMovingClock(DUE, async (firm, setClock) => {
    const { sql } = firm;
    await switchOn(sql, "overdue_reminder");
    await firm.sentInvoice(DUE);
    await sql`insert into facility_reminders (facility_id, reminder_days) select id, '{1, 8}' from facilities`;
    assertEquals(await remindedOn(firm, setClock, daysOfMay(1, 2, 3, 4)), daysOfMay(2));
    await sql`update facility_reminders set reminder_days = '{}'`;
    assertEquals(await remindedOn(firm, setClock, daysOfMay(9, 16)), []);
  }),
);

Deno.test(
  "mail/overdue_reminders_of_several_invoices_are_one_mail_a_facility_and_day",
  withMovingClock(DUE, async (firm, setClock) => {
    const { sql } = firm;
    await switchOn(sql, "overdue_reminder");
    await sql`update facilities set billing_email = 'pay@mercy.example', is_active = false`;
    await firm.sentInvoice(DUE);
    await firm.sentInvoice(DUE, "50.00");
    await firm.sentInvoice("2026-05-03", "7.00");
    await setClock(noon("2026-05-04"));
    assertEquals(await writeDue(sql), 1);
    assertEquals((await dataOfOnly(sql)).owed, "1057.00");
    // The later one has a step of its own; while the first mail waits there is no second.
    await setClock(noon("2026-05-06"));
    assertStrictEquals(await writeDue(sql), 0);
    await settle(sql, "sent");
    await setClock(noon("2026-05-07"));
    assertEquals(await writeDue(sql), 1);
    assertEquals(await steps(sql), daysOfMay(4, 7));
  }),
);

Deno.test(
  "mail/overdue_reminders_leave_out_what_is_in_dispute_paid_or_not_late",
  withMovingClock(DUE, async (firm, setClock) => {
    const { sql } = firm;
    await switchOn(sql, "overdue_reminder");
    await dispute(sql, await firm.sentInvoice(DUE));
    await firm.pay(await firm.sentInvoice(DUE), "2026-05-02", "1000.00");
    await firm.sentInvoice("2026-06-01");
    assertEquals(await remindedOn(firm, setClock, EVERY_DAY), []);
    // Once the dispute is settled, of what the days in between were.
    await sql`update invoices set disputed_at = null, dispute_reason = null`;
    assertEquals(await remindedOn(firm, setClock, ["2026-06-01"]), ["2026-06-01"]);
  }),
);

Deno.test(
  "mail/overdue_reminders_of_steps_before_they_were_switched_on_are_not_sent",
  withMovingClock("2026-05-10", async (firm, setClock) => {
    const { sql } = firm;
    await firm.sentInvoice(DUE);
    assertStrictEquals(await writeDue(sql), 0, "off");
    await switchOn(sql, "overdue_reminder", noon("2026-05-10"));
    assertEquals(
      await remindedOn(firm, setClock, daysOfMay(10, 11, 16)),
      daysOfMay(16),
    );
    // Switched off over a step, and on again.
    await sql`update mail_kinds set is_on = false, on_since = null`;
    assertEquals(await remindedOn(firm, setClock, ["2026-05-31"]), []);
    await setClock(noon("2026-06-02"));
    await switchOn(sql, "overdue_reminder", noon("2026-06-02"));
    assertEquals(await remindedOn(firm, setClock, ["2026-06-02", "2026-06-03"]), []);
  }),
);

Deno.test(
  "mail/overdue_reminders_that_became_untrue_do_not_count_and_those_that_failed_or_were_dropped_by_hand_do",
  withMovingClock(DUE, async (firm, setClock) => {
    const { sql } = firm;
    await switchOn(sql, "overdue_reminder");
    await firm.sentInvoice(DUE);
    assertEquals(
      await remindedOn(firm, setClock, daysOfMay(4, 5), "dropped"),
      daysOfMay(4, 5),
    );
    assertEquals(await remindedOn(firm, setClock, daysOfMay(6, 7), "failed"), daysOfMay(6));
    await sql`update private.outbox set status = 'dropped', failed_at = null, dropped_at = now(),
                                        decided_by = gen_random_uuid() where status = 'failed'`;
    assertEquals(await remindedOn(firm, setClock, daysOfMay(8, 9, 16)), daysOfMay(16));
  }),
);

Deno.test(
  "mail/overdue_reminders_are_dropped_once_nothing_overdue_is_owed_and_say_what_is_left_before",
  withMovingClock("2026-05-04", async (firm, setClock) => {
    const { sql } = firm;
    await switchOn(sql, "overdue_reminder");
    const [one, other] = [await firm.sentInvoice(DUE), await firm.sentInvoice(DUE, "50.00")];
    await writeDue(sql);
    assertMatch(String((await dataOfOnly(sql)).fail), /^Mercy Hospital has no e-mail address\./);
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    await firm.pay(one, "2026-05-04", "1000.00");
    assertEquals((await dataOfOnly(sql)).owed, "50.00");
    await dispute(sql, other);
    assertEquals(await dataOfOnly(sql), { drop: "Nothing overdue is owed any more." });
    await sql`update invoices set disputed_at = null, dispute_reason = null`;
    await setClock(noon(DUE));
    assertEquals(await dataOfOnly(sql), { drop: "Nothing overdue is owed any more." });
    assertEquals((await messages(sql)).length, 1);
  }),
);

Deno.test(
  "mail/overdue_reminders_tell_of_checks_in_hand_and_wait_where_these_cover_it",
  withMovingClock("2026-05-04", async (firm) => {
    const { sql } = firm;
    await switchOn(sql, "overdue_reminder");
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    const invoice = await firm.sentInvoice(DUE);
    await writeDue(sql);
    const proposed = await receive(firm, "300.00", "2026-05-04");
    await reconcile(sql, { check: proposed }, { [invoice]: "300.00" });
    await receive(firm, "699.99", "2026-05-04");
    const other = await Firm.create(sql, "Lakeside"); // whose check is nothing to Mercy
    await receive(other, "5000.00", "2026-05-04");
    const { owed, received, left_to_pay } = await dataOfOnly(sql);
    assertEquals([owed, received, left_to_pay], ["1000.00", "999.99", "0.01"]);

    const last = await receive(firm, "0.01", "2026-05-04");
    assertEquals(await dataOfOnly(sql), {
      drop: "Payments that were received, and are not applied yet, cover what is overdue.",
    });
    await sql`update checks set status = 'returned' where id = ${last}`;
    assertEquals((await dataOfOnly(sql)).left_to_pay, "0.01");
  }),
);

Deno.test(
  "mail/overdue_reminders_say_what_is_owed_and_why",
  withMovingClock("2026-05-31", async (firm) => {
    const { sql } = firm;
    await sql`update organization_settings set legal_name = 'Mesa Staffing', remit_to = E'First Bank\nAccount 7'`;
    await sql`update facilities set billing_email = ' pay@mercy.example '`;
    await switchOn(sql, "overdue_reminder");
    const late = await firm.sentInvoice(DUE, "2000.00");
    await firm.sentInvoice("2026-05-30");
    await post(firm, "512.50", { [late]: "500.00" }, "2026-05-11");
    const other = await Firm.create(sql, "Lakeside"); // of which nothing is said
    await post(other, "1003.00", { [await other.sentInvoice("2026-06-30")]: "1000.00" });
    await sql`
      update invoices
         set accrued_interest = 57.35, interest_computed_on = '2026-05-30',
             interest_breakdown = ${
      sql.json({
        interest: "17.35",
        fee: "40.00",
        accruedThrough: "2026-05-30",
        segments: [
          segment("2026-05-02", "2026-05-11", 10, "2000.00", "0.18"),
          segment("2026-05-12", "2026-05-20", 9, "1500.00", "0.18"),
          segment("2026-05-21", "2026-05-30", 10, "1500.00", "0.12"),
        ],
      })
    } where id = ${late}`;
    await sql`insert into payments (invoice_id, paid_on, amount, component)
              values (${late}, '2026-05-12', 7.35, 'interest')`;
    await writeDue(sql);
    const numbers = await sql<{ number: string }[]>`select number from invoices order by due_date`;
    const [first, second] = numbers.map(({ number }) => number);
    const said: OverdueReminder = {
      to: "pay@mercy.example",
      firm: "Mesa Staffing",
      facility_name: "Mercy Hospital",
      as_of: "2026-05-31",
      invoices: [
        {
          number: first ?? "",
          due_date: DUE,
          days_late: 30,
          total: "2000.00",
          balance: "1500.00",
          disputed: "0.00",
          interest: {
            accrued: "57.35",
            balance: "50.00",
            through: "2026-05-30",
            fee: "40.00",
            rates: [
              { rate: "0.18", days: 19, months: null },
              { rate: "0.12", days: 10, months: null },
            ],
          },
        },
        {
          number: second ?? "",
          due_date: "2026-05-30",
          days_late: 1,
          total: "1000.00",
          balance: "1000.00",
          disputed: "0.00",
          interest: { accrued: "0.00", balance: "0.00", through: null, fee: "0.00", rates: [] },
        },
      ],
      left_out: null,
      owed: "2550.00",
      received: "0.00",
      left_to_pay: "2550.00",
      unapplied_credits: "12.50",
      credit_notes: [],
      remit_to: "First Bank\nAccount 7",
    };
    assertEquals<unknown>(await dataOfOnly(sql), said);
  }),
);

Deno.test(
  "mail/overdue_reminders_of_many_invoices_name_the_oldest_and_sum_the_rest",
  withMovingClock("2026-05-31", async (firm) => {
    const { sql } = firm;
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    await switchOn(sql, "overdue_reminder");
    await firm.sentInvoices(100, DUE, "10.00");
    await firm.sentInvoices(3, "2026-05-02", "5.50");
    await writeDue(sql);
    const { invoices, left_out, owed } = await dataOfOnly(sql);
    assertEquals((invoices as unknown[]).length, 100);
    assertEquals([left_out, owed], [{ invoices: 3, owed: "16.50" }, "1016.50"]);
  }),
);

const segment = (from: string, to: string, days: number, principal: string, rate: string) => ({
  from,
  to,
  days,
  principal,
  rate,
  interest: "1.00",
});

Deno.test(
  "mail/overdue_reminders_name_the_credit_notes_that_left_something_over",
  withMovingClock("2026-05-31", async (firm) => {
    const { sql } = firm;
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    await switchOn(sql, "overdue_reminder");
    const paid = await draft(firm, ["70.00"]);
    await send(sql, [paid]);
    await post(firm, "70.00", { [paid]: "70.00" }, "2026-05-31");
    const note = await credit(sql, paid);
    await firm.sentInvoice(DUE, "2000.00");
    await writeDue(sql);
    const { unapplied_credits, credit_notes } = await dataOfOnly(sql);
    assertEquals([unapplied_credits, credit_notes], ["70.00", [note.number]]);
  }),
);
