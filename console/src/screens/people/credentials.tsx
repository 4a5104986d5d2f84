import { callPage } from "../../api/call.ts";
import { allRows } from "../../api/rows.ts";
import { day, daysAfter, hours } from "../../ui/format.ts";
import { AssignmentLink, FacilityLink, PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.credentials.page;
const of = words.credentials.of;
const needed = words.credentials.needed;
const WORKED_DAYS = 60;
const SHOWN = 500;

/** Lists of who lacks what, what runs out, and what was worked without. */
export function Credentials() {
  return (
    <Page title={words.credentials.title} about={say.about}>
      <Missing />
      <RunningOut />
      <WorkedWithout />
    </Page>
  );
}

function Missing() {
  const missing = useAsk(
    ["required_credentials", "missing"],
    () =>
      allRows("required_credentials", {
        select: "*",
        is_valid: "is.false",
        order: "contractor_name,assignment_id,credential_kind_id",
      }),
  );
  return (
    <Part title={say.missing} about={say.missingAbout}>
      <Loaded query={missing}>
        {(found) => (
          <Rows
            label={say.missing}
            rows={found}
            rowKey={(one) => `${one.assignment_id} ${one.credential_kind_id}`}
            empty={say.missingNone}
            columns={[
              {
                label: words.common.person,
                value: (one) => (
                  <PersonLink id={one.contractor_id}>{one.contractor_name}</PersonLink>
                ),
              },
              { label: of.kind, value: (one) => one.credential_kind },
              {
                label: words.common.facility,
                value: (one) => (
                  <FacilityLink id={one.facility_id}>{one.facility_name}</FacilityLink>
                ),
              },
              {
                label: say.starts,
                value: (one) => (
                  <AssignmentLink id={one.assignment_id}>{day(one.start_date)}</AssignmentLink>
                ),
              },
              {
                label: needed.by,
                value: (one) =>
                  (one.required_by ?? []).map((place) => needed.places[place] ?? place).join(", "),
              },
              {
                label: say.expired,
                value: (one) => one.expires_on === null ? "" : day(one.expires_on),
              },
              { label: needed.reason, value: (one) => one.missing_credentials_reason },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function RunningOut() {
  const due = useAsk(["credentials_due"], () =>
    allRows("credentials_due", {
      select: "*",
      order: "expires_on,credential_id",
    }));
  return (
    <Part title={say.due} about={say.dueAbout}>
      <Loaded query={due}>
        {(found) => (
          <Rows
            label={say.due}
            rows={found}
            rowKey={(one) => one.credential_id ?? ""}
            empty={say.dueNone}
            columns={[
              {
                label: words.common.person,
                value: (one) => (
                  <PersonLink id={one.contractor_id}>{one.contractor_name}</PersonLink>
                ),
              },
              { label: of.kind, value: (one) => one.credential_kind },
              { label: of.number, value: (one) => one.number },
              { label: of.expires, value: (one) => day(one.expires_on) },
              {
                label: say.left,
                value: (one) => one.bucket === "expired" ? say.over : say.soon(one.days_left ?? 0),
                isNumber: true,
              },
              { label: say.isRequired, value: (one) => one.is_required ? say.yes : say.no },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function WorkedWithout() {
  const { businessDate } = useMe();
  const worked = useAsk(
    ["time_without_credentials", businessDate],
    (signal) =>
      callPage("time_without_credentials", {
        from_day: daysAfter(businessDate, -WORKED_DAYS),
        to_day: businessDate,
      }, {
        order: "work_date.desc,time_entry_id,credential_kind_id",
        limit: `${SHOWN}`,
      }, signal),
  );
  return (
    <Part title={say.worked} about={say.workedAbout(WORKED_DAYS, SHOWN)}>
      <Loaded query={worked}>
        {(found) => (
          <Rows
            label={say.worked}
            rows={found}
            rowKey={(one) => `${one.time_entry_id} ${one.credential_kind_id}`}
            empty={say.workedNone}
            columns={[
              { label: words.common.day, value: (one) => day(one.work_date) },
              {
                label: words.common.person,
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
              { label: of.kind, value: (one) => one.credential_kind },
              {
                label: say.expired,
                value: (one) => one.expired_on === null ? "" : day(one.expired_on),
              },
              { label: words.common.hours, value: (one) => hours(one.hours), isNumber: true },
              { label: words.common.state, value: (one) => <State of={one.status} /> },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}
