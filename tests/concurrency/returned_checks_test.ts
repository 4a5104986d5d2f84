// Checks returned while their money is posted, spent or computed: named interleavings on real connections.
import { assertEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { Firm } from "../support/firm.ts";
import {
  confirm,
  creditOf,
  credits,
  owed,
  post,
  receive,
  reconcile,
  returnCheck,
} from "../support/receivables/receipts.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave, waitUntilBlocked } from "../support/sql/interleaving.ts";

/** A test with an invoice over 100, due on 1 April 2026. */
function withInvoice(test: (firm: Firm, invoice: string, url: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      await test(firm, await firm.sentInvoice("2026-04-01", "100.00"), url);
    });
}

Deno.test(
  "return_check/of_a_check_confirmed_at_this_moment_takes_its_payments_back",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    const check = await receive(firm, "70");
    const reconciliation = await reconcile(sql, { check }, { [invoice]: "60" });
    await interleave(url, (sql) => confirm(sql, reconciliation), () => returnCheck(sql, check));
    assertEquals(await owed(sql, invoice), "sent 0.00 of 100.00, interest 0.00 of 0.00");
    assertEquals(await credits(sql), ["0.00 of 10.00 reversed"]);
  }),
);

Deno.test(
  "return_check/waits_for_its_credit_being_spent_and_takes_that_back_too",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    const check = await post(firm, "70", {});
    const credit = await creditOf(sql, check);
    const spending = await reconcile(sql, { credit }, { [invoice]: "50" });
    await interleave(url, (sql) => confirm(sql, spending), () => returnCheck(sql, check));
    assertEquals(await owed(sql, invoice), "sent 0.00 of 100.00, interest 0.00 of 0.00");
    assertEquals(await credits(sql), ["0.00 of 70.00 reversed"]);
  }),
);

Deno.test(
  "return_check/passed_over_by_an_accrual_run_leaves_its_invoice_due_for_the_next",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    await firm.terms();
    const check = await post(firm, "60", { [invoice]: "60" }, "2026-04-02");
    const returning = connectTo(url);
    await returning.begin(async (transaction) => {
      await returnCheck(transaction, check);
      const { scanned, remaining } = await accrueOverdueInterest(sql, { today: "2026-05-01" });
      assertEquals([scanned, remaining], [0, 1]);
    });
    await returning.end();
    await accrueOverdueInterest(sql, { today: "2026-05-01" });
    assertEquals(await owed(sql, invoice), "sent 0.00 of 100.00, interest 0.00 of 1.48"); // 30 days
  }),
);

Deno.test(
  "return_check/between_the_reading_and_the_writing_of_an_accrual_run_makes_its_invoice_due_again",
  withInvoice(async (firm, invoice, url) => {
    const { sql } = firm;
    await firm.terms();
    const check = await post(firm, "60", { [invoice]: "60" }, "2026-04-02");
    await sql`
      create function public.wait() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return new; end; $$`;
    await sql`
      create trigger accruals_wait before update of accrued_interest on public.invoices
         for each row when (new.interest_computed_on is not null) execute function public.wait()`;
    const gate = connectTo(url);
    const today = "2026-05-01";

    const [run, returned] = await gate.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(1)`;
      const run = accrueOverdueInterest(sql, { today });
      await waitUntilBlocked(gate); // it has read, and is about to write
      const returned = returnCheck(sql, check);
      await waitUntilBlocked(gate, 2);
      return [{ done: run }, { done: returned }] as const;
    });
    assertEquals((await run.done).updated, 1);
    assertEquals((await returned.done).status, "returned");
    await gate.end();

    assertEquals(await owed(sql, invoice), "sent 0.00 of 100.00, interest 0.00 of 0.62"); // 1 day of 100, 29 of 40
    assertEquals((await accrueOverdueInterest(sql, { today })).updated, 1);
    assertEquals(await owed(sql, invoice), "sent 0.00 of 100.00, interest 0.00 of 1.48");
  }),
);
