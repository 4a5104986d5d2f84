import { useCallback } from "react";
import { type Row, rows } from "../../api/rows.ts";
import { shortDay } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Plot, type PlotModule } from "../../ui/plot.tsx";
import { words } from "../../words.ts";

const say = words.people.heads;
const KINDS = [say.starting, say.ending];
const EVERY = 3;
const NARROW_PX = 600;
type Week = Row<"heads_by_week">;

/** Starts and ends, week by week, with how many there are. */
export function HeadsPicture() {
  const weeks = useAsk(
    ["heads_by_week"],
    (signal) => rows("heads_by_week", { select: "*", order: "week_start" }, signal),
  );
  return <Loaded query={weeks}>{(found) => <Picture weeks={found} />}</Loaded>;
}

function Picture({ weeks }: { weeks: readonly Week[] }) {
  const draw = useCallback(
    (plot: PlotModule, { width, height }: { width: number; height: number }) => {
      const days = weeks.map((week) => week.week_start);
      const thisWeek = Math.floor(days.length / 2);
      const isNarrow = width < NARROW_PX;
      const isTold = (week: number, every: number) => (week - thisWeek) % every === 0;
      const top = Math.max(1, ...weeks.map((week) => week.starting));
      const bars = weeks.flatMap((week) => [
        { day: week.week_start, kind: say.starting, heads: week.starting },
        { day: week.week_start, kind: say.ending, heads: -week.ending },
      ]);
      return plot.plot({
        width,
        height,
        marginLeft: 60,
        marginTop: 30,
        x: {
          type: "band",
          label: null,
          domain: days,
          ticks: days.filter((_, week) => isTold(week, isNarrow ? 2 * EVERY : EVERY)),
          tickFormat: shortDay,
        },
        y: { label: null, grid: true, tickFormat: (heads: number) => `${Math.abs(heads)}` },
        color: { domain: KINDS, range: ["#7cb36b", "#dd7f3b"], legend: true },
        marks: [
          plot.barY(bars, { x: "day", y: "heads", fill: "kind" }),
          plot.ruleY([0]),
          ...["normal", "bold"].map((fontWeight) =>
            plot.text(weeks, {
              filter: (week: Week, index: number) =>
                (!isNarrow || isTold(index, EVERY)) &&
                (week.week_start === days[thisWeek]) === (fontWeight === "bold"),
              x: "week_start",
              y: top,
              dy: -10,
              text: (week: Week) => `${week.heads}`,
              fontWeight,
            })
          ),
        ],
      });
    },
    [weeks],
  );
  return <Plot draw={draw} label={say.picture} height={200} />;
}
