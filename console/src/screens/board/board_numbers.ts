import { count, type Query, type RelationName, type Row, rows } from "../../api/rows.ts";
import { isOneOf, type Me } from "../../me.ts";
import { count as shown, decimal, money, sum } from "../../ui/format.ts";
import { words } from "../../words.ts";

const say = words.board;

/** A number of the board, and where its list is. */
export interface BoardNumber {
  readonly title: string;
  readonly value: string;
  readonly unit: string;
  readonly isQuiet: boolean;
  readonly to: string;
}

/** Everything that needs doing, asked at once. The procedure `board` will answer it in one call. */
export async function boardNumbers(me: Me, signal: AbortSignal): Promise<BoardNumber[]> {
  const counted = async (
    title: string,
    unit: string,
    to: string,
    name: RelationName,
    query: Query,
  ): Promise<BoardNumber> => {
    const found = await count(name, query, signal);
    return { title, value: shown(found), unit, isQuiet: found === 0, to };
  };
  const step = (title: string, to: string, next_step: string) =>
    counted(title, say.entries, to, "unapproved_time", {
      select: "time_entry_id",
      next_step: `eq.${next_step}`,
    });
  return await Promise.all([
    step(say.notSubmitted, "/time/missing", "submit"),
    step(say.toApprove, "/time/approve", "approve"),
    step(say.locked, "/time/locked", "take_up_or_set_aside"),
    counted(say.unbilled, say.entries, "/billing/unbilled", "unbilled_time", {
      select: "time_entry_id",
    }),
    counted(say.differences, say.weeks, "/billing/unbilled", "unbilled_differences", {
      select: "week_start",
    }),
    drafts(signal),
    counted(say.checks, say.received, "/cash/checks", "checks", {
      select: "id",
      status: "eq.received",
    }),
    overdue(signal),
    ...(isOneOf(me, "payroll")
      ? [counted(say.batches, say.open, "/payroll/periods", "payroll_batches", {
        select: "id",
        status: "in.(draft,in_review,approved)",
      })]
      : []),
    counted(say.renewals, say.assignments, "/people/renewals", "renewals_due", {
      select: "contract_renewal_id",
      bucket: "in.(30,expired)",
    }),
  ]);
}

async function drafts(signal: AbortSignal): Promise<BoardNumber> {
  const found = await rows<Pick<Row<"invoices">, "total">>("invoices", {
    select: "total",
    status: "eq.draft",
  }, signal);
  return {
    title: say.drafts,
    value: money(sum(found.map(({ total }) => total))),
    unit: `${shown(found.length)} ${say.invoices}`,
    isQuiet: found.length === 0,
    to: "/billing/drafts",
  };
}

async function overdue(signal: AbortSignal): Promise<BoardNumber> {
  const found = await rows<Pick<Row<"ar_aging">, "balance" | "current">>(
    "ar_aging",
    { select: "balance,current" },
    signal,
  );
  const late = found.map((one) => decimal(one.balance).minus(decimal(one.current))).filter((one) =>
    !one.isZero()
  );
  return {
    title: say.overdue,
    value: money(sum(late)),
    unit: `${shown(late.length)} ${say.facilities}`,
    isQuiet: late.length === 0,
    to: "/cash/aging",
  };
}
