/** Files as banks print them, for what reads them: BAI2 and BAI Lockbox. */

/** A transaction of an account, as BAI2 has it. */
export interface Transaction {
  readonly type: string;
  readonly cents: number;
  readonly funds: string;
  readonly bankReference: string;
  readonly customerReference: string;
  /** Parts of its text: each but the first is printed in a record 88. */
  readonly text: readonly string[];
}

/** An account of a report, with the amounts of its summaries. */
export interface Account {
  readonly number: string;
  readonly summaries: readonly number[];
  readonly transactions: readonly Transaction[];
}

/** Accounts by the day of their group, as YYMMDD. */
export interface Group {
  readonly day: string;
  readonly accounts: readonly Account[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** A BAI2 file with the totals that the format asks for. */
export function bai2File(groups: readonly Group[]): string {
  const lines = ["01,122099999,123456789,260421,0200,1,,,2/"];
  let ofFile = 0;
  for (const { day, accounts } of groups) {
    const first = lines.length;
    let ofGroup = 0;
    lines.push(`02,031001234,122099999,1,${day},2359,,2/`);
    for (const account of accounts) {
      const from = lines.length;
      lines.push(
        `03,${account.number},,${account.summaries.length === 0 ? ",,," : ""}${
          account.summaries.map((cents) => `010,${cents},,`).join(",")
        }/`,
      );
      for (const one of account.transactions) {
        const [text = "", ...more] = one.text;
        lines.push(
          `16,${one.type},${one.cents},${one.funds},${one.bankReference},${one.customerReference},${text}`,
          ...more.map((part) => `88,${part}`),
        );
      }
      const total = sum([...account.summaries, ...account.transactions.map(({ cents }) => cents)]);
      lines.push(`49,${total},${lines.length - from + 1}/`);
      ofGroup += total;
    }
    lines.push(`98,${ofGroup},${accounts.length},${lines.length - first + 1}/`);
    ofFile += ofGroup;
  }
  lines.push(`99,${ofFile},${groups.length},${lines.length + 1}/`);
  return lines.map((line) => `${line}\n`).join("");
}

/** An invoice that a check of a lockbox pays. */
export interface PaidInvoice {
  readonly number: string;
  readonly cents: number;
  readonly deduction: number;
  readonly reason: string;
}

/** A check of a lockbox. */
export interface LockboxCheck {
  readonly cents: number;
  readonly number: number;
  readonly payer: string;
  readonly invoices: readonly PaidInvoice[];
}

const digits = (number: number, length: number) => String(number).padStart(length, "0");
const letters = (text: string, length: number) => text.slice(0, length).padEnd(length, " ");

/** A lockbox file of one deposit, by batches, with its totals. */
export function lockboxFile(day: string, batches: readonly (readonly LockboxCheck[])[]): string {
  const lines = [
    `101${letters("MERIDIAN", 10)}${letters("121000248", 10)}${day}0916`,
    `2${letters("", 20)}400080080`,
    `5000000${digits(1234567, 7)}${day}${letters("", 20)}`,
  ];
  batches.forEach((checks, nth) => {
    const batch = digits(nth + 1, 3);
    checks.forEach((check, item) => {
      const of = `${batch}${digits(item + 1, 3)}`;
      lines.push(
        `6${of}${digits(check.cents, 10)}${digits(121000248, 9)}${digits(4455, 10)}${
          digits(check.number, 9)
        }${check.payer}`,
      );
      check.invoices.forEach((invoice, place) =>
        lines.push(
          `4${of}6${digits(place + 1, 2)}${place === check.invoices.length - 1 ? 9 : 0}${
            letters(invoice.number, 16)
          }${digits(invoice.cents, 10)}${digits(invoice.deduction, 10)}${
            letters("", 3)
          }${invoice.reason}`,
        )
      );
    });
    const cents = sum(checks.map(({ cents }) => cents));
    lines.push(
      `7${batch}000${digits(1234567, 7)}${day}${digits(checks.length, 3)}${digits(cents, 10)}`,
    );
  });
  const all = batches.flat();
  const cents = sum(all.map(({ cents }) => cents));
  lines.push(`8000000${digits(1234567, 7)}${day}${digits(all.length, 4)}${digits(cents, 10)}`);
  lines.push(`9${digits(lines.length + 1, 6)}`);
  return lines.map((line) => `${line}\r\n`).join("");
}
