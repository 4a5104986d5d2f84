import { useCallback } from "react";
import { type Answer } from "../../api/call.ts";
import { shortDay } from "../../ui/format.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Plot, type PlotModule } from "../../ui/plot.tsx";
import { words } from "../../words.ts";
import { useArHistory } from "./aging_picture.tsx";

const say = words.cash.aging;

/** Days of billing that stood open, month by month. */
export function OutstandingPicture({ through }: { through: string }) {
  return (
    <Loaded query={useArHistory(through)}>
      {(history) => <Picture history={history} />}
    </Loaded>
  );
}

function Picture({ history }: { history: Answer<"ar_history"> }) {
  const draw = useCallback(
    (plot: PlotModule, { width, height }: { width: number; height: number }) =>
      plot.plot({
        width,
        height,
        marginLeft: 60,
        x: { type: "point", label: null, tickFormat: shortDay },
        y: { label: say.outstandingAxis, grid: true, zero: true },
        marks: [
          plot.lineY(history, {
            x: "as_of",
            y: "days_sales_outstanding",
            stroke: "#5b8fc7",
            strokeWidth: 2,
            marker: true,
          }),
          plot.ruleY([0]),
        ],
      }),
    [history],
  );
  return (
    <Plot
      draw={draw}
      label={say.outstandingPicture}
      height={180}
      nothing={history.every(({ days_sales_outstanding: days }) => !days)
        ? say.nothingBilled
        : null}
    />
  );
}
