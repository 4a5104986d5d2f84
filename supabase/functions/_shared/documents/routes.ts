/** Procedure that a path asks for, and its argument. */
import { z } from "zod";

/** A procedure of the API with its arguments. */
export interface Call {
  readonly procedure: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** Meaning of a path: a call, what is wrong with it, or null where there is no such path. */
export type Route = { readonly call: Call } | { readonly wrong: string } | null;

/** By the path's first segment the procedure, and the argument that its second segment is. */
const DOCUMENTS: Readonly<Record<string, readonly [procedure: string, argument: string]>> = {
  "invoice": ["invoice_document", "invoice_id"],
  "bundle": ["invoice_bundle_document", "invoice_bundle_id"],
  "credit-note": ["credit_note_document", "credit_note_id"],
  "statement": ["statement_document", "facility_id"],
  "timesheet": ["timesheet_document", "invoice_id"],
  "pay": ["pay_document", "payroll_item_id"],
  "pay-batch": ["pay_batch_document", "payroll_batch_id"],
  "pay-year": ["pay_year_document", "contractor_id"],
};

const Id = z.guid();
const Day = z.iso.date();

/** The report of controls is of the firm: its path has no id. */
const OF_THE_FIRM = "controls";

/**
 * Reads an address such as `/documents/statement/<id>?from=2026-03-01&to=2026-03-31`.
 *
 * @param url the whole address
 * @param functionName the path's first segment
 */
export function routeOf(url: URL, functionName: string): Route {
  const [, name, kind, id, ...rest] = url.pathname.replace(/\/$/, "").split("/");
  if (name === functionName && kind === OF_THE_FIRM && id === undefined) {
    const days = periodOf(url.searchParams);
    if (typeof days === "string") return { wrong: days };
    const { from_date: from_day = "", to_date: through = "" } = days;
    return { call: { procedure: "controls_report", arguments: { from_day, through } } };
  }
  const document = kind !== undefined && Object.hasOwn(DOCUMENTS, kind)
    ? DOCUMENTS[kind]
    : undefined;
  if (name !== functionName || document === undefined || id === undefined || rest.length > 0) {
    return null;
  }
  const [procedure, argument] = document;
  if (!Id.safeParse(id).success) return { wrong: `The last part of the path is no id: ${id}` };
  const more = moreOf(kind, url.searchParams);
  if (typeof more === "string") return { wrong: more };
  return { call: { procedure, arguments: { [argument]: id, ...more } } };
}

/** The other arguments, or what is wrong with them. */
function moreOf(kind: string | undefined, query: URLSearchParams): Record<string, string> | string {
  switch (kind) {
    case "statement":
      return periodOf(query);
    case "bundle":
    case "pay-batch":
      return partOf(query);
    case "pay-year":
      return yearOf(query);
    default:
      return {};
  }
}

function yearOf(query: URLSearchParams): Record<string, string> | string {
  const year = query.get("year");
  if (year === null) return "Give the year: ?year=2026.";
  return /^[0-9]{4}$/.test(year) ? { year } : `year is no year as YYYY: ${year}`;
}

/** The first part, unless another is asked for. */
function partOf(query: URLSearchParams): Record<string, string> | string {
  const part = query.get("part") ?? "1";
  return /^[1-9][0-9]{0,3}$/.test(part) ? { part } : `part is no number from 1 on: ${part}`;
}

function periodOf(query: URLSearchParams): Record<string, string> | string {
  const days: Record<string, string> = {};
  for (const name of ["from", "to"]) {
    const value = query.get(name);
    if (value === null) return "Give the first and the last day: ?from=2026-03-01&to=2026-03-31.";
    if (!Day.safeParse(value).success) return `${name} is no day as YYYY-MM-DD: ${value}`;
    days[`${name}_date`] = value;
  }
  return days;
}
