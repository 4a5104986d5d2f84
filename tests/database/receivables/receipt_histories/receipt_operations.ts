/** Acts on money that comes in. Some of it is refused. */
import fc from "fast-check";
import { dispute, settleDispute } from "../../../support/billing/invoices.ts";
import { credit, creditOfNote } from "../../../support/receivables/credit_notes.ts";
import {
  addLine,
  confirm,
  creditOf,
  reconcile,
  refund,
  returnCheck,
  reverseWriteOff,
  waive,
  writeOff,
} from "../../../support/receivables/receipts.ts";
import { addDays } from "../../../support/interest/oracle_days.ts";
import { type Books, isWriteOff } from "./books.ts";
import { money } from "./interest_of.ts";
import type { Check, Component, Line } from "./facts.ts";
import {
  agree,
  amount,
  daysFrom,
  facility,
  type History,
  newest,
  nth,
  operation,
  payer,
  usual,
} from "./history.ts";

const component: fc.Arbitrary<Component> = fc.constantFrom(
  "principal",
  "interest",
  "write_off",
);

/** A part of what there is, rounded up; the 0th part is a cent too much. */
const divisor = fc.constantFrom(1, 1, 1, 1, 2, 3, 3, 7, 0);
const partOf = (whole: number, divisor: number) =>
  divisor === 0 ? whole + 1 : Math.ceil(whole / divisor);

/** A facility is billed to the program from now on, or to itself. */
export const joining = operation(
  "joining a program",
  fc.record({ facility, joins: fc.constantFrom(true, true, false) }),
  async ({ sql, books }, { facility, joins }) => {
    const joined = books.facilities[facility];
    joined.billTo = joins ? books.program : null;
    await sql`
      update facilities set bill_to_facility_id = ${
      joined.billTo?.id ?? null
    } where id = ${joined.id}`;
  },
);

/** The facility of what a program was sent leaves it, and pays a part of that with money of its own. */
export const leaving = operation(
  "leaving a program",
  fc.record({ nth, divisor }),
  async ({ sql, books }, { nth, divisor }) => {
    const owed = books.invoices.filter((one) =>
      one.sentTo !== null && !one.isVoid && books.owed(one, "principal") > 0
    );
    const invoice = newest(owed, nth);
    if (invoice === undefined) return;
    const { facility } = invoice;
    facility.billTo = null;
    await sql`update facilities set bill_to_facility_id = null where id = ${facility.id}`;
    const amount = partOf(books.owed(invoice, "principal"), divisor);
    const receivedOn = books.businessDate;
    const came = { facility, number: `L${books.checks.length}`, method: "ach", amount, receivedOn };
    const check = await enterCheck(sql, came, false, false);
    books.checks.push(check);
    const lines = [{ invoice, component: "principal" as const, amount }];
    const id = await reconcile(sql, { check: check.id }, { [invoice.id]: money(amount) });
    const made = { id, check, ofCredit: false, lines, confirmedAt: null, returnedAt: null };
    books.reconciliations.push(made);
    await agree(() => confirm(sql, id), books.whyNotConfirmed(made), () => books.confirm(made));
  },
);

/** Any that comes, or the one that an invoice waited for, received on its last day, once that has come. */
export const check = operation(
  "a check",
  fc.record({
    payer,
    method: fc.constantFrom("check", "ach", "wire"),
    amount,
    received: fc.oneof(daysFrom(-10, 0), daysFrom(-60, 0), daysFrom(1, 2)),
    inTimeFor: fc.option(nth, { freq: 2 }),
    late: fc.boolean(),
  }),
  async ({ sql, books }, { payer, method, inTimeFor, late, ...any }) => {
    const owner = payer === "program" ? books.program : books.facilities[payer];
    const invoices = books.invoices.filter((one) => books.mayPay(owner, one) && one.sent);
    const invoice = inTimeFor === null ? undefined : newest(invoices, inTimeFor);
    const amount = invoice?.total ?? any.amount;
    const due = invoice?.sent?.due;
    const receivedOn = due !== undefined && due <= books.businessDate
      ? due
      : addDays(books.today, any.received);
    const number = String(books.checks.length + 1);
    const came = { facility: owner, number, method, amount, receivedOn };
    await agree(
      async () => books.checks.push(await enterCheck(sql, came, false, late)),
      receivedOn > books.businessDate ? "day_not_come" : books.whyNotInBooks(receivedOn, late),
      () => {},
    );
  },
);

