// An entry is billed once, by a key: its live lines are its parts 1 to n, on one invoice. All of it as the owner, whom no
// guard of the secret key keeps from writing lines of time.
import { assertEquals } from "@std/assert";
import { billLine } from "../../../support/billing/by_hand.ts";
import { createInvoice, MONDAY, recompute } from "../../../support/billing/billed_time.ts";
import { emptyDraft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

const NOT_WHOLE = "time_entry_not_billed_whole";
const SIX = { hours: "6" };
const TWO = { kind: "overtime", multiplier: "1.5", hours: "2" };
const HAS_A_PART = "only_live_lines_of_time_have_a_part";
const KEY = "time_entry_on_one_live_invoice";

/** A test with an entry of eight approved hours and two drafts without lines. */
function withEntry(
  test: (firm: Firm, entry: string, drafts: readonly [string, string]) => Promise<void>,
) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const entry = await firm.entry(await firm.assignment(), "approved", MONDAY, "8");
      const backfill = { kind: "backfill", start: MONDAY, end: MONDAY };
      await test(firm, entry, [await emptyDraft(firm, backfill), await emptyDraft(firm, backfill)]);
    });
}

async function partsOf({ sql }: Firm): Promise<unknown[]> {
  const lines = await sql`
    select kind, hours, part from invoice_lines where kind <> 'adjustment' order by part, kind`;
  return lines.map(({ kind, hours, part }) => `${part} ${kind} ${hours}`);
}

Deno.test(
  "invoice_lines/of_an_entry_are_numbered_from_1_without_gaps",
  withEntry(async (firm, entry, [draft]) => {
    const bill = (first: number, second: number) =>
      billLine(firm.sql, draft, entry, { ...SIX, part: first }, { ...TWO, part: second });
    for (const [first, second] of [[1, 3], [2, 3], [0, 1], [0, 2], [-1, 2]] as const) {
      await assertRefused(bill(first, second), 409, NOT_WHOLE);
    }
    await assertRefused(billLine(firm.sql, draft, entry, { part: 2 }), 409, NOT_WHOLE);
    await assertViolates(bill(1, 1), KEY);
    await bill(2, 1);
    await assertRefused(
      firm.sql`update invoice_lines set part = 3 where part = 2`,
      409,
      NOT_WHOLE,
    );
    assertEquals(await partsOf(firm), ["1 overtime 2.00", "2 regular 6.00"]);
  }),
);

Deno.test(
  "invoice_lines/of_an_entry_are_each_of_another_kind",
  withEntry(async (firm, entry, [draft]) => {
    const half = { hours: "4" };
    await assertRefused(billLine(firm.sql, draft, entry, half, half), 409, NOT_WHOLE);
    await billLine(firm.sql, draft, entry, SIX, TWO);
    await assertRefused(
      firm.sql`update invoice_lines set kind = 'regular' where kind = 'overtime'`,
      409,
      NOT_WHOLE,
    );
  }),
);

Deno.test(
  "invoice_lines/of_an_entry_are_on_one_invoice",
  withEntry(async ({ sql }, entry, [one, other]) => {
    await assertRefused(
      sql`insert into invoice_lines
            (invoice_id, time_entry_id, part, kind, work_date, hours, rate, multiplier, amount)
          values (${one}, ${entry}, 1, 'regular', ${MONDAY}, 6, 100, 1, 600),
                 (${other}, ${entry}, 2, 'overtime', ${MONDAY}, 2, 100, 1.5, 300)`,
      409,
      NOT_WHOLE,
    );
    await billLine(sql, one, entry, SIX, TWO);
    await assertViolates(billLine(sql, other, entry), KEY);
    await assertRefused(billLine(sql, other, entry, { part: 3 }), 409, NOT_WHOLE);
    await assertRefused(
      sql`update invoice_lines set invoice_id = ${other} where part = 2`,
      409,
      NOT_WHOLE,
    );
    await sql`update invoice_lines set invoice_id = ${other}`;
    await send(sql, [other]);
    await assertViolates(billLine(sql, one, entry), KEY);
    await voidInvoice(sql, other);
    await billLine(sql, one, entry);
  }),
);

Deno.test(
  "invoice_lines/have_a_part_while_they_bill_time_and_at_no_other_time",
  withEntry(async ({ sql }, entry, [draft]) => {
    await assertViolates(
      sql`insert into invoice_lines (invoice_id, time_entry_id, kind, work_date, hours, rate, amount)
          values (${draft}, ${entry}, 'regular', ${MONDAY}, 8, 100, 800)`,
      HAS_A_PART,
    );
    await assertViolates(
      sql`insert into invoice_lines (invoice_id, kind, description, amount, part)
          values (${draft}, 'adjustment', 'Parking', 5, 1)`,
      HAS_A_PART,
    );
    await billLine(sql, draft, entry);
    await assertViolates(sql`update invoice_lines set part = null`, HAS_A_PART);
    await sql`update invoices set status = 'void', void_reason = 'wrong' where id = ${draft}`;
    await assertViolates(sql`update invoice_lines set released_at = now()`, HAS_A_PART);
    await sql`update invoice_lines set released_at = now(), part = null`;
    await assertViolates(sql`update invoice_lines set part = 1`, HAS_A_PART);
  }),
);

Deno.test("invoice_lines/are_numbered_anew_when_a_draft_is_brought_up_to_date", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`update assignment_bill_terms set overtime_rule = 'california'`;
    const entry = await firm.entry(assignment, "approved", MONDAY, "13");
    const draft = await createInvoice(sql, firm.facilityId);
    const right = ["1 regular 8.00", "2 overtime 4.00", "3 doubletime 1.00"];
    const rebuild = async () => {
      await recompute(sql, draft.id);
      assertEquals(await partsOf(firm), right);
    };
    assertEquals(await partsOf(firm), right);

    // The last class is right but for its number.
    const doubletime = { kind: "doubletime", multiplier: "2.0", hours: "1" };
    await sql`delete from invoice_lines`;
    await billLine(sql, draft.id, entry, { ...TWO, hours: "12" }, doubletime);
    await rebuild();

    // The first one is right, and stays.
    await sql`delete from invoice_lines`;
    await billLine(sql, draft.id, entry, { hours: "8" }, { ...doubletime, hours: "5" });
    const first = () => sql`select id from invoice_lines where part = 1`;
    const kept = await first();
    await rebuild();
    assertEquals([...await first()], [...kept]);
  }));
