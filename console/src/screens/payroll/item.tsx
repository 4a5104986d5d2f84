import { useParams } from "react-router-dom";
import { Refusal } from "../../api/refusal.ts";
import { allRows, type Row, rows } from "../../api/rows.ts";
import { codeTitle, muchOf } from "../../ui/codes.ts";
import { day, hours, money, perUnit, sum, weekday } from "../../ui/format.ts";
import { PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { PaperButton } from "../../ui/paper.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { ShiftTimes, TIMES, type Times } from "../../ui/shift_times.tsx";
import { useZones } from "../../ui/use_zones.ts";
import { amountOf, type StipendAmount } from "../../ui/stipends.ts";
import { words } from "../../words.ts";
import { countsOf } from "./adjustment_words.ts";
import { RegularRate } from "./regular_rate.tsx";

const say = words.payroll.item;
type Line = Row<"payroll_item_lines"> & {
  time_entries:
    | Times & { work_date: string; assignments: { facility_id: string } }
    | null;
  payroll_adjustments: Parameters<typeof countsOf>[0] & { reason: string | null } | null;
  assignment_stipends: StipendAmount | null;
  assignments: { facilities: { name: string } } | null;
  break_premiums: { work_date: string } | null;
  time_codes: { title: string; unit: string } | null;
};

/** Somebody's pay in a batch, explained line by line. */
export function Item() {
  const { id = "", itemId = "" } = useParams();
  const zoneOf = useZones();
  const item = useAsk(["payroll_item", itemId], async (signal) => {
    const [[found], lines] = await Promise.all([
      rows("payroll_items", { select: "*", id: `eq.${itemId}` }, signal),
      allRows("payroll_item_lines", {
        select:
          `*,time_entries(work_date,${TIMES},assignments(facility_id)),payroll_adjustments(reason,kind,in_regular_rate,is_flat_sum,earned_from,earned_to),assignment_stipends(weekly_amount,daily_amount,shift_amount),assignments(facilities(name)),break_premiums(work_date),time_codes(title,unit)`,
        payroll_item_id: `eq.${itemId}`,
        order: "week_start,kind.desc,id",
      }),
    ]);
    if (!found) throw new Refusal(404, say.notFound);
    return { found, lines };
  });
  return (
    <Loaded query={item}>
      {({ found, lines }) => (
        <Page
          title={say.title(`${found.first_name} ${found.last_name}`)}
          about={
            <>
              <PersonLink id={found.contractor_id}>
                {`${found.first_name} ${found.last_name}`}
              </PersonLink>{" "}
              · <TextLink to={`/payroll/batches/${id}`}>{say.back}</TextLink>
            </>
          }
          actions={<PaperButton path={`pay/${itemId}`} />}
        >
          <Facts
            facts={[
              [words.payroll.batch.regular, hours(found.regular_hours)],
              [words.payroll.batch.overtime, hours(found.overtime_hours)],
              [words.payroll.batch.doubletime, hours(found.doubletime_hours)],
              [words.payroll.batch.gross, money(found.gross_pay)],
            ]}
          />
          {[...Map.groupBy(lines, ({ week_start: week }) => week)].map(([week, theirs]) => (
            <Part
              key={week}
              title={say.week(day(week))}
              actions={<RegularRate contractorId={found.contractor_id} week={week} />}
            >
              <Rows
                label={say.week(day(week))}
                rows={theirs.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)))}
                rowKey={(line) => line.id}
                empty=""
                columns={[
                  {
                    label: say.what,
                    value: (line) => (
                      <>
                        {whatOf(line)}
                        <ShiftTimes
                          of={line.time_entries}
                          zone={zoneOf(line.time_entries?.assignments.facility_id ?? null)}
                        />
                      </>
                    ),
                    total: words.common.total,
                  },
                  {
                    label: words.common.hours,
                    value: (line) => muchOf({ ...line, unit: line.time_codes?.unit ?? null }),
                    isNumber: true,
                  },
                  { label: say.rate, value: (line) => perUnit(line.rate), isNumber: true },
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

/** Time by its days, then what is paid beside it. */
function orderOf({ time_entries: entry, kind }: Line): string {
  return `${entry?.work_date ?? "9999"} ${kind}`;
}

function whatOf(line: Line): string {
  const title = codeTitle({ code: line.code, code_title: line.time_codes?.title ?? null });
  // A change of a code's pay, an overpayment of it and its recovery are not the code itself.
  const kind = title !== null && ["difference", "overpayment", "recovery"].includes(line.kind)
    ? `${say.kinds[line.kind]} (${title})`
    : title ?? say.kinds[line.kind];
  const more = line.time_entries?.work_date
    ? weekday(line.time_entries.work_date)
    : line.payroll_adjustments?.reason ?? say.payKinds[line.pay_kind ?? ""];
  const what = more === undefined || more === null ? kind : `${more}: ${kind}`;
  const how = [
    line.kind === "mileage_excess" && say.kinds.mileage_excess,
    line.assignment_stipends && amountOf(line.assignment_stipends),
    line.payroll_adjustments && countsOf(line.payroll_adjustments),
    line.time_entries === null && line.assignments?.facilities.name,
    line.break_premiums && weekday(line.break_premiums.work_date),
  ].filter(Boolean);
  return [what, ...how].join(", ");
}
