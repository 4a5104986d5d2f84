import { Alert, Box, Button, IconButton, Typography } from "@mui/material";
import AfterIcon from "@mui/icons-material/ChevronRight";
import BeforeIcon from "@mui/icons-material/ChevronLeft";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { allRows, type Row } from "../../api/rows.ts";
import { Sums } from "../../ui/much.tsx";
import { count, day, daysAfter, period, weekStart } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { ShiftsAhead } from "../plan/own_shifts.tsx";
import { ChangedTime } from "./changed_time.tsx";
import { useSendUnsent, useUnsent } from "./unsent_weeks.ts";
import { WeekGrid } from "./week_grid.tsx";

const say = words.own.time;
const WEEKS = 13;
const SHOWN_WEEKS = 4;
type Entry = Row<"my_time">;

/** A contractor's time: what came back and why, a week to fill in, and what became of the others. */
export default function OwnTime() {
  const me = useMe();
  const [asked, setAsked] = useSearchParams();
  const start = weekStart(asked.get("week") ?? me.weekStart, me.weekStartsOn);
  const oldest = daysAfter(
    start < me.weekStart ? start : me.weekStart,
    -7 * WEEKS,
  );
  const found = useAsk(["my_time", oldest], async () => {
    const [entries, cameBack, assignments, codes, shifts] = await Promise.all([
      allRows("my_time", {
        select: "*",
        work_date: `gte.${oldest}`,
        order: "work_date,time_entry_id",
      }),
      allRows("my_time", {
        select: "*",
        status: "eq.draft",
        sent_back_at: "not.is.null",
        order: "work_date,time_entry_id",
      }),
      allRows("my_assignments", {
        select: "*",
        order: "start_date,assignment_id",
      }),
      allRows("my_codes", { select: "*", order: "assignment_id,code" }),
      allRows("my_shifts", {
        select: "*",
        work_date: `gte.${oldest}`,
        order: "starts_at,planned_shift_id",
      }),
    ]);
    return { entries, cameBack, assignments, codes, shifts };
  });
  useSendUnsent();
  const go = (week: string) => setAsked({ week });
  return (
    <Page title={say.title} about={say.about}>
      <Loaded query={found}>
        {({ entries, cameBack, assignments, codes, shifts }) => {
          const end = daysAfter(start, 6);
          const theirs = assignments.filter((one) =>
            (one.start_date ?? "") <= end &&
            (one.end_date === null || one.end_date >= start)
          );
          return (
            <>
              <CameBack entries={cameBack} weekStartsOn={me.weekStartsOn} />
              <UnsentElsewhere start={start} />
              <Box sx={{ display: "flex", gap: 1, alignItems: "center", mb: 1 }}>
                <IconButton aria-label={say.before} onClick={() => go(daysAfter(start, -7))}>
                  <BeforeIcon />
                </IconButton>
                <Typography component="h2" sx={{ fontWeight: "bold" }}>
                  {period(start, end)}
                </Typography>
                <IconButton
                  aria-label={say.after}
                  disabled={start >= me.weekStart}
                  onClick={() => go(daysAfter(start, 7))}
                >
                  <AfterIcon />
                </IconButton>
              </Box>
              {theirs.length === 0 && (
                <Typography color="text.secondary" sx={{ my: 2 }}>
                  {say.noAssignment}
                </Typography>
              )}
              {theirs.map((assignment) => (
                <WeekGrid
                  key={`${start} ${assignment.assignment_id}`}
                  assignment={assignment}
                  codes={codes.filter((one) => one.assignment_id === assignment.assignment_id)}
                  start={start}
                  entries={entries.filter((entry) =>
                    entry.assignment_id === assignment.assignment_id
                  )}
                  everywhere={entries}
                  planned={shifts.filter((one) =>
                    one.assignment_id === assignment.assignment_id &&
                    (one.work_date ?? "") >= start && (one.work_date ?? "") <= end
                  )}
                />
              ))}
              <ShiftsAhead shifts={shifts} today={me.businessDate} />
              <ChangedTime entries={entries} assignments={assignments} />
              <Weeks entries={entries} weekStartsOn={me.weekStartsOn} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function CameBack(
  { entries, weekStartsOn }: {
    entries: readonly Entry[];
    weekStartsOn: number;
  },
) {
  if (entries.length === 0) return null;
  const groups = Map.groupBy(entries, (one) =>
    JSON.stringify([
      weekStart(one.work_date ?? "", weekStartsOn),
      one.facility_name,
      one.sent_back_by,
      one.sent_back_reason,
    ]));
  return (
    <Part title={say.cameBack}>
      {[...groups].map(([key, theirs]) => {
        const first = theirs[0];
        const week = weekStart(first?.work_date ?? "", weekStartsOn);
        return (
          <Alert key={key} severity="warning" sx={{ mt: 1 }}>
            <b>{first?.sent_back_reason ?? say.noReason}</b>
            <br />
            {first?.facility_name}, {theirs.map((one) => day(one.work_date)).join("; ")}:{" "}
            {say.cameBackBy[first?.sent_back_by ?? ""]}.{" "}
            <TextLink to={`/my-time?week=${week}`}>
              {say.mend(day(week))}
            </TextLink>
          </Alert>
        );
      })}
    </Part>
  );
}

/** Other weeks that wait for the network, or were refused when it was back. */
function UnsentElsewhere({ start }: { start: string }) {
  const { unsent } = useUnsent();
  return Object.entries(unsent).filter(([, week]) => week.start !== start).map(([key, week]) => (
    <Alert key={key} severity={week.refusal === null ? "info" : "error"} sx={{ mb: 1 }}>
      {(week.refusal === null ? say.notSentOf : say.refusedOf)(week.place, day(week.start))}{" "}
      {week.refusal?.message} <TextLink to={`/my-time?week=${week.start}`}>{say.look}</TextLink>
    </Alert>
  ));
}

/** The weeks so far: how far each is, and when it is paid. */
function Weeks(
  { entries, weekStartsOn }: {
    entries: readonly Entry[];
    weekStartsOn: number;
  },
) {
  const weeks = [
    ...Map.groupBy(
      entries,
      (one) =>
        JSON.stringify([
          weekStart(one.work_date ?? "", weekStartsOn),
          one.facility_name,
        ]),
    ).values(),
  ].toReversed();
  const { businessDate } = useMe();
  const [isWhole, setWhole] = useState(false);
  const startOf = (theirs: readonly Entry[]) => weekStart(theirs[0]?.work_date ?? "", weekStartsOn);
  const starts = [...new Set(weeks.map(startOf))];
  const older = starts.slice(SHOWN_WEEKS);
  return (
    <Part title={say.weeks}>
      <Rows
        label={say.weeks}
        rows={isWhole ? weeks : weeks.filter((theirs) => !older.includes(startOf(theirs)))}
        rowKey={(theirs) => `${startOf(theirs)} ${theirs[0]?.facility_name}`}
        to={(theirs) => `/my-time?week=${startOf(theirs)}`}
        empty={say.noWeeks}
        columns={[
          {
            label: say.week,
            value: (theirs) => `${day(startOf(theirs))}: ${theirs[0]?.facility_name}`,
          },
          {
            label: words.common.hours,
            value: (theirs) => <Sums of={theirs} />,
            isNumber: true,
          },
          {
            label: words.common.state,
            value: (theirs) => distinct(theirs, (one) => stateOf(one, businessDate)),
          },
        ]}
      />
      {!isWhole && older.length > 0 && (
        <Button onClick={() => setWhole(true)}>{say.olderWeeks(count(older.length))}</Button>
      )}
    </Part>
  );
}

function distinct(
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
): string {
  return [...new Set(entries.map(textOf))].join(
    "; ",
  );
}

/** State of an entry; of approved time, the day on which it is paid. */
function stateOf(one: Entry, today: string): string {
  if (one.is_set_aside) return say.setAside;
  if (one.is_approved) {
    if (one.pay_date === null) return say.noPayDay;
    if (!one.is_paid) return say.paysOn(day(one.pay_date));
    return (one.pay_date > today ? say.isPaidOn : say.paidOn)(day(one.pay_date));
  }
  if (one.status === "draft") return say.toSubmit;
  return one.status === "locked" ? say.locked : say.waits;
}
