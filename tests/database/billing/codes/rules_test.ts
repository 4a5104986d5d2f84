// Lines of codes that no procedure wrote: of the entry's own code, all of it, at the rate of its day. All of it as the owner,
// whom no guard of the secret key keeps from writing lines of time.
import { assertEquals, assertStringIncludes } from "@std/assert";
import type postgres from "postgres";
import { createInvoice, MONDAY } from "../../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../../support/billing/coded_time.ts";
import { emptyDraft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

const NOT_WHOLE = "time_entry_not_billed_whole";

/** A line of an entry as somebody writes it: what is not said is right for twelve hours on call at 8. */
type Line = Readonly<Record<string, string | null>>;

const ON_CALL: Line = {
  kind: "code",
  code: "on_call",
  hours: null,
  quantity: "12",
  rate: "8",
  amount: "96",
};
const CHARGE: Line = {
  kind: "regular",
  code: "charge",
  hours: "8",
  quantity: null,
  rate: "106",
  amount: "848",
};

async function bill(sql: postgres.Sql, draft: string, entry: string, line: Line): Promise<void> {
  await sql`
    insert into invoice_lines
           (invoice_id, time_entry_id, part, kind, work_date, multiplier, code, hours, quantity, rate, amount)
    select ${draft}, ${entry}, 1, row.kind, ${MONDAY}, 1, row.code, row.hours, row.quantity, row.rate, row.amount
      from jsonb_to_record(${sql.json(line)}) as row (
           kind text, code text, hours numeric, quantity numeric, rate numeric, amount numeric)`;
}

function withEntries(
  test: (firm: Firm, ids: { onCall: string; charge: string; draft: string }) => Promise<void>,
) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await codeRate(sql, assignment, "charge", { bill: "106", pay: "64" });
      await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
      const onCall = await codedEntry(sql, assignment, MONDAY, "on_call", "12");
      const charge = await codedEntry(sql, assignment, MONDAY, "charge", "8");
      await test(firm, { onCall, charge, draft: await emptyDraft(firm, { kind: "backfill" }) });
    }, { clock: "2026-03-10 12:00:00+00" });
}

Deno.test(
  "invoice_lines/of_codes_are_of_the_code_of_their_entry_and_all_of_it",
  withEntries(async ({ sql }, { onCall, charge, draft }) => {
    const wrong: readonly [string, Line][] = [
      [onCall, { ...ON_CALL, quantity: "11", amount: "88" }],
      [onCall, { ...ON_CALL, code: "sick" }],
      [onCall, { ...ON_CALL, kind: "regular", hours: "12", quantity: null }],
      [charge, { ...CHARGE, code: null }],
      [charge, { ...CHARGE, code: "call_back" }],
      [charge, { ...CHARGE, kind: "code", hours: null, quantity: "8" }],
      [charge, { ...CHARGE, hours: "7", amount: "742" }],
    ];
    for (const [entry, line] of wrong) {
      await assertRefused(bill(sql, draft, entry, line), 409, NOT_WHOLE);
    }
    await bill(sql, draft, onCall, ON_CALL);
    await bill(sql, draft, charge, CHARGE);
    const error = await sql`update invoice_lines set code = 'sick' where kind = 'code'`
      .then(() => null, (error: unknown) => error);
    assertStringIncludes(String(error), "has the code on_call, and its lines would bill another");
  }),
);

Deno.test(
  "invoice_lines/of_codes_have_the_rate_of_the_code_on_their_day",
  withEntries(async ({ sql }, { onCall, charge, draft }) => {
    const slug = "line_not_at_rate_of_day";
    await assertRefused(
      bill(sql, draft, charge, { ...CHARGE, rate: "100", amount: "800" }),
      409,
      slug,
    );
    await assertRefused(
      bill(sql, draft, onCall, { ...ON_CALL, rate: "100", amount: "1200" }),
      409,
      slug,
    );
    await bill(sql, draft, onCall, ON_CALL);
    await assertRefused(
      sql`update invoice_lines set rate = 9, amount = 108 where kind = 'code'`,
      409,
      slug,
    );
  }),
);

Deno.test(
  "invoice_lines/of_codes_are_an_amount_of_their_quantity_and_nothing_else_has_one",
  withEntries(async ({ sql }, { onCall, charge, draft }) => {
    const amount = "time_line_is_hours_times_rate";
    await assertViolates(bill(sql, draft, onCall, { ...ON_CALL, amount: "97" }), amount);
    await assertViolates(bill(sql, draft, onCall, { ...ON_CALL, hours: "12" }), amount);
    await assertViolates(
      bill(sql, draft, onCall, { ...ON_CALL, quantity: null }),
      "only_codes_have_a_quantity",
    );
    await assertViolates(
      bill(sql, draft, charge, { ...CHARGE, quantity: "8" }),
      "only_codes_have_a_quantity",
    );
    await assertViolates(
      bill(sql, draft, onCall, { ...ON_CALL, code: null }),
      "only_time_has_a_code",
    );
    await assertViolates(
      bill(sql, draft, onCall, { ...ON_CALL, code: "no_such" }),
      "invoice_line_is_of_a_known_code",
    );
    await assertViolates(
      sql`insert into invoice_lines (invoice_id, kind, description, amount, code)
          values (${draft}, 'adjustment', 'Travel', 5, 'mileage')`,
      "only_time_has_a_code",
    );
  }),
);

Deno.test(
  "invoice_lines/of_codes_stay_as_they_were_when_they_are_released",
  withEntries(async ({ sql, facilityId }) => {
    const { id } = await createInvoice(sql, facilityId);
    await send(sql, [id]);
    const lines = () => sql`select code, quantity, hours, amount from invoice_lines order by code`;
    const former = [...await lines()];
    const released = "update invoice_lines set released_at = (private.clock()).at, part = null";
    await sql.begin(async (sql) => {
      await sql`update invoices set status = 'void', void_reason = 'Wrong.'`;
      for (const change of ["code = 'sick'", "quantity = 6, amount = 48"]) {
        await assertRefused(
          sql.savepoint((sql) => sql.unsafe(`${released}, ${change} where code = 'on_call'`)),
          409,
          "invoice_not_draft",
        );
      }
      await sql.unsafe(released);
    });
    assertEquals([...await lines()], former);
  }),
);