type Came = Omit<Check, "id" | "reconciledAt" | "returnedAt">;

async function enterCheck(
  sql: History["sql"],
  came: Came,
  again: boolean,
  late: boolean,
): Promise<Check> {
  const { facility, number, method, amount, receivedOn } = came;
  const [made] = await sql<[{ id: string }]>`
    insert into checks (facility_id, check_number, method, amount, received_on, entered_again, late)
    values (${facility.id}, ${number}, ${method}, ${
    money(amount)
  }, ${receivedOn}, ${again}, ${late})
    returning id`;
  return { ...came, id: made.id, reconciledAt: null, returnedAt: null };
}

/** One that is there is entered once more, now and then on purpose. */
export const checkAgain = operation(
  "a check again",
  fc.record({ nth, again: fc.constantFrom(false, false, false, true), late: fc.boolean() }),
  async ({ sql, books }, { nth, again, late }) => {
    const known = newest(books.checks, nth);
    if (known === undefined) return;
    await agree(
      async () => books.checks.push(await enterCheck(sql, known, again, late)),
      (again ? null : books.whyNotEntered(known)) ?? books.whyNotInBooks(known.receivedOn, late),
      () => {},
    );
  },
);

interface WantedLine {
  readonly usual: boolean;
  readonly nth: number;
  readonly component: Component;
  readonly divisor: number;
}

const lines: fc.Arbitrary<WantedLine[]> = fc.array(
  fc.record({ usual, nth, component, divisor }),
  { maxLength: 4 },
);

/** Lines over invoices that it may pay and that owe something, or now and then over any. */
function chooseLines(books: Books, check: Check, available: number, wanted: WantedLine[]): Line[] {
  const chosen: Line[] = [];
  let left = available;
  for (const { usual, nth, component, divisor } of wanted) {
    const owing = books.invoices.filter((invoice) =>
      books.mayPay(check.facility, invoice) && invoice.sent && books.owed(invoice, component) > 0
    );
    const invoice = newest(usual ? owing : books.invoices, nth);
    if (invoice === undefined) continue;
    const amount = partOf(Math.min(left, books.owed(invoice, component)), divisor);
    const again = chosen.some((line) => line.invoice === invoice && line.component === component);
    if (amount === 0 || again) continue;
    chosen.push({ invoice, component, amount });
    left -= Math.min(left, amount);
  }
  return chosen;
}

async function propose(
  { sql, books }: History,
  check: Check,
  ofCredit: boolean,
  wanted: WantedLine[],
): Promise<void> {
  const lines = chooseLines(books, check, books.available(check, ofCredit), wanted);
  const source = check.note
    ? { credit: await creditOfNote(sql, check.note.id) }
    : ofCredit
    ? { credit: await creditOf(sql, check.id) }
    : { check: check.id };
  const id = await reconcile(sql, source, {});
  for (const { invoice, component, amount } of lines) {
    await addLine(sql, id, invoice.id, `${component} ${money(amount)}`.replace("principal ", ""));
  }
  books.reconciliations.push({ id, check, ofCredit, lines, confirmedAt: null, returnedAt: null });
}

/** Of a check without a live reconciliation, as the database allows one only. */
export const proposal = operation(
  "a reconciliation",
  fc.record({ usual, nth, lines }),
  async (history, { usual, nth, lines }) => {
    const { checks, reconciliations } = history.books;
    const free = checks.filter((check) =>
      !(usual && check.returnedAt) &&
      !reconciliations.some((one) => one.check === check && !one.ofCredit && !one.returnedAt)
    );
    const chosen = newest(free, nth);
    if (chosen !== undefined) await propose(history, chosen, false, lines);
  },
);

