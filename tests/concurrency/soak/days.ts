/** Days of the three weeks that the soak is about, as SQL. */
/** Any of them. */
export const DAY = "date '2026-03-02' + {n} % 21";
/** The first of a week. */
export const WEEK = "date '2026-03-02' + 7 * ({n} % 3)";
