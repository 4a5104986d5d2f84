import { Typography } from "@mui/material";
import { DateInput, SelectInput } from "react-admin";
import { Navigate, Route, Routes } from "react-router-dom";
import { type Row, rows } from "../../api/rows.ts";
import { CODED } from "../../ui/codes.ts";
import { Much } from "../../ui/much.tsx";
import { count } from "../../ui/format.ts";
import { Col, MuchCol, NameCol, ScreenList, StateCol, WorkDayCol } from "../../ui/list.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Subpages } from "../../ui/page.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { TIMES, WorkDay } from "../../ui/shift_times.tsx";
import { State } from "../../ui/state.tsx";
import { useZones } from "../../ui/use_zones.ts";
import { choicesOf, words } from "../../words.ts";
import { CORRECTED, correctionText, RemarksCol } from "../time/correction.tsx";
import { WeeksToApprove } from "../time/weeks_to_approve.tsx";
import { ContactShifts, useHasShifts } from "../plan/contact_shifts.tsx";
import { FacilityChoice, useFacilities } from "./facility_choice.tsx";

const say = words.contact.time;
const SHOWN = 250;
type Entry = Row<"facility_time">;

/** A facility's time, as its contacts see it. */
export default function ContactTime() {
  const hasShifts = useHasShifts();
  return (
    <>
      <Subpages
        base="/facility-time"
        pages={[
          { path: "approve", label: say.approve },
          { path: "all", label: say.all },
          ...(hasShifts ? [{ path: "shifts", label: words.plan.forContacts }] : []),
        ]}
      />
      <Routes>
        <Route path="approve" element={<ToApprove />} />
        <Route path="all" element={<All />} />
        <Route path="shifts" element={<ContactShifts />} />
        <Route
          path="*"
          element={<Navigate to="/facility-time/approve" replace />}
        />
      </Routes>
    </>
  );
}

function ToApprove() {
  const { chosen } = useFacilities();
  const ours = chosen.map(({ id }) => id).join(",");
  const waiting = useAsk(
    ["facility_time", "approve", ours],
    (signal) =>
      rows("facility_time", {
        select:
          `time_entry_id,assignment_id,contractor_name,facility_id,facility_name,work_date,hours,${CODED},status,notes,${TIMES}`,
        facility_id: `in.(${ours})`,
        status: "in.(submitted,pending_approval)",
        is_set_aside: "is.false",
        order: "work_date,time_entry_id",
        limit: `${SHOWN}`,
      }, signal),
  );
  return (
    <Page title={say.title} about={say.about} actions={<FacilityChoice />}>
      <Loaded query={waiting}>
        {(found) => (
          <>
            <WeeksToApprove
              key={ours}
              found={found}
              foundAt={waiting.dataUpdatedAt}
              mayAct
              none={words.time.approve.none}
            />
            {found.length === SHOWN && (
              <Typography color="text.secondary">
                {words.time.approve.more(count(SHOWN))}
              </Typography>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function All() {
  const zoneOf = useZones();
  const { chosen } = useFacilities();
  return (
    <Page title={say.allTitle} about={say.allAbout} actions={<FacilityChoice />}>
      <ScreenList
        resource="facility_time"
        storeKey="facility_time"
        select={`time_entry_id,contractor_name,facility_id,facility_name,work_date,hours,${CODED},${TIMES},status,notes,sent_back_reason,sent_back_by_name,invoice_id,invoice_number,${CORRECTED}`}
        filter={{ facility_id: chosen.map(({ id }) => id) }}
        card={(row) => {
          const one = row as unknown as Entry;
          return {
            title: one.contractor_name,
            facts: [
              [
                words.common.day,
                <WorkDay key="day" of={one} zone={zoneOf(one.facility_id)} />,
              ],
              [words.common.facility, chosen.length > 1 ? one.facility_name : null],
              [words.common.state, <State key="state" of={one.status} />],
              [words.common.hours, <Much key="hours" of={one} />],
              [
                say.invoice,
                one.invoice_id !== null && (
                  <TextLink key="invoice" to={`/facility-invoices/${one.invoice_id}`}>
                    {one.invoice_number}
                  </TextLink>
                ),
              ],
              [
                words.time.all.remarks,
                [...remarksOf(one), correctionText(one)].filter(Boolean).join(" "),
              ],
            ] as const,
          };
        }}
        filters={[
          <SelectInput
            key="status"
            source="status"
            label={words.common.state}
            choices={choicesOf([
              "draft",
              "submitted",
              "pending_approval",
              "approved",
              "locked",
            ])}
            alwaysOn
          />,
          <DateInput
            key="from"
            source="work_date@gte"
            label={words.time.all.from}
            alwaysOn
          />,
          <DateInput
            key="to"
            source="work_date@lte"
            label={words.time.all.to}
            alwaysOn
          />,
        ]}
      >
        <WorkDayCol zone={(one: Entry) => zoneOf(one.facility_id)} />
        <NameCol
          label={words.common.contractor}
          value={(one: Entry & { id: string }) => one.contractor_name ?? ""}
        />
        <StateCol />
        <MuchCol of={(one: Entry) => one} />
        <Col
          label={say.invoice}
          render={(one: Entry) =>
            one.invoice_id !== null && (
              <TextLink to={`/facility-invoices/${one.invoice_id}`}>
                {one.invoice_number}
              </TextLink>
            )}
        />
        <RemarksCol of={remarksOf} />
      </ScreenList>
    </Page>
  );
}

function remarksOf(one: Entry) {
  return [
    one.notes,
    one.sent_back_reason &&
    words.time.all.sentBack(words.common.by(one.sent_back_reason, one.sent_back_by_name)),
  ];
}
