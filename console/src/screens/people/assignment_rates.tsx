import { useCallback } from "react";
import type { Row } from "../../api/rows.ts";
import { day, daysAfter, decimal, money, today } from "../../ui/format.ts";
import { Part } from "../../ui/page.tsx";
import { Plot, type PlotModule } from "../../ui/plot.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.people.assignment;
type Rate = Row<"assignment_rates">;
const KINDS = [say.bill, say.pay];

/** The rates of an assignment, dated: on a line and as they are. */
export function AssignmentRates(
  { rates, through }: { rates: readonly Rate[]; through: string | null },
) {
  const me = useMe();
  const newest = rates.at(-1)?.effective_from ?? "";
  const now = through ?? today(me.timezone);
  return (
    <Part title={say.rates}>
      {rates.length > 0 && <Line rates={rates} to={now > newest ? now : daysAfter(newest, 30)} />}
      <Rows
        label={say.rates}
        rows={rates.toReversed()}
        rowKey={(rate) => rate.effective_from}
        empty=""
        columns={[
          { label: say.from, value: (rate) => day(rate.effective_from) },
          { label: say.bill, value: (rate) => money(rate.bill_rate), isNumber: true },
          { label: say.pay, value: (rate) => money(rate.pay_rate), isNumber: true },
          {
            label: words.people.assignments.margin,
            value: (rate) => money(decimal(rate.bill_rate).minus(rate.pay_rate)),
            isNumber: true,
          },
          { label: words.overtime.belowWage, value: (rate) => rate.below_minimum_wage_reason },
        ]}
      />
    </Part>
  );
}

function Line({ rates, to }: { rates: readonly Rate[]; to: string }) {
  const draw = useCallback(
    (plot: PlotModule, { width, height }: { width: number; height: number }) => {
      const last = rates.at(-1);
      const points = [...rates, ...(last ? [{ ...last, effective_from: to }] : [])].flatMap((
        rate,
      ) => [
        { at: new Date(rate.effective_from), rate: rate.bill_rate, kind: say.bill },
        { at: new Date(rate.effective_from), rate: rate.pay_rate, kind: say.pay },
      ]);
      return plot.plot({
        width,
        height,
        marginLeft: 60,
        x: { type: "utc", label: null },
        y: { label: null, grid: true, zero: true, tickFormat: (rate: number) => money(rate) },
        color: { domain: KINDS, range: ["#5b8fc7", "#dd7f3b"], legend: true },
        marks: [
          plot.lineY(points, {
            x: "at",
            y: "rate",
            stroke: "kind",
            curve: "step-after",
            strokeWidth: 2.5,
          }),
          plot.ruleY([0]),
        ],
      });
    },
    [rates, to],
  );
  return <Plot draw={draw} label={say.picture} height={200} />;
}
