// Whatever is made, sent and voided in whatever order.
import { assert, assertEquals, assertStrictEquals, fail } from "@std/assert";
import fc from "fast-check";
import type postgres from "postgres";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

const DAYS = ["2025-12-31", "2026-01-01", "2026-06-30"] as const;

/** Places of a step's invoices among those there are, modulo their number. */
type Step =
  | { readonly kind: "make"; readonly amounts: readonly string[] }
  | { readonly kind: "send"; readonly places: readonly number[]; readonly day: string }
  | { readonly kind: "void"; readonly place: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("make" as const),
    amounts: fc.array(fc.constantFrom("100.00", "0.01", "-20.00"), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant("send" as const),
    places: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    day: fc.constantFrom(...DAYS),
  }),
  fc.record({ kind: fc.constant("void" as const), place: fc.nat() }),
);

interface State {
  readonly id: string;
  readonly number: string | null;
  readonly status: string;
  readonly total: string;
  /** Content that it bills: its lines, but for their release. */
  readonly lines: string;
  readonly sum: string | null;
}

const statesOf = (sql: postgres.Sql) =>
  sql<State[]>`
    select invoice.id, number, status, total, sum(line.amount) as sum,
           coalesce(jsonb_agg(to_jsonb(line) - 'released_at' order by line.id), '[]')::text as lines
      from invoices as invoice
      left join invoice_lines as line on line.invoice_id = invoice.id
     group by invoice.id
     order by invoice.created_at`;

Deno.test("send_invoices/numbers_each_year_from_1_to_n_and_changes_no_sent_line_in_any_history", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 25 }),
      (steps) =>
        withDatabase(async ({ sql }) => {
          const firm = await Firm.create(sql);
          const ids = [await draft(firm)];
          const at = (place: number) => ids[place % ids.length] ?? fail();
          const sent = new Map<string, State>();
          for (const step of steps) {
            if (step.kind === "make") ids.push(await draft(firm, step.amounts));
            else if (step.kind === "void") await voidInvoice(sql, at(step.place));
            else {
              const wanted = step.places.map(at);
              const before = await statesOf(sql);
              const hindered = before.some(({ id, status, sum }) =>
                wanted.includes(id) &&
                (status === "void" || status === "draft" && (sum === null || +sum < 0))
              );
              const outcome = await send(sql, wanted, step.day).then(() => "sent", () => "refused");
              assertStrictEquals(outcome, hindered ? "refused" : "sent");
              if (hindered) assertEquals([...await statesOf(sql)], [...before]);
            }
            checkNumbers(await statesOf(sql), sent);
          }
        }),
    ),
    { numRuns: 12 },
  ));

/** Numbers of a year are 1…n; what was sent once bills what it billed then. */
function checkNumbers(states: readonly State[], sent: Map<string, State>): void {
  const numbered = states.filter(({ number }) => number !== null);
  const years = Map.groupBy(numbered, ({ number }) => number?.slice(0, -6));
  for (const [year, invoices] of years) {
    assertEquals(
      invoices.map(({ number }) => number).sort(),
      invoices.map((_, n) => `${year}${String(n + 1).padStart(6, "0")}`),
    );
  }
  for (const invoice of numbered) {
    const first = sent.get(invoice.id) ?? invoice;
    sent.set(invoice.id, first);
    assertEquals({ ...invoice, status: first.status }, first);
    assertStrictEquals(invoice.total, invoice.sum);
  }
  for (const id of sent.keys()) {
    assert(numbered.some((invoice) => invoice.id === id), "a number was taken back");
  }
}
