import { Refusal } from "../../api/refusal.ts";
import { allRows, type Row, rows } from "../../api/rows.ts";
import { decimal } from "../../ui/format.ts";
import { words } from "../../words.ts";

/** What one contractor gets in a batch. */
export type ItemRow = Row<"payroll_items">;
/** A batch with its period. */
export type BatchRow = Row<"payroll_batches"> & { payroll_periods: Row<"payroll_periods"> };

/** A reason to look at somebody's pay. */
export type Flag = keyof typeof words.payroll.batch.flags;

/** Somebody's pay, beside that of the batch before, and why to look at it. */
export interface Reviewed {
  readonly item: ItemRow;
  readonly before: number | null;
  readonly flags: readonly Flag[];
}

/** A batch, what it pays, and the closed batch of the period before. `payroll_batch_review` will answer it in one call. */
export interface Review {
  readonly batch: BatchRow;
  readonly before: BatchRow | null;
  readonly people: readonly Reviewed[];
}

const DAY_MS = 86_400_000;
const MUCH_TIME_A_WEEK = 60;

/** @throws Refusal */
export async function reviewOf(id: string, signal: AbortSignal): Promise<Review> {
  const select = "*,payroll_periods!inner(*)";
  const [batch] = await rows<BatchRow>("payroll_batches", { select, id: `eq.${id}` }, signal);
  if (!batch) throw new Refusal(404, words.payroll.batch.notFound);
  const [earlier, items, differing] = await Promise.all([
    rows<BatchRow>("payroll_batches", {
      select,
      status: "eq.closed",
      "payroll_periods.period_end": `lt.${batch.payroll_periods.period_start}`,
      order: "closed_at.desc,id",
      limit: "20",
    }, signal),
    itemsOf(id),
    allRows<{ payroll_item_id: string }>("payroll_item_lines", {
      select: "id,payroll_item_id,payroll_items!inner(payroll_batch_id)",
      "payroll_items.payroll_batch_id": `eq.${id}`,
      kind: "eq.difference",
      order: "id",
    }),
  ]);
  const before =
    earlier.toSorted((a, b) =>
      b.payroll_periods.period_end.localeCompare(a.payroll_periods.period_end)
    )[0] ?? null;
  const paidBefore = new Map(
    before === null
      ? []
      : (await itemsOf(before.id)).map((item) => [item.contractor_id, item.gross_pay]),
  );
  const differs = new Set(differing.map((line) => line.payroll_item_id));
  const { period_start: start, period_end: end } = batch.payroll_periods;
  const weeks = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS + 1) / 7;
  const people = items.map((item): Reviewed => {
    const hours = decimal(item.regular_hours).plus(item.overtime_hours).plus(item.doubletime_hours);
    const flags: [Flag, boolean][] = [
      ["below_zero", item.gross_pay < 0],
      ["much_time", hours.greaterThan(MUCH_TIME_A_WEEK * weeks)],
      ["difference", differs.has(item.id)],
      ["no_time", hours.isZero()],
      ["first_pay", before !== null && !paidBefore.has(item.contractor_id)],
    ];
    return {
      item,
      before: paidBefore.get(item.contractor_id) ?? null,
      flags: flags.filter(([, applies]) => applies).map(([flag]) => flag),
    };
  });
  const nameOf = ({ item }: Reviewed) => `${item.last_name} ${item.first_name}`;
  people.sort((a, b) => b.flags.length - a.flags.length || nameOf(a).localeCompare(nameOf(b)));
  return { batch, before, people };
}

function itemsOf(batchId: string): Promise<ItemRow[]> {
  return allRows<ItemRow>("payroll_items", {
    select: "*",
    payroll_batch_id: `eq.${batchId}`,
    order: "id",
  });
}
