/** The lines of invoices and credit notes: each, a contractor's together, or summed. */
import type {
  LineKind,
  LineOnPaper,
  LinesOnPaper,
  PersonOnPaper,
  WeekOnPaper,
} from "../database.types.ts";
import { cell, column, note, rows, type Sum } from "./blocks.ts";
import { interestTable } from "./interest_lines.ts";
import { type Block, GRAY } from "./pdf.ts";
import { day, grouped, hoursIfAny, money, plain, shortened, units, weekday } from "./text.ts";

const KINDS: Readonly<Record<LineKind, string>> = {
  regular: "Regular",
  overtime: "Overtime",
  doubletime: "Doubletime",
  code: "Codes",
  guarantee: "Guaranteed",
  differential: "Premiums",
  difference: "Differences of earlier weeks",
  adjustment: "Adjustments",
  interest: "Late-payment interest",
  fee: "Fees and rebates",
  tax: "Taxes",
};

/** The column of names is narrow; a row higher than a page would be lost. */
const MOST_IN_COLUMN = 250;

/** A quantity stays on its line with its unit. */
const MOST_OF_QUANTITY = 16;

const isOfTime = ({ kind }: LineOnPaper) =>
  kind !== "adjustment" && kind !== "difference" && kind !== "fee" && kind !== "tax";

/** Details in the head of the document that hold for all lines. */
type Said = Pick<LineOnPaper, "department" | "purchase_order">;

/** Purpose of a line: title, code, department, cost centre and order, but for what the head says already, and the client's numbers. */
function placeOf(
  { title, code_title, department, cost_centre, purchase_order, requisition, worker_number }:
    LineOnPaper,
  said: Said,
): string {
  return [
    title,
    code_title,
    department === said.department ? null : department,
    cost_centre === null ? null : `Cost centre ${cost_centre}`,
    purchase_order === null || purchase_order === said.purchase_order
      ? null
      : `Order ${purchase_order}`,
    requisition === null ? null : `Requisition ${requisition}`,
    worker_number === null ? null : `Worker ${worker_number}`,
  ].filter((part) => part !== null).join(" · ");
}

/** The table of the lines. */
export function linesTable(content: LinesOnPaper, said: Said): Block[] {
  if (content.shown === "interest") return interestTable(content.rows, content.lines);
  return content.shown === "lines" ? [eachLine(content.rows, content.people, said)] : [
    weeks(content.rows, content.people),
    note(
      `${grouped(String(content.lines))} lines, summed ${
        content.shown === "weeks" ? "by workweek" : "by contractor and workweek"
      }. A CSV file has each of them.`,
    ),
  ];
}

/** Sum of the lines of each class, such as `Overtime, 7.00 hours`, or of a code, such as `Mileage, 40.00 miles`. */
export function classSums({ classes }: LinesOnPaper): Sum[] {
  return classes.map(({ kind, hours, code_title, quantity, unit, amount }) => ({
    name: [
      code_title ?? KINDS[kind],
      hours === null ? null : `${grouped(hours)} hours`,
      quantity === null ? null : units(quantity, unit),
    ].filter((part) => part !== null).join(", "),
    amount: money(amount),
  }));
}

/** One row for all lines of a contractor that follow each other and are for the same, and below them a sum of theirs. */
function eachLine(
  lines: readonly LineOnPaper[],
  people: readonly PersonOnPaper[],
  said: Said,
): Block {
  const groups: LineOnPaper[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const isNext = last?.[0] !== undefined && isOfTime(line) && isOfTime(last[0]) &&
      last[0].description === line.description &&
      placeOf(last[0], said) === placeOf(line, said);
    if (isNext) last.push(line);
    else groups.push([line]);
  }
  const hasUnits = lines.some(({ unit }) => unit !== null);
  // The names take a row of their own where the times take their column.
  const hasTimes = lines.some(({ started_at }) => started_at !== null);
  return rows(
    [
      { name: hasTimes ? "Contractor, day" : "Contractor", width: "*" },
      hasTimes ? { name: "From – to", width: 70 } : { name: "Day", width: 62 },
      { name: "Class", width: 58 },
      { name: hasUnits ? "Hours, units" : "Hours", width: hasUnits ? 76 : 42, isNumber: true },
      { name: "Rate", width: 82, isNumber: true },
      { name: "Amount", width: 70, isNumber: true },
    ],
    withSums(groups, people, (group) => {
      const [first] = group;
      const amount = column(group.map(({ amount }) => money(amount)), "right");
      const isText = first === undefined || !isOfTime(first);
      const most = isText ? Infinity : MOST_IN_COLUMN;
      const what: Block = { text: shortened(first?.description ?? "", most) };
      const place = first === undefined ? "" : shortened(placeOf(first, said), most);
      const named: Block = place === ""
        ? what
        : { stack: [what, { text: place, fontSize: 8, color: GRAY }] };
      if (isText) return [[{ ...named, colSpan: 5 }, {}, {}, {}, {}, amount]];
      const days = column(group.map(({ work_date }) => weekday(work_date)));
      const rest = [
        column(group.map(({ kind }) => kind === "code" ? "" : KINDS[kind])),
        column(
          group.map(({ hours, quantity, unit }) =>
            quantity === null ? grouped(hours) : shortened(units(quantity, unit), MOST_OF_QUANTITY)
          ),
          "right",
        ),
        column(group.map(rateOf), "right"),
        amount,
      ];
      if (!hasTimes) return [[named, days, ...rest]];
      return [
        [{ ...named, colSpan: 6 }, {}, {}, {}, {}, {}],
        [days, column(group.map(timesOf)), ...rest],
      ];
    }),
  );
}

