import { useCallback } from "react";
import { call } from "../../api/call.ts";
import { daysAfter, shortDay, sum } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
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

/** The balance by age at the ends of the last months, and on the day itself. `ar_history` will answer it in one call. */
export function AgingPicture({ through }: { through: string }) {
  const bars = useAsk(["aging_history", through], async (signal) => {
    const days = [...monthEnds(through), through];
    const found = await Promise.all(days.map((as_of) => call("ar_aging_as_of", { as_of }, signal)));
    return days.flatMap((day, index): Bar[] =>
      BUCKETS.map((name, bucket) => ({
        day,
        bucket: say.buckets[bucket] ?? "",
        amount: sum((found[index] ?? []).map((one) => one[name])).toNumber() / 1000,
      }))
    );
  });
  return <Loaded query={bars}>{(found) => <Picture bars={found} />}</Loaded>;
}

function Picture({ bars }: { bars: readonly Bar[] }) {
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
  return <Plot draw={draw} label={say.picture} height={280} />;
}

/** The last days of the months before a day's, oldest first. */
function monthEnds(day: string): string[] {
  const ends: string[] = [];
  for (
    let end = daysAfter(`${day.slice(0, 8)}01`, -1);
    ends.length < MONTHS;
    end = daysAfter(`${end.slice(0, 8)}01`, -1)
  ) {
    ends.unshift(end);
  }
  return ends;
}
