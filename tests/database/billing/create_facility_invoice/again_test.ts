// A draft of the same facility and days is there already.
import { assert, assertEquals } from "@std/assert";
import { everything } from "../../../support/assignments/rate_hits.ts";
import {
  backfill,
  createInvoice,
  lineIdsOf,
  linesOf,
  MONDAY,
  SUNDAY,
} from "../../../support/billing/billed_time.ts";
import { bringInto } from "../../../support/billing/states.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("create_facility_invoice/again_gives_the_draft_of_those_days_and_changes_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment(), "approved", MONDAY, "13"); // two lines
    const draft = await createInvoice(sql, firm.facilityId);
    const before = await everything(sql);
    assertEquals(await createInvoice(sql, firm.facilityId), draft);
    assertEquals(await everything(sql), before);
  }));

Deno.test("create_facility_invoice/brings_the_draft_of_those_days_up_to_date_of_whatever_kind", () =>
  withDatabase(async ({ sql }) => {
    for (const kind of ["weekly", "manual", "backfill"]) {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await firm.entry(assignment, "approved", MONDAY, "8");
      const draft = await createInvoice(sql, firm.facilityId);
      await sql`update invoices set kind = ${kind} where id = ${draft.id}`;
      const ids = await lineIdsOf(sql, draft.id);
      await firm.entry(assignment, "approved", "2026-03-04", "1");
      assertEquals(await createInvoice(sql, firm.facilityId), {
        ...draft,
        kind,
        total: "900.00",
      });
      const now = await lineIdsOf(sql, draft.id);
      assertEquals(now.length, 2);
      assert(ids.every((id) => now.includes(id)), "a line that was right was made anew");
    }
  }));

Deno.test("create_facility_invoice/brings_a_backfill_of_those_days_up_to_date_and_leaves_what_came_before_them", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "8");
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(late.period, `${MONDAY} ${SUNDAY}`);
    await firm.entry(assignment, "approved", "2026-02-26", "1");
    await firm.entry(assignment, "approved", SUNDAY, "2");
    for (let times = 0; times < 2; times++) {
      const draft = await createInvoice(sql, firm.facilityId);
      assertEquals(draft, { ...late, total: "1000.00" });
      assertEquals((await linesOf(sql, draft.id)).length, 2);
    }
  }));

Deno.test("create_facility_invoice/makes_a_new_draft_beside_a_void_one_and_beside_another_facilitys", () =>
  withDatabase(async ({ sql }) => {
    const [mercy, south] = [await Firm.create(sql), await Firm.create(sql)];
    const drafts = [];
    for (const firm of [mercy, south]) {
      await firm.entry(await firm.assignment(), "approved", MONDAY, "8");
      drafts.push(await createInvoice(sql, firm.facilityId));
    }
    await bringInto(sql, drafts[0]?.id ?? "", "void");
    drafts.push(await createInvoice(sql, mercy.facilityId));
    assertEquals(new Set(drafts.map(({ id }) => id)).size, 3);
  }));
