import { useCallback } from "react";
import { allRows } from "../../api/rows.ts";
import { decimal, shortDay, sum } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Plot, type PlotModule } from "../../ui/plot.tsx";
import { words } from "../../words.ts";
import type { Period } from "./period_row.ts";

const say = words.payroll.periods;
const KINDS = [say.straight, say.premium];
const SHOWN = 13;

interface Bar {
  readonly day: string;
  readonly kind: string;
  readonly pay: number;
}

/** Gross pay of the last periods, and what of it is premium. */
export function PayPicture({ periods }: { periods: readonly Period[] }) {
  const shown = periods.slice(0, SHOWN).toReversed();
  const ids = shown.flatMap((one) => one.payroll_batches).filter(({ status }) =>
    status === "closed"
  ).map(({ id }) => id);
  const items = useAsk(
    ["pay_picture", ids],
    () =>
      ids.length === 0 ? Promise.resolve([]) : allRows("payroll_items", {
        select: "payroll_batch_id,premium_pay,gross_pay",
        payroll_batch_id: `in.(${ids.join(",")})`,
        order: "id",
      }),
  );
  return (
    <Loaded query={items}>
      {(found) => (
        <Picture
          bars={shown.flatMap((one): Bar[] => {
            const batches = new Set(one.payroll_batches.map(({ id }) => id));
            const theirs = found.filter((item) => batches.has(item.payroll_batch_id));
            const premium = sum(theirs.map((item) => item.premium_pay));
            const rest = sum(theirs.map((item) => item.gross_pay)).minus(premium);
            return [rest, premium].map((pay, kind) => ({
              day: one.period_end,
              kind: KINDS[kind] ?? "",
              pay: decimal(pay).dividedBy(1000).toNumber(),
            }));
          })}
        />
      )}
    </Loaded>
  );
}

function Picture({ bars }: { bars: readonly Bar[] }) {
  const draw = useCallback(
    (plot: PlotModule, { width, height }: { width: number; height: number }) =>
      plot.plot({
        width,
        height,
        marginLeft: 60,
        x: { type: "band", label: null, tickFormat: shortDay },
        y: { label: say.axis, grid: true },
        color: { domain: KINDS, range: ["#5b8fc7", "#dd7f3b"], legend: true },
        marks: [
          plot.barY(bars, { x: "day", y: "pay", fill: "kind", order: KINDS }),
          plot.ruleY([0]),
        ],
      }),
    [bars],
  );
  return (
    <Plot
      draw={draw}
      label={say.picture}
      height={260}
      nothing={bars.every(({ pay }) => pay === 0) ? say.nothingPaid : null}
    />
  );
}
