import type {
  PersonOfTimeOnPaper,
  TimeOnPaper,
  TimesheetDocument,
  WeekOfTimeOnPaper,
} from "../database.types.ts";
import { about, below, cell, column, head, note, rows, sums } from "./blocks.ts";
import { timesOf } from "./lines.ts";
import type { Block, Sheet } from "./pdf.ts";
import { day, grouped, hoursIfAny, isNought, period, shortened, units, weekday } from "./text.ts";

/** The days and hours behind an invoice, and who approved them, as a sheet. */
export function timesheetSheet(sheet: TimesheetDocument, logo: string | null): Sheet {
  const { letterhead, number, status, facility_name, hours } = sheet;
  const of = number === null ? "of a draft invoice" : `of invoice ${number}`;
  return {
    title: `Time sheet ${of}`,
    author: letterhead.legal_name ?? "",
    footer: [`Time sheet ${of}`, letterhead.legal_name].filter(Boolean).join(" · "),
    isLandscape: true,
    mark: status === "draft" ? "DRAFT" : status === "void" ? "VOID" : null,
    content: [
      head({ letterhead, title: "Time sheet", number, logo }),
      about({
        who: "Worked at",
        billTo: { name: facility_name, facility_name, address: null },
        facts: [
          ["Period", period(sheet.period_start, sheet.period_end)],
          ["Invoice", number ?? "Draft"],
          ["Clock", sheet.timezone],
        ],
      }),
      sheet.shown === "entries"
        ? eachEntry(sheet.rows, sheet.people)
        : weeks(sheet.rows, sheet.people),
      below(
        sheet.shown === "entries" && sheet.rows.some(({ is_corrected }) => is_corrected)
          ? [note("* The time was corrected since; the hours are those that were billed.")]
          : sheet.shown === "entries"
          ? []
          : [note(`${grouped(String(sheet.entries))} entries, summed.`)],
        sums([
          { name: "Regular hours", amount: grouped(hours.regular) },
          ...(isNought(hours.overtime)
            ? []
            : [{ name: "Overtime hours", amount: grouped(hours.overtime) }]),
          ...(isNought(hours.doubletime)
            ? []
            : [{ name: "Doubletime hours", amount: grouped(hours.doubletime) }]),
          { name: "All hours", amount: grouped(hours.all), isTotal: true },
          ...sheet.not_worked.map(({ code_title, unit, quantity }) => ({
            name: code_title,
            amount: units(quantity, unit),
          })),
        ]),
      ),
    ],
  };
}

const HOURS = ["Regular", "Overtime", "Doubletime"].map((name) => ({
  name,
  width: 50,
  isNumber: true,
}));

/** One row for all entries of a contractor, as on invoices, and below it the sums of theirs. */
function eachEntry(
  entries: readonly TimeOnPaper[],
  people: readonly PersonOfTimeOnPaper[],
): Block {
  const sumThrough = new Map(people.map((person) => [person.through, person]));
  const groups: TimeOnPaper[][] = [];
  entries.forEach((entry, index) => {
    const last = groups.at(-1);
    // Of two people of one name the sum of the first parts them.
    const isNext = last?.[0]?.contractor_name === entry.contractor_name && !sumThrough.has(index);
    if (isNext) last?.push(entry);
    else groups.push([entry]);
  });
  const hasCodes = entries.some(({ code_title }) => code_title !== null);
  const hasBegins = entries.some(({ break_started_at }) => break_started_at !== null);
  return rows(
    [
      { name: "Contractor", width: "*" },
      { name: "Day", width: 64 },
      ...(hasCodes ? [{ name: "Code", width: 90 }] : []),
      { name: "From – to", width: 70 },
      { name: "Break", width: hasBegins ? 68 : 40 },
      ...HOURS,
      { name: "Approved by", width: 130 },
      { name: "on", width: 62 },
    ],
    withSums(groups, sumThrough, hasCodes, (group) => [
      { text: group[0]?.contractor_name ?? "" },
      column(group.map((entry) => weekday(entry.work_date) + (entry.is_corrected ? " *" : ""))),
      ...(hasCodes ? [column(group.map(codeOf))] : []),
      column(group.map(timesOf)),
      column(group.map(breakOf)),
      column(group.map(({ regular_hours }) => hoursIfAny(regular_hours)), "right"),
      column(group.map(({ overtime_hours }) => hoursIfAny(overtime_hours)), "right"),
      column(group.map(({ doubletime_hours }) => hoursIfAny(doubletime_hours)), "right"),
      column(group.map(({ approved_by }) => shortened(approved_by ?? "", MOST_LETTERS))),
      column(group.map(({ approved_on }) => day(approved_on))),
    ]),
  );
}

