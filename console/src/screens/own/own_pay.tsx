import type { ReactNode } from "react";
import { Route, Routes, useParams } from "react-router-dom";
import { Refusal } from "../../api/refusal.ts";
import { allRows, type Row, rows } from "../../api/rows.ts";
import { codeTitle, muchOf } from "../../ui/codes.ts";
import { day, hours, money, period, perUnit, sum, weekday } from "../../ui/format.ts";
import { LeaveBalances } from "../../ui/leave_balances.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { PaperButton } from "../../ui/paper.tsx";
import { PayYears } from "../../ui/pay_years.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { ShiftTimes, TIMES } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.own.pay;
const item = words.payroll.item;
type Pay = Row<"my_pay">;
type Line = Row<"my_pay_lines">;

/** A contractor's own pay. */
export default function OwnPay() {
  return (
    <Routes>
      <Route index element={<AllPay />} />
      <Route path=":id" element={<OnePay />} />
    </Routes>
  );
}

function AllPay() {
  const { contractorId } = useMe();
  const pay = useAsk(
    ["my_pay"],
    () =>
      allRows("my_pay", {
        select: "*",
        order: "period_start.desc,payroll_item_id",
      }),
  );
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={contractorId && (
        <PayYears
          contractorId={contractorId}
          payDates={(pay.data ?? []).flatMap(({ pay_date: day }) => day ?? [])}
        />
      )}
    >
      <Part title={say.title}>
        <Loaded query={pay}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={(one) => one.payroll_item_id ?? ""}
              to={(one) => `/my-pay/${one.payroll_item_id}`}
              empty={say.none}
              columns={[
                // In one column, so that the amount fits on a phone.
                {
                  label: say.payDate,
                  value: (one) =>
                    say.payOf(day(one.pay_date), period(one.period_start, one.period_end)),
                },
                {
                  label: words.common.hours,
                  value: (one) => hours(hoursOf(one)),
                  isNumber: true,
                },
                {
                  label: say.gross,
                  value: (one) => money(one.gross_pay),
                  isNumber: true,
                },
              ]}
            />
          )}
        </Loaded>
      </Part>
      <OwnLeave />
    </Page>
  );
}

/** Their leave, plan by plan; nothing where they have none. */
function OwnLeave() {
  const leave = useAsk(["my_leave"], (signal) =>
    rows("my_leave", {
      select:
        "leave_plan_id,leave_plan_name,balance,pending,available,accrued_this_year,used_this_year,usable_from",
      order: "leave_plan_name,leave_plan_id",
    }, signal));
  return (
    <Loaded query={leave}>
      {(found) =>
        found.length > 0 && (
          <Part title={say.leave} about={say.leaveAbout}>
            <LeaveBalances label={say.leave} of={found} empty="" />
          </Part>
        )}
    </Loaded>
  );
}

