import { rows } from "../../api/rows.ts";
import { day, daysAfter, decimal, period, weekStart } from "../../ui/format.ts";
import { words } from "../../words.ts";

const say = words.time.correction.follows;

/** Effect of a correction, where it is seen, and whose work it is. */
export interface Follow {
  readonly text: string;
  readonly path: string;
  /** By how much it comes to more, in money; null where nobody has reckoned it yet. */
  readonly difference: string | null;
  readonly when: string;
  readonly role: string;
}

/** Amounts that bill and pay a contractor's week, at one time. */
export interface Standing {
  readonly invoices: ReadonlyMap<string, { readonly name: string; readonly total: number }>;
  readonly isBilled: boolean;
  readonly batches: ReadonlyMap<
    string,
    { readonly name: string; readonly gross: number; readonly payDay: string }
  >;
  readonly paid: string | null;
  readonly nextPayDay: string | null;
}

/** Drafts that bill and pay the week of an entry, and what closed batches have paid of it. */
export async function standingOf(entryId: string, weekStartsOn: number): Promise<Standing> {
  const [entry] = await rows("time_entries", {
    select: "work_date,assignments(contractor_id,contractors(pay_group_id))",
    id: `eq.${entryId}`,
  });
  const start = weekStart(entry?.work_date ?? "", weekStartsOn);
  const contractor = `eq.${entry?.assignments.contractor_id}`;
  const [assignments, batches, [next]] = await Promise.all([
    rows("assignments", { select: "id", contractor_id: contractor }),
    rows("payroll_batches", {
      select: "id,pay_date,payroll_periods(period_start,period_end,pay_date)",
      status: "in.(draft,in_review,approved)",
    }),
    rows("payroll_periods", {
      select: "pay_date",
      status: "eq.open",
      pay_group_id: `eq.${entry?.assignments.contractors.pay_group_id}`,
      order: "pay_date,id",
      limit: "1",
    }),
  ]);
  const entries = await rows("time_entries", {
    select: "id",
    assignment_id: `in.(${assignments.map(({ id }) => id).join(",")})`,
    and: `(work_date.gte.${start},work_date.lte.${daysAfter(start, 6)})`,
  });
  const ofWeek = { time_entry_id: `in.(${entries.map(({ id }) => id).join(",")})` };
  const [lines, items, paid] = await Promise.all([
    rows("invoice_lines", {
      select: "time_entry_id,invoices(id,status,total,facility_name)",
      released_at: "is.null",
      ...ofWeek,
    }),
    rows("payroll_items", {
      select: "payroll_batch_id,gross_pay",
      contractor_id: contractor,
      payroll_batch_id: `in.(${batches.map(({ id }) => id).join(",")})`,
    }),
    rows("payroll_item_lines", {
      select: "payroll_items(payroll_batches(status,payroll_periods(period_start,period_end)))",
      released_at: "is.null",
      ...ofWeek,
    }),
  ]);
  const closed = paid.map((line) => line.payroll_items.payroll_batches)
    .find(({ status }) => status === "closed")?.payroll_periods;
  return {
    invoices: new Map(
      lines.map((line) => line.invoices).filter(({ status }) => status === "draft")
        .map((one) => [one.id, { name: one.facility_name ?? "", total: one.total }]),
    ),
    isBilled: lines.some((line) => line.time_entry_id === entryId),
    batches: new Map(items.map((item) => {
      const batch = batches.find(({ id }) => id === item.payroll_batch_id);
      const of = batch?.payroll_periods;
      return [item.payroll_batch_id, {
        name: period(of?.period_start, of?.period_end),
        gross: item.gross_pay,
        payDay: day(batch?.pay_date ?? of?.pay_date),
      }];
    })),
    paid: closed === undefined ? null : period(closed.period_start, closed.period_end),
    nextPayDay: next === undefined ? null : day(next.pay_date),
  };
}

/** Lists effects of a correction, by what was there before it and after. */
export function followsOf(before: Standing, after: Standing): Follow[] {
  const less = (now: number | undefined, then: number | undefined) =>
    decimal(now).minus(decimal(then)).toFixed(2);
  return [
    ...[...new Map([...before.invoices, ...after.invoices])].map(([id, { name }]): Follow => ({
      text: say.invoice(name),
      path: `/billing/invoices/${id}`,
      difference: less(after.invoices.get(id)?.total, before.invoices.get(id)?.total),
      when: say.whenSent,
      role: say.billing,
    })),
    ...(after.isBilled ? [] : [{
      text: say.unbilled,
      path: "/billing/run",
      difference: null,
      when: say.nextRun,
      role: say.billing,
    }]),
    ...[...new Map([...before.batches, ...after.batches])].map((
      [id, { name, payDay }],
    ): Follow => ({
      text: say.batch(name),
      path: `/payroll/batches/${id}`,
      difference: less(after.batches.get(id)?.gross, before.batches.get(id)?.gross),
      when: payDay,
      role: say.payroll,
    })),
    ...(after.paid === null ? [] : [{
      text: say.paid(after.paid),
      path: "/payroll/periods",
      difference: null,
      when: after.nextPayDay ?? say.nextBatch,
      role: say.payroll,
    }]),
  ];
}