export const spending = operation(
  "a reconciliation of a credit",
  fc.record({ usual, nth, lines }),
  async (history, { usual, nth, lines }) => {
    const { books } = history;
    const credits = [...books.checks, ...books.noteCredits].filter((check) =>
      books.creditOf(check) > 0 && !(usual && books.available(check, true) === 0)
    );
    const chosen = newest(credits, nth);
    if (chosen !== undefined) await propose(history, chosen, true, lines);
  },
);

/** Of a proposed one, or now and then any. */
export const confirmation = operation(
  "confirm_check_reconciliation",
  fc.record({ usual, nth }),
  async ({ sql, books }, { usual, nth }) => {
    const all = books.reconciliations;
    const open = all.filter((one) => !one.confirmedAt && !one.returnedAt);
    const chosen = newest(usual ? open : all, nth);
    if (chosen === undefined) return;
    await agree(
      () => confirm(sql, chosen.id),
      books.whyNotConfirmed(chosen),
      () => books.confirm(chosen),
    );
  },
);

export const returning = operation(
  "return_check",
  fc.record({ usual, nth }),
  async ({ sql, books }, { usual, nth }) => {
    const chosen = newest(books.checks.filter((one) => !(usual && one.returnedAt)), nth);
    if (chosen === undefined) return;
    await agree(
      () => returnCheck(sql, chosen.id),
      books.whyNotReturned(chosen),
      () => books.return(chosen),
    );
  },
);

/** Of what a check or a credit note left, or of a note alone, a part; now and then more than that. */
export const refunding = operation(
  "refund_credit",
  fc.record({ usual, nth, divisor, ofNote: fc.boolean() }),
  async ({ sql, books }, { usual, nth, divisor, ofNote }) => {
    const credits = [...ofNote ? [] : books.checks, ...books.noteCredits].filter((check) =>
      books.creditOf(check) > 0 && !(usual && books.available(check, true) === 0)
    );
    const chosen = newest(credits, nth);
    if (chosen === undefined) return;
    const amount = Math.max(1, partOf(books.available(chosen, true), divisor));
    const creditId = chosen.note
      ? await creditOfNote(sql, chosen.note.id)
      : await creditOf(sql, chosen.id);
    const today = books.businessDate;
    const refundedOn = chosen.receivedOn > today ? chosen.receivedOn : today;
    let id = "";
    await agree(
      async () => ({ id = "" } = await refund(sql, creditId, money(amount))),
      books.whyNotRefunded(chosen, amount),
      () => books.refunds.push({ id, check: chosen, amount, refundedOn }),
    );
  },
);

export const writingOff = operation(
  "write_off_invoice",
  fc.record({ usual, nth, divisor, reason: fc.constantFrom("Disputed", "Short-paid") }),
  async ({ sql, books }, { usual, nth, divisor, reason }) => {
    const open = books.invoices.filter((one) => one.sent && !one.isVoid);
    const invoice = newest(usual ? open : books.invoices, nth);
    if (invoice === undefined) return;
    const owed = books.owed(invoice, "principal") + books.owed(invoice, "interest");
    const amount = Math.max(1, partOf(owed, divisor));
    const given = { requestId: crypto.randomUUID(), invoice, amount, reason };
    await agree(
      () => writeOff(sql, invoice.id, money(amount), reason, given.requestId),
      books.whyNotWrittenOff(given),
      () => books.writeOff(given),
    );
  },
);

/** Takes a write-off or a waiver back, now and then once more. */
export const takingBackWriteOff = operation(
  "reverse_write_off",
  fc.record({ usual, nth }),
  async ({ sql, books }, { usual, nth }) => {
    const rows = await sql<
      {
        id: string;
        invoice: string;
        component: string;
        cents: number;
        day: string;
        isOver: boolean;
      }[]
    >`select id, invoice_id as invoice, component, (amount * 100)::int as cents, paid_on::text as day,
             reversed_at is not null as "isOver"
        from payments where source = 'write_off' and (reversed_at is null or not ${usual})
       order by created_at, id`;
    const row = newest(rows, nth);
    // Of two that are alike, either.
    const kept = books.payments.find((one) =>
      isWriteOff(one) && one.invoice.id === row?.invoice && one.component === row.component &&
      one.amount === row.cents && one.paidOn === row.day && Boolean(one.takenBackAt) === row.isOver
    );
    if (row === undefined || kept === undefined) return;
    await agree(
      () => reverseWriteOff(sql, row.id),
      books.whyNotTakenBack(kept),
      () => books.takeBack(kept),
    );
  },
);