function OnePay() {
  const { id = "" } = useParams();
  const pay = useAsk(["my_pay", id], async (signal) => {
    const [[found], lines] = await Promise.all([
      rows("my_pay", { select: "*", payroll_item_id: `eq.${id}` }, signal),
      allRows("my_pay_lines", {
        select: "*",
        payroll_item_id: `eq.${id}`,
        order: "pay_date,week_start,payroll_item_line_id",
      }),
    ]);
    if (!found) throw new Refusal(404, say.notFound);
    return { found, lines, shifts: await shiftsOf(lines, signal) };
  });
  return (
    <Loaded query={pay}>
      {({ found, lines, shifts }) => (
        <Page
          title={say.of(day(found.pay_date))}
          about={
            <>
              {period(found.period_start, found.period_end)}.{" "}
              <TextLink to="/my-pay">{say.back}</TextLink>
            </>
          }
          actions={<PaperButton path={`pay/${id}`} />}
        >
          <Facts
            facts={[
              [words.common.hours, hours(hoursOf(found))],
              [say.straight, money(found.straight_pay)],
              [say.premium, money(found.premium_pay)],
              [say.stipends, money(found.stipend_pay)],
              [say.adjustments, money(found.adjustment_pay)],
              [say.codes, found.code_pay === 0 ? null : money(found.code_pay)],
              [say.gross, money(found.gross_pay)],
              [say.wages, money(found.gross_wages)],
              [say.reimbursements, money(found.reimbursements)],
              [say.deductions, money(found.deductions)],
              [say.recoveries, money(found.recoveries)],
            ]}
          />
          {[...Map.groupBy(lines, (line) => line.week_start ?? "")].map((
            [week, theirs],
          ) => (
            <Part key={week} title={item.week(day(week))}>
              <Rows
                label={item.week(day(week))}
                rows={theirs.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)))}
                rowKey={(line) => line.payroll_item_line_id ?? ""}
                empty=""
                columns={[
                  {
                    label: item.what,
                    value: (line) => (
                      <>
                        {whatOf(line)}
                        {line.kind === "straight" && shifts.get(line.time_entry_id)}
                      </>
                    ),
                    total: words.common.total,
                  },
                  {
                    label: words.common.hours,
                    value: muchOf,
                    isNumber: true,
                  },
                  {
                    label: item.rate,
                    value: (line) => perUnit(line.rate),
                    isNumber: true,
                  },
                  {
                    label: words.common.amount,
                    value: (line) => money(line.amount),
                    isNumber: true,
                    total: money(sum(theirs.map((line) => line.amount))),
                  },
                ]}
              />
            </Part>
          ))}
        </Page>
      )}
    </Loaded>
  );
}

/** The times of the entries that are of shifts. */
async function shiftsOf(lines: readonly Line[], signal: AbortSignal) {
  const ids = lines.map((line) => line.time_entry_id).filter((id) => id !== null);
  if (ids.length === 0) return new Map<string | null, ReactNode>();
  const [entries, assignments] = await Promise.all([
    rows("my_time", {
      select: `time_entry_id,assignment_id,${TIMES}`,
      time_entry_id: `in.(${[...new Set(ids)].join(",")})`,
      started_at: "not.is.null",
      order: "work_date,time_entry_id",
    }, signal),
    rows("my_assignments", {
      select: "assignment_id,timezone",
      order: "start_date,assignment_id",
    }, signal),
  ]);
  const zones = new Map(assignments.map((one) => [one.assignment_id, one.timezone]));
  return new Map<string | null, ReactNode>(entries.map((entry) => [
    entry.time_entry_id,
    <ShiftTimes
      key={entry.time_entry_id}
      of={entry}
      zone={zones.get(entry.assignment_id) ?? "UTC"}
    />,
  ]));
}

function hoursOf(pay: Pay): number {
  return sum([pay.regular_hours, pay.overtime_hours, pay.doubletime_hours])
    .toNumber();
}

/** Time by its days, then what is paid beside it. */
function orderOf({ kind, work_date: date }: Line): string {
  return `${
    kind === "straight" || kind === "code" || kind === "mileage_excess" ? date : "9999"
  } ${kind}`;
}

function whatOf(line: Line): string {
  const when = line.work_date === null ? "" : `${weekday(line.work_date)}: `;
  const kinds: Readonly<Record<string, string>> = item.kinds;
  const kind = kinds[line.kind ?? ""] ?? "";
  const title = codeTitle(line);
  // A change of a code's pay, an overpayment of it and its recovery are not the code itself.
  const isOfCode = ["difference", "overpayment", "recovery"].includes(line.kind ?? "");
  const what = isOfCode && title !== null ? `${kind}: ${title}` : title ?? kind;
  const paidFor = line.kind === "mileage_excess"
    ? item.kinds.mileage_excess
    : item.payKinds[line.pay_kind ?? ""];
  return `${when}${paidFor === undefined ? what : `${what}, ${paidFor}`}${
    line.facility_name === null ? "" : `, ${line.facility_name}`
  }`;
}
