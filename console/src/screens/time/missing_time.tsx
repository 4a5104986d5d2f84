import { TextInput } from "react-admin";
import { allRows, type Row, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { CODED, codeTitle, muchOf } from "../../ui/codes.ts";
import { AgeInput } from "../../ui/filters.tsx";
import { hours, period } from "../../ui/format.ts";
import { FacilityInput } from "../../ui/inputs.tsx";
import { AssignmentLink, FacilityLink, pathOf, PersonLink } from "../../ui/links.tsx";
import { Col, MuchCol, NameCol, NumberCol, ScreenList, WorkDayCol } from "../../ui/list.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { TIMES } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { useZones } from "../../ui/use_zones.ts";
import { words } from "../../words.ts";
import { EnterShift } from "./enter_shift.tsx";
import type { Unapproved } from "./weeks.ts";

const say = words.time.missing;

/** Time that contractors have not handed in. */
export function MissingTime() {
  const me = useMe();
  const mayEnter = isOneOf(me, "billing", "payroll", "recruiting");
  const zoneOf = useZones();
  const missing = useAsk(
    ["missing_time"],
    () => allRows("missing_time", { select: "*", order: "assignment_id" }),
  );
  return (
    <Page title={say.title} about={say.about}>
      <Part title={say.drafts}>
        <ScreenList
          resource="unapproved_time"
          storeKey="drafts_of_time"
          select={`time_entry_id,contractor_id,contractor_name,facility_id,facility_name,work_date,hours,${CODED},${TIMES},age_days`}
          filter={{ next_step: "submit", "work_date@lte": me.businessDate }}
          filters={[
            <TextInput
              key="name"
              source="contractor_name@ilike"
              label={words.common.contractor}
              alwaysOn
            />,
            <FacilityInput key="facility" optional active={false} {...{ alwaysOn: true }} />,
            <AgeInput key="age" {...{ alwaysOn: true }} />,
          ]}
        >
          <WorkDayCol zone={(one: Entry) => zoneOf(one.facility_id)} />
          <NameCol
            label={words.common.contractor}
            value={(one: Entry) => one.contractor_name ?? ""}
            to={(one: Entry) => pathOf.contractor(one.contractor_id ?? "")}
          />
          <NameCol
            label={words.common.facility}
            value={(one: Entry) => one.facility_name ?? ""}
            to={(one: Entry) => pathOf.facility(one.facility_id ?? "")}
          />
          <MuchCol of={(one: Entry) => one} />
          <NumberCol source="age_days" label={say.age} />
          {mayEnter && (
            <Col
              label={false}
              render={(one: Entry) => (
                <ActButton
                  label={say.submit}
                  aria-label={`${say.submit}: ${
                    [one.contractor_name, one.work_date, muchOf(one), codeTitle(one)]
                      .filter(Boolean).join(", ")
                  }`}
                  variant="text"
                  done={say.submitted}
                  act={() =>
                    update("time_entries", { id: `eq.${one.id}`, status: "eq.draft" }, {
                      status: "submitted",
                    })}
                />
              )}
            />
          )}
        </ScreenList>
      </Part>
      <Part title={say.missing}>
        <Loaded query={missing}>
          {(found) => (
            <Rows
              label={say.missing}
              rows={found}
              rowKey={(one) => one.assignment_id ?? ""}
              empty={say.none}
              columns={[
                {
                  label: words.common.contractor,
                  value: (one) => (
                    <PersonLink id={one.contractor_id}>{one.contractor_name}</PersonLink>
                  ),
                },
                {
                  label: words.common.facility,
                  value: (one) => (
                    <FacilityLink id={one.facility_id}>{one.facility_name}</FacilityLink>
                  ),
                },
                {
                  label: say.between,
                  value: (one) => (
                    <AssignmentLink id={one.assignment_id}>
                      {period(one.first_day, one.last_day)}
                    </AssignmentLink>
                  ),
                },
                // Of a firm that does not plan nobody has any.
                ...(found.some((one) => one.planned_hours !== null)
                  ? [{
                    label: words.plan.stands,
                    value: (one: Row<"missing_time">) => hours(one.planned_hours),
                    isNumber: true,
                  }]
                  : []),
                ...(mayEnter
                  ? [{
                    label: words.time.shift.enter,
                    heading: "",
                    value: (one: Row<"missing_time">) => (
                      <EnterShift
                        assignmentId={one.assignment_id ?? ""}
                        codes={{ facilityId: one.facility_id ?? "" }}
                        title={words.time.shift.titleOf(
                          one.contractor_name ?? "",
                          one.facility_name ?? "",
                        )}
                        day={one.first_day ?? ""}
                        zone={zoneOf(one.facility_id)}
                        variant="text"
                        aria-label={`${words.time.shift.enter} ${one.contractor_name}`}
                      />
                    ),
                  }]
                  : []),
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}

type Entry = Unapproved & { id: string };
