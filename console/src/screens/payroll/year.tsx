import { Button, MenuItem, TextField } from "@mui/material";
import { useSearchParams } from "react-router-dom";
import { call, callAll, type RowOf } from "../../api/call.ts";
import { csvText } from "../../api/csv.ts";
import { rows } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { download } from "../../ui/download.ts";
import { money, sum } from "../../ui/format.ts";
import { PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { type Column, Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.payroll.year;
const YEAR_DIGITS = 4;
type Total = RowOf<"pay_year_totals">;

/** Pay of a year, person by person, for the forms at its end. */
export function Year() {
  const [asked, setAsked] = useSearchParams();
  const thisYear = useMe().businessDate.slice(0, YEAR_DIGITS);
  const year = asked.get("year") ?? thisYear;
  const found = useAsk(["pay_year_totals", year], async (signal) => {
    const [totals, [first]] = await Promise.all([
      callAll(
        "pay_year_totals",
        { year: Number(year) },
        "last_name,first_name,contractor_id,employment",
        signal,
      ),
      rows("payroll_periods", { select: "pay_date", order: "pay_date,id", limit: "1" }, signal),
    ]);
    return { totals, firstYear: first?.pay_date.slice(0, YEAR_DIGITS) ?? thisYear };
  });
  return (
    <Loaded query={found}>
      {({ totals, firstYear }) => (
        <Page
          title={say.title(year)}
          about={say.about}
          actions={
            <>
              <TextField
                select
                size="small"
                label={say.choose}
                value={year}
                onChange={({ target }) => setAsked({ year: target.value })}
              >
                {yearsOf(firstYear, thisYear, year).map((one) => (
                  <MenuItem key={one} value={one}>{one}</MenuItem>
                ))}
              </TextField>
              <Button
                disabled={totals.length === 0}
                onClick={() => download(csvText(totals), `pay-${year}.csv`)}
              >
                {say.file}
              </Button>
              {(["w2", "1099"] as const).map((employment) => (
                totals.some((one) => one.employment === employment) && (
                  <ActButton
                    key={employment}
                    label={say.ofProvider[employment]}
                    act={async () =>
                      download(
                        await call("pay_year_totals_file", { year: Number(year), employment }),
                        `pay-${year}-${employment}.csv`,
                      )}
                  />
                )
              ))}
            </>
          }
        >
          {totals.length === 0 ? say.none : null}
          <Employed totals={totals.filter(({ employment }) => employment === "w2")} />
          <Others totals={totals.filter(({ employment }) => employment !== "w2")} />
        </Page>
      )}
    </Loaded>
  );
}

/** The years from the first with a pay date on, the newest first, and the one that is asked for. */
function yearsOf(first: string, last: string, asked: string): string[] {
  const count = Math.max(0, Number(last) - Number(first)) + 1;
  const years = Array.from({ length: count }, (_, nth) => String(Number(last) - nth));
  return years.includes(asked) ? years : [asked, ...years];
}

const person = {
  label: words.common.person,
  value: (one: Total) => (
    <PersonLink id={one.contractor_id}>{`${one.last_name}, ${one.first_name}`}</PersonLink>
  ),
  total: words.common.total,
};

function amounts(totals: readonly Total[], columns: readonly (readonly [string, keyof Total])[]) {
  return columns.map(([label, name]) => ({
    label,
    value: (one: Total) => money(one[name] as number),
    isNumber: true,
    total: money(sum(totals.map((one) => one[name] as number))),
  }));
}

/** Sums without a state, of either form. */
const BESIDE = [
  [say.reimbursements, "reimbursements"],
  [say.deductions, "deductions"],
  [say.recoveries, "recoveries"],
  [say.priorYear, "prior_year_recoveries"],
  [say.repaid, "repaid"],
] as const;

function Employed({ totals }: { totals: readonly Total[] }) {
  return (
    <People
      title={say.w2}
      totals={totals}
      columns={[
        ...amounts(totals, [[say.wages, "wages"]]),
        { label: say.byState, value: statesOf },
        ...amounts(totals, [[say.qualified, "qualified_overtime"], ...BESIDE]),
      ]}
    />
  );
}

function Others({ totals }: { totals: readonly Total[] }) {
  return (
    <People
      title={say.own}
      totals={totals}
      columns={amounts(totals, [[say.fees, "nonemployee_pay"], ...BESIDE])}
    />
  );
}

function People({ title, totals, columns }: {
  title: string;
  totals: readonly Total[];
  columns: readonly Column<Total>[];
}) {
  if (totals.length === 0) return null;
  return (
    <Part title={title}>
      <Rows
        label={title}
        rows={totals}
        rowKey={({ contractor_id: id }) => id}
        empty=""
        columns={[person, ...columns]}
      />
    </Part>
  );
}

/** Wages by state, such as "CA 1,200.00, CO 80.00". */
function statesOf({ wages_by_state: byState, wages_without_state: without }: Total): string {
  const states = Object.entries(byState)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([state, amount]) => `${state} ${money(amount)}`);
  return [...states, ...(without === 0 ? [] : [`${say.noState} ${money(without)}`])].join(", ");
}
