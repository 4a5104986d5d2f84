/** Fees, rebates and taxes of facilities, and what they come to on each invoice. Some of it is refused. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import type { History, Operation } from "./history.ts";

const day = fc.integer({ min: 1, max: 14 }).map((n) => dayOfWeek("2026-03-02", n));
const facility = fc.integer({ min: 0, max: 1 });

function deed(what: string, does: (history: History) => PromiseLike<unknown>): Operation {
  return { what, repeats: false, choose: (history) => Promise.resolve(() => does(history)) };
}

/** A fee of all days or some, a share or an amount of each invoice. */
const enter = fc.record({
  facility,
  kind: fc.constantFrom("msp", "vms"),
  base: fc.constantFrom("all", "time"),
  from: fc.oneof(fc.constant("2026-01-01"), day),
  share: fc.constantFrom("0.03", "0.0175", "0.333333", null),
  lessensOrders: fc.boolean(),
}).map(({ facility, kind, base, from, share, lessensOrders }) =>
  deed(
    `a fee ${kind} of ${
      share ?? "7.77"
    } of ${base} from ${from} on at ${facility}, ${lessensOrders}`,
    ({ sql, facilities }) =>
      sql`
        insert into facility_fees (facility_id, kind, name, base, rate, amount, effective_from, lessens_orders)
        select ${facilities[facility] ?? ""}, ${kind}, ${kind}, ${base}, ${share}::text::numeric,
               case when ${share}::text is null then 7.77 end, ${from}, ${lessensOrders}
         where not exists (select from facility_fees
                            where facility_id = ${facilities[facility] ?? ""} and kind = ${kind})`,
  )
);

/** Two tiers of a rebate, of which the sent invoices of a year reach the second. */
const rebate = fc.record({ facility, counts: fc.constantFrom("whole", "marginal") }).map((
  { facility, counts },
) =>
  deed(
    `a rebate by volume, ${counts}, at ${facility}`,
    ({ sql, facilities }) =>
      sql`
        insert into facility_fees (facility_id, kind, name, rate, effective_from, volume_from, volume_counts)
        select ${
        facilities[facility] ?? ""
      }, 'volume', 'Rebate', tier.rate, '2026-01-01', tier.start, ${counts}
          from (values (0, 0.01), (1500.50, 0.025)) as tier (start, rate)
         where not exists (select from facility_fees
                            where facility_id = ${facilities[facility] ?? ""} and kind = 'volume')`,
  )
);

/** The n-th fee ends, bills another share, or goes. */
const change = fc.record({
  nth: fc.nat({ max: 3 }),
  to: fc.oneof(day, fc.constantFrom("rate", "delete")),
}).map(({ nth, to }): Operation => ({
  what: `the ${nth}th fee: ${to}`,
  repeats: false,
  choose: async ({ sql }) => {
    const rows = await sql<{ id: string }[]>`select id from facility_fees order by created_at, id`;
    const id = rows[nth % Math.max(1, rows.length)]?.id ?? null;
    return () => {
      if (to === "delete") return sql`delete from facility_fees where id = ${id}`;
      return to === "rate"
        ? sql`update facility_fees set rate = rate / 2 where id = ${id}`
        : sql`update facility_fees set effective_to = greatest(effective_from, ${to}::date) where id = ${id}`;
    };
  },
}));

const tax = fc.record({ facility, base: fc.constantFrom("all", "fees") }).map((
  { facility, base },
) =>
  deed(`a tax of ${base} at ${facility}`, async ({ sql, facilities }) => {
    await sql`update facilities set work_state = 'PA' where id = ${facilities[facility] ?? ""}`;
    await sql`
      insert into sales_taxes (name, jurisdiction, rate, base, effective_from)
      select 'Sales tax', 'PA', 0.06, ${base}, '2026-01-01' where not exists (select from sales_taxes)`;
  })
);

/** Any of them. */
export const fees: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: enter },
  { weight: 2, arbitrary: rebate },
  { weight: 2, arbitrary: change },
  { weight: 2, arbitrary: tax },
);

/**
 * Holds that each fee but of volume is its share of what its invoice bills, rounded half up once, unless all of them come
 * to all that is billed, and never to more; that each tax is; and that credit notes take back of each at most what was charged, and all of it with the whole invoice.
 */
export async function assertFeesFollow({ sql }: History): Promise<void> {
  const wrong = await sql`
    with whole as (
      select invoice_id, greatest(sum(amount) filter (where base is null), 0) as billed,
             - coalesce(sum(amount) filter (where fee_id is not null), 0) as fees
        from invoice_lines group by invoice_id),
    charged as (
      select line.invoice_id, line.fee_id, fee.rate, fee.amount as fixed, sum(line.base) as base, sum(line.amount) as amount,
             (select coalesce(sum(billed.amount), 0)
                from invoice_lines as billed
                left join time_codes as code on code.name = billed.code
               where billed.invoice_id = line.invoice_id and billed.base is null
                 and (fee.base = 'all' or billed.kind not in ('adjustment', 'code') or code.unit = 'hour')
                 and coalesce(billed.work_date, billed.week_start + 6, invoice.period_end)
                     between fee.effective_from and coalesce(fee.effective_to, '2100-01-01')) as due_base
        from invoice_lines as line
        join facility_fees as fee on fee.id = line.fee_id and fee.kind <> 'volume'
        join invoices as invoice on invoice.id = line.invoice_id
       group by line.invoice_id, line.fee_id, fee.id, invoice.period_end)
    select 'fee' as what, invoice_id as id from charged join whole using (invoice_id)
     where rate is not null and whole.fees < whole.billed
           and (base <> due_base or charged.amount <> - round(due_base * rate, 2))
        or fixed is not null and - charged.amount > fixed
    union all
    select 'fees', invoice_id from whole where fees > billed
    union all
    select 'tax', line.invoice_id
      from invoice_lines as line join sales_taxes as tax on tax.id = line.sales_tax_id
     where line.amount <> round(line.base * tax.rate, 2)
        or tax.base = 'all'
           and line.base <> (select sum(amount) from invoice_lines as billed
                              where billed.invoice_id = line.invoice_id and billed.sales_tax_id is null)
    union all
    select 'credited', line.invoice_id
      from invoice_lines as line
      join invoices as invoice on invoice.id = line.invoice_id
     cross join lateral (
           select coalesce(sum(amount), 0) as amount
             from credit_note_lines where invoice_line_id = line.id) as credited
     where line.base is not null and invoice.sent_at is not null
       and (credited.amount not between least(line.amount, 0) and greatest(line.amount, 0)
            or credited.amount <> line.amount
               and not exists (
                   select from invoice_lines as billed
                     left join credit_note_lines as taken on taken.invoice_line_id = billed.id
                    where billed.invoice_id = line.invoice_id and billed.base is null
                    group by billed.id, billed.amount
                   having billed.amount <> coalesce(sum(taken.amount), 0)))`;
  assertEquals([...wrong], []);
}
