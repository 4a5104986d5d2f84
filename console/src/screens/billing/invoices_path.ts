import { OWED } from "../../api/sorts.ts";

/** Invoices that are owed, and how late they are, as the filter of a list; kept, it stays true on other days. */
export const OVERDUE = (days: number) =>
  `(${OWED},due_date.lt.${days === 0 ? "{today}" : `{today-${days}}`})`;
