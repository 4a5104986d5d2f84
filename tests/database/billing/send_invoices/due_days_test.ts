// On which days sent invoices are due.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { draft } from "../../../support/billing/drafts.ts";
import { invoiceOf, send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { withDatabase } from "../../../support/server/database.ts";

const christmas = [
  { day: "2026-12-25", name: "Christmas Day" }, // a Friday
  { day: "2026-12-28", name: "The day after Boxing Day" },
];

Deno.test("send_invoices/makes_due_on_the_next_business_day_where_the_facility_asks_for_it", () =>
  withDatabase(async ({ sql }) => {
    await sql`insert into holidays ${sql(christmas)}`;
    // Issued on Friday 27 November: due on a Thursday, on Christmas, on a Saturday, Sunday, holiday, and a Tuesday.
    const due: Record<number, [string, string]> = {
      27: ["2026-12-24", "2026-12-24"],
      28: ["2026-12-25", "2026-12-29"],
      29: ["2026-12-26", "2026-12-29"],
      30: ["2026-12-27", "2026-12-29"],
      31: ["2026-12-28", "2026-12-29"],
      32: ["2026-12-29", "2026-12-29"],
      36: ["2027-01-02", "2027-01-04"],
    };
    for (const [days, [asItFalls, moved]] of Object.entries(due)) {
      for (const [rule, expected] of [["none", asItFalls], ["next_business_day", moved]] as const) {
        const firm = await Firm.create(sql);
        await sql`
          update facilities set payment_terms_days = ${days}, due_date_rule = ${rule} where id = ${firm.facilityId}`;
        const [sent] = await send(sql, [await draft(firm)], "2026-11-27");
        assertStrictEquals(sent?.due_date, expected, `${days} days, ${rule}`);
      }
    }
  }));

Deno.test("send_invoices/leaves_sent_invoices_due_when_they_were_when_a_holiday_is_entered", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set due_date_rule = 'next_business_day'`;
    const [before, later] = [await draft(firm), await draft(firm)];
    await send(sql, [before], "2026-11-25");
    await sql`insert into holidays ${sql(christmas)}`;
    const [again, sent] = await send(sql, [before, later], "2026-11-25");
    assertEquals([again?.due_date, sent?.due_date], ["2026-12-25", "2026-12-29"]);
    await sql`delete from holidays`;
    assertEquals((await invoiceOf(sql, later)).due_date, "2026-12-29");
  }));

Deno.test("holidays/are_in_the_audit_log_by_their_days", () =>
  withDatabase(async ({ sql }) => {
    await sql`insert into holidays ${sql(christmas)}`;
    await sql`update holidays set day = day + 1, name = 'Moved' where day = '2026-12-28'`;
    await assertRefused(sql`truncate holidays`, 409, "truncate_refused");
    const logged = await sql`
      select procedure, row_id, old ->> 'day' as old, new ->> 'day' as new
        from audit_log where table_name = 'holidays' order by at, coalesce(old, new) ->> 'day'`;
    assertEquals([...logged], [
      { procedure: "insert", row_id: null, old: null, new: "2026-12-25" },
      { procedure: "insert", row_id: null, old: null, new: "2026-12-28" },
      { procedure: "update", row_id: null, old: "2026-12-28", new: null },
      { procedure: "update", row_id: null, old: null, new: "2026-12-29" },
    ]);
  }));
