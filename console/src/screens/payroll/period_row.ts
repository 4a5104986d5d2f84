import type { Selected } from "../../api/rows.ts";

/** Columns of a period, for a request. */
export const PERIOD = "*";
/** Columns of a batch in the list of periods, for a request. */
export const BATCH_OF_PERIOD = "id,payroll_period_id,kind,status,gross_total";
/** A period with its batches. */
export type Period = Selected<"payroll_periods", typeof PERIOD> & {
  payroll_batches: readonly Selected<"payroll_batches", typeof BATCH_OF_PERIOD>[];
};
