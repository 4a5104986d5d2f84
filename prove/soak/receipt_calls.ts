import { plusDays } from "../../fixtures/days.ts";
import type { Kind } from "./kind.ts";

/** Money received, interest, and the books. */
export const RECEIPTS: readonly Kind[] = [
  {
    name: "enter a check",
    who: "billing",
    weight: 6,
    about: "select id from facilities",
    call: `insert into checks (facility_id, check_number, amount, received_on)
           values ('{id}', '{n}', 50 + {n} % 900, '{today}') returning *`,
    http: ({ id, n, today }) => ({
      path: "checks",
      body: { facility_id: id, check_number: `${n}`, amount: 50 + n % 900, received_on: today },
    }),
    keep: (books, rows) => books.receive(rows),
  },
  {
    name: "enter a check of what is owed",
    who: "billing",
    weight: 10,
    about: "select id from invoices where status in ('sent', 'partially_paid')",
    call: `insert into checks (facility_id, check_number, amount, received_on)
           select facility_id, '{n}', balance + greatest(interest_balance, 0), '{today}'
             from invoices where id = '{id}' and balance > 0 returning *`,
    keep: (books, rows) => books.receive(rows),
  },
  {
    name: "report a payment of the bank",
    who: "billing",
    weight: 3,
    about: "select id from invoices where status in ('sent', 'partially_paid')",
    // By the last part of its number alone, so that a person has to say whose it is: its payer tells them.
    call: `select import_rows('remittances', jsonb_build_array(jsonb_build_object(
                  'bank_reference', 'B{n}', 'received_on', '{today}', 'amount', 50 + {n} % 900,
                  'payer', facility_id, 'invoice_number', ltrim(right(number, 6), '0'), 'invoice_amount', 10)), false)
                  as imported
             from invoices where id = '{id}' and number ~ '-[0-9]{6}$'`,
  },
  {
    name: "say who paid",
    who: "billing",
    weight: 3,
    about: "select id from remittances where check_id is null and payer is not null",
    call: `select assigned.check_id as id, told.payer as facility_id, assigned.amount
             from remittances as told
            cross join lateral assign_remittance(told.id, told.payer::uuid) as assigned
            where told.id = '{id}' and told.check_id is null`,
    keep: (books, rows) => books.receive(rows),
  },
  {
    name: "set a payment of the bank aside",
    who: "billing",
    weight: 1,
    about: "select id from remittances where check_id is null",
    call: "select * from set_aside_remittance('{id}', 'Interest of the bank.')",
    http: ({ id }) => ({
      path: "rpc/set_aside_remittance",
      body: { remittance_id: id, reason: "Interest of the bank." },
    }),
  },
  {
    name: "decide about a short payment",
    who: "billing",
    weight: 2,
    about: "select id from remittance_lines where invoice_id is not null and settled_as is null",
    call: `select * from settle_short_payment(
               '{id}', case when {n} % 2 = 0 then 'dispute' else 'owed' end, reason => 'Hours.')`,
  },
  {
    name: "close the books",
    who: "admin",
    weight: 1,
    call: "select * from close_books(date '{today}' - 20 - {n} % 60)",
    http: ({ today, n }) => ({
      path: "rpc/close_books",
      body: { through: plusDays(today, -20 - n % 60) },
    }),
  },
  {
    name: "give a code other accounts", // those of closed days stay
    who: "admin",
    weight: 1,
    about: "select name as id from time_codes where name <> 'regular'",
    call: `update time_codes
              set revenue_account = (array[null, 'revenue_care', 'revenue_extras', 'revenue_codes'])[1 + {n} % 4],
                  pay_account = (array[null, 'pay_care', 'pay_extras', 'wages', 'reimbursements'])[1 + {n} % 5]
            where name = '{id}' returning name`,
    http: ({ id, n }) => ({
      path: `time_codes?name=eq.${id}`,
      method: "PATCH",
      body: { revenue_account: n % 2 === 0 ? null : "revenue_care" },
    }),
  },
  {
    name: "propose",
    who: "billing",
    weight: 6,
    about: "select id from checks where status = 'received'",
    call: "select * from propose_check_reconciliation('{id}')",
    http: ({ id }) => ({ path: "rpc/propose_check_reconciliation", body: { check_id: id } }),
  },
  {
    name: "confirm",
    who: "billing",
    weight: 6,
    about: "select id from check_reconciliations where status = 'proposed'",
    call: `select confirmed.*,
                  (select coalesce(jsonb_agg(to_jsonb(line)), '[]') from check_reconciliation_lines as line
                    where line.check_reconciliation_id = confirmed.id) as lines
             from confirm_check_reconciliation('{id}') as confirmed`,
    keep: (books, rows) => books.confirm(rows),
  },
  {
    name: "propose what is left as a credit",
    who: "billing",
    weight: 4,
    about: "select id from facility_credits where remaining > 0",
    call: "insert into check_reconciliations (facility_credit_id) values ('{id}') returning id",
  },
  {
    name: "name an invoice that a credit pays",
    who: "billing",
    weight: 4,
    about: `select id from check_reconciliations as made
             where status = 'proposed' and facility_credit_id is not null
               and not exists (select from check_reconciliation_lines where check_reconciliation_id = made.id)`,
    call: `insert into check_reconciliation_lines (check_reconciliation_id, invoice_id, amount)
           select made.id, invoice.id, least(credit.remaining, invoice.balance)
             from check_reconciliations as made
             join facility_credits as credit on credit.id = made.facility_credit_id and credit.remaining > 0
            cross join lateral (select id, balance from invoices
                                 where facility_id = credit.facility_id and status in ('sent', 'partially_paid')
                                   and balance > 0
                                 order by due_date, id limit 1) as invoice
            where made.id = '{id}'
               on conflict do nothing returning id`,
  },
  {
    name: "refund a credit",
    who: "billing",
    weight: 2,
    about: "select id from facility_credits where remaining > 0",
    call: "select * from refund_credit('{id}', 1.00, 'Closed down.')",
    http: ({ id }) => ({
      path: "rpc/refund_credit",
      body: { facility_credit_id: id, amount: 1, reason: "Closed down." },
    }),
    keep: (books, rows) => books.refund(rows),
  },
  {
    name: "return a check",
    who: "billing",
    weight: 2,
    about: "select id from checks where status <> 'returned'",
    call: "select * from return_check('{id}', 'No funds.')",
    keep: (books, rows) => books.return(rows),
  },
  {
    name: "credit an invoice",
    who: "billing",
    weight: 2,
    about: `select id from invoices as invoice where status in ('sent', 'partially_paid', 'paid')
               and exists (select from invoice_lines where invoice_id = invoice.id)`,
    call: "select * from credit_invoice('{id}', 'Billed twice.', reinstate => {n} % 2 = 0)",
    keep: (books, rows) => books.credit(rows),
  },
  {
    name: "credit a part of a line",
    who: "billing",
    weight: 2,
    about:
      `select line.id from invoices as invoice join invoice_lines as line on line.invoice_id = invoice.id
             where invoice.status in ('sent', 'partially_paid', 'paid') and line.amount > 0`,
    call: `select note.* from invoice_lines as line,
                  credit_invoice(line.invoice_id, 'Agreed.', array[line.id], amounts => array[1 + {n} % 50]) as note
            where line.id = '{id}'`,
    keep: (books, rows) => books.credit(rows),
  },
  {
    name: "credit what weeks were billed too much",
    who: "billing",
    weight: 2,
    about: `select invoice.id from invoices as invoice
             where status in ('sent', 'partially_paid', 'paid') and kind not in ('interest', 'opening')`,
    call: "select * from credit_invoice('{id}', 'Less was due.', for_differences => true)",
    keep: (books, rows) => books.credit(rows),
  },
  {
    name: "give a discount",
    who: "billing",
    weight: 1,
    about: "select id from facilities",
    call:
      "update facilities set discount_rate = 0.02, discount_days = {n} % 30 where id = '{id}' returning id",
  },
  {
    name: "enter a fee",
    who: "billing",
    weight: 1,
    about: `select id from facilities
             where not exists (select from facility_fees as fee where fee.facility_id = facilities.id)`,
    call: `insert into facility_fees (facility_id, kind, name, rate, effective_from, lessens_orders)
           values ('{id}', 'msp', 'MSP fee', 0.01 + {n} % 5 / 100.0, '2026-01-01', {n} % 2 = 0) returning id`,
  },
  {
    name: "end a fee",
    who: "billing",
    weight: 1,
    about: "select id from facility_fees where effective_to is null",
    call: "update facility_fees set effective_to = '{today}' where id = '{id}' returning id",
  },
  {
    name: "change terms",
    who: "billing",
    weight: 1,
    about: "select id from facility_interest_terms",
    call:
      "update facility_interest_terms set annual_rate = 0.1 + {n} % 10 / 100.0 where id = '{id}' returning id",
  },
  {
    name: "bill interest",
    who: "billing",
    weight: 4,
    about: "select facility_id as id from invoices where interest_balance > 0",
    call: "select * from invoice_interest('{id}', '{today}')",
    keep: (books, rows) => books.send(rows),
  },
  { name: "accrue-interest", who: "schedule", weight: 3, call: "accrue-interest" },
  {
    name: "move checks in",
    who: "service",
    weight: 2,
    about: "select id from facilities where external_number is not null",
    rows: 3,
    call: `select import_rows('checks', jsonb_agg(jsonb_build_object(
               'external_number', 'R' || {n} || id, 'facility_number', external_number, 'amount', {n} % 900 + 1,
               'received_on', date '{today}' - 18, 'unapplied_credit', 'yes')), false) as imported
             from facilities where id in ({ids})`,
    keep: (books, _, { ids, n }) => {
      for (const id of ids) books.receiveAsCredit(`R${n}${id}`, id, 100n * BigInt(n % 900 + 1));
    },
  },
];
