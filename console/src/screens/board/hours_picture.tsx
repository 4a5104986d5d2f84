import { useCallback } from "react";
import { type Answer, call } from "../../api/call.ts";
import { shortDay } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Plot, type PlotModule } from "../../ui/plot.tsx";
import { words } from "../../words.ts";

const say = words.board;
const WEEKS = 8;
const COLOR_OF = {
  locked: "#3f7d5a",
  approved: "#7cb36b",
  pending_approval: "#e3b23c",
  submitted: "#5b8fc7",
  draft: "#8a8a8a",
};
const STATES = Object.keys(COLOR_OF).map((state) => words.states[state] ?? state);

/** The hours of the last weeks by the state that they are in. */
export function HoursPicture() {
  const found = useAsk(
    ["hours_by_state"],
    (signal) => call("hours_by_state", { weeks: WEEKS }, signal),
  );
  return <Loaded query={found}>{(hours) => <Picture hours={hours} />}</Loaded>;
}

function Picture({ hours }: { hours: Answer<"hours_by_state"> }) {
  const draw = useCallback(
    (plot: PlotModule, { width, height }: { width: number; height: number }) =>
      plot.plot({
        width,
        height,
        marginLeft: 60,
        x: { type: "band", label: null, tickFormat: shortDay },
        y: { label: words.common.hours, grid: true },
        color: { domain: STATES, range: Object.values(COLOR_OF), legend: true },
        marks: [
          plot.barY(
            hours.map((one) => ({ ...one, state: words.states[one.status] ?? one.status })),
            { x: "week_start", y: "hours", fill: "state", order: STATES },
          ),
          plot.ruleY([0]),
        ],
      }),
    [hours],
  );
  return (
    <Plot
      draw={draw}
      label={say.hoursPicture}
      height={260}
      nothing={hours.every((one) => one.hours === 0) ? say.noHours : null}
    />
  );
}