/** A check for what an invoice owes less its discount, or now and then a cent more or less than that. */
export const payingEarly = operation(
  "a discount",
  fc.record({ nth, daysAgo: daysFrom(-4, 0), off: fc.constantFrom(0, 0, 0, 0, 1, -1) }),
  async ({ sql, books }, { nth, daysAgo, off }) => {
    const given = books.invoices.filter((one) => {
      const left = books.discountLeft(one);
      return left > 0 && !one.isVoid && books.owed(one, "principal") > left + 1;
    });
    const invoice = newest(given, nth);
    if (invoice === undefined) return;
    const discount = books.discountLeft(invoice);
    const amount = books.owed(invoice, "principal") - discount;
    const came = {
      facility: invoice.facility,
      number: `D${books.checks.length}`,
      method: "check",
      amount: amount + 100,
      receivedOn: addDays(books.businessDate, daysAgo),
    };
    const check = await enterCheck(sql, came, false, true);
    books.checks.push(check);
    const lines = [
      { invoice, component: "principal" as const, amount },
      { invoice, component: "discount" as const, amount: discount + off },
    ].filter((line) => line.amount > 0);
    const id = await reconcile(sql, { check: check.id }, {});
    for (const { component, amount } of lines) {
      await addLine(sql, id, invoice.id, `${component} ${money(amount)}`);
    }
    const made = { id, check, ofCredit: false, lines, confirmedAt: null, returnedAt: null };
    books.reconciliations.push(made);
    await agree(() => confirm(sql, id), books.whyNotConfirmed(made), () => books.confirm(made));
  },
);

/** A check for what was written off of an invoice, or for a part of it, or a cent too much. */
export const recovering = operation(
  "a recovery",
  fc.record({ nth, divisor }),
  async ({ sql, books }, { nth, divisor }) => {
    const given = books.invoices.filter((one) => books.owed(one, "write_off") > 0);
    const invoice = newest(given, nth);
    if (invoice === undefined) return;
    const amount = partOf(books.owed(invoice, "write_off"), divisor);
    const came = {
      facility: invoice.facility,
      number: `R${books.checks.length}`,
      method: "check",
      amount,
      receivedOn: books.businessDate,
    };
    const check = await enterCheck(sql, came, false, false);
    books.checks.push(check);
    const id = await reconcile(sql, { check: check.id }, {
      [invoice.id]: `write_off ${money(amount)}`,
    });
    const lines = [{ invoice, component: "write_off" as const, amount }];
    const made = { id, check, ofCredit: false, lines, confirmedAt: null, returnedAt: null };
    books.reconciliations.push(made);
    await agree(
      () => confirm(sql, id),
      books.whyNotConfirmed(made),
      () => books.confirm(made),
    );
  },
);

/** Of the interest that is owed a part, or now and then of one that owes none. */
export const waiving = operation(
  "waive_interest",
  fc.record({ usual, nth, divisor }),
  async ({ sql, books }, { usual, nth, divisor }) => {
    const open = books.invoices.filter((one) =>
      one.sent && !one.isVoid && books.owed(one, "interest") > 0
    );
    const invoice = newest(usual && open.length > 0 ? open : books.invoices, nth);
    if (invoice === undefined) return;
    const amount = Math.max(1, partOf(books.owed(invoice, "interest"), divisor));
    await agree(
      () => waive(sql, invoice.id, money(amount)),
      books.whyNotWaived(invoice, amount),
      () => books.waive(invoice, amount),
    );
  },
);

