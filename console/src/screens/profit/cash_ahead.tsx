import { Alert, InputAdornment, TextField } from "@mui/material";
import { useCallback, useDeferredValue, useState } from "react";
import { type Answer, call } from "../../api/call.ts";
import { CURRENCY_SIGN, money, shortDay } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Plot, type PlotModule } from "../../ui/plot.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.profit.ahead;
const COLORS = ["#5b8fc7", "#7cb36b", "#bf4545"];
/** On fewer pixels the days of all weeks would run into each other. */
const NARROW_PX = 440;

/** An amount as it was typed: text for the API, or null while it is none. */
const amountOf = (text: string) => {
  const plain = text.replaceAll(",", "").replace(CURRENCY_SIGN, "").trim();
  return /^-?\d{1,9}(\.\d{1,2})?$/.test(plain) ? plain : null;
};

/** The factor of a payroll by the percent of taxes that was typed; null while it is none. */
const factorOf = (text: string) =>
  /^\d{1,2}(\.\d{1,4})?$/.test(text.trim()) ? (1 + Number(text) / 100).toFixed(6) : null;

/** Eight weeks of cash: what comes in, what goes out, and the balance. What is typed here is not kept. */
export function CashAhead() {
  const [opening, setOpening] = useState("0");
  const [taxes, setTaxes] = useState("7.65");
  const balance = useDeferredValue(amountOf(opening));
  const factor = useDeferredValue(factorOf(taxes));
  const found = useAsk(
    ["cash_ahead", balance, factor],
    (signal) =>
      call("cash_ahead", {
        opening_balance: balance ?? "0",
        payroll_tax_factor: factor ?? "1",
      }, signal),
  );
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={
        <>
          <Typed
            label={say.opening}
            value={opening}
            set={setOpening}
            fault={amountOf(opening) === null ? words.common.notMoney : null}
            sign="start"
          />
          <Typed
            label={say.taxes}
            value={taxes}
            set={setTaxes}
            fault={factorOf(taxes) === null ? say.notPercent : null}
            sign="end"
          />
        </>
      }
    >
      <Loaded query={found}>
        {(weeks) => (
          <Part title={say.weeks} about={say.weeksAbout}>
            <Unknown weeks={weeks} />
            <Picture weeks={weeks} />
            <Rows
              label={say.title}
              rows={weeks}
              rowKey={({ week_start: week }) => week}
              empty={say.none}
              columns={[
                { label: say.week, value: (one) => shortDay(one.week_start) },
                { label: say.billed, value: (one) => money(one.receipts_billed), isNumber: true },
                {
                  label: say.unbilled,
                  value: (one) => money(one.receipts_unbilled),
                  isNumber: true,
                },
                { label: say.payroll, value: (one) => money(one.payroll), isNumber: true },
                { label: say.balance, value: (one) => money(one.balance), isNumber: true },
              ]}
            />
          </Part>
        )}
      </Loaded>
    </Page>
  );
}

/** Says which pay groups' payroll is missing, and from which week on. */
function Unknown({ weeks }: { weeks: Answer<"cash_ahead"> }) {
  const firsts = new Map<string, string[]>();
  for (const group of new Set(weeks.flatMap((one) => one.payroll_unknown_of))) {
    const week = weeks.find((one) => one.payroll_unknown_of.includes(group))?.week_start ?? "";
    firsts.set(week, [...firsts.get(week) ?? [], group]);
  }
  return [...firsts].map(([week, groups]) => (
    <Alert key={week} severity="info" sx={{ mb: 1 }}>
      {say.unknown(groups.join(", "), shortDay(week))}
    </Alert>
  ));
}

function Typed({ label, value, set, fault, sign }: {
  label: string;
  value: string;
  set: (text: string) => void;
  fault: string | null;
  sign: "start" | "end";
}) {
  return (
    <TextField
      size="small"
      variant="outlined"
      margin="none"
      fullWidth={false}
      label={label}
      value={value}
      onChange={({ target }) => set(target.value)}
      error={fault !== null}
      helperText={fault}
      sx={{ width: 180 }}
      slotProps={{
        input: sign === "start"
          ? {
            startAdornment: <InputAdornment position="start">{CURRENCY_SIGN}</InputAdornment>,
          }
          : { endAdornment: <InputAdornment position="end">%</InputAdornment> },
        htmlInput: { inputMode: "decimal", autoComplete: "off" },
      }}
    />
  );
}

function Picture({ weeks }: { weeks: Answer<"cash_ahead"> }) {
  const draw = useCallback(
    (
      plot: PlotModule,
      { width, height, color }: { width: number; height: number; color: string },
    ) =>
      plot.plot({
        width,
        height,
        marginLeft: 60,
        x: {
          type: "band",
          label: null,
          tickFormat: shortDay,
          ticks: weeks.map((one) => one.week_start)
            .filter((_, nth) => width >= NARROW_PX || nth % 2 === 0),
        },
        y: { label: say.axis, grid: true },
        color: { domain: say.kinds, range: COLORS, legend: true },
        marks: [
          plot.barY(
            weeks.flatMap((one) =>
              [one.receipts_billed, one.receipts_unbilled, -one.payroll].map((amount, kind) => ({
                week: one.week_start,
                amount: amount / 1000,
                kind: say.kinds[kind],
              }))
            ),
            { x: "week", y: "amount", fill: "kind", order: say.kinds },
          ),
          plot.line(
            weeks.map((one) => ({ week: one.week_start, amount: one.balance / 1000 })),
            { x: "week", y: "amount", stroke: color, strokeWidth: 2, marker: true },
          ),
          plot.ruleY([0]),
        ],
      }),
    [weeks],
  );
  return (
    <Plot
      draw={draw}
      label={say.picture}
      height={280}
      nothing={weeks.every((one) =>
          one.receipts_billed === 0 && one.receipts_unbilled === 0 && one.payroll === 0
        )
        ? say.none
        : null}
    />
  );
}
