// A fee that stands on an invoice stays what it was there, and wrong ones are refused.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { draft } from "../../../support/billing/drafts.ts";
import { addFee, addTax, chargesOf, type Fee } from "../../../support/billing/fees.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import {
  assertRefused,
  assertRefusedUnchanged,
  assertViolates,
} from "../../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-03-25 12:00:00-06" };
const withFirm = (test: (firm: Firm) => Promise<void>) => () =>
  withDatabase(async ({ sql }) => await test(await Firm.create(sql)), CLOCK);

Deno.test(
  "fees/one_that_was_sent_only_ends_and_not_before_the_last_day_that_it_was_billed",
  withFirm(async (firm) => {
    const { sql } = firm;
    const fee = await addFee(firm);
    const id = await draft(firm); // through 11 January
    await send(sql, [id], "2026-03-01");
    const edits = [
      "rate = 0.04",
      "name = 'Another'",
      "base = 'time'",
      "effective_from = '2026-01-02'",
      "lessens_orders = true",
      "account = 'fees_vms'",
      "effective_to = '2026-01-10'",
    ];
    for (const edit of edits) {
      await assertRefusedUnchanged(
        sql,
        () => sql.unsafe(`update facility_fees set ${edit}`),
        409,
        "fee_used",
      );
    }
    await assertRefused(sql`delete from facility_fees`, 409, "fee_used");
    await sql`update facility_fees set effective_to = '2026-01-31'`;
    await assertRefused(
      sql`update facility_fees set effective_to = '2026-02-01'`,
      409,
      "fee_used",
    );
    await assertRefused(sql`update facility_fees set effective_to = null`, 409, "fee_used");
    await sql`update facility_fees set effective_to = '2026-01-11' where id = ${fee}`;
    await addFee(firm, { rate: "0.05", from: "2026-01-12" });
    assertEquals(await chargesOf(sql, id), ["MSP fee, 3 % of 100.00 = -3.00"]);
  }),
);

Deno.test(
  "fees/one_of_a_void_invoice_stays_and_one_of_drafts_goes_with_its_lines",
  withFirm(async (firm) => {
    const { sql } = firm;
    await addFee(firm);
    const [gone, stays] = [await draft(firm), await draft(firm)];
    await sql`delete from facility_fees`;
    const [kept] = await sql`select total from invoices where id = ${gone}`;
    assertStrictEquals(kept?.total, "100.00");
    await addFee(firm);
    await voidInvoice(sql, stays);
    await assertRefused(sql`delete from facility_fees`, 409, "fee_used");
  }),
);

Deno.test(
  "fees/of_no_share_of_two_ways_of_other_tiers_or_twice_a_day_are_refused",
  withFirm(async (firm) => {
    await addFee(firm, { name: "MSP", to: "2026-06-30" });
    const wrong: [Fee, string][] = [
      [{ rate: "1" }, "fee_rate_is_a_share"],
      [{ rate: "0" }, "fee_rate_is_a_share"],
      [{ amount: "0" }, "fee_amount_is_positive"],
      [{ rate: "0.1", amount: "5" }, "fee_has_a_rate_or_an_amount"],
      [{ rate: null, amount: null }, "fee_has_a_rate_or_an_amount"],
      [{ kind: "other" }, "fee_kind_is_known"],
      [{ base: "fees" }, "fee_base_is_known"],
      [{ name: " " }, "fee_name_is_not_blank"],
      [{ to: "2025-12-31" }, "fee_ends_after_it_starts"],
      [{ volumeFrom: "5", counts: "whole" }, "only_volume_has_tiers"],
      [{ kind: "volume" }, "only_volume_has_tiers"],
      [{ kind: "volume", volumeFrom: "-1", counts: "whole" }, "volume_from_is_not_negative"],
      [{ kind: "volume", volumeFrom: "1", counts: "all" }, "volume_counts_are_known"],
      [{ kind: "volume", volumeFrom: "1", counts: "whole", amount: "5" }, "volume_has_a_rate"],
      [{ account: "revenue_regular" }, "fee_account_is_one_of_fees"],
      [{ account: "fees_unknown" }, "account_of_fee_is_known"],
      [{ name: "msp", from: "2026-06-30" }, "fees_of_a_name_never_overlap"],
    ];
    for (const [fee, constraint] of wrong) {
      await assertViolates(addFee(firm, fee), constraint);
    }
    await addFee(firm, { name: "msp", from: "2026-07-01" });
    await assertRefused(
      addFee(firm, { from: "1999-01-01", to: "1999-02-01" }),
      400,
      "day_out_of_range",
    );
  }),
);

Deno.test(
  "fees/lines_of_fees_and_taxes_are_nobodys_to_write",
  withFirm(async (firm) => {
    const { sql } = firm;
    await addFee(firm);
    await addTax(sql);
    const id = await draft(firm);
    const as = (write: string) =>
      sql.begin(async (sql) => {
        await sql`set local role service_role`;
        await sql.unsafe(write, [id]);
      });
    await assertRefused(
      as(
        "insert into invoice_lines (invoice_id, kind, description, amount) values ($1, 'fee', 'x', -5)",
      ),
      409,
      "time_line_not_writable",
    );
    await assertRefused(
      as("update invoice_lines set amount = -1 where invoice_id = $1 and kind = 'fee'"),
      409,
      "time_line_not_writable",
    );
    await assertRefused(
      as("delete from invoice_lines where invoice_id = $1 and kind = 'fee'"),
      409,
      "time_line_not_writable",
    );
  }),
);
