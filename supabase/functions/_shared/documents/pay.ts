import type { PayDocument } from "../database.types.ts";
import { about, below, cell, head, note, rows, sums } from "./blocks.ts";
import type { Block, Sheet } from "./pdf.ts";
import { day, grouped, isNought, money, period, weekday } from "./text.ts";

type PayRow = PayDocument["rows"][number];

const EMPLOYMENT = { w2: "W-2", "1099": "1099", corp_to_corp: "Corp to corp" };
/** Words for what was earned: who is no employee has no wages. */
export const GROSS_OF = { w2: "Gross wages", "1099": "Gross fees", corp_to_corp: "Gross fees" };
const KINDS = {
  straight: "Hours",
  overtime_premium: "Overtime premium",
  doubletime_premium: "Doubletime premium",
  stipend: "Stipend",
  adjustment: "Adjustment",
  difference: "Difference of an earlier week",
  overpayment: "Overpaid, not taken back now",
  carried: "Deducted later",
  recovery: "Recovery of an overpayment",
  break_premium: "Premium for a missed break",
  code: "Other time or units",
  guarantee: "Guarantee",
  differential: "Premium",
  mileage_excess: "above the IRS's rate",
};
const PAY_KINDS = {
  hours_driven: "Stipend, hours-driven",
  flat_sum: "Stipend, flat sum",
  reimbursement: "Reimbursement",
  bonus: "Bonus",
  deduction: "Deduction",
  prior_year: "Recovery of an overpayment of an earlier year",
  meal: "Meal period premium",
  rest: "Rest period premium",
};

/** Sheet of somebody's pay and the reasons for it; what is not closed says so. */
export function paySheet(pay: PayDocument, logo: string | null): Sheet {
  const { letterhead } = pay;
  const name = `${pay.first_name} ${pay.last_name}`;
  const days = period(pay.period_start, pay.period_end);
  const mark = pay.batch_status === "closed"
    ? null
    : pay.batch_status === "discarded"
    ? "DISCARDED"
    : "DRAFT";
  return {
    title: `Earnings of ${name}, ${days}`,
    author: letterhead.legal_name ?? "",
    footer: [`Earnings of ${name}`, days, letterhead.legal_name].filter(Boolean).join(" · "),
    mark,
    content: [
      head({ letterhead, title: "Earnings statement", number: null, logo }),
      about({
        who: "Paid to",
        billTo: { name, facility_name: name, address: null },
        facts: [
          ["Period", days],
          ["Pay date", day(pay.pay_date)],
          ["Employment", EMPLOYMENT[pay.employment_type]],
          ["Payroll number", pay.payroll_number],
        ],
      }),
      payRows(pay.rows),
      ...(pay.hours.length === 0 ? [] : [hourRows(pay.hours)]),
      ...(pay.leave.length === 0 ? [] : [leaveRows(pay.leave, pay.period_end.slice(0, 4))]),
      below(
        [note(
          "Before taxes and withholdings. Net pay is on the payroll provider's statement.",
        )],
        sums([
          ...hourSums(pay),
          { name: "Straight pay", amount: money(pay.straight_pay) },
          ...partIfAny("Other time and units", pay.codes),
          ...partIfAny("Premiums and differences", pay.premium_pay),
          ...partIfAny("Stipends", pay.wage_stipends),
          ...partIfAny("Bonuses", pay.bonuses),
          { name: GROSS_OF[pay.employment_type], amount: money(pay.gross_wages), isTotal: true },
          ...partIfAny("Reimbursements", pay.reimbursements),
          ...partIfAny("Deductions", pay.deductions),
          ...partIfAny("Recoveries of overpayments", pay.recoveries),
          { name: "Total", amount: money(pay.gross_pay), isTotal: true },
          ...yearSums(pay),
        ]),
      ),
    ],
  };
}

const partIfAny = (name: string, amount: string) =>
  isNought(amount) ? [] : [{ name, amount: money(amount) }];

function hourSums({ regular_hours, overtime_hours, doubletime_hours }: PayDocument) {
  const hours = [
    ["Regular hours", regular_hours],
    ["Overtime hours", overtime_hours],
    ["Doubletime hours", doubletime_hours],
  ] as const;
  return hours.filter(([, count]) => !isNought(count)).map(([name, count]) => ({
    name,
    amount: grouped(count),
  }));
}

