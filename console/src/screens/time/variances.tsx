import { Typography } from "@mui/material";
import { SelectInput } from "react-admin";
import { call, callAll, type RowOf } from "../../api/call.ts";
import { isOneOf } from "../../me.ts";
import { codeTitle, muchOf } from "../../ui/codes.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { useFilters } from "../../ui/filters.tsx";
import { count, day, daysAfter, instant, period } from "../../ui/format.ts";
import { FacilityInput, ReasonInput } from "../../ui/inputs.tsx";
import { AssignmentLink, FacilityLink, PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { type Column, Rows } from "../../ui/rows.tsx";
import { choiceColumn, useSelection } from "../../ui/select_rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";

const say = words.time.client;
/** Rows of a week that may be shown. */
const SHOWN = ["open", "differs", "ours_alone", "theirs_alone", "agrees"] as const;
const CHOICES = choicesOf(SHOWN, say.shown);
/** One call takes so many lines at most. */
const MOST_LINES = 1000;
type Variance = RowOf<"time_variances">;

const idOf = ({ assignment_id, work_date, code }: Variance) =>
  `${assignment_id} ${work_date} ${code}`;
const nameOf = (one: Variance) =>
  [one.contractor_name, one.work_date, codeTitle(one)].filter(Boolean).join(", ");
/** Somebody has to decide about it, or to look for what is missing. */
const isOpen = ({ outcome, is_waiting }: Variance) => outcome !== "agrees" || is_waiting;
const linesOf = (chosen: readonly Variance[]) => chosen.flatMap((one) => one.client_time_ids);

/** A week: rows that agree, that differ, that one side alone has; and the acts about them. */
export function Variances({ week }: { week: string }) {
  const { query, form } = useFilters([
    <FacilityInput key="facility" optional active={false} {...{ alwaysOn: true }} />,
    <SelectInput
      key="outcome"
      source="outcome"
      label={say.show}
      choices={CHOICES}
      sx={{ minWidth: 220 }}
      {...{ alwaysOn: true }}
    />,
  ]);
  const facility = query["facility_id"]?.replace(/^eq\./, "");
  const shown = query["outcome"]?.replace(/^eq\./, "");
  const variances = useAsk(["time_variances", week, facility ?? ""], (signal) =>
    callAll(
      "time_variances",
      { week_start: week, ...(facility === undefined ? {} : { facility }) },
      "work_date,assignment_id,code",
      signal,
    ));
  return (
    <>
      {form}
      <Loaded query={variances}>
        {(found) => (
          <Week
            week={week}
            all={found}
            found={found.filter((one) =>
              shown === undefined ||
              (shown === "open" ? isOpen(one) : one.outcome === shown)
            )}
          />
        )}
      </Loaded>
    </>
  );
}

function Week({ week, all, found }: {
  week: string;
  all: readonly Variance[];
  found: readonly Variance[];
}) {
  const me = useMe();
  const mayTake = isOneOf(me, "payroll");
  const mayDispute = isOneOf(me, "payroll", "billing");
  const selection = useSelection();
  // Of what we alone have there is no line to take or to dispute: it is set aside, or stays.
  const isOurs = (one: Variance) => one.client_time_ids.length === 0;
  const mine = found.filter((one) => mayTake || !isOurs(one));
  const chosen = mine.filter((one) => selection.chosen.has(idOf(one)));
  const theirs = chosen.filter((one) => !isOurs(one));
  const ours = chosen.filter(isOurs);
  const lines = linesOf(theirs);
  const entries = ours.flatMap((one) => one.time_entry_ids);
  const many = say.days(count(theirs.length));
  const isNothing = lines.length === 0 || lines.length > MOST_LINES;
  const columns: Column<Variance>[] = [
    { label: words.common.day, value: (one) => day(one.work_date) },
    {
      label: words.common.contractor,
      value: (one) => <PersonLink id={one.contractor_id}>{one.contractor_name}</PersonLink>,
    },
    {
      label: words.common.facility,
      value: (one) => <FacilityLink id={one.facility_id}>{one.facility_name}</FacilityLink>,
    },
    {
      label: say.code,
      value: (one) => (
        <AssignmentLink id={one.assignment_id}>{codeTitle(one) ?? one.code_title}</AssignmentLink>
      ),
    },
    { label: say.here, value: (one) => much(one, one.hours, one.quantity), isNumber: true },
    {
      label: say.there,
      value: (one) => much(one, one.client_hours, one.client_quantity),
      isNumber: true,
    },
    { label: say.outcome, value: (one) => <Outcome of={one} timezone={me.timezone} /> },
  ];
  return (
    <Part
      title={say.weekOf(period(week, daysAfter(week, 6)))}
      about={say.counts(
        count(all.filter(({ outcome }) => outcome === "agrees").length),
        count(all.filter(isOpen).length),
      )}
      actions={mine.length > 0 && mayDispute && (
        <>
          {mayTake && (
            <FormDialog
              button={say.take}
              title={say.takeTitle(many)}
              text={say.takeAbout}
              submit={say.takeSubmit}
              done={say.taken}
              buttonProps={{ variant: "contained", disabled: isNothing }}
              act={() => call("take_client_time", { client_time_ids: lines })}
            />
          )}
          {mayTake && (
            <FormDialog
              button={say.setAsideOurs}
              title={say.setAsideOursTitle(say.days(count(ours.length)))}
              text={say.setAsideOursAbout}
              submit={say.setAsideOursSubmit}
              done={say.setAsideOursDone}
              buttonProps={{ disabled: entries.length === 0 || entries.length > MOST_LINES }}
              defaultValues={() => ({ reason: say.setAsideOursWhy })}
              act={({ reason }) =>
                call("set_aside_time", { time_entry_ids: entries, reason: String(reason) })}
            >
              <ReasonInput />
            </FormDialog>
          )}
          <FormDialog
            button={say.dispute}
            title={say.disputeTitle(many)}
            text={say.disputeAbout}
            submit={say.disputeSubmit}
            done={say.disputed}
            buttonProps={{ disabled: isNothing }}
            act={({ reason }) =>
              call("dispute_client_time", { client_time_ids: lines, reason: String(reason) })}
          >
            <ReasonInput />
          </FormDialog>
        </>
      )}
    >
      <Rows
        label={say.menu}
        rows={found}
        rowKey={idOf}
        empty={all.length === 0 ? say.none : words.common.nothingMatches}
        columns={mayDispute && mine.length > 0
          ? [choiceColumn(mine, idOf, nameOf, selection), ...columns]
          : columns}
      />
    </Part>
  );
}

/** Time of one side; nothing where it has none. */
function much({ unit }: Variance, hours: number, quantity: number): string {
  if (hours === 0 && quantity === 0) return "";
  return muchOf({ hours, quantity: quantity === 0 ? null : quantity, unit });
}

function Outcome({ of, timezone }: { of: Variance; timezone: string | null }) {
  const { outcome, is_waiting: waits, obstacle, is_approved_by_client, approved_by } = of;
  const small = [
    ...(outcome !== "ours_alone"
      ? [is_approved_by_client ? say.approvedThere(approved_by) : say.notApprovedThere]
      : []),
    ...(waits && outcome === "agrees" ? [say.waits] : []),
    ...(obstacle === null ? [] : [say.obstacles[obstacle] ?? obstacle]),
    ...(of.disputed_at === null
      ? []
      : [say.disputedOn(instant(of.disputed_at, timezone), of.dispute_reason ?? "")]),
  ];
  return (
    <>
      {say.outcomes[outcome] ?? outcome}
      {small.map((text) => (
        <Typography key={text} variant="body2" color="text.secondary">{text}</Typography>
      ))}
    </>
  );
}
