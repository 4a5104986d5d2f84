/** Somebody whose week is random, as the database knows them. */
import type { Week } from "../../../support/payroll/lawful_pay.ts";

/** Somebody with their week. */
export interface Person {
  readonly id: string;
  readonly week: Week;
  /** By place. */
  readonly assignments: readonly string[];
  readonly facilities: readonly string[];
  /** Names of the week's codes. */
  readonly codes: readonly string[];
}

/** Money as the database takes it. */
export const money = (cents: number): string => (cents / 100).toFixed(2);
