/**
 * Books of what a firm receives, as docs/architecture.md has it: in whole cents, beside the database and without it. Facts
 * alone are kept (a check came, was spread so, bounced); what is paid and owed is added up from them each time.
 */
import type { InterestTerms } from "../../../../supabase/functions/_shared/interest/compute_interest.ts";
import type {
  Check,
  Component,
  CreditNote,
  Facility,
  Invoice,
  Line,
  Payment,
  Reconciliation,
  Refund,
  WriteOff,
} from "./facts.ts";
import { netOf } from "./charges.ts";
import { interestOf } from "./interest_of.ts";

const DENVER = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Denver" });

const sum = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((total, { amount }) => total + amount, 0);

/** A discount spends nothing. */
const isSpent = ({ component }: Line): boolean => component !== "discount";

/** Nothing but a write-off or a waiver comes from nowhere. */
export const isWriteOff = ({ reconciliation, note, billedOn }: Payment): boolean =>
  !reconciliation && !note && !billedOn;

/** Principal that a credit note pays, of its invoice. */
const paymentBy = (note: CreditNote, amount: number): Payment => ({
  invoice: note.invoice,
  component: "principal",
  amount,
  paidOn: note.countsOn,
  reconciliation: null,
  note,
});

const unpaid = () => ({
  isVoid: false,
  disputed: null,
  paidAt: null,
  accrued: 0,
  isExplained: false,
  computedOn: null,
  computed: null,
});

export class Books {
  now = "2026-03-02T18:00:00+00:00";
  /** The day through which the journal was closed; no history closes it by itself. */
  closedThrough = "";
  readonly invoices: Invoice[] = [];
  readonly checks: Check[] = [];
  readonly reconciliations: Reconciliation[] = [];
  readonly payments: Payment[] = [];
  readonly writeOffs: WriteOff[] = [];
  readonly notes: CreditNote[] = [];
  readonly refunds: Refund[] = [];
  /** Credit that credit notes left. */
  readonly noteCredits: Check[] = [];

  /** @param program to which facilities may be billed, and at which there are checks alone */
  constructor(readonly facilities: readonly [Facility, Facility], readonly program: Facility) {}

  addInvoice(
    id: string,
    facility: Facility,
    total: number,
    sent: Invoice["sent"],
    gross = total,
  ): void {
    const sentTo = sent === null ? null : facility.billTo;
    const hasLines = sent === null;
    this.invoices.push({ id, facility, total, gross, hasLines, sent, sentTo, ...unpaid() });
  }

  /** True if a facility's money may pay an invoice: its own, or one that is owed by who is billed for it. */
  mayPay(payer: Facility, invoice: Invoice): boolean {
    return invoice.facility === payer || this.debtorOf(invoice) === (payer.billTo ?? payer);
  }

  /** The customer that owes an invoice: the program that it was sent to, else who is billed for its facility. */
  debtorOf({ facility, sentTo }: Invoice): Facility {
    return sentTo ?? facility.billTo ?? facility;
  }

  /** For the job. */
  get today(): string {
    return this.now.slice(0, 10);
  }

  /** For the procedures. */
  get businessDate(): string {
    return DENVER.format(new Date(this.now));
  }

  /** Reason for which a document of a day is refused, unless it is said to be late. */
  whyNotInBooks(day: string, late: boolean): string | null {
    return day <= this.closedThrough && !late ? "books_closed" : null;
  }

  /** The payments of an invoice in force: a check that bounced takes its own away. */
  inForce(invoice: Invoice, component: Component): Payment[] {
    return this.payments.filter((payment) =>
      payment.invoice === invoice && payment.component === component &&
      !payment.reconciliation?.returnedAt && !payment.billedOn?.interestBackAt &&
      !payment.takenBackAt
    );
  }

  /** Write-offs in force. */
  writtenOff(invoice: Invoice): Payment[] {
    return this.payments.filter((payment) =>
      payment.invoice === invoice && isWriteOff(payment) && !payment.takenBackAt
    );
  }

  paid(invoice: Invoice, component: Component): number {
    return sum(this.inForce(invoice, component));
  }

