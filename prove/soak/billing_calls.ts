import type { Kind } from "./kind.ts";

/** Invoices. */
export const BILLING: readonly Kind[] = [
  {
    name: "run a week",
    who: "billing",
    weight: 4,
    call: `select * from weekly_billing_run(date '{week}', {n} % 5 = 0)`,
  },
  {
    name: "create an invoice",
    who: "billing",
    weight: 4,
    about: "select id from facilities",
    call: `select * from create_facility_invoice('{id}', date '{week}', date '{week}' + 6)`,
  },
  {
    name: "recompute",
    who: "billing",
    weight: 4,
    about: "select id from invoices where status = 'draft'",
    call: "select * from recompute_draft_invoice('{id}')",
  },
  {
    name: "backfill",
    who: "billing",
    weight: 3,
    about: "select id from facilities",
    call: "select * from backfill_invoice('{id}', date '{today}' - 1)",
  },
  {
    name: "send",
    who: "billing",
    weight: 8,
    about: "select id from invoices where status = 'draft'",
    rows: 3,
    call: "select * from send_invoices(array[{ids}]::uuid[], '{today}')",
    keep: (books, rows) => books.send(rows),
  },
  {
    name: "void",
    who: "billing",
    weight: 1,
    about: "select id from invoices where status in ('draft', 'sent')",
    call: "select * from void_invoice('{id}', 'Wrong.')",
    http: ({ id }) => ({ path: "rpc/void_invoice", body: { invoice_id: id, reason: "Wrong." } }),
    keep: (books, rows) => books.void(rows),
  },
  {
    name: "add an adjustment",
    who: "billing",
    weight: 4,
    about: "select id from invoices where status = 'draft'",
    call: `insert into invoice_lines (invoice_id, kind, description, amount)
           values ('{id}', 'adjustment', 'Travel', {n} % 90 + 1) returning id`,
  },
  {
    name: "change an adjustment",
    who: "billing",
    weight: 2,
    about:
      `select line.id from invoice_lines as line join invoices as invoice on invoice.id = invoice_id
             where line.kind = 'adjustment' and status = 'draft'`,
    call: "update invoice_lines set amount = {n} % 90 + 1 where id = '{id}' returning id",
  },
  {
    name: "enter an order",
    who: "billing",
    weight: 2,
    about: "select id from facilities",
    call: `insert into purchase_orders (facility_id, number, starts_on, amount)
           values ('{id}', gen_random_uuid()::text, '2026-01-01', 300000 + {n}) returning id`,
  },
  {
    name: "change an order",
    who: "billing",
    weight: 2,
    about: "select id from purchase_orders",
    call:
      "update purchase_orders set amount = case {n} % 8 when 0 then 1 + {n} / 9 else 300000 + {n} end where id = '{id}' returning id",
  },
  {
    name: "name an order",
    who: "billing",
    weight: 3,
    about: "select id from assignments where coalesce(end_date, 'infinity') > '{today}'",
    call: `update assignments as placed
              set department = 'ICU',
                  purchase_order_id = (select id from purchase_orders as ordered
                                        where ordered.facility_id = placed.facility_id
                                        order by created_at desc limit 1)
            where id = '{id}' returning id`,
  },
  {
    name: "bill otherwise from a week on",
    who: "billing",
    weight: 2,
    about: "select id from assignments where coalesce(end_date, 'infinity') > '{today}'",
    call: `insert into assignment_bill_terms (assignment_id, effective_from, overtime_rule)
           values ('{id}', date '{week}', 'flsa')
           on conflict (assignment_id, effective_from) do update set overtime_multiplier = 1 + {n} % 9 / 10.0
           returning assignment_id`,
  },
  {
    name: "change bill terms",
    who: "billing",
    weight: 3,
    about: "select id from assignments where coalesce(end_date, 'infinity') > '{today}'",
    call: `update assignment_bill_terms
              set scope = (array['facility', 'assignment', 'contractor'])[{n} % 3 + 1]
            where assignment_id = '{id}' returning assignment_id`,
  },
  {
    name: "change multipliers",
    who: "service",
    weight: 2,
    about: "select id from assignments where coalesce(end_date, 'infinity') > '{today}'",
    call:
      "update assignments set bill_overtime_multiplier = 1 + {n} % 9 / 10.0 where id = '{id}' returning id",
  },
  {
    name: "dispute",
    who: "billing",
    weight: 1,
    about: "select id from invoices where status in ('sent', 'partially_paid')",
    call: "select * from dispute_invoice('{id}', 'Not our shift.')",
    http: ({ id }) => ({
      path: "rpc/dispute_invoice",
      body: { invoice_id: id, reason: "Not our shift." },
    }),
  },
  {
    name: "dispute a line",
    who: "billing",
    weight: 1,
    about:
      `select line.id from invoices as invoice join invoice_lines as line on line.invoice_id = invoice.id
             where invoice.status in ('sent', 'partially_paid') and line.amount > 0`,
    call: `select disputed.* from invoice_lines as line,
                  dispute_invoice(line.invoice_id, 'Not all of it.', line_ids => array[line.id]) as disputed
            where line.id = '{id}'`,
  },
  {
    name: "settle a dispute",
    who: "billing",
    weight: 2,
    about: "select id from invoices where disputed_at is not null",
    call: "select * from settle_dispute('{id}')",
  },
  {
    name: "write off",
    who: "billing",
    weight: 3,
    about: "select id from invoices where status in ('sent', 'partially_paid')",
    call: "select * from write_off_invoice('{id}', 1.00, 'Disputed.')",
    keep: (books, rows) => books.writeOff(rows, 100n),
  },
  {
    name: "take back a write-off",
    who: "billing",
    weight: 1,
    about: "select id from payments where source = 'write_off' and reversed_at is null",
    call: `select invoice.facility_id, taken.amount
             from reverse_write_off('{id}', 'A mistake.') as taken
             join invoices as invoice on invoice.id = taken.invoice_id`,
    keep: (books, rows) => books.takeBack(rows),
  },
  {
    name: "waive interest",
    who: "billing",
    weight: 2,
    about: "select id from invoices where kind <> 'interest' and interest_balance > 0",
    call: "select * from waive_interest('{id}', 0.01, 'A courtesy.')",
    http: ({ id }) => ({
      path: "rpc/waive_interest",
      body: { invoice_id: id, amount: 0.01, reason: "A courtesy." },
    }),
    keep: (books, rows) => books.writeOff(rows, 1n),
  },
];