/** The rows of the groups, each person's sum behind their last. */
function withSums(
  groups: readonly LineOnPaper[][],
  people: readonly PersonOnPaper[],
  rowsOf: (group: LineOnPaper[]) => Block[][],
): Block[][] {
  const sumThrough = new Map(people.map((person) => [person.through, sumOf(person)]));
  const rows: Block[][] = [];
  let place = 0;
  for (const group of groups) {
    rows.push(...rowsOf(group));
    place += group.length;
    const sum = sumThrough.get(place);
    if (sum !== undefined) rows.push(sum);
  }
  return rows;
}

function sumOf({ contractor_name, hours, amount }: PersonOnPaper): Block[] {
  const name = shortened(`Sum of ${contractor_name}`, MOST_IN_COLUMN);
  return [
    { text: name, bold: true, colSpan: 3 },
    {},
    {},
    { ...cell(hoursIfAny(hours), "right"), bold: true },
    {},
    { ...cell(money(amount), "right"), bold: true },
  ];
}

/** `07:00 – 15:30`; nothing of hours alone. */
export function timesOf(
  { started_at, ended_at }: Pick<LineOnPaper, "started_at" | "ended_at">,
): string {
  return started_at === null || ended_at === null ? "" : `${started_at} – ${ended_at}`;
}

/** `$100.00`, or `$100.00 × 1.5`. */
function rateOf({ rate, multiplier }: LineOnPaper): string {
  const times = multiplier === null ? "1" : plain(multiplier);
  return times === "1" ? money(rate) : `${money(rate)} × ${times}`;
}

function weeks(weeks: readonly WeekOnPaper[], people: readonly PersonOnPaper[]): Block {
  const sumThrough = new Map(people.map((person) => [person.through, person]));
  return rows(
    [
      { name: "Contractor", width: "*" },
      { name: "Week of", width: 74 },
      { name: "Regular", width: 58, isNumber: true },
      { name: "Overtime", width: 58, isNumber: true },
      { name: "Doubletime", width: 58, isNumber: true },
      { name: "Amount", width: 82, isNumber: true },
    ],
    weeks.flatMap((week, index) => {
      const sum = sumThrough.get(index + 1);
      return [rowOfWeek(week), ...(sum === undefined ? [] : [sumOfWeeks(sum)])];
    }),
  );
}

const rowOfWeek = (week: WeekOnPaper): Block[] => [
  {
    text: week.contractor_name ??
      (week.week_start === null ? "Adjustments, fees and taxes" : "All contractors"),
  },
  cell(day(week.week_start)),
  cell(hoursIfAny(week.regular_hours), "right"),
  cell(hoursIfAny(week.overtime_hours), "right"),
  cell(hoursIfAny(week.doubletime_hours), "right"),
  cell(money(week.amount), "right"),
];

function sumOfWeeks({ contractor_name, hours, amount }: PersonOnPaper): Block[] {
  const name = shortened(`Sum of ${contractor_name}`, MOST_IN_COLUMN);
  return [
    { text: name, bold: true, colSpan: 2 },
    {},
    { ...cell(`${grouped(hours)} hours`, "right"), bold: true, colSpan: 3 },
    {},
    {},
    { ...cell(money(amount), "right"), bold: true },
  ];
}