  /** Of interest, what is still open as last computed; less than nothing is owed to nobody. */
  owed(invoice: Invoice, component: Component): number {
    if (component === "write_off") {
      return sum(this.writtenOff(invoice)) - this.paid(invoice, component);
    }
    return component === "principal"
      ? invoice.total - this.paid(invoice, component)
      : Math.max(0, invoice.accrued - this.paid(invoice, component));
  }

  status(invoice: Invoice): "draft" | "void" | "sent" | "partially_paid" | "paid" {
    if (invoice.isVoid) return "void";
    if (invoice.sent === null) return "draft";
    const paid = this.paid(invoice, "principal");
    return paid === 0 ? "sent" : paid < invoice.total ? "partially_paid" : "paid";
  }

  /** The day of the last principal payment in force. */
  principalPaidOn(invoice: Invoice): string | null {
    return this.inForce(invoice, "principal").map(({ paidOn }) => paidOn).sort().at(-1) ?? null;
  }

  /** Reason why a check must not be entered once more as if it were another. */
  whyNotEntered({ facility, number, method, amount }: Check): string | null {
    const isThere = this.checks.some((one) =>
      one.facility === facility && one.number === number && one.method === method &&
      one.amount === amount && !one.returnedAt
    );
    return isThere ? "check_already_entered" : null;
  }

  /** Amount that a check left over when it was reconciled, or a credit note when it was issued. */
  creditOf(check: Check): number {
    if (check.note) return check.amount;
    const own = this.reconciliations.find((reconciliation) =>
      reconciliation.check === check && !reconciliation.ofCredit && reconciliation.confirmedAt
    );
    return own === undefined ? 0 : check.amount - sum(own.lines.filter(isSpent));
  }

  /** Amount left to spend of a check or its credit. */
  available(check: Check, ofCredit: boolean): number {
    if (!ofCredit) return check.amount;
    if (check.returnedAt) return 0;
    const spent = this.payments.filter(({ reconciliation, note, isMoved, isDiscount }) =>
      reconciliation?.check === check && reconciliation.ofCredit && !isDiscount ||
      isMoved && note === check.note
    );
    const refunded = this.refunds.filter((refund) => refund.check === check);
    return this.creditOf(check) - sum(spent) - sum(refunded);
  }

  whyNotRefunded(check: Check, amount: number): string | null {
    return amount <= this.available(check, true) ? null : "refund_over_credit";
  }

  /** Reason why a check must not be taken back: what it left was paid out. */
  whyNotReturned(check: Check): string | null {
    const isRefunded = this.refunds.some((refund) => refund.check === check);
    return isRefunded ? "check_refunded" : null;
  }

  /** Reason why a reconciliation must not be posted; the first thing that is wrong. */
  whyNotConfirmed(
    { check, ofCredit, lines, confirmedAt, returnedAt }: Reconciliation,
  ): string | null {
    if (returnedAt || check.returnedAt) return "check_returned";
    if (confirmedAt) return null;
    const some = (isWrong: (line: Line) => boolean) => lines.some(isWrong);
    if (some(({ invoice }) => !this.mayPay(check.facility, invoice))) {
      return "invoice_of_other_facility";
    }
    if (some(({ invoice }) => invoice.isVoid || !invoice.sent)) return "invoice_not_sent";
    if (some((line) => isSpent(line) && line.amount > this.owed(line.invoice, line.component))) {
      return "lines_over_owed";
    }
    if (some((line) => !isSpent(line) && !this.#isEarned(line, lines, check, ofCredit))) {
      return "discount_not_earned";
    }
    return sum(lines.filter(isSpent)) > this.available(check, ofCredit) ? "lines_over_check" : null;
  }

  /** True of a discount that is given on that day, and without which the rest is paid. */
  #isEarned(
    { invoice, amount }: Line,
    lines: readonly Line[],
    check: Check,
    ofCredit: boolean,
  ): boolean {
    const { discount } = invoice.sent ?? {};
    if (discount === undefined || amount > this.discountLeft(invoice)) return false;
    const rest = lines.filter((line) => line.invoice === invoice && line.component === "principal");
    return this.#dayOf(invoice, check, ofCredit) <= discount.until &&
      amount + sum(rest) === this.owed(invoice, "principal");
  }

