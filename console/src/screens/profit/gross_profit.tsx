import { MenuItem, TextField, Typography } from "@mui/material";
import DownloadIcon from "@mui/icons-material/Download";
import { type Answer, call, callPage, type RowOf } from "../../api/call.ts";
import { MAX_ROWS } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { useAddress } from "../../ui/address.ts";
import { DayField } from "../../ui/day_field.tsx";
import { download } from "../../ui/download.ts";
import { day, hours, money, share, sum } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { type Column, Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { lastMonth } from "../books/book_days.ts";

const say = words.profit.gross;
type Line = RowOf<"gross_profit">;
type Way = keyof typeof say.ways;
const WAYS = Object.keys(say.ways) as Way[];

const PATH_OF: Readonly<Record<string, (id: string) => string>> = {
  assignment: (id) => `/people/assignments/${id}`,
  facility: (id) => `/people/facilities/${id}`,
  customer: (id) => `/people/facilities/${id}`,
};

/** Gross profit of some days, by what somebody chooses: the month before, by customer, unless the address says otherwise. */
export function GrossProfit() {
  const me = useMe();
  const [asked, change] = useAddress();
  const last = lastMonth(me.businessDate);
  const ways = isOneOf(me, "billing") && isOneOf(me, "payroll")
    ? WAYS
    : WAYS.filter((way) => way !== "line");
  const from = asked.get("from") ?? last.from;
  const to = asked.get("to") ?? last.to;
  const by = ways.find((way) => way === asked.get("by")) ?? "customer";
  const found = useAsk(
    ["gross_profit", from, to, by],
    (signal) =>
      callPage(
        "gross_profit",
        { from_day: from, to_day: to, by },
        { order: "place", limit: String(MAX_ROWS) },
        signal,
      ),
  );
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={
        <>
          <TextField
            select
            size="small"
            variant="outlined"
            margin="none"
            fullWidth={false}
            label={say.by}
            value={by}
            onChange={({ target }) => change({ by: target.value })}
            sx={{ minWidth: 140 }}
          >
            {ways.map((way) => <MenuItem key={way} value={way}>{say.ways[way]}</MenuItem>)}
          </TextField>
          <DayField
            label={words.common.firstDay}
            value={from}
            set={(day) => change({ from: day })}
          />
          <DayField label={words.common.lastDay} value={to} set={(day) => change({ to: day })} />
          <ActButton
            label={say.download}
            variant="contained"
            startIcon={<DownloadIcon />}
            act={async () =>
              download(
                await call("gross_profit_file", { from_day: from, to_day: to, by }),
                `gross-profit-by-${by}-${from}-${to}.csv`,
              )}
          />
        </>
      }
    >
      <Loaded query={found}>
        {(lines) => (
          <>
            {lines.length < MAX_ROWS && <Sums lines={lines} />}
            <Part title={say.list} about={by === "recruiter" ? say.recruitersAbout : undefined}>
              <Rows
                label={say.list}
                rows={lines}
                rowKey={({ place }) => String(place)}
                empty={say.none}
                to={({ row_id: id }) => id === null ? null : PATH_OF[by]?.(id) ?? null}
                columns={columnsOf(by)}
              />
              {lines.length === MAX_ROWS && (
                <Typography color="text.secondary">{say.cut(MAX_ROWS)}</Typography>
              )}
            </Part>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** All rows together, where none is left out; and how much of them is estimated. */
function Sums({ lines }: { lines: Answer<"gross_profit"> }) {
  if (lines.length === 0) return null;
  const total = (of: (line: Line) => number) => money(sum(lines.map(of)));
  const estimated = (of: (line: Line) => number, text: (amount: string) => string) => {
    const amount = sum(lines.map(of));
    return amount.isZero() ? null : text(money(amount));
  };
  return (
    <Facts
      facts={[
        [say.billed, total((line) => line.billed)],
        [say.beforeBurden, total((line) => line.profit_before_burden)],
        [say.burden, total((line) => line.burden)],
        [say.profit, total((line) => line.profit)],
        [say.notBilled, estimated((line) => line.unbilled, say.estimated)],
        [say.notPaid, estimated((line) => line.unpaid, say.estimated)],
      ]}
    />
  );
}

function columnsOf(by: Way): Column<Line>[] {
  const amount = (label: string, of: (line: Line) => number | null): Column<Line> => ({
    label,
    value: (line) => money(of(line)),
    isNumber: true,
  });
  return [
    by === "week"
      ? { label: say.ways[by], value: (line) => day(line.day) }
      : { label: say.ways[by], value: (line) => line.name ?? say.nobody(by) },
    ...(by === "line"
      ? [
        { label: words.common.day, value: (line: Line) => day(line.day) },
        { label: words.common.kind, value: (line: Line) => say.parts[line.part ?? ""] },
      ]
      : []),
    { label: words.common.hours, value: (line) => hours(line.hours), isNumber: true },
    amount(say.billed, (line) => line.billed),
    // Beside what is collected, a screen has no room for them.
    ...(by === "recruiter" ? [] : [
      amount(say.fees, (line) => line.fees),
      amount(
        say.pay,
        (line) =>
          sum([line.wages, line.premiums, line.stipends, line.codes, line.reimbursements])
            .toNumber(),
      ),
      amount(say.burden, (line) => line.burden),
    ]),
    amount(say.profit, (line) => line.profit),
    ...(by === "line"
      ? []
      : [{ label: say.share, value: (line: Line) => share(line.profit_share), isNumber: true }]),
    ...(by === "recruiter"
      ? [
        amount(say.collected, (line) => line.collected),
        amount(say.collectedProfit, (line) => line.collected_profit),
        {
          label: say.rate,
          value: (line: Line) => share(line.commission_rate),
          isNumber: true,
        },
        amount(say.commission, (line) => line.commission),
        amount(say.commissionCollected, (line) => line.commission_collected),
      ]
      : []),
    {
      label: say.estimatedColumn,
      value: (line) => line.unbilled !== 0 || line.unpaid !== 0 ? say.partly : "",
    },
  ];
}