/** A credit note for a whole invoice, from its issue or from today. */
export const crediting = operation(
  "credit_invoice",
  fc.record({ usual, nth, countsFrom: fc.constantFrom("invoice", "credit"), late: fc.boolean() }),
  async ({ sql, books }, { usual, nth, countsFrom, late }) => {
    const fit = books.invoices.filter((one) => books.whyNotCredited(one, countsFrom) === null);
    const invoice = newest(usual ? fit : books.invoices, nth);
    if (invoice === undefined) return;
    const issued = invoice.sent?.issued ?? "";
    const today = books.businessDate;
    const countsOn = countsFrom === "credit" && today > issued ? today : issued;
    let id = "";
    await agree(
      async () => ({ id } = await credit(sql, invoice.id, { countsFrom, late })),
      books.whyNotCredited(invoice, countsFrom) ?? books.whyNotInBooks(countsOn, late),
      () => books.credit({ id, invoice, countsOn }),
    );
  },
);

/** A credit note for a part of the line of an invoice, with its share of fee and tax, now and then for more than is left. */
export const creditingInPart = operation(
  "credit_invoice in part",
  fc.record({ nth, divisor, countsFrom: fc.constantFrom("invoice", "credit"), late: fc.boolean() }),
  async ({ sql, books }, { nth, divisor, countsFrom, late }) => {
    const invoice = newest(
      books.invoices.filter((one) => one.hasLines && !one.interestThrough),
      nth,
    );
    if (invoice === undefined) return;
    const amount = partOf(invoice.gross, divisor);
    const issued = invoice.sent?.issued ?? "";
    const today = books.businessDate;
    const countsOn = countsFrom === "credit" && today > issued ? today : issued;
    const [line] = await sql<[{ id: string }]>`
      select id from invoice_lines where invoice_id = ${invoice.id} and base is null`;
    const part = { lines: [line.id], amounts: [money(amount)] };
    let id = "";
    await agree(
      async () => ({ id } = await credit(sql, invoice.id, { ...part, countsFrom, late })),
      books.whyNotCreditedInPart(invoice, amount) ?? books.whyNotInBooks(countsOn, late),
      () => books.credit({ id, invoice, countsOn }, amount),
    );
  },
);

/** A dispute of an invoice, or of a part of its line; now and then of more than that, or once more. */
export const disputing = operation(
  "dispute_invoice",
  fc.record({ usual, nth, divisor, isOfLine: fc.boolean() }),
  async ({ sql, books }, { usual, nth, divisor, isOfLine }) => {
    const fit = books.invoices.filter((one) =>
      one.hasLines && books.whyNotDisputed(one, null) === null
    );
    const invoice = newest(usual ? fit : books.invoices, nth);
    if (invoice === undefined) return;
    const [line] = await sql<{ id: string }[]>`
      select id from invoice_lines where invoice_id = ${invoice.id} and base is null`;
    const amount = isOfLine && line && !invoice.interestThrough
      ? partOf(invoice.gross, divisor)
      : null;
    const parts = line && amount !== null ? [[line.id], [money(amount)]] : [];
    await agree(
      () => dispute(sql, invoice.id, "Not ours.", ...parts),
      books.whyNotDisputed(invoice, amount),
      () => books.dispute(invoice, amount),
    );
  },
);

export const settlingDispute = operation("settle_dispute", nth, async ({ sql, books }, n) => {
  const invoice = newest(books.invoices.filter(({ disputed }) => disputed), n);
  if (invoice === undefined) return;
  await settleDispute(sql, invoice.id);
  invoice.disputed = null;
});

/** The call of a write-off is made once more, now and then with another reason. */
export const writingOffAgain = operation(
  "write_off_invoice again",
  fc.record({ nth, reason: fc.constantFrom("Disputed", "Short-paid") }),
  async ({ sql, books }, { nth, reason }) => {
    const first = newest(books.writeOffs, nth);
    if (first === undefined) return;
    const { invoice, amount, requestId } = first;
    await agree(
      () => writeOff(sql, invoice.id, money(amount), reason, requestId),
      books.whyNotAgain(first, { ...first, reason }),
      () => {},
    );
  },
);
