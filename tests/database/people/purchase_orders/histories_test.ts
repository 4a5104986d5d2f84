// Whatever is drafted, sent, voided and credited of orders in whatever order: usage is what the invoices say, and no
// order is exceeded but on somebody's word.
import { assertEquals, assertStrictEquals, fail } from "@std/assert";
import fc from "fast-check";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { addOrder, draftOfOrder } from "../../../support/billing/orders.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";

const LIMITS = ["300.00", "1000.00", null] as const;

/** Place of a step's invoice among those there are, modulo their number. */
type Step =
  | { readonly kind: "draft"; readonly order: number; readonly amounts: readonly number[] }
  | { readonly kind: "send"; readonly places: readonly number[]; readonly isAllowed: boolean }
  | { readonly kind: "void" | "credit"; readonly place: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("draft" as const),
      order: fc.nat(LIMITS.length - 1),
      amounts: fc.array(fc.constantFrom(100, 250, 40, -30), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("send" as const),
      places: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      isAllowed: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("void" as const, "credit" as const),
      place: fc.nat(),
    }),
  },
);

/** Facts that a test knows of an invoice, without asking the database. */
interface Known {
  readonly id: string;
  readonly order: number;
  readonly amounts: readonly number[];
  state: "draft" | "sent" | "void" | "credited";
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

const billed = (all: readonly Known[], order: number, state: Known["state"]) =>
  sumOf(
    all.filter((one) => one.order === order && one.state === state).flatMap((one) => one.amounts),
  );

Deno.test("purchase_orders/are_used_by_what_is_sent_and_drafted_in_any_history_and_exceeded_on_word_alone", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 20 }),
      (steps) =>
        withDatabase(async ({ sql }) => {
          const firm = await Firm.create(sql);
          const orders: string[] = [];
          for (const [n, amount] of LIMITS.entries()) {
            orders.push(await addOrder(firm, { number: `PO-${n}`, amount }));
          }
          const all: Known[] = [];
          for (const step of steps) {
            if (step.kind === "draft") {
              const amounts = step.amounts.map((amount) => amount.toFixed(2));
              const id = await draftOfOrder(firm, orders[step.order] ?? "", ...amounts);
              all.push({ id, order: step.order, amounts: step.amounts, state: "draft" });
            } else if (all.length > 0) {
              const at = (place: number) => all[place % all.length] ?? fail();
              if (step.kind === "send") {
                await sendSome(step.places.map(at), step.isAllowed);
              } else await takeBack(step.kind, at(step.place));
            }
            await checkUsage();
          }

          async function sendSome(places: readonly Known[], isAllowed: boolean) {
            const wanted = [...new Set(places)].filter(({ state }) => state !== "void");
            const drafts = wanted.filter(({ state }) => state === "draft");
            const isOver = LIMITS.some((limit, order) => {
              const added = billed(drafts, order, "draft");
              return limit !== null && added > 0 &&
                billed(all, order, "sent") + added > Number(limit);
            });
            const refusal = drafts.some(({ amounts }) => sumOf(amounts) < 0)
              ? "invoices_not_sendable"
              : isOver && !isAllowed
              ? "order_exceeded"
              : "none";
            const outcome = await send(sql, wanted.map(({ id }) => id), "2026-03-04", isAllowed)
              .then(() => "none", (error: { detail?: string }) => error.detail);
            assertStrictEquals(outcome, refusal);
            if (refusal === "none") { for (const one of drafts) one.state = "sent"; }
          }

          async function takeBack(kind: "void" | "credit", one: Known) {
            const isDone = await (kind === "void" ? voidInvoice(sql, one.id) : credit(sql, one.id))
              .then(() => true, () => false);
            if (!isDone) return;
            one.state = kind === "void" ? "void" : "credited";
          }

          async function checkUsage() {
            const used = await sql`
            select sent_amount, draft_amount, over_amount from purchase_order_usage order by number`;
            assertEquals(
              used.map((row) => Object.values(row).map(Number)),
              LIMITS.map((limit, order) => {
                const [sent, drafted] = [billed(all, order, "sent"), billed(all, order, "draft")];
                const over = limit === null ? 0 : Math.max(0, sent + drafted - Number(limit));
                return [sent, drafted, over];
              }),
            );
          }
        }),
    ),
    { numRuns: 12 },
  ));