function yearSums({ year_to_date, pay_date, employment_type }: PayDocument) {
  const of = (name: string) => `${name}, ${pay_date.slice(0, 4)} to date`;
  return [
    { name: of(GROSS_OF[employment_type]), amount: money(year_to_date.gross_wages) },
    ...partIfAny(of("Reimbursements"), year_to_date.reimbursements),
    ...partIfAny(of("Deductions"), year_to_date.deductions),
    ...partIfAny(of("Recoveries"), year_to_date.recoveries),
    { name: of("Total"), amount: money(year_to_date.gross_pay) },
  ];
}

/** Hours by placement and rate, and premiums at what they add to an hour. */
function hourRows(hours: PayDocument["hours"]): Block {
  const table = rows(
    [
      { name: "Hours at their rates", width: "*" },
      { name: "Hours", width: 44, isNumber: true },
      { name: "Rate", width: 58, isNumber: true },
      { name: "Amount", width: 72, isNumber: true },
    ],
    hours.map((worked) => [
      {
        text: [worked.title, worked.facility_name].filter(Boolean).join(", ") || KINDS[worked.kind],
      },
      cell(grouped(worked.hours), "right"),
      cell(money(worked.rate), "right"),
      cell(money(worked.amount), "right"),
    ]),
  );
  return { ...table, margin: [0, 12, 0, 0] };
}

/** Leave plan by plan, in hours: how it changed in the period, and what of it the year has used and paid. */
function leaveRows(leave: PayDocument["leave"], year: string): Block {
  const table = rows(
    [
      { name: "Leave, in hours", width: "*" },
      { name: "Accrued", width: 50, isNumber: true },
      { name: "Used", width: 44, isNumber: true },
      { name: "Balance", width: 50, isNumber: true },
      { name: `Used ${year}`, width: 58, isNumber: true },
      { name: `Paid ${year}`, width: 72, isNumber: true },
    ],
    leave.map((of) => [
      { text: of.plan },
      cell(grouped(of.accrued), "right"),
      cell(grouped(of.used), "right"),
      cell(grouped(of.balance), "right"),
      cell(grouped(of.used_this_year), "right"),
      cell(money(of.paid_this_year), "right"),
    ]),
  );
  return { ...table, margin: [0, 12, 0, 0] };
}

function payRows(lines: readonly PayRow[]): Block {
  return rows(
    [
      { name: "Week of", width: 66 },
      { name: "Day", width: 58 },
      { name: "What", width: "*" },
      { name: "Hours", width: 44, isNumber: true },
      { name: "Rate", width: 58, isNumber: true },
      { name: "Amount", width: 72, isNumber: true },
    ],
    lines.map((line) => [
      cell(day(line.week_start)),
      cell(weekday(line.work_date)),
      { text: [nameOf(line), line.facility_name].filter(Boolean).join(", ") },
      cell(grouped(line.hours), "right"),
      cell(money(line.rate), "right"),
      cell(money(line.amount), "right"),
    ]),
  );
}

/** `12.00 hours`, of time that is not worked and of units: they are no hours of the column of hours. */
function quantityOf({ quantity, unit }: PayRow): string | null {
  if (quantity === null || unit === null) return null;
  const word = unit.replaceAll("_", " ");
  return `${grouped(quantity)} ${quantity === "1.00" ? word : `${word}s`}`;
}

/** Description of a line's pay; a difference tells how its overtime changed. */
function nameOf(line: PayRow): string {
  const repays = line.pay_kind === "reimbursement" ? "reimbursed" : null;
  const isOfCode = line.title !== null &&
    ["difference", "overpayment", "recovery"].includes(line.kind);
  if (isOfCode) return [KINDS[line.kind], line.title, repays].filter(Boolean).join(", ");
  if (line.kind === "carried" || line.kind === "overpayment") return KINDS[line.kind];
  if (line.kind === "code" || line.kind === "differential") {
    return [line.title, quantityOf(line), repays].filter(Boolean).join(", ");
  }
  if (line.kind === "mileage_excess") {
    return [line.title, quantityOf(line), KINDS.mileage_excess].filter(Boolean).join(", ");
  }
  if (line.kind === "guarantee") {
    return [KINDS.guarantee, line.description, quantityOf(line)].filter(Boolean).join(", ");
  }
  if (line.pay_kind !== null) {
    return [PAY_KINDS[line.pay_kind], line.reason].filter(Boolean).join(": ");
  }
  if (line.title !== null) return `${KINDS[line.kind]}, ${line.title}`;
  const changes = [
    isNought(line.overtime_hours) ? null : `overtime ${line.overtime_hours} h`,
    isNought(line.doubletime_hours) ? null : `doubletime ${line.doubletime_hours} h`,
  ].filter(Boolean);
  return changes.length === 0 ? KINDS[line.kind] : `${KINDS[line.kind]} (${changes.join(", ")})`;
}
