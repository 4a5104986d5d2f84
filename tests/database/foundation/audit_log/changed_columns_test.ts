// An update's entry has the columns that changed, and no others; what was made or is gone is there whole.
import { assert, assertEquals } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

const MOST_BYTES = 550;

Deno.test("audit_log/has_of_a_changed_row_the_columns_that_changed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const north = firm.id("facilities", "north");
    await runAs(sql, firm, "billing", `update facilities set name = 'West' where id = '${north}'`);
    const [entry] = await sql`
      select old, new from audit_log where table_name = 'facilities' order by at desc limit 1`;
    assertEquals(Object.keys(entry?.new).sort(), ["name", "search_name"]);
    assertEquals([entry?.old.name, entry?.new.name], ["north", "West"]);
    assertEquals(Object.keys(entry?.old).sort(), ["name", "search_name"]);
  }));

Deno.test("audit_log/has_the_key_of_a_changed_row_where_its_id_does_not_name_it", () =>
  withDatabase(async ({ sql }) => {
    await sql`update overtime_rules set title = 'Weeks of forty hours' where name = 'flsa'`;
    const [rule] = await sql`
      select row_id, old, new from audit_log where table_name = 'overtime_rules' order by at desc limit 1`;
    assertEquals(rule?.row_id, null);
    assertEquals(Object.keys(rule?.new).sort(), ["name", "title"]);
    assertEquals(rule?.old.name, "flsa");

    const assignment = await (await Firm.create(sql)).assignment();
    await sql`update assignment_rates set pay_rate = 61 where assignment_id = ${assignment}`;
    const [rate] = await sql`
      select new from audit_log
       where table_name = 'assignment_rates' and row_id = ${assignment} order by at desc limit 1`;
    assertEquals(rate?.new.assignment_id, assignment);
    assertEquals(rate?.new.effective_from, "2026-01-01");
    assert(!("bill_rate" in (rate?.new ?? {})));
  }));

Deno.test("audit_log/has_of_what_a_procedure_changed_the_columns_that_changed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    await sql`select from dispute_invoice(${invoice}, 'Wrong hours.')`;
    const [entry] = await sql`
      select old, new from audit_log where table_name = 'invoices' and row_id = ${invoice} order by at desc limit 1`;
    assertEquals(entry?.new.dispute_reason, "Wrong hours.");
    assertEquals(entry?.old.dispute_reason, null);
    assert(!("total" in entry?.new), JSON.stringify(entry?.new));
  }));

Deno.test(`audit_log/takes_at_most_${MOST_BYTES}_bytes_an_approval_with_its_indexes`, () =>
  withDatabase(async ({ sql }) => {
    const access = await prepareFirm(sql);
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const size = async () => {
      const [{ bytes }] = await sql<[{ bytes: number }]>`
        select sum(pg_total_relation_size(relid))::int as bytes
          from pg_partition_tree('audit_log')`;
      return bytes;
    };
    // A call a week, as people approve: not all at one instant.
    let approved = 0;
    let before = 0;
    for (let week = 0; week < 320; week++) {
      await sql`
        insert into time_entries (assignment_id, work_date, hours, status)
        select ${assignment}, date '2026-01-05' + (${week % 40} * 7 + day), 1, 'submitted'
          from generate_series(0, 6) as day`;
      if (week === 40) before = await size();
      const { count } = await runAs(
        sql,
        access,
        "billing",
        `update time_entries set status = 'approved'
          where assignment_id = '${assignment}' and status = 'submitted'`,
      );
      if (week >= 40) approved += count;
    }
    const bytes = (await size() - before) / approved;
    assert(approved > 1900);
    assert(bytes <= MOST_BYTES, `${Math.round(bytes)} bytes an approval`);
    assert(bytes > 100, `${Math.round(bytes)} bytes an approval`);
  }));
