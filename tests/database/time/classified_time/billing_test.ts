// For billing counts what is on live invoices, and what is about to be.
import { assertEquals } from "@std/assert";
import { billLine } from "../../../support/billing/by_hand.ts";
import { emptyDraft } from "../../../support/billing/drafts.ts";
import { bringInto } from "../../../support/billing/states.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { classesOf, entryOf, type Shift, work } from "../../../support/time/worked_time.ts";
import { MONDAY } from "./random_weeks.ts";

const day = (date: string, hours: number, rule: Shift["rule"] = "flsa"): Shift => ({
  date,
  hours,
  rule,
});

Deno.test("classified_time/for_billing_counts_what_is_billed_and_what_is_about_to_be_alone", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [
      day("2026-03-02", 24),
      day("2026-03-03", 24),
      day("2026-03-04", 24),
    ]);
    const [facility] = await sql<[{ id: string }]>`
      select facility_id as id from assignments where id = ${worker.assignmentIds.flsa}`;
    const invoice = await emptyDraft({ sql, facilityId: facility.id });
    await billLine(sql, invoice, entryOf(worker, 3));
    const counted = async (...toBill: string[]) =>
      [...await classesOf(sql, [worker], [MONDAY], toBill)].map(([id, { regular }]) =>
        `${1 + worker.entryIds.indexOf(id)}: ${regular}`
      ).sort();
    assertEquals(await counted(), ["3: 24.00"]);
    assertEquals(await counted(entryOf(worker, 2)), ["2: 24.00", "3: 16.00"]);
    await bringInto(sql, invoice, "void");
    assertEquals(await counted(), []);
    assertEquals(await counted(entryOf(worker, 1)), ["1: 24.00"]);
    assertEquals((await classesOf(sql, [worker], [MONDAY])).size, 3);
  }));
