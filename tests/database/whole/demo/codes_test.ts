// The demo firm has codes, a premium and a guarantee in use, and what it paid and billed of them is what the product would.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { withDatabase } from "../../../support/server/database.ts";

const SEED = new URL("../../../../supabase/seed.sql", import.meta.url);

const withDemoFirm = (test: (sql: postgres.Sql) => Promise<void>) => () =>
  withDatabase(async ({ sql }) => {
    await sql.unsafe(await Deno.readTextFile(SEED));
    await sql`reset all`;
    await test(sql);
  });

/** Those who were on call, in the two weeks that were paid and billed last. */
const ASKED = `(
    select array_agg(person.id) as people, array_agg(week.week_start) as weeks
      from contractors as person
     cross join (select distinct week_start from payroll_item_lines order by week_start desc limit 2) as week
     where person.id in (select assignment.contractor_id
                           from time_entries as entry join assignments as assignment on assignment.id = entry.assignment_id
                          where entry.code = 'on_call')) as asked`;

Deno.test(
  "demo_firm/shows_codes_premiums_and_guarantees_on_an_invoice_and_an_earnings_statement",
  withDemoFirm(async (sql) => {
    const kinds = async (query: string) =>
      (await sql.unsafe<{ said: string }[]>(query)).map(({ said }) => said);
    assertEquals(
      await kinds(`
        select distinct concat_ws(' ', line.kind, line.code) as said from payroll_item_lines as line
         where line.code is not null or line.kind in ('differential', 'guarantee') order by 1`),
      ["code mileage", "code on_call", "differential", "guarantee", "straight call_back"],
    );
    assertEquals(
      await kinds(`
        select distinct concat_ws(' ', line.kind, line.code) as said
          from invoice_lines as line join invoices as invoice on invoice.id = line.invoice_id and invoice.sent_at is not null
         where line.code is not null or line.kind in ('differential', 'guarantee') order by 1`),
      ["code mileage", "code on_call", "differential", "guarantee", "regular call_back"],
    );
    assertEquals(
      await kinds(`
        select distinct code || ' ' || status as said from time_entries
         where code <> 'regular' and status <> 'locked' order by 1`),
      ["call_back submitted", "charge approved", "mileage submitted", "on_call submitted"],
    );
  }),
);

Deno.test(
  "demo_firm/owes_nothing_of_the_weeks_with_codes_that_it_paid_and_billed",
  withDemoFirm(async (sql) => {
    const due = await sql.unsafe(`
      select line.week_start, line.kind, line.amount
        from ${ASKED}
       cross join lateral private.due_lines(asked.people, asked.weeks) as line`);
    assertEquals([...due], []);
    const changed = await sql.unsafe(`
      select different.week_start, different.billed_amount, different.due_amount
        from ${ASKED}
       cross join lateral private.differences_of_weeks(asked.people, asked.weeks) as different`);
    assertEquals([...changed], []);
    assert((await sql`select from unbilled_guarantees`).length === 0);
  }),
);
