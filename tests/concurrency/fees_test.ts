// A fee or a tax that is written at the moment at which a draft goes: it is on the drafts that are there.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { draft } from "../support/billing/drafts.ts";
import { addFee, addTax, chargesOf } from "../support/billing/fees.ts";
import { Firm } from "../support/firm.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";

/** Deletes one of two drafts while a second writes, and says what stands on the other. */
async function chargesAfter(
  url: string,
  firm: Firm,
  write: (sql: postgres.Sql, firm: Firm) => PromiseLike<unknown>,
): Promise<string[]> {
  const { sql } = firm;
  const [going, staying] = [await draft(firm, ["100"]), await draft(firm, ["200"])];
  await interleave(
    url,
    (first) => first`delete from invoices where id = ${going}`,
    () => write(sql, firm),
  );
  return await chargesOf(sql, staying);
}

Deno.test("facility_fees/that_are_written_while_a_draft_is_deleted_are_on_the_others", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    assertEquals(await chargesAfter(url, firm, (_, firm) => addFee(firm)), [
      "MSP fee, 3 % of 200.00 = -6.00",
    ]);
  }));

Deno.test("facility_fees/that_change_while_a_draft_is_deleted_change_on_the_others", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await addFee(firm);
    const charges = await chargesAfter(
      url,
      firm,
      (sql) => sql`update facility_fees set rate = 0.04`,
    );
    assertEquals(charges, ["MSP fee, 4 % of 200.00 = -8.00"]);
  }));

Deno.test("sales_taxes/that_are_written_while_a_draft_is_deleted_are_on_the_others", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set work_state = 'PA' where id = ${firm.facilityId}`;
    assertEquals(await chargesAfter(url, firm, (sql) => addTax(sql)), [
      "Sales tax, 6 % of 200.00 = 12.00",
    ]);
  }));
