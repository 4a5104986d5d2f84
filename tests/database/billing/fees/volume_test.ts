// Rebates by volume: which tier an invoice has, by what was billed in its calendar year before its day.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { invoiceOf, recompute } from "../../../support/billing/billed_time.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { addFee, chargesOf } from "../../../support/billing/fees.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import type { Firm } from "../../../support/firm.ts";
import { noon, type SetClock, withMovingClock } from "../../../support/receivables/moving_clock.ts";

/** A test with two tiers, 1 % from 0.00 and 2 % from 100,000.00, and 95,000.00 billed before. */
const withTiers = (
  counts: string,
  test: (firm: Firm, setClock: SetClock) => Promise<void>,
) =>
  withMovingClock("2026-03-25", async (firm, setClock) => {
    await send(firm.sql, [await draft(firm, ["95000"])], "2026-03-01");
    const rebate = { kind: "volume", name: "Rebate", counts };
    await addFee(firm, { ...rebate, rate: "0.01", volumeFrom: "0" });
    await addFee(firm, { ...rebate, rate: "0.02", volumeFrom: "100000" });
    await test(firm, setClock);
  });

Deno.test(
  "fees/a_whole_invoice_has_the_tier_that_was_reached_before_its_day",
  withTiers("whole", async (firm) => {
    const { sql } = firm;
    const [first, second] = [await draft(firm, ["10000"]), await draft(firm, ["10000"])];
    await send(sql, [first, second], "2026-03-20");
    // Neither counts toward the other.
    for (const id of [first, second]) {
      assertEquals(await chargesOf(sql, id), ["Rebate, 1 % of 10,000.00 = -100.00"]);
    }
    const third = await draft(firm, ["10000"]);
    assertEquals(await chargesOf(sql, third), ["Rebate, 2 % of 10,000.00 = -200.00"]);
  }),
);

Deno.test(
  "fees/each_part_of_an_invoice_has_the_tier_that_it_lies_in",
  withTiers("marginal", async (firm) => {
    const id = await draft(firm, ["4000", "7000", "-1000"]);
    assertEquals(await chargesOf(firm.sql, id), [
      "Rebate, 1 % of 5,000.00 = -50.00",
      "Rebate, 2 % of 5,000.00 = -100.00",
    ]);
    assertStrictEquals((await invoiceOf(firm.sql, id)).total, "9850.00");
  }),
);

Deno.test(
  "fees/sending_reckons_volume_up_to_the_day_of_issue_in_its_year",
  withTiers("whole", async (firm, setClock) => {
    const { sql } = firm;
    const [before, then] = [await draft(firm, ["10000"]), await draft(firm, ["10000"])];
    await send(sql, [before], "2026-03-20");
    assertEquals(await chargesOf(sql, then), ["Rebate, 1 % of 10,000.00 = -100.00"]);
    assertEquals((await recompute(sql, then)).total, "9800.00");
    await send(sql, [then], "2026-03-20"); // the same day as the other
    assertEquals(await chargesOf(sql, then), ["Rebate, 1 % of 10,000.00 = -100.00"]);
    const late = await draft(firm, ["10000"]);
    assertEquals(await chargesOf(sql, late), ["Rebate, 2 % of 10,000.00 = -200.00"]);
    await setClock(noon("2026-12-28"));
    await send(sql, [late], "2027-01-02");
    assertEquals(await chargesOf(sql, late), ["Rebate, 1 % of 10,000.00 = -100.00"]);
  }),
);

Deno.test(
  "fees/volume_is_what_was_billed_before_fees_less_voids_and_credits",
  withTiers("whole", async (firm) => {
    const { sql } = firm;
    await addFee(firm, { rate: "0.5" });
    const volume = async () => {
      const [row] =
        await sql`select private.volume_billed(${firm.facilityId}, '2026-03-25') as volume`;
      return row?.volume;
    };
    assertStrictEquals(await volume(), "95000.00");
    const more = await draft(firm, ["6000"]);
    await send(sql, [more], "2026-03-20");
    assertStrictEquals(await volume(), "101000.00");
    const [line] = await sql`
      select id from invoice_lines where invoice_id = ${more} and base is null`;
    await sql`
      select credit_invoice(${more}, 'Wrong', array[${line?.id}::uuid], amounts => array[1000.00])`;
    assertStrictEquals(await volume(), "100000.00");
    await voidInvoice(sql, await sentOf(firm, "700"));
    assertStrictEquals(await volume(), "100000.00");
    await sentOf(firm, "7", "2026-03-25"); // of the day itself
    assertStrictEquals(await volume(), "100000.00");
  }),
);

async function sentOf(firm: Firm, amount: string, day = "2026-03-20"): Promise<string> {
  const id = await draft(firm, [amount]);
  await send(firm.sql, [id], day);
  return id;
}
