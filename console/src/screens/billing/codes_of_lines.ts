import { allRows, type Row } from "../../api/rows.ts";
import { type Coded, codeTitle } from "../../ui/codes.ts";
import { daysAfter } from "../../ui/format.ts";
import { words } from "../../words.ts";

type Line =
  & Pick<
    Row<"invoice_lines">,
    "kind" | "work_date" | "week_start" | "hours" | "code" | "quantity"
  >
  & {
    time_codes: { title: string; unit: string } | null;
  };

/**
 * Lines with the titles of their codes. Codes are the firm's own to read, so whoever is not of it is told of them by the
 * time of the facility.
 */
export async function withCodes<Of extends Line>(
  lines: readonly Of[],
  facilityId: string | null,
): Promise<readonly Of[]> {
  const untold = lines.filter((line) => line.code !== null && line.time_codes === null);
  const days = untold.flatMap(({ work_date: date, week_start: week }) =>
    date ?? (week === null ? [] : [week, daysAfter(week, 6)])
  ).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return lines;
  const told = await allRows("facility_time", {
    select: "code,code_title,unit",
    facility_id: `eq.${facilityId}`,
    code: "neq.regular",
    and: `(work_date.gte.${first},work_date.lte.${last})`,
    order: "work_date,time_entry_id",
  });
  const codes = new Map(told.map((one) => [one.code ?? "", one]));
  return lines.map((line) => {
    const code = codes.get(line.code ?? "");
    return line.time_codes !== null || code === undefined
      ? line
      : { ...line, time_codes: { title: code.code_title ?? "", unit: code.unit ?? "" } };
  });
}

/** A line as time is shown: its hours, or a quantity with its unit. */
export function codedOfLine(line: Line): Coded {
  return {
    code: line.code,
    code_title: line.time_codes?.title ?? null,
    unit: line.time_codes?.unit ?? null,
    hours: line.hours,
    quantity: line.quantity,
    is_worked: line.kind !== "code",
  };
}

/** `overtime`, `Charge nurse`, or `Charge nurse, overtime` of a line. */
export function kindOf(line: Line): string {
  const kind = words.billing.lineKinds[line.kind];
  const title = codeTitle(codedOfLine(line));
  if (title === null) return kind;
  return line.kind === "code" || line.kind === "regular" ? title : `${title}, ${kind}`;
}
