import type { Database } from "../../../supabase/functions/_shared/database.types.ts";

type Public = Database["public"];
type RelationName = keyof Public["Tables"] | keyof Public["Views"];

/** An order that a list offers; the rows that are equal in it follow each other by their key, in the same direction. */
export interface Sort {
  readonly field: string;
  readonly order: "ASC" | "DESC";
  /** The column that orders those that are equal in the first, before their key does. */
  readonly then?: string;
}

/**
 * By which columns the lists of a table or view are sorted, first of all how they open. They offer no other: each has an
 * index that ends in the key, so that a page of millions of rows costs what a page of few does. A test compares.
 */
export const SORTS: { readonly [N in RelationName]?: Sort | readonly [Sort, ...Sort[]] } = {
  assignment_margin: [{ field: "start_date", order: "DESC" }, { field: "end_date", order: "DESC" }],
  audit_log: { field: "at", order: "DESC" },
  billing_runs: { field: "created_at", order: "DESC" },
  candidates: { field: "last_name", order: "ASC", then: "first_name" },
  checks: { field: "received_on", order: "DESC" },
  contractors: { field: "last_name", order: "ASC", then: "first_name" },
  facilities: { field: "name", order: "ASC" },
  facility_time: { field: "work_date", order: "DESC" },
  invitations: { field: "created_at", order: "DESC" },
  invoices: { field: "number", order: "DESC" },
  job_runs: { field: "started_at", order: "DESC" },
  outbox: { field: "written_at", order: "DESC" },
  payroll_adjustments: { field: "payable_on", order: "DESC" },
  time_entries: { field: "work_date", order: "DESC" },
  unapproved_time: { field: "work_date", order: "ASC" },
  user_names: { field: "name", order: "ASC" },
};

/** The sorts that lists of the table or view offer; by `key` where there is none. */
export function sortsOf(name: string, key: string): readonly [Sort, ...Sort[]] {
  const sorts = SORTS[name as RelationName] ?? { field: key, order: "ASC" };
  return "field" in sorts ? [sorts] : sorts;
}

/** The sort by which a list of the table or view opens. */
export function sortOf(name: string, key: string): Sort {
  return sortsOf(name, key)[0];
}
