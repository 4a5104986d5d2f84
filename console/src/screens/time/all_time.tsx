import { DateInput, type RaRecord, SelectInput } from "react-admin";
import { useState } from "react";
import type { Refusal } from "../../api/refusal.ts";
import { type Row, rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { CODED, codedOf, OF_CODE } from "../../ui/codes.ts";
import { useFilters } from "../../ui/filters.tsx";
import { ContractorInput, FacilityInput } from "../../ui/inputs.tsx";
import { pathOf } from "../../ui/links.tsx";
import { Col, MuchCol, NameCol, ScreenList, StateCol, WorkDayCol } from "../../ui/list.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { TIMES } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { useZones } from "../../ui/use_zones.ts";
import { choicesOf, words } from "../../words.ts";
import { ApproveChosen, ChooseCol } from "./approve_chosen.tsx";
import { CORRECTED, CorrectTime, RemarksCol } from "./correction.tsx";

const say = words.time.all;
type Entry = Row<"time_entries"> & {
  time_codes: { title: string; unit: string };
  assignments: {
    contractors: { id: string; first_name: string; last_name: string };
    facilities: { id: string; name: string };
  };
};
type OfFacility = Row<"facility_time">;

/** Every entry of time. There may be millions: nobody counts them, and those of a facility have a view of their own. */
export function AllTime() {
  const { query, form } = useFilters([
    <FacilityInput key="facility" optional active={false} {...{ alwaysOn: true }} />,
    <ContractorInput key="contractor" optional {...{ alwaysOn: true }} />,
  ]);
  const facilityId = query["facility_id"]?.replace("eq.", "");
  const contractor = query["contractor_id"] ?? null;
  return (
    <Page title={say.title} about={facilityId === undefined ? say.about : say.ofFacility}>
      {form}
      {contractor === null
        ? <Found facilityId={facilityId} filter={{}} />
        : <OfContractor contractor={contractor} facilityId={facilityId} />}
    </Page>
  );
}

/** A contractor's, found by their assignments: entries know nobody else. */
function OfContractor(
  { contractor, facilityId }: { contractor: string; facilityId: string | undefined },
) {
  const assignments = useAsk(
    ["assignments", "of", contractor],
    (signal) => rows("assignments", { select: "id", contractor_id: contractor }, signal),
  );
  return (
    <Loaded query={assignments}>
      {(found) => (
        <Found
          facilityId={facilityId}
          filter={{ assignment_id: found.length === 0 ? [NONE] : found.map(({ id }) => id) }}
        />
      )}
    </Loaded>
  );
}

/** An id that nothing has. */
const NONE = "00000000-0000-0000-0000-000000000000";

function Found(
  { facilityId, filter }: { facilityId: string | undefined; filter: Record<string, unknown> },
) {
  return facilityId === undefined
    ? <All filter={filter} />
    : <OfOne facilityId={facilityId} filter={filter} />;
}

const FILTERS = [
  <SelectInput
    key="status"
    source="status"
    label={words.common.state}
    choices={choicesOf(["draft", "submitted", "pending_approval", "approved", "locked"])}
    alwaysOn
  />,
  <DateInput key="from" source="work_date@gte" label={say.from} alwaysOn />,
  <DateInput key="to" source="work_date@lte" label={say.to} alwaysOn />,
];

/** Choosing of rows of a list, to approve them, for whoever may; and words for what was refused of a row. */
function useChoosing() {
  const [refused, tell] = useState<ReadonlyMap<string, Refusal>>(new Map());
  const mayApprove = isOneOf(useMe(), "billing", "payroll", "recruiting");
  return {
    mayApprove,
    above: mayApprove && <ApproveChosen tell={tell} />,
    refusalOf(id: string | null): string | null {
      const refusal = refused.get(id ?? "");
      return refusal === undefined
        ? null
        : words.time.approve.notApproved([refusal.message, refusal.hint].filter(Boolean).join(" "));
    },
  };
}

function All({ filter }: { filter: Record<string, unknown> }) {
  const me = useMe();
  const { mayApprove, above, refusalOf } = useChoosing();
  const zoneOf = useZones();
  return (
    <ScreenList
      resource="time_entries"
      storeKey="time_entries"
      remembers
      above={above}
      filter={filter}
      select={`id,assignment_id,work_date,hours,${OF_CODE},${TIMES},status,is_payable,notes,sent_back_reason,${CORRECTED},corrected_by_name,assignments(contractors!contractor_id(id,first_name,last_name),facilities(id,name))`}
      filters={FILTERS}
    >
      {mayApprove && <ChooseCol name={nameOf} />}
      <WorkDayCol zone={(one: Entry) => zoneOf(one.assignments.facilities.id)} />
      <NameCol
        label={words.common.contractor}
        value={nameOf}
        to={({ assignments }: Entry) => pathOf.contractor(assignments.contractors.id)}
      />
      <NameCol
        label={words.common.facility}
        value={({ assignments }: Entry) => assignments.facilities.name}
        to={({ assignments }: Entry) => pathOf.facility(assignments.facilities.id)}
      />
      <StateCol />
      <MuchCol of={(one: Entry) => codedOf(one)} />
      <RemarksCol
        of={(one: Entry) => [
          refusalOf(one.id),
          one.notes,
          one.sent_back_reason && say.sentBack(one.sent_back_reason),
        ]}
      />
      {isOneOf(me, "payroll") && (
        <Col
          label={false}
          render={(one: Entry) =>
            one.is_payable && (
              <CorrectTime
                id={one.id}
                name={nameOf(one)}
                entry={codedOf(one)}
                zone={zoneOf(one.assignments.facilities.id)}
              />
            )}
        />
      )}
    </ScreenList>
  );
}

function nameOf({ assignments: { contractors } }: Entry): string {
  return `${contractors.first_name} ${contractors.last_name}`;
}

function OfOne(
  { facilityId, filter }: { facilityId: string; filter: Record<string, unknown> },
) {
  const zoneOf = useZones();
  const { mayApprove, above, refusalOf } = useChoosing();
  return (
    <ScreenList
      key={facilityId}
      above={above}
      resource="facility_time"
      storeKey="time_of_facility"
      remembers
      select={`time_entry_id,assignment_id,contractor_name,facility_id,facility_name,work_date,hours,${CODED},${TIMES},status,notes,sent_back_reason,${CORRECTED}`}
      filter={{ facility_id: facilityId, ...filter }}
      filters={FILTERS}
    >
      {mayApprove && <ChooseCol name={(one: OfFacility & RaRecord) => one.contractor_name ?? ""} />}
      <WorkDayCol zone={(one: OfFacility) => zoneOf(one.facility_id)} />
      <NameCol
        label={words.common.contractor}
        value={(one: OfFacility & { id: string }) => one.contractor_name ?? ""}
        to={(one: OfFacility & { id: string }) => pathOf.assignment(one.assignment_id ?? "")}
      />
      <NameCol
        label={words.common.facility}
        value={(one: OfFacility & { id: string }) => one.facility_name ?? ""}
        to={(one: OfFacility & { id: string }) => pathOf.facility(one.facility_id ?? "")}
      />
      <StateCol />
      <MuchCol of={(one: OfFacility) => one} />
      <RemarksCol
        of={(one: OfFacility) => [
          refusalOf(one.time_entry_id),
          one.notes,
          one.sent_back_reason && say.sentBack(one.sent_back_reason),
        ]}
      />
    </ScreenList>
  );
}