  /** Discounts of an invoice in force. */
  #discounts(invoice: Invoice): Payment[] {
    return this.inForce(invoice, "principal").filter(({ isDiscount }) => isDiscount);
  }

  /** Discount that an invoice still gives, of what is not credited of it. */
  discountLeft(invoice: Invoice): number {
    const given = invoice.sent?.discount?.amount ?? 0;
    const left = Math.round(given * this.#uncredited(invoice) / invoice.total);
    return Math.max(0, left - sum(this.#discounts(invoice)));
  }

  /** Takes so much of the discounts back, of the newest first: what stands in their place. */
  #takeDiscountsBack(note: CreditNote, part: number): Payment[] {
    let left = part;
    const newest = this.#discounts(note.invoice).reverse()
      .toSorted((one, other) => one.paidOn < other.paidOn ? 1 : one.paidOn > other.paidOn ? -1 : 0);
    return newest.flatMap((discount) => {
      const back = Math.min(left, discount.amount);
      if (back === 0) return [];
      left -= back;
      const { invoice, component, paidOn } = discount;
      const issued = note.invoice.sent?.issued ?? "";
      const owedOn = paidOn > issued ? paidOn : issued;
      const day = note.countsOn < owedOn ? note.countsOn : owedOn;
      const rest = { ...discount, amount: discount.amount - back };
      discount.takenBackAt = this.now;
      return [
        rest,
        { invoice, component, amount: back, paidOn: day, reconciliation: null, note },
      ].filter(({ amount }) => amount > 0);
    });
  }

  #dayOf(invoice: Invoice, check: Check, ofCredit: boolean): string {
    const issued = invoice.sent?.issued ?? "";
    return ofCredit && issued > check.receivedOn ? issued : check.receivedOn;
  }

  confirm(reconciliation: Reconciliation): void {
    if (reconciliation.confirmedAt) return;
    const { check, ofCredit, lines } = reconciliation;
    reconciliation.confirmedAt = this.now;
    check.reconciledAt ??= this.now;
    this.#record(lines.map((line) => {
      const paidOn = this.#dayOf(line.invoice, check, ofCredit);
      return line.component === "discount"
        ? { ...line, component: "principal", isDiscount: true, reconciliation, paidOn }
        : { ...line, reconciliation, paidOn };
    }));
  }

  /** Takes a check back, with all that was made of its money. */
  return(check: Check): void {
    if (check.returnedAt) return;
    check.returnedAt = this.now;
    const reversed = this.reconciliations.filter((one) => one.check === check);
    const reopened = new Set<Invoice | undefined>(
      this.payments.filter(({ reconciliation }) =>
        reconciliation && reversed.includes(reconciliation)
      ).map(({ invoice }) => invoice),
    );
    for (const reconciliation of reversed) reconciliation.returnedAt = this.now;
    this.#settle(
      this.payments.filter(({ reconciliation }) =>
        reconciliation && reversed.includes(reconciliation)
      ),
    );
    for (const credit of this.noteCredits) {
      if (reopened.has(credit.note?.invoice)) this.#moveBack(credit);
    }
  }

  /** A credit note lessens its own invoice first. */
  #moveBack(credit: Check): void {
    const { note } = credit;
    if (note === undefined) return;
    const open = this.owed(note.invoice, "principal");
    const amount = Math.min(open, this.available(credit, true));
    if (amount > 0) this.#record([{ ...paymentBy(note, amount), isMoved: true }]);
  }

  whyNotDisputed(invoice: Invoice, amount: number | null): string | null {
    if (invoice.disputed) return null;
    if (!["sent", "partially_paid"].includes(this.status(invoice))) return "invoice_not_owed";
    return (amount ?? 0) <= this.#uncreditedGross(invoice) ? null : "line_not_disputable";
  }

  /** Disputes so much of an invoice's line, or the invoice; the first dispute stays. */
  dispute(invoice: Invoice, amount: number | null): void {
    invoice.disputed ??= { amount };
  }

  /** A note for a line settles as much of its dispute. */
  #settleDispute(invoice: Invoice, credited: number): void {
    if (!invoice.disputed?.amount) return;
    const amount = invoice.disputed.amount - credited;
    invoice.disputed = amount > 0 ? { amount } : null;
  }

  whyNotCredited(invoice: Invoice, countsFrom: string): string | null {
    if (invoice.isVoid || !invoice.sent) return "invoice_not_sent";
    if (invoice.interestThrough && countsFrom !== "credit") {
      return "interest_reinstated_from_invoice";
    }
    const left = invoice.interestThrough && this.#isCredited(invoice)
      ? 0
      : this.#uncredited(invoice);
    return invoice.hasLines && left > 0 ? null : "nothing_to_credit";
  }

  /** Reason why so much of an invoice's line is not credited. */
  whyNotCreditedInPart(invoice: Invoice, amount: number): string | null {
    if (invoice.isVoid || !invoice.sent) return "invoice_not_sent";
    const left = this.#uncreditedGross(invoice);
    if (left === 0) return "line_not_creditable";
    if (amount > left) return "credit_over_rest";
    return this.#partOf(invoice, amount) > 0 ? null : "nothing_to_credit";
  }

  /** Amount of an invoice that no credit note has taken back. */
  #uncredited(invoice: Invoice): number {
    return this.notes.filter((note) => note.invoice === invoice)
      .reduce((left, { amount }) => left - amount, invoice.total);
  }

  /** Amount of its line of which the same is true. */
  #uncreditedGross(invoice: Invoice): number {
    return this.notes.filter((note) => note.invoice === invoice)
      .reduce((left, { gross }) => left - gross, invoice.gross);
  }

  /** Credit for so much of its line, with what fee and tax come to more than for what was credited before. */
  #partOf(invoice: Invoice, amount: number): number {
    const credited = invoice.gross - this.#uncreditedGross(invoice);
    return netOf(invoice, credited + amount) - netOf(invoice, credited);
  }

  #isCredited(invoice: Invoice): boolean {
    return this.payments.some(({ note }) => note?.invoice === invoice) ||
      this.noteCredits.some(({ note }) => note?.invoice === invoice);
  }

  /** Pays what the invoice owes, and leaves the rest to spend: so much of it, or all that is left, which frees its interest. */
  credit(of: Omit<CreditNote, "amount" | "gross">, part?: number): void {
    const { invoice, countsOn: receivedOn } = of;
    const rest = this.#uncredited(invoice);
    const amounts = part === undefined
      ? { amount: rest, gross: this.#uncreditedGross(invoice) }
      : { amount: this.#partOf(invoice, part), gross: part };
    const note = { ...of, ...amounts };
    this.notes.push(note);
    const { facility } = invoice;
    if (part === undefined) this.#putInterestBack(invoice);
    const taken = sum(this.#discounts(invoice));
    const back = taken - Math.round(taken * (rest - note.amount) / rest);
    const paid = Math.min(note.amount - back, this.owed(invoice, "principal"));
    const news = this.#takeDiscountsBack(note, back);
    if (paid > 0) news.push(paymentBy(note, paid));
    if (news.length > 0) this.#record(news);
    this.#settleDispute(invoice, note.gross);
    const amount = note.amount - paid - back;
    if (amount === 0) return;
    const credit = { id: note.id, facility, number: "", method: "", note, receivedOn };
    this.noteCredits.push({ ...credit, amount, reconciledAt: this.now, returnedAt: null });
  }

  whyNotWrittenOff(writeOff: WriteOff): string | null {
    const { invoice, amount } = writeOff;
    if (invoice.isVoid || !invoice.sent) return "invoice_not_sent";
    const owed = this.owed(invoice, "principal") + this.owed(invoice, "interest");
    return amount <= owed ? null : "write_off_over_owed";
  }

  /** Reason why a write-off must not be taken back: what it gave up came in meanwhile. */
  whyNotTakenBack({ invoice, amount, takenBackAt }: Payment): string | null {
    if (takenBackAt) return null;
    return amount <= this.owed(invoice, "write_off") ? null : "write_off_recovered";
  }

  /** Owes it again; what a credit note left because of it goes back first. */
  takeBack(payment: Payment): void {
    if (payment.takenBackAt) return;
    payment.takenBackAt = this.now;
    this.#settle([payment]);
    for (const credit of this.noteCredits) {
      if (credit.note?.invoice === payment.invoice) this.#moveBack(credit);
    }
  }

  whyNotWaived(invoice: Invoice, amount: number): string | null {
    if (invoice.isVoid || !invoice.sent) return "invoice_not_sent";
    if (invoice.interestThrough) return "billed_interest_is_credited";
    return amount <= this.owed(invoice, "interest") ? null : "waiver_over_owed";
  }

  waive(invoice: Invoice, amount: number): void {
    const part = { invoice, component: "interest" as const, amount };
    this.#record([{ ...part, reconciliation: null, paidOn: this.businessDate }]);
  }

  /** Reason why a call must not be made once more under the id of another. */
  whyNotAgain(first: WriteOff, { invoice, amount, reason }: WriteOff): string | null {
    const isSame = first.invoice === invoice && first.amount === amount && first.reason === reason;
    return isSame ? null : "request_id_reused";
  }

  /** Gives up principal first, then interest. */
  writeOff(writeOff: WriteOff): void {
    this.writeOffs.push(writeOff);
    const { invoice, amount } = writeOff;
    const principal = Math.min(amount, this.owed(invoice, "principal"));
    const parts = { principal, interest: amount - principal };
    this.#record(
      (["principal", "interest"] as const)
        .map((component) => ({ invoice, component, amount: parts[component] }))
        .filter((part) => part.amount > 0)
        .map((part) => ({ ...part, reconciliation: null, paidOn: this.businessDate })),
    );
  }

  whyNotVoided(invoice: Invoice): string | null {
    if (this.#isCredited(invoice)) return "invoice_has_credit_notes";
    const paid = this.paid(invoice, "principal") + this.paid(invoice, "interest");
    return paid === 0 ? null : "invoice_has_payments";
  }

  /** Again: nothing more. */
  void(invoice: Invoice): void {
    if (invoice.isVoid) return;
    invoice.isVoid = true;
    invoice.disputed = null;
    this.#bearNothing(invoice);
    this.#putInterestBack(invoice);
  }

  /** Returns interest that an invoice billed to the invoices where it accrued, to be owed there again. */
  #putInterestBack(invoice: Invoice): void {
    if (invoice.interestThrough === undefined) return;
    invoice.interestBackAt = this.now;
    this.#settle(this.payments.filter(({ billedOn }) => billedOn === invoice));
  }

  /** The interest through a day that is neither paid nor billed, by what stands on each invoice as of that day. */
  toBill(facility: Facility, standing: ReadonlyMap<string, number>): Line[] {
    return this.invoices
      .filter((one) => this.#isBilledOf(facility, one) && one.sent && !one.isVoid)
      .map((invoice) => ({
        invoice,
        component: "interest" as const,
        amount: (standing.get(invoice.id) ?? 0) - this.paid(invoice, "interest"),
      }))
      .filter(({ amount }) => amount > 0);
  }

  /** True if its interest is billed with that of a facility, and was not sent to a program that this has left. */
  #isBilledOf(facility: Facility, invoice: Invoice): boolean {
    return invoice.facility === facility &&
      this.debtorOf(invoice) === (facility.billTo ?? facility);
  }

  /** The invoice that bills the interest through a day. */
  billOf(facility: Facility, through: string): Invoice | undefined {
    return this.invoices.findLast((one) =>
      this.#isBilledOf(facility, one) && one.interestThrough === through && !one.isVoid
    );
  }

  whyNotBilled(facility: Facility, through: string, lines: readonly Line[]): string | null {
    if (through > this.businessDate) return "day_ahead";
    if (lines.length === 0 && this.billOf(facility, through)) return null;
    const isMissing = this.invoices.some((one) =>
      this.#isBilledOf(facility, one) && this.#bears(one) && through > (one.sent?.due ?? "") &&
      (one.computedOn ?? "") < through
    );
    if (isMissing) return "interest_not_computed";
    return lines.length === 0 ? "no_interest_to_bill" : null;
  }

  /** True if the job computes it once it is overdue. */
  #bears(invoice: Invoice): boolean {
    if (invoice.interestThrough !== undefined) return false;
    const status = this.status(invoice);
    if (status !== "paid") return status === "sent" || status === "partially_paid";
    const paidOn = this.principalPaidOn(invoice);
    return this.#isLate(invoice, paidOn) && (invoice.computedOn ?? "") < (paidOn ?? "");
  }

  /** Owes the interest on an invoice of its own, issued today, and no longer where it accrued. */
  bill(bill: Pick<Invoice, "id" | "facility" | "interestThrough" | "sent">, lines: Line[]): void {
    const sentTo = bill.facility.billTo;
    const total = sum(lines);
    const billedOn = { ...bill, sentTo, total, gross: total, hasLines: true, ...unpaid() };
    this.invoices.push(billedOn);
    const paidOn = this.businessDate;
    this.#record(lines.map((line) => ({ ...line, reconciliation: null, billedOn, paidOn })));
  }

  /** Makes the interest of what a facility owes due again. */
  changeTerms({ id }: Facility): void {
    for (const invoice of this.invoices) {
      const isOpen = ["sent", "partially_paid"].includes(this.status(invoice));
      if (invoice.facility.id === id && isOpen) invoice.computedOn = null;
    }
  }

  #record(payments: readonly Payment[]): void {
    this.payments.push(...payments);
    this.#settle(payments);
  }

  /** After payments came or went: an invoice paid in time bears nothing, one paid late has yet to get its last interest. */
  #settle(news: readonly Payment[]): void {
    const ofWhatIsOwed = news.filter(({ component }) => component !== "write_off");
    for (const [invoice, payments] of Map.groupBy(ofWhatIsOwed, ({ invoice }) => invoice)) {
      const isPaid = this.status(invoice) === "paid";
      if (isPaid) invoice.disputed = null;
      invoice.paidAt = isPaid ? invoice.paidAt ?? this.now : null;
      const paidOn = this.principalPaidOn(invoice);
      if (isPaid && !this.#isLate(invoice, paidOn)) this.#bearNothing(invoice);
      // Interest that was paid no earlier than the last of the principal was never capitalised.
      if (payments.some((one) => one.component === "principal" || one.paidOn < (paidOn ?? ""))) {
        invoice.computed = null;
        invoice.computedOn = null;
      } else if (!isPaid) invoice.computedOn = null;
    }
  }

  #bearNothing(invoice: Invoice): void {
    invoice.accrued = 0;
    invoice.isExplained = false;
  }

  #isLate({ sent }: Invoice, day: string | null): boolean {
    return sent !== null && day !== null && day > sent.due;
  }

  /** Work of the job: it sets what is overdue anew, and what was paid late a last time. */
  accrue(): void {
    for (const invoice of this.invoices) {
      if (invoice.isVoid || invoice.interestThrough || !this.#isLate(invoice, this.today)) continue;
      const isPaid = this.status(invoice) === "paid";
      if (isPaid && !this.#isToBeComputed(invoice)) continue;
      const terms = [...invoice.facility.terms];
      invoice.accrued = this.interest(invoice, terms, this.today);
      invoice.isExplained = true;
      invoice.computedOn = this.today;
      if (isPaid) invoice.computed = { on: this.today, terms };
    }
  }

  /** Of a paid one. What is paid ahead is computed day by day until it is paid. */
  #isToBeComputed(invoice: Invoice): boolean {
    const paidOn = this.principalPaidOn(invoice);
    if (paidOn === null || !this.#isLate(invoice, paidOn)) return false;
    const on = invoice.computed?.on;
    return on === undefined || on < paidOn && on < this.today;
  }

  /** Sum of all payments in force as of a day, whenever they were recorded. */
  interest(invoice: Invoice, terms: readonly InterestTerms[], asOf: string): number {
    const [payments, interestPayments] = [
      this.inForce(invoice, "principal"),
      this.inForce(invoice, "interest"),
    ];
    return interestOf(invoice, payments, interestPayments, terms, asOf);
  }
}
