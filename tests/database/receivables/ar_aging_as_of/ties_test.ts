// The three reports agree with each other and with the books, whatever happened and in whatever order.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { statementDocument } from "../../../support/documents/documents.ts";
import { Firm } from "../../../support/firm.ts";
import { countOf, test } from "../../../support/histories.ts";
import { withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { buckets, disputed, statement, totals } from "../../../support/receivables/reports.ts";
import { addDays, ANY_DAY, type History, SAME_DAY } from "./deeds.ts";

const FIRST_DAY = "2026-03-02";

/** Two facilities after a history; `each` looks at them after each deed. */
async function after(
  history: History,
  each: (firms: readonly Firm[], today: string) => Promise<void>,
  test: (firms: readonly Firm[], today: string) => Promise<void>,
): Promise<void> {
  await withMovingClock(FIRST_DAY, async (firm, setClock) => {
    const { sql } = firm;
    const firms = [firm, await Firm.create(sql)] as const;
    for (const firm of firms) await firm.terms();
    await sql`update facilities set payment_terms_days = 7, discount_rate = 0.02, discount_days = 5`;
    let [now, today] = [Date.parse(`${FIRST_DAY}T18:00:00Z`), FIRST_DAY];
    for (const { deed: { what, deed }, hours, facility } of history) {
      now += hours * 3_600_000;
      await setClock(new Date(now).toJSON());
      [{ today }] = await sql<[{ today: string }]>`
        select business_date::text as today from private.clock()`;
      try {
        await deed({ firm: firms[facility === 0 ? 0 : 1], today });
        await each(firms, today);
      } catch (error) {
        throw new Error(what, { cause: error });
      }
    }
    await test(firms, today);
  })();
}

/**
 * Unapplied amount on a day by the credits: what is left of them then, and what pays invoices not
 * issued yet.
 */
async function unappliedByCredits({ sql, facilityId }: Firm, day: string): Promise<string> {
  const [row] = await sql<[{ amount: string }]>`
    with instants as (
      select ((${day}::date + 1)::timestamp at time zone 'America/Denver') as night),
    left_over as (
      select credit.id, credit.amount from instants, facility_credits as credit
        join checks on checks.id = credit.check_id
       where credit.facility_id = ${facilityId} and received_on <= ${day}
         and (reversed_at is null or reversed_at >= night)
      union all
      -- What takes a discount back does so on the day on which it was written, whenever the note counts.
      select note.id, coalesce(credit.amount, 0) + coalesce(note.discount_taken_back, 0) from credit_notes as note
        left join facility_credits as credit on credit.credit_note_id = note.id
       where note.facility_id = ${facilityId} and counts_on <= ${day}),
    moved as (
      select payment.amount from instants, payments as payment
        join credit_notes as note on note.id = payment.credit_note_id
       where note.facility_id = ${facilityId} and payment.moved_at < night and paid_on <= ${day}),
    paid as (
      select payment.amount, reconciliation.facility_credit_id, invoice.issue_date > ${day} as early
        from instants, payments as payment
        join invoices as invoice on invoice.id = payment.invoice_id
        join check_reconciliations as reconciliation on reconciliation.id = payment.check_reconciliation_id
       where invoice.facility_id = ${facilityId} and paid_on <= ${day} and payment.source <> 'discount'
         and (payment.reversed_at is null or payment.reversed_at >= night))
    select (select coalesce(sum(amount), 0.00) from left_over)
           - (select coalesce(sum(amount), 0.00) from refunds
               where facility_id = ${facilityId} and refunded_on <= ${day})
           - (select coalesce(sum(amount), 0.00) from moved)
           - (select coalesce(sum(amount), 0.00) from paid where facility_credit_id is not null)
           + (select coalesce(sum(amount), 0.00) from paid where early) as amount`;
  return row.amount;
}

test("ar_aging_as_of/and_facility_statement_agree_on_every_day_whatever_happened", () =>
  fc.assert(
    fc.asyncProperty(ANY_DAY, fc.nat(60), (history, length) => {
      const agree = async (firm: Firm, day: string) => {
        const row = await totals(firm, day) ?? "0.00 0.00 0.00 0.00";
        const [, , unapplied, net] = row.split(" ");
        assertStrictEquals(unapplied, await unappliedByCredits(firm, day), day);
        const from = addDays(day, -length);
        const rows = await statement(firm, from, day);
        assertStrictEquals(rows.at(-1)?.balance, net, `${day}, statement from ${from}`);
        assert(rows.every(({ occurred_on }) => occurred_on >= from && occurred_on <= day));
      };
      return after(history, async () => {}, async (firms, today) => {
        const last = addDays(today, 20);
        for (let day = addDays(FIRST_DAY, -15); day <= last; day = addDays(day, 1)) {
          for (const firm of firms) await agree(firm, day);
        }
      });
    }),
    { numRuns: countOf(10) },
  ));

test("statement_document/has_of_its_last_day_the_row_of_ar_aging_as_of", () =>
  fc.assert(
    fc.asyncProperty(
      ANY_DAY,
      fc.array(fc.nat(60), { minLength: 3, maxLength: 3 }),
      (history, days) =>
        after(history, async () => {}, async (firms) => {
          for (const firm of firms) {
            for (const nth of days) {
              const day = addDays(FIRST_DAY, nth);
              const { aging, balance } = await statementDocument(
                firm.sql,
                firm.facilityId,
                FIRST_DAY,
                day,
              );
              const { current, days_1_30, days_31_60, days_61_90, days_91_plus, ...rest } = aging;
              const ages = [current, days_1_30, days_31_60, days_61_90, days_91_plus];
              assertStrictEquals(
                ages.join(" "),
                await buckets(firm, day) ?? "0.00 0.00 0.00 0.00 0.00",
                day,
              );
              const [, ...totalled] = (await totals(firm, day) ?? "0.00 0.00 0.00 0.00").split(" ");
              assertEquals([rest.interest, rest.unapplied_credits, rest.net], totalled, day);
              assertStrictEquals(balance, rest.net, day);
            }
          }
        }),
    ),
    { numRuns: countOf(10) },
  ));

test("ar_aging_as_of/says_on_the_business_date_what_ar_aging_says_unless_days_lie_ahead", () =>
  fc.assert(
    fc.asyncProperty(ANY_DAY, (history) =>
      after(history, async (firms, today) => {
        for (const firm of firms) {
          const [{ ahead }] = await firm.sql<[{ ahead: boolean }]>`
            select exists (select from invoices where issue_date > ${today})
                   or exists (select from payments where paid_on > ${today})
                   or exists (select from checks where received_on > ${today}) as ahead`;
          if (ahead) continue;
          assertStrictEquals(await buckets(firm, today), await buckets(firm));
          assertStrictEquals(await totals(firm, today), await totals(firm));
          assertStrictEquals(await disputed(firm, today), await disputed(firm));
        }
      }, async () => {})),
    { numRuns: countOf(15) },
  ));

test("ar_aging_as_of/says_of_a_past_day_what_ar_aging_said_on_its_evening", () =>
  fc.assert(
    fc.asyncProperty(SAME_DAY, (history) => {
      const evenings = new Map<string, (string | null)[]>();
      const look = async (firms: readonly Firm[], asOf: string | null = null) =>
        [
          await Promise.all(firms.map((firm) => buckets(firm, asOf))),
          await Promise.all(firms.map((firm) => totals(firm, asOf))),
        ].flat();
      return after(
        history,
        async (firms, today) => {
          evenings.set(today, await look(firms));
        },
        async (firms) => {
          for (const [day, said] of evenings) assertEquals(await look(firms, day), said, day);
        },
      );
    }),
    { numRuns: countOf(15) },
  ));
