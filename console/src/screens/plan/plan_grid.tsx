import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from "@mui/material";
import WarningIcon from "@mui/icons-material/WarningAmber";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { daysAfter, hours, shortWeekday, sum } from "../../ui/format.ts";
import { AssignmentLink, PersonLink } from "../../ui/links.tsx";
import { words } from "../../words.ts";
import {
  CancelShift,
  daysOf,
  PlanAgain,
  PlanAsLastWeek,
  PlanPattern,
  PlanShift,
} from "./plan_shift.tsx";
import { lackedIn, type Planned, type PlannedRow, timesOf, WEEK } from "./week_of.ts";

const say = words.plan;
/** Cells by which an arrow key moves. */
const STEPS: Readonly<Record<string, readonly [rows: number, days: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * People down, days across. One cell is in the order of the Tab key, that of the arrow keys: within it, its buttons are
 * next to each other.
 */
export function PlanGrid({ rows, start, label, mayPlan, days }: {
  rows: readonly PlannedRow[];
  /** The first day of the week. */
  start: string;
  label: string;
  mayPlan: boolean;
  /** The week in words. */
  days: string;
}) {
  const [[activeRow, activeDay], setActive] = useState<readonly [number, number]>([0, 0]);

  function move(event: KeyboardEvent<HTMLElement>): void {
    const from = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    // Dialogs of a cell are its children to React, and stand elsewhere on the page.
    if (from === null || !event.currentTarget.contains(from)) return;
    const [row = 0, date = 0] = (from.getAttribute("data-cell") ?? "").split(",").map(Number);
    const step = STEPS[event.key];
    const to = step !== undefined
      ? [row + step[0], date + step[1]] as const
      : event.key === "Home"
      ? [row, 0] as const
      : event.key === "End"
      ? [row, WEEK.length - 1] as const
      : null;
    if (to === null) return;
    event.preventDefault();
    const cell = event.currentTarget.querySelector(`[data-cell="${to[0]},${to[1]}"]`);
    if (cell === null) return;
    setActive(to);
    (cell.querySelector("button") ?? cell as HTMLElement).focus();
  }

  return (
    <TableContainer sx={{ overflowX: "auto" }}>
      <Table size="small" role="grid" aria-label={label} onKeyDown={move} sx={{ minWidth: 1040 }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ minWidth: 190 }}>{say.person}</TableCell>
            {WEEK.map((nth) => (
              <TableCell key={nth} sx={{ minWidth: 108 }}>
                {shortWeekday(daysAfter(start, nth))}
              </TableCell>
            ))}
            <TableCell align="right">{say.total}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, nthRow) => (
            <TableRow key={row.assignmentId} sx={{ verticalAlign: "top" }}>
              <TableCell component="th" scope="row">
                <PersonOf row={row} start={start} days={days} mayPlan={mayPlan} />
              </TableCell>
              {WEEK.map((nth) => (
                <DayCell
                  key={nth}
                  row={row}
                  date={daysAfter(start, nth)}
                  place={`${nthRow},${nth}`}
                  isActive={nthRow === Math.min(activeRow, rows.length - 1) && nth === activeDay}
                  activate={() => setActive([nthRow, nth])}
                  mayPlan={mayPlan}
                />
              ))}
              <TableCell align="right" sx={{ fontVariantNumeric: "tabular-nums" }}>
                {hours(plannedHours(row).toFixed(2))}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** Hours of a row that are to be worked. */
function plannedHours({ byDay }: PlannedRow) {
  return sum(
    [...byDay.values()].flat()
      .filter(({ kind, cancelled_at: at }) => kind === "shift" && at === null)
      .map((one) => one.hours),
  );
}

function PersonOf({ row, start, days, mayPlan }: {
  row: PlannedRow;
  start: string;
  days: string;
  mayPlan: boolean;
}) {
  const first = row.start > start ? row.start : start;
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: "bold" }}>
        <PersonLink id={row.contractorId}>{row.name}</PersonLink>
      </Typography>
      <Typography
        variant="caption"
        color="text.secondary"
        sx={{ display: "block" }}
        title={daysOf(row)}
      >
        <AssignmentLink id={row.assignmentId}>
          {[row.facility, row.department].filter(Boolean).join(", ")}
        </AssignmentLink>
      </Typography>
      {row.lacksAllWeek.length > 0 && <Warning>{say.lacksAllWeek(row.lacksAllWeek)}</Warning>}
      {mayPlan && (
        <Box sx={{ display: "flex", flexWrap: "wrap", ml: -0.5 }}>
          <PlanPattern row={row} date={first} />
          <PlanAsLastWeek
            of={{ assignment: row.assignmentId }}
            week={start}
            days={days}
            place={row.name}
            label={say.asLastWeekOf(row.name)}
          />
        </Box>
      )}
    </>
  );
}

