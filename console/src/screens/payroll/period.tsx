import { Typography } from "@mui/material";
import { useParams } from "react-router-dom";
import { callAll, type RowOf } from "../../api/call.ts";
import { Refusal } from "../../api/refusal.ts";
import { type Row, rows } from "../../api/rows.ts";
import { count, day, hours, instant, money, period, shortDay, sum } from "../../ui/format.ts";
import { PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, NextButton, Page, Part } from "../../ui/page.tsx";
import { useSeveralPayGroups } from "../../ui/pay_groups.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { PayOffCycle } from "./off_cycle.tsx";
import { ClosePeriod, isOpenRegular, PrepareBatch } from "./period_actions.tsx";

const say = words.payroll.period;
type Obstacle = RowOf<"payroll_period_obstacles">;
type Batch = Pick<Row<"payroll_batches">, "id" | "kind" | "pay_date" | "status">;
const STEPS = [
  "close_or_discard",
  "elsewhere",
  "prepare",
  "approve",
  "take_up_or_set_aside",
] as const;
type StepName = typeof STEPS[number];

/** Next step of an obstacle: of a week that an open batch of another period has, there. */
function stepOf({ kind, next_step: next }: Obstacle): StepName {
  return kind === "due_week" && next === "close_or_discard" ? "elsewhere" : next;
}

/** One period: what keeps it from closing, by where that is done. */
export function Period() {
  const { id = "" } = useParams();
  const me = useMe();
  const groups = useSeveralPayGroups();
  const asked = useAsk(["payroll_period", id], async (signal) => {
    const [[found], batches, obstacles] = await Promise.all([
      rows("payroll_periods", {
        select: "*,closed_by_name",
        id: `eq.${id}`,
      }, signal),
      rows("payroll_batches", {
        select: "id,kind,pay_date,status,gross_total,prepared_at,prepared_by_name",
        payroll_period_id: `eq.${id}`,
        order: "created_at,id",
      }, signal),
      callAll(
        "payroll_period_obstacles",
        { payroll_period_id: id },
        "kind,payroll_batch_id,contractor_id,week_start,time_entry_id",
        signal,
      ),
    ]);
    if (!found) throw new Refusal(404, say.notFound);
    return { found, batches, obstacles };
  });
  return (
    <Loaded query={asked}>
      {({ found, batches, obstacles }) => (
        <Page
          title={say.title(period(found.period_start, found.period_end))}
          about={
            <>
              <State of={found.status} /> <TextLink to="/payroll/periods">{say.back}</TextLink>
            </>
          }
          actions={
            <>
              <PayOffCycle period={found} />
              {found.status === "open" && (
                <PeriodActions period={found} batches={batches} obstacles={obstacles} />
              )}
            </>
          }
        >
          <Facts
            facts={[
              [words.payroll.periods.payDate, day(found.pay_date)],
              [words.payroll.group, groups.find(({ id }) => id === found.pay_group_id)?.name],
              [
                words.payroll.batch.closedAt,
                found.closed_at &&
                words.common.by(instant(found.closed_at, me.timezone), found.closed_by_name),
              ],
            ]}
          />
          <Part title={words.payroll.periods.batches}>
            <Rows
              label={words.payroll.periods.batches}
              rows={batches}
              rowKey={(one) => one.id}
              to={(one) => `/payroll/batches/${one.id}`}
              empty={say.noBatches}
              columns={[
                {
                  label: words.payroll.batch.preparedAt,
                  value: (one) =>
                    words.common.by(instant(one.prepared_at, me.timezone), one.prepared_by_name),
                },
                ...batches.some(({ kind }) => kind === "off_cycle")
                  ? [
                    {
                      label: words.common.kind,
                      value: (one: Batch) => words.payroll.offCycle.kinds[one.kind],
                    },
                    {
                      label: words.payroll.periods.payDate,
                      value: (one: Batch) => day(one.pay_date ?? found.pay_date),
                    },
                  ]
                  : [],
                { label: words.common.state, value: (one) => <State of={one.status} /> },
                {
                  label: words.payroll.batch.gross,
                  value: (one) => money(one.gross_total),
                  isNumber: true,
                },
              ]}
            />
          </Part>
          {obstacles.length === 0 && (
            <Typography>{found.status === "open" ? say.none : say.isClosed}</Typography>
          )}
          {STEPS.flatMap((step) =>
            [
              ...Map.groupBy(
                obstacles.filter((one) => stepOf(one) === step),
                (one) => one.payroll_batch_id,
              ),
            ].map(([batchId, of]) => <Step key={`${step} ${batchId}`} step={step} of={of} />)
          )}
        </Page>
      )}
    </Loaded>
  );
}

/** Actions on an open period; the primary one is what is next: its open batch, another one, or closing it. */
function PeriodActions({ period: of, batches, obstacles }: {
  period: Pick<Row<"payroll_periods">, "id" | "period_end">;
  batches: readonly Batch[];
  obstacles: readonly Obstacle[];
}) {
  const open = batches.find(isOpenRegular);
  const isDue = obstacles.some((one) => one.next_step === "prepare");
  return (
    <>
      {open === undefined
        ? <PrepareBatch period={of} isPrimary={isDue || batches.length === 0} />
        : <NextButton to={`/payroll/batches/${open.id}`} label={say.openBatch} />}
      <ClosePeriod period={of} isPrimary={batches.length > 0 && obstacles.length === 0} />
    </>
  );
}

/** Work to be done in one place, as in one batch, by contractor. */
function Step({ step, of: obstacles }: { step: StepName; of: readonly Obstacle[] }) {
  const [first] = obstacles;
  if (first === undefined) return null;
  const people = [...Map.groupBy(obstacles, (one) => one.contractor_id)].map(([, theirs]) => ({
    name: theirs[0]?.contractor_name ?? "",
    theirs,
    days: [
      ...new Set(
        theirs.map((one) => one.work_date ?? one.week_start).filter((one) => one !== null),
      ),
    ].toSorted(),
  })).toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <Part
      title={say.kinds[step](count(obstacles.length))}
      actions={step !== "prepare" && <TextLink to={listOf(first)}>{say.steps[step]}</TextLink>}
    >
      {step !== "close_or_discard" && (
        <Rows
          label={say.kinds[step](count(obstacles.length))}
          rows={people}
          rowKey={({ theirs }) => `${theirs[0]?.contractor_id}`}
          empty=""
          columns={[
            {
              label: words.common.contractor,
              value: ({ name, theirs }) => (
                <PersonLink id={theirs[0]?.contractor_id}>{name}</PersonLink>
              ),
            },
            { label: say.when, value: ({ days }) => days.map(shortDay).join(", ") },
            step === "prepare" || step === "elsewhere"
              ? {
                label: words.common.amount,
                value: ({ theirs }) => money(sum(theirs.map((one) => one.amount))),
                isNumber: true,
              }
              : {
                label: words.common.hours,
                value: ({ theirs }) => hours(sum(theirs.map((one) => one.hours)).toNumber()),
                isNumber: true,
              },
          ]}
        />
      )}
    </Part>
  );
}

/** Path of the place where it is done. */
function listOf(one: Obstacle): string {
  switch (one.next_step) {
    case "close_or_discard":
      return `/payroll/batches/${one.payroll_batch_id}`;
    case "prepare":
      return "/payroll/periods";
    case "approve":
      return "/time/approve";
    case "take_up_or_set_aside":
      return "/time/locked";
  }
}
