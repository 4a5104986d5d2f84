import { useCallback, useMemo } from "react";
import { type Answer, call } from "../../api/call.ts";
import { decimal, money, shortDay } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts } from "../../ui/page.tsx";
import { Plot, type PlotModule } from "../../ui/plot.tsx";
import { words } from "../../words.ts";

const say = words.cash.aging;
const BUCKETS = ["current", "days_1_30", "days_31_60", "days_61_90", "days_91_plus"] as const;
const COLORS = ["#5b8fc7", "#7cb36b", "#e3b23c", "#dd7f3b", "#bf4545"];
const MONTHS = 6;

interface Bar {
  readonly day: string;
  readonly bucket: string;
  readonly amount: number;
}

/** The balance by age and days sales outstanding at the ends of the last months, and on the day itself. */
export function useArHistory(through: string) {
  return useAsk(["ar_history", through], (signal) => {
    const from = new Date(`${through.slice(0, 7)}-01T00:00:00Z`);
    from.setUTCMonth(from.getUTCMonth() - MONTHS);
    return call(
      "ar_history",
      { from_date: from.toISOString().slice(0, 10), to_date: through, step: "month" },
      signal,
    );
  });
}

/** Money owed, by age, month by month. */
export function AgingPicture({ through }: { through: string }) {
  return (
    <Loaded query={useArHistory(through)}>
      {(history) => (
        <>
          <Now history={history} />
          <Picture history={history} />
        </>
      )}
    </Loaded>
  );
}

function Now({ history }: { history: Answer<"ar_history"> }) {
  const now = history.at(-1);
  if (now === undefined) return null;
  return (
    <Facts
      facts={[
        [say.open, money(now.balance)],
        [say.overdue, money(decimal(now.balance).minus(now.current))],
        [say.outstanding, now.days_sales_outstanding],
      ]}
    />
  );
}

function Picture({ history }: { history: Answer<"ar_history"> }) {
  const bars = useMemo(() =>
    history.flatMap((one): Bar[] =>
      BUCKETS.map((name, bucket) => ({
        day: one.as_of,
        bucket: say.buckets[bucket] ?? "",
        amount: one[name] / 1000,
      }))
    ), [history]);
  const draw = useCallback(
    (plot: PlotModule, { width, height }: { width: number; height: number }) =>
      plot.plot({
        width,
        height,
        marginLeft: 60,
        x: {
          type: "band",
          label: null,
          domain: [...new Set(bars.map(({ day }) => day))],
          tickFormat: shortDay,
        },
        y: { label: say.axis, grid: true },
        color: { domain: say.buckets, range: COLORS, legend: true },
        marks: [
          plot.barY(bars, { x: "day", y: "amount", fill: "bucket", order: say.buckets }),
          plot.ruleY([0]),
        ],
      }),
    [bars],
  );
  return (
    <Plot
      draw={draw}
      label={say.picture}
      height={280}
      nothing={bars.every(({ amount }) => amount === 0) ? say.nothingOwed : null}
    />
  );
}