function DayCell({ row, date, place, isActive, activate, mayPlan }: {
  row: PlannedRow;
  date: string;
  place: string;
  isActive: boolean;
  activate: () => void;
  mayPlan: boolean;
}) {
  const things = row.byDay.get(date) ?? [];
  const lacks = lackedIn(things).filter((kind) => !row.lacksAllWeek.includes(kind));
  const isOutside = date < row.start || (row.end !== null && date > row.end);
  const buttonProps = {
    variant: "text",
    size: "small",
    tabIndex: isActive ? 0 : -1,
    sx: { minWidth: 0, px: 0.5, textAlign: "left", justifyContent: "flex-start", lineHeight: 1.3 },
  } as const;
  const cell = useRef<HTMLTableCellElement>(null);
  const isFocused = useRef(false);
  // A shift that was canceled or planned again has another button: whoever pressed the former one goes on from there.
  useEffect(() => {
    if (isFocused.current && document.activeElement === document.body) {
      (cell.current?.querySelector("button") ?? cell.current)?.focus();
    }
  });
  return (
    <TableCell
      ref={cell}
      role="gridcell"
      data-cell={place}
      tabIndex={mayPlan && !isOutside ? undefined : isActive ? 0 : -1}
      onFocus={() => {
        isFocused.current = true;
        activate();
      }}
      onBlur={() => {
        isFocused.current = false;
      }}
      sx={{
        px: 0.75,
        ...(isOutside ? { bgcolor: "action.hover" } : {}),
        "&:focus-within": { outline: 2, outlineColor: "primary.main", outlineStyle: "solid" },
      }}
    >
      {things.filter(({ kind }) => kind !== null).map((one) => (
        <Thing key={`${one.kind} ${one.planned_shift_id ?? one.place}`} row={row} one={one}>
          {one.kind !== "shift" || !mayPlan
            ? null
            : one.cancelled_at === null
            ? <CancelShift row={row} one={one} buttonProps={buttonProps} />
            : (
              <PlanAgain
                row={row}
                one={one}
                buttonProps={{
                  ...buttonProps,
                  color: "inherit",
                  sx: { ...buttonProps.sx, textDecoration: "line-through" },
                }}
              />
            )}
        </Thing>
      ))}
      {lacks.length > 0 && <Warning>{say.lacks(lacks)}</Warning>}
      {mayPlan && !isOutside && <PlanShift row={row} date={date} buttonProps={buttonProps} />}
    </TableCell>
  );
}

/** A thing of a day: its button, or its words, and what stands against it. */
function Thing({ row, one, children }: { row: PlannedRow; one: Planned; children: ReactNode }) {
  const times = timesOf(one, row.zone);
  const conflict = one.conflict === null ? undefined : say.conflicts[one.conflict];
  return (
    <Box sx={{ mb: 0.5 }}>
      {children ?? (
        <Typography
          variant="body2"
          color={one.kind === "shift" && one.cancelled_at === null
            ? "text.primary"
            : "text.secondary"}
          sx={one.cancelled_at === null ? {} : { textDecoration: "line-through" }}
        >
          {one.kind === "away"
            ? say.away(one.place ?? "")
            : one.kind === "elsewhere"
            ? say.elsewhere(one.place ?? "", times)
            : times}
        </Typography>
      )}
      {one.is_within_notice && <Typography variant="caption" component="div">{say.late}
      </Typography>}
      {conflict !== undefined && <Warning>{conflict}</Warning>}
    </Box>
  );
}

/** Words on what stands against a shift, with a sign. */
function Warning({ children }: { children: ReactNode }) {
  return (
    <Typography
      variant="caption"
      component="div"
      sx={{ display: "flex", gap: 0.5, alignItems: "center" }}
    >
      <WarningIcon fontSize="inherit" color="warning" aria-hidden />
      {children}
    </Typography>
  );
}