/** The rows of the groups, the sums of each person behind their last. */
function withSums(
  groups: readonly TimeOnPaper[][],
  sumThrough: ReadonlyMap<number, PersonOfTimeOnPaper>,
  hasCodes: boolean,
  rowOf: (group: TimeOnPaper[]) => Block[],
): Block[][] {
  let place = 0;
  return groups.flatMap((group) => {
    place += group.length;
    const sum = sumThrough.get(place);
    return [rowOf(group), ...(sum === undefined ? [] : [sumRow(sum, hasCodes ? 5 : 4, 2)])];
  });
}

/** Sum of a person, in a row with so many columns before the hours and behind them. */
function sumRow(sum: PersonOfTimeOnPaper, before: number, behind: number): Block[] {
  const number = (text: string) => ({ ...cell(hoursIfAny(text), "right"), bold: true });
  return [
    {
      text: shortened(`Sum of ${sum.contractor_name}`, MOST_OF_NAME),
      bold: true,
      colSpan: before,
    },
    ...Array.from({ length: before - 1 }, () => ({})),
    number(sum.regular_hours),
    number(sum.overtime_hours),
    number(sum.doubletime_hours),
    { text: `${grouped(sum.hours)} hours`, bold: true, colSpan: behind },
    ...Array.from({ length: behind - 1 }, () => ({})),
  ];
}

/** `Charge nurse`, or `Mileage, 30.00 miles` of what is not worked; nothing of regular time. */
function codeOf({ code_title, quantity, unit }: TimeOnPaper): string {
  return shortened(
    quantity === null ? code_title ?? "" : `${code_title}, ${units(quantity, unit)}`,
    20,
  );
}

/** `30 min`, and `12:00, 30 min` where somebody said when it began. */
function breakOf({ break_minutes, break_started_at }: TimeOnPaper): string {
  return break_minutes ? [break_started_at, `${break_minutes} min`].filter(Boolean).join(", ") : "";
}

/** Short enough for its column, which does not wrap. */
const MOST_LETTERS = 24;
/** A row higher than a page would be lost. */
const MOST_OF_NAME = 250;

function weeks(
  weeks: readonly WeekOfTimeOnPaper[],
  people: readonly PersonOfTimeOnPaper[],
): Block {
  const sumThrough = new Map(people.map((person) => [person.through, person]));
  return rows(
    [
      { name: "Contractor", width: "*" },
      { name: "Week of", width: 70 },
      { name: "Days", width: 32, isNumber: true },
      ...HOURS,
      { name: "Approved by", width: 190 },
    ],
    weeks.flatMap((week, index) => {
      const sum = sumThrough.get(index + 1);
      return [rowOfWeek(week), ...(sum === undefined ? [] : [sumRow(sum, 3, 1)])];
    }),
  );
}

const rowOfWeek = (week: WeekOfTimeOnPaper): Block[] => [
  { text: week.contractor_name ?? "All contractors" },
  cell(day(week.week_start)),
  cell(grouped(String(week.days)), "right"),
  cell(hoursIfAny(week.regular_hours), "right"),
  cell(hoursIfAny(week.overtime_hours), "right"),
  cell(hoursIfAny(week.doubletime_hours), "right"),
  { text: week.approved_by ?? "" },
];
