import { Typography } from "@mui/material";
import { useCallback } from "react";
import Decimal from "decimal.js";
import { day, daysAfter, money } from "../../ui/format.ts";
import { type Segment, segmentText } from "../../ui/interest_text.ts";
import { Part } from "../../ui/page.tsx";
import { Plot, type PlotModule } from "../../ui/plot.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import type { InvoiceRow } from "./invoice_row.ts";

const say = words.billing.interest;

/**
 * Reasons for the interest of an invoice: each stretch of days in words, all of them in a picture.
 */
export function InvoiceInterest(
  { invoice }: {
    invoice: Pick<InvoiceRow, "interest_breakdown" | "accrued_interest">;
  },
) {
  const breakdown = invoice.interest_breakdown;
  if (breakdown === null) return null;
  if ("error" in breakdown) {
    return (
      <Part title={say.title}>
        <Typography>{say.cannot(breakdown.error)}</Typography>
      </Part>
    );
  }
  const { segments, fee, accruedThrough } = breakdown;
  if (segments.length === 0) return null;
  return (
    <Part title={say.title} about={say.about(money(invoice.accrued_interest), day(accruedThrough))}>
      <Picture segments={segments} fee={fee} limit={invoice.accrued_interest} />
      <Rows
        label={say.title}
        rows={segments}
        rowKey={({ from }) =>
          from}
        empty=""
        columns={[
          {
            label: say.why,
            value: segmentText,
            total: say.total(money(fee)),
          },
          {
            label: say.days,
            value: (one) =>
              one.days,
            isNumber: true,
          },
          {
            label: say.interest,
            value: (one) => money(new Decimal(one.interest).toFixed(2)),
            isNumber: true,
            total: money(invoice.accrued_interest),
          },
        ]}
      />
    </Part>
  );
}

/**
 * Picture of how the interest grew; once a limit of the facility's terms ends it, it stays at what
 * is owed.
 */
function growth(
  segments: readonly Segment[],
  fee: Decimal,
  limit: Decimal,
): { at: Date; owed: number }[] {
  let owed = fee;
  return segments.flatMap(({ from, to, days, months, interest }) => {
    const start = { at: new Date(daysAfter(from, -1)), owed: Decimal.min(owed, limit).toNumber() };
    const before = owed;
    owed = owed.plus(interest);
    const end = { at: new Date(to), owed: Decimal.min(owed, limit).toNumber() };
    // A started month is charged on its first day.
    if (months !== undefined) return [start, { ...end, at: new Date(from) }, end];
    if (before.greaterThanOrEqualTo(limit) || owed.lessThanOrEqualTo(limit)) return [start, end];
    const until = limit.minus(before).dividedBy(interest).times(days).floor().toNumber();
    return [start, { at: new Date(daysAfter(from, until - 1)), owed: limit.toNumber() }, end];
  });
}

function Picture(
  { segments, fee, limit }: { segments: readonly Segment[]; fee: string; limit: number },
) {
  const draw = useCallback(
    (plot: PlotModule, { width, height }: { width: number; height: number }) => {
      const points = growth(segments, new Decimal(fee), new Decimal(limit));
      return plot.plot({
        width,
        height,
        marginLeft: 60,
        x: { type: "utc", label: null },
        y: { label: say.axis, grid: true, zero: true },
        marks: [
          // As y alone, what two stretches share a day of would be stacked there.
          plot.areaY(points, { x: "at", y1: 0, y2: "owed", fillOpacity: 0.15 }),
          plot.lineY(points, { x: "at", y: "owed", strokeWidth: 2 }),
          plot.dot(points, { x: "at", y: "owed", r: 2.5, fill: "currentColor" }),
          plot.ruleY([0]),
        ],
      });
    },
    [segments, fee, limit],
  );
  return <Plot draw={draw} label={say.picture} height={200} />;
}
