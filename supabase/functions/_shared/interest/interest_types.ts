/**
 * Method that turns days into a share of a year: actual days over 365, over 360, over the year's own, US (NASD)
 * 30/360, or a twelfth of it for each month that has begun, which never compounds.
 */
export type DayCount = "actual/365" | "actual/360" | "actual/actual" | "30/360" | "started_months";

/**
 * Time at which unpaid interest joins the principal: never, after each 30 days, or at each
 * anniversary of the start.
 */
export type Compounding = "none" | "every_30_days" | "annual";

/** True if each day has the rate in force on it, or all days the rate of the first day of accrual. */
export type RateBasis = "floating" | "fixed_at_start";

/** The day after which interest counts once the grace days are past. */
export type AccrueFrom = "due_date" | "grace_end";

/** Money received: the day (`YYYY-MM-DD`) and a decimal string of dollars and cents, `"400.00"`. */
export interface InterestPayment {
  readonly paidOn: string;
  readonly amount: string;
}

/** A dated row of `facility_interest_terms`. What is absent has the default named beside it. */
export interface InterestTerms {
  /** First day the row is in force, `YYYY-MM-DD`; no two rows share one. */
  readonly effectiveFrom: string;
  /** Share of the principal per year as a decimal string, `"0.18"` = 18 %; up to 12 decimals. */
  readonly annualRate: string;
  /** `actual/365` */
  readonly dayCount?: DayCount;
  /** `none` */
  readonly compounding?: Compounding;
  /** `floating` */
  readonly rateBasis?: RateBasis;
  /** Whole days after the due date within which nothing is owed; 0. */
  readonly graceDays?: number;
  /** `due_date` */
  readonly accrueFrom?: AccrueFrom;
  /** Owed once interest is owed; `"0"`. */
  readonly fixedFee?: string;
  /** Interest below this, capped and not yet rounded, is not owed; `"0"`. */
  readonly waiveBelow?: string;
  /** At most this many calendar days accrue, at whatever rate is in force; `null`: no limit. */
  readonly maximumDays?: number | null;
  /** Interest, without the fee, is at most this share of the invoice total; `null`: no limit. */
  readonly maximumFraction?: string | null;
}

/** Input of `computeInterest`. Rows may come in any order. */
export interface InterestInput {
  /** The invoice total as a decimal string, `"1500.00"`. */
  readonly principal: string;
  /** `YYYY-MM-DD` */
  readonly dueDate: string;
  /** Principal payments in force (not reversed). Those after `asOf` don't matter yet. */
  readonly payments: readonly InterestPayment[];
  /** Interest payments in force; they reduce only what may be capitalised. */
  readonly interestPayments?: readonly InterestPayment[];
  /** The last day that may count, at most 1000 years after the due date. */
  readonly asOf: string;
  readonly terms: readonly InterestTerms[];
}

/**
 * A stretch of days with one principal and one rate. It explains the result and is not its source:
 * `principal` and `interest` are rounded to ten decimals, so sums of segments are no sums of cents.
 */
export interface InterestSegment {
  /** First day counted. */
  readonly from: string;
  /** Last day counted. */
  readonly to: string;
  /** Days by the terms' day count; the calendar's except under `30/360`. */
  readonly days: number;
  /** Of `started_months` alone: 1 where a month begins, 0 for what a payment leaves of it. */
  readonly months?: number;
  /** Amount that bears interest: the unpaid principal plus the capitalised interest. */
  readonly principal: string;
  readonly rate: string;
  /** Before cap, waiver and rounding to the cent. */
  readonly interest: string;
}

/** Amount owed, in decimal strings with two decimals, and its breakdown. */
export interface InterestResult {
  readonly interest: string;
  readonly fee: string;
  /** interest + fee */
  readonly total: string;
  /**
   * The last day counted: `asOf`, the day of full payment or the last of `maximumDays`; the due
   * date if no day was. `maximumFraction` limits the amount, not the days.
   */
  readonly accruedThrough: string;
  /** Empty if no day accrued; kept when the interest is waived or capped. */
  readonly segments: readonly InterestSegment[];
}

/**
 * Thrown by `computeInterest` for input it refuses to guess about. `field` is the path of the
 * culprit as a caller writes it: `asOf`, `payments[1].amount`, `terms[0].dayCount`.
 */
export class InvalidInterestInputError extends Error {
  override readonly name = "InvalidInterestInputError";

  /** @param field path of the culprit, @param problem what is wrong with it, for a person */
  constructor(readonly field: string, problem: string) {
    super(`${field}: ${problem}`);
  }
}
