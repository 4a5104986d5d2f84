import { day, grouped, money } from "../../documents/text.ts";
import { type KindOfMail, PERSON, type SentToPerson } from "./kind_of_mail.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";
import { consoleLink, greeting } from "./words.ts";

/** A figure of the Monday page, as `weekly_flash` answers it. */
export interface Figure {
  readonly figure: string;
  /** people, hours, money or days. */
  readonly measure: string;
  /** Null where there is none. */
  readonly value: string | null;
  readonly week_before: string | null;
  readonly year_before: string | null;
}

/** To an admin: the week that is over, in figures. */
export interface WeeklyFlash extends SentToPerson {
  /** First day of the week. */
  readonly week_start: string;
  readonly figures: readonly Figure[];
}

/** Names of the figures, on the page and in the mail. */
export const FIGURE_NAMES: Readonly<Record<string, string>> = {
  heads: "People at work",
  starts: "Starting",
  ends: "Ending",
  hours: "Hours",
  unapproved_hours: "Hours not approved",
  revenue: "Revenue",
  gross_profit: "Gross profit",
  billed: "Billed",
  unbilled: "Unbilled",
  cash_in: "Cash in",
  days_sales_outstanding: "Days sales outstanding",
  overdue: "Overdue",
  payroll_ahead: "Payroll ahead",
};

/** A figure as people write it; a dash where there is none. */
export function figureText(value: string | null, measure: string): string {
  if (value === null) return "–";
  if (measure === "money") return money(value);
  if (measure === "hours") return grouped(value);
  return measure === "days" ? value : Number(value).toLocaleString("en-US");
}

/** Tells an admin how the week was. */
export const WEEKLY_FLASH: KindOfMail<WeeklyFlash> = {
  text: textOf,
  example: {
    ...PERSON,
    to: "mara.ellis@mesa.example",
    name: "Mara Ellis",
    week_start: "2026-11-16",
    figures: [
      { figure: "heads", measure: "people", value: "104", week_before: "101", year_before: "86" },
      {
        figure: "gross_profit",
        measure: "money",
        value: "48210.55",
        week_before: "46980.10",
        year_before: "38115.00",
      },
      {
        figure: "days_sales_outstanding",
        measure: "days",
        value: "41.5",
        week_before: "42.0",
        year_before: null,
      },
    ],
  },
};

function textOf(flash: WeeklyFlash): MailText {
  const profit = flash.figures.find(({ figure }) => figure === "gross_profit");
  return mailOf(
    `The week of ${day(flash.week_start)}` +
      (profit === undefined ? "" : `: gross profit ${figureText(profit.value, "money")}`),
    flash.firm,
    [
      greeting(flash.name),
      paragraph(
        `The week of ${
          day(flash.week_start)
        }, beside the week before and the same week a year ago:`,
      ),
      {
        part: "list",
        items: flash.figures.map(({ figure, measure, value, week_before, year_before }) => ({
          name: `${FIGURE_NAMES[figure] ?? figure}: ${figureText(value, measure)}`,
          lines: [
            `Week before ${figureText(week_before, measure)}, ` +
            `a year ago ${figureText(year_before, measure)}`,
          ],
        })),
      },
      paragraph("What is not billed or paid yet is estimated, and counts as it will be."),
      ...consoleLink(flash.console_url),
    ],
  );
}
