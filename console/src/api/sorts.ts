import type { Database } from "../../../supabase/functions/_shared/database.types.ts";

type Public = Database["public"];
type RelationName = keyof Public["Tables"] | keyof Public["Views"];

/** An order that a list offers; the rows that are equal in it follow each other by their key, in the same direction. */
export interface Sort {
  readonly field: string;
  readonly order: "ASC" | "DESC";
}

/**
 * By which column the lists of a table or view are sorted, and how they open. They offer no other: each has an index that
 * ends in the key, so that a page of millions of rows costs what a page of few does. A test compares.
 */
export const SORTS: { readonly [N in RelationName]?: Sort } = {
  assignment_margin: { field: "start_date", order: "DESC" },
  audit_log: { field: "at", order: "DESC" },
  billing_runs: { field: "created_at", order: "DESC" },
  candidates: { field: "last_name", order: "ASC" },
  checks: { field: "received_on", order: "DESC" },
  contractors: { field: "last_name", order: "ASC" },
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

/** The sort that a list of the table or view has; by `key` where none is offered. */
export function sortOf(name: string, key: string): Sort {
  return SORTS[name as RelationName] ?? { field: key, order: "ASC" };
}
