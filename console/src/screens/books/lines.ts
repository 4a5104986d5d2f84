import { callPage, type RowOf } from "../../api/call.ts";
import { type Row, rows } from "../../api/rows.ts";
import type { BookDays } from "./book_days.ts";

/** A document on one of the days that it posted something. */
export interface DocumentOfDay {
  readonly on: string;
  readonly document: string;
  readonly isAccrual: boolean;
}

/** A row of the journal or of the accruals, with names. */
export type Line = RowOf<"journal"> & { readonly facility: string; readonly contractor: string };

/** Some lines of a document, in one order. The days are those of the journal: interest is posted by them. */
export async function linesOf(
  { on, document, isAccrual }: DocumentOfDay,
  { from, to }: BookDays,
  { limit, offset }: { limit: number; offset: number },
  signal: AbortSignal,
): Promise<Line[]> {
  const query = {
    document: `eq.${document}`,
    posted_on: `eq.${on}`,
    order: "account,facility_id,contractor_id,memo",
    limit: `${limit}`,
    offset: `${offset}`,
  };
  const found = isAccrual
    ? await callPage("accruals", { on_day: to }, query, signal)
    : await callPage("journal", { from_day: from, to_day: to }, query, signal);
  return await named(found, signal);
}

/** The lines with the names of their facilities and contractors. */
async function named(lines: readonly RowOf<"journal">[], signal: AbortSignal): Promise<Line[]> {
  const ids = (of: "facility_id" | "contractor_id") => [
    ...new Set(lines.map((line) => line[of]).filter((id) => id !== null)),
  ];
  const [facilities, contractors] = await Promise.all([
    namesOf<Pick<Row<"facilities">, "id" | "name">>("facilities", "id,name", ids("facility_id")),
    namesOf<Pick<Row<"contractors">, "id" | "first_name" | "last_name">>(
      "contractors",
      "id,first_name,last_name",
      ids("contractor_id"),
    ),
  ]);
  const facilityNames = new Map(facilities.map(({ id, name }) => [id, name]));
  const contractorNames = new Map(
    contractors.map((one) => [one.id, `${one.first_name} ${one.last_name}`]),
  );
  return lines.map((line) => ({
    ...line,
    facility: facilityNames.get(line.facility_id ?? "") ?? "",
    contractor: contractorNames.get(line.contractor_id ?? "") ?? "",
  }));

  function namesOf<Shape>(
    name: "facilities" | "contractors",
    select: string,
    wanted: readonly string[],
  ): Promise<Shape[]> {
    if (wanted.length === 0) return Promise.resolve([]);
    return rows(name, { select, id: `in.(${wanted.join(",")})` }, signal);
  }
}
