import type { PayYearDocument } from "../database.types.ts";
import { about, below, cell, head, named, note, rows, type Sum, sums } from "./blocks.ts";
import { GROSS_OF } from "./pay.ts";
import type { Block, Sheet } from "./pdf.ts";
import { day, grouped, isNought, money } from "./text.ts";

type Total = PayYearDocument["totals"][number];

const EMPLOYMENT = { w2: "W-2", "1099": "1099 and corp to corp" };

/** Sheet of somebody's pay in a year: each pay, and what they come to; W-2 pay and other pay apart. */
export function payYearSheet(document: PayYearDocument, logo: string | null): Sheet {
  const { letterhead, year, totals } = document;
  const name = `${document.first_name} ${document.last_name}`;
  const isRunning = document.through.slice(0, 4) <= String(year);
  return {
    title: `Earnings of ${name}, ${year}`,
    author: letterhead.legal_name ?? "",
    footer: [`Earnings of ${name}`, year, letterhead.legal_name].filter(Boolean).join(" · "),
    mark: null,
    content: [
      head({ letterhead, title: "Earnings of a year", number: String(year), logo }),
      about({
        who: "Paid to",
        billTo: { name, facility_name: name, address: null },
        facts: [
          ["Pay dates in", String(year)],
          ["Through", isRunning ? day(document.through) : null],
          ["Employment", totals.map(({ employment }) => EMPLOYMENT[employment]).join(", ")],
          ["Payroll number", document.payroll_number],
        ],
      }),
      ...totals.flatMap((total) => formOf(document, total)),
      note(
        "By pay date, before taxes and withholdings. Taxes, net pay and the forms of the year are on the payroll " +
          "provider's statements.",
      ),
    ],
  };
}

function formOf({ pays, totals }: PayYearDocument, total: Total): Block[] {
  const paid = pays.filter(({ employment }) => employment === total.employment);
  const table = rows(
    [
      { name: "Pay date", width: 60 },
      { name: "Period", width: "*" },
      { name: "Hours", width: 42, isNumber: true },
      { name: GROSS_OF[total.employment], width: 62, isNumber: true },
      { name: "Reimbursed", width: 56, isNumber: true },
      { name: "Taken off", width: 56, isNumber: true },
      { name: "Total", width: 62, isNumber: true },
    ],
    paid.map((pay) => [
      cell(day(pay.pay_date)),
      {
        text: [`${day(pay.period_start)} – ${day(pay.period_end)}`].concat(
          pay.kind === "off_cycle" ? ["off cycle"] : [],
        ).join(", "),
      },
      cell(grouped(pay.hours), "right"),
      cell(money(pay.gross_wages), "right"),
      cell(isNought(pay.reimbursements) ? "" : money(pay.reimbursements), "right"),
      takenOff(pay),
      cell(money(pay.gross_pay), "right"),
    ]),
  );
  const rowsOfForm = paid.length === 0
    ? []
    : [totals.length > 1 ? named(EMPLOYMENT[total.employment], table) : table];
  return [...rowsOfForm, below([], sums(sumsOf(total)))];
}

/** Deductions and recoveries, each on its line. */
function takenOff(
  { deductions, recoveries }: { deductions: string; recoveries: string },
): Block {
  const amounts = [deductions, recoveries].filter((amount) => !isNought(amount));
  return { stack: amounts.map((amount) => cell(money(amount), "right")) };
}

function sumsOf(total: Total): Sum[] {
  const gross = GROSS_OF[total.employment];
  const hours = [
    ["Regular hours", total.regular_hours],
    ["Overtime hours", total.overtime_hours],
    ["Doubletime hours", total.doubletime_hours],
  ] as const;
  const ifAny = (name: string, amount: string, isTotal = false): Sum[] =>
    isNought(amount) ? [] : [{ name, amount: money(amount), isTotal }];
  return [
    ...hours.filter(([, count]) => !isNought(count))
      .map(([name, count]) => ({ name, amount: grouped(count) })),
    { name: gross, amount: money(total.gross_wages), isTotal: true },
    ...ifAny("Recoveries of overpayments", total.recoveries),
    ...isNought(total.recoveries) ? [] : [{
      name: `${gross} less recoveries`,
      amount: money(total.wages),
      isTotal: true,
    }],
    ...ifAny("Reimbursements", total.reimbursements),
    ...ifAny("Deductions", total.deductions),
    ...ifAny("Recoveries of earlier years", total.prior_year_recoveries),
    { name: "Total", amount: money(total.gross_pay), isTotal: true },
    ...ifAny("Qualified overtime, in the wages", total.qualified_overtime),
    ...ifAny("Paid back by check, without expenses", total.repaid),
  ];
}
