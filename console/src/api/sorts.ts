import type { Database } from "../../../supabase/functions/_shared/database.types.ts";

type Public = Database["public"];
type RelationName = keyof Public["Tables"] | keyof Public["Views"];

/** An order that a list offers; the rows that are equal in it follow each other by their key, in the same direction. */
export interface Sort {
  readonly field: string;
  readonly order: "ASC" | "DESC";
  /** The column that orders those that are equal in the first, before their key does. */
  readonly then?: string;
  /** Offered only where the list's filter says so, since the index has these rows alone. */
  readonly among?: string;
}

/** The filter of invoices that are owed, as an index has them. */
export const OWED = "status.in.(sent,partially_paid)";

/**
/**
 * By which columns the lists of a table or view are sorted; they open by the first. They offer no other: each has an index
 * that ends in the key, so that a page of millions of rows costs what a page of few does. A test compares.
 */
export const SORTS: { readonly [N in RelationName]?: readonly [Sort, ...Sort[]] } = {
  assignment_margin: [{ field: "start_date", order: "DESC" }, { field: "end_date", order: "DESC" }],
  audit_log: [{ field: "at", order: "DESC" }],
  billing_runs: [{ field: "created_at", order: "DESC" }],
  candidates: [{ field: "last_name", order: "ASC", then: "first_name" }],
  checks: [{ field: "received_on", order: "DESC" }, { field: "check_number", order: "ASC" }],
  contractors: [{ field: "last_name", order: "ASC", then: "first_name" }],
  facilities: [{ field: "name", order: "ASC" }],
  facility_time: [{ field: "work_date", order: "DESC" }],
  invitations: [{ field: "created_at", order: "DESC" }],
  invoices: [
    { field: "number", order: "DESC" },
    { field: "due_date", order: "ASC" },
    { field: "issue_date", order: "DESC" },
    { field: "balance", order: "DESC", among: OWED },
  ],
  job_runs: [{ field: "started_at", order: "DESC" }],
  outbox: [{ field: "written_at", order: "DESC" }],
  payroll_adjustments: [{ field: "payable_on", order: "DESC" }],
  remittance_states: [{ field: "received_on", order: "DESC" }],
  time_entries: [{ field: "work_date", order: "DESC" }],
  unapproved_time: [{ field: "work_date", order: "ASC" }],
  user_names: [{ field: "name", order: "ASC" }],
};

/** The sort by which a list of the table or view opens; by `key` where none is offered. */
export function sortOf(name: string, key: string): Sort {
  return SORTS[name as RelationName]?.[0] ?? { field: key, order: "ASC" };
}

/** True if a list offers to be sorted by that column, as it is filtered. */
export function isOffered(
  name: string,
  field: string,
  filter: Readonly<Record<string, unknown>>,
): boolean {
  const sort = SORTS[name as RelationName]?.find((one) => one.field === field);
  if (sort === undefined) return false;
  const { among } = sort;
  return among === undefined ||
    Object.values(filter).some((value) => typeof value === "string" && value.includes(among));
}

/** The sort that is asked for where the list offers it, else that by which it opens. */
export function offeredSort(
  name: string,
  key: string,
  asked: Pick<Sort, "field" | "order"> | undefined,
  filter: Readonly<Record<string, unknown>>,
): Sort {
  if (asked === undefined || !isOffered(name, asked.field, filter)) return sortOf(name, key);
  const offered = SORTS[name as RelationName]?.find(({ field }) => field === asked.field);
  return { ...offered, ...asked };
}
