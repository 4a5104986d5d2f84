import { Button } from "@mui/material";
import { useCallback, useState } from "react";
import { count as countRows, type Row, rows } from "../../api/rows.ts";
import { count, decimal, money, today } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Plot, type PlotModule } from "../../ui/plot.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.people.margins;
const FEW = 10;
const MOST = 30;
const BAR_PX = 20;
const MARGINS_PX = 10;
type Margin = Pick<
  Row<"assignment_margin">,
  "assignment_id" | "contractor_name" | "facility_name" | "margin_per_hour"
>;

/**
 * Margin of an hour, assignment by assignment of those that go on: the lowest, which are worth a
 * look.
 */
export function MarginPicture() {
  const now = today(useMe().timezone);
  const [most, setMost] = useState(FEW);
  const asked = useAsk(["margins", now], async (signal) => {
    const goingOn = { start_date: `lte.${now}`, or: `(end_date.is.null,end_date.gte.${now})` };
    const [lowest, all] = await Promise.all([
      rows("assignment_margin", {
        select: "assignment_id,contractor_name,facility_name,margin_per_hour",
        ...goingOn,
        order: "margin_per_hour,assignment_id",
        limit: `${MOST}`,
      }, signal),
      countRows("assignments", { select: "id", ...goingOn }, signal),
    ]);
    return { lowest, all: Math.max(all, lowest.length) };
  });
  return (
    <Loaded query={asked}>
      {({ lowest, all }) => {
        const shown = lowest.slice(0, most);
        return (
          <Part
            title={say.title}
            about={shown.length === 0 ? say.none : say.about(count(shown.length), count(all))}
            actions={lowest.length > FEW && (
              <Button
                size="small"
                onClick={() => setMost(most === FEW ? MOST : FEW)}
              >
                {most === FEW ? say.more(count(lowest.length)) : say.fewer}
              </Button>
            )}
          >
            {shown.length > 0 && <Picture margins={shown} />}
          </Part>
        );
      }}
    </Loaded>
  );
}

function Picture({ margins }: { margins: readonly Margin[] }) {
  const draw = useCallback(
    (plot: PlotModule, { width, height }: { width: number; height: number }) => {
      const names = new Map(margins.map((one) => [one.assignment_id, nameOf(one)]));
      const marginLeft = Math.min(360, Math.floor(width * 0.45));
      return plot.plot({
        width,
        height,
        marginLeft,
        marginTop: MARGINS_PX / 2,
        marginBottom: MARGINS_PX / 2,
        marginRight: 70,
        x: { axis: null, nice: true },
        y: { type: "band", label: null, domain: [...names.keys()], padding: 0.2 },
        marks: [
          plot.axisY({
            tickSize: 0,
            label: null,
            fontSize: 12,
            tickFormat: (id: string) => names.get(id) ?? "",
            lineWidth: (marginLeft - 20) / 13,
            textOverflow: "ellipsis",
          }),
          plot.barX(margins, {
            x: "margin_per_hour",
            y: "assignment_id",
            fill: (one: Margin) =>
              decimal(one.margin_per_hour).isNegative() ? "#d0554b" : "#5b8fc7",
          }),
          plot.text(margins, {
            x: (one: Margin) => Math.max(0, one.margin_per_hour ?? 0),
            y: "assignment_id",
            text: (one: Margin) => money(one.margin_per_hour),
            textAnchor: "start",
            dx: 6,
            fontSize: 12,
          }),
          plot.ruleX([0]),
        ],
      });
    },
    [margins],
  );
  const [first] = margins;
  return (
    <Plot
      draw={draw}
      height={margins.length * BAR_PX + MARGINS_PX}
      label={say.picture(
        count(margins.length),
        first ? nameOf(first) : "",
        money(first?.margin_per_hour),
        money(margins.at(-1)?.margin_per_hour),
      )}
    />
  );
}

function nameOf({ contractor_name: contractor, facility_name: facility }: Margin): string {
  return say.at(contractor ?? "", facility ?? "");
}
