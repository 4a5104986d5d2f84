import type { Row } from "../../api/rows.ts";

/** A period with its batches. */
export type Period = Row<"payroll_periods"> & {
  payroll_batches: readonly BatchOfPeriod[];
};
/** A batch, as the list of periods has it. */
export type BatchOfPeriod = Pick<
  Row<"payroll_batches">,
  "id" | "payroll_period_id" | "status" | "gross_total"
>;
