/** All that must hold, each with a name that says what is wrong. */
import { noMoneyIsLost } from "./conservation.ts";
import { interestIsRight } from "./interest.ts";
import type { Invariant } from "./invariant.ts";
import { journalBalances, journalIsAging } from "./journal.ts";
import { LEAVE_NEVER } from "./leave.ts";
import { unlogged } from "./logged.ts";
import { askedOn, NEVER } from "./never.ts";
import { weeksArePaid } from "./pay.ts";

const finds = (query: string): Invariant => async (sql, { today }) => {
  const rows = await sql.unsafe<{ id: unknown }[]>(askedOn(today, query));
  return { wrong: rows.map(({ id }) => `${id}`) };
};

/** Asked in this order, all of one snapshot. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  ...Object.fromEntries(
    Object.entries({ ...NEVER, ...LEAVE_NEVER }).map(([name, query]) => [name, finds(query)]),
  ),
  "money is lost between checks, invoices and credits": noMoneyIsLost,
  "interest is not what fractions come to": interestIsRight,
  "a paid week is not what its time comes to": weeksArePaid,
  "the journal does not balance": journalBalances,
  "the journal's accounts are not what is owed": journalIsAging,
  "a row is not what its log says": unlogged,
};
