import type { Kind } from "./kind.ts";

/** Money received, and interest. */
export const RECEIPTS: readonly Kind[] = [
  {
    name: "enter a check",
    who: "billing",
    weight: 6,
    about: "select id from facilities",
    call: `insert into checks (facility_id, check_number, amount, received_on)
           values ('{id}', '{n}', 50 + {n} % 900, '2026-03-20')`,
  },
  {
    name: "read the journal",
    who: "service",
    weight: 1,
    call: "select count(*) from journal('2026-01-01', '2026-12-31')",
  },
  {
    name: "close the books",
    who: "service",
    weight: 1,
    call: "select from close_books(date '2026-01-01' + {n} % 60)",
  },
  {
    name: "propose",
    who: "billing",
    weight: 6,
    about: "select id from checks where status = 'received'",
    call: "select from propose_check_reconciliation('{id}')",
  },
  {
    name: "confirm",
    who: "billing",
    weight: 6,
    about: "select id from check_reconciliations where status = 'proposed'",
    call: "select from confirm_check_reconciliation('{id}')",
  },
  {
    name: "return a check",
    who: "billing",
    weight: 2,
    about: "select id from checks where status <> 'returned'",
    call: "select from return_check('{id}', 'No funds.')",
  },
  {
    name: "credit an invoice",
    who: "billing",
    weight: 2,
    about: "select id from invoices where status in ('sent', 'partially_paid', 'paid')",
    call: "select from credit_invoice('{id}', 'Billed twice.', reinstate => {n} % 2 = 0)",
  },
  {
    name: "change terms",
    who: "billing",
    weight: 1,
    about: "select id from facility_interest_terms",
    call:
      "update facility_interest_terms set annual_rate = 0.1 + {n} % 10 / 100.0 where id = '{id}'",
  },
  {
    name: "bill interest",
    who: "billing",
    weight: 4,
    about: "select facility_id as id from invoices where interest_balance > 0",
    call: "select from invoice_interest('{id}', '2026-03-20')",
  },
  { name: "accrue-interest", who: "schedule", weight: 3, call: "accrue-interest" },
  {
    name: "move checks in",
    who: "service",
    weight: 2,
    about: "select id from facilities where external_number is not null",
    rows: 3,
    call: `select import_rows('checks', jsonb_agg(jsonb_build_object(
               'external_number', 'R' || {n} || external_number, 'facility_number', external_number, 'amount', '{n}',
               'received_on', '2026-03-02', 'unapplied_credit', 'yes')), false)
             from facilities where id in ({ids})`,
  },
];
