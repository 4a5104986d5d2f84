import { call } from "../../api/call.ts";
import { allRows, type Row, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { codedOf, OF_CODE } from "../../ui/codes.ts";
import { Much, Sums } from "../../ui/much.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count } from "../../ui/format.ts";
import { AgeInput, useFilters } from "../../ui/filters.tsx";
import { FacilityInput, ReasonInput } from "../../ui/inputs.tsx";
import { FacilityLink, PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { type Column, Rows } from "../../ui/rows.tsx";
import { choiceColumn, useSelection } from "../../ui/select_rows.tsx";
import { TIMES, type Times, WorkDay } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { useZones } from "../../ui/use_zones.ts";
import { words } from "../../words.ts";
import type { Unapproved } from "./weeks.ts";

const say = words.time.locked;
/** One call takes 1000 at most. */
const SHOWN = "1000";
type Aside =
  & Pick<
    Row<"time_entries">,
    "id" | "work_date" | "hours" | "code" | "quantity" | "is_worked" | "set_aside_reason"
  >
  & Times
  & {
    time_codes: { title: string; unit: string };
    assignments: {
      contractors: { id: string; first_name: string; last_name: string };
      facilities: { id: string; name: string };
    };
  };

/** Time that was locked without an approval: payroll takes it up or sets it aside. */
export function LockedTime() {
  const me = useMe();
  const mayAct = isOneOf(me, "payroll");
  const zoneOf = useZones();
  const locked = useSelection();
  const aside = useSelection();
  const { query, form } = useFilters([
    <FacilityInput key="facility" optional active={false} {...{ alwaysOn: true }} />,
    <AgeInput key="age" {...{ alwaysOn: true }} />,
  ]);
  const isFiltered = Object.keys(query).length > 0;
  const waiting = useAsk(
    ["unapproved_time", "locked", JSON.stringify(query)],
    (signal) =>
      rows("unapproved_time", {
        ...query,
        select: "*",
        next_step: "eq.take_up_or_set_aside",
        order: "work_date,time_entry_id",
        limit: SHOWN,
      }, signal),
  );
  const setAside = useAsk(["set_aside_time"], () =>
    allRows("time_entries", {
      select:
        `id,work_date,hours,${OF_CODE},${TIMES},set_aside_reason,assignments(contractors!contractor_id(id,first_name,last_name),facilities(id,name))`,
      set_aside_at: "not.is.null",
      order: "work_date,id",
    }, 1000));
  return (
    <Page title={say.title} about={say.about}>
      {form}
      <Loaded query={waiting}>
        {(found) => {
          const chosen = found.map(({ time_entry_id: id }) => id ?? "").filter((id) =>
            locked.chosen.has(id)
          );
          const columns: Column<Unapproved>[] = [
            {
              label: words.common.contractor,
              value: (one) => <PersonLink id={one.contractor_id}>{one.contractor_name}</PersonLink>,
              total: words.common.total,
            },
            {
              label: words.common.facility,
              value: (one) => <FacilityLink id={one.facility_id}>{one.facility_name}</FacilityLink>,
            },
            {
              label: words.common.day,
              value: (one) => <WorkDay of={one} zone={zoneOf(one.facility_id)} />,
            },
            {
              label: words.common.hours,
              value: (one) => <Much of={one} />,
              isNumber: true,
              total: <Sums of={found} />,
            },
            { label: words.time.missing.age, value: (one) => count(one.age_days), isNumber: true },
          ];
          return (
            <Part
              title={say.menu}
              actions={mayAct && found.length > 0 && (
                <>
                  <ActButton
                    label={say.takeUp}
                    variant="contained"
                    done={say.takenUp}
                    disabled={chosen.length === 0}
                    act={() =>
                      update("time_entries", {
                        id: `in.(${chosen.join(",")})`,
                        status: "eq.locked",
                      }, {
                        status: "pending_approval",
                      }, chosen.length)}
                  />
                  <FormDialog
                    button={say.setAside}
                    title={say.setAsideTitle(count(chosen.length))}
                    text={say.setAsideAbout}
                    submit={say.setAside}
                    done={say.setAsideDone}
                    buttonProps={{ disabled: chosen.length === 0 }}
                    act={({ reason }) =>
                      call("set_aside_time", { time_entry_ids: chosen, reason: String(reason) })}
                  >
                    <ReasonInput />
                  </FormDialog>
                </>
              )}
            >
              <Rows
                label={say.menu}
                rows={found}
                rowKey={(one) => one.time_entry_id ?? ""}
                empty={isFiltered ? words.common.nothingMatches : say.none}
                columns={mayAct
                  ? [
                    choiceColumn(
                      found,
                      (one) => one.time_entry_id ?? "",
                      (one) => `${one.contractor_name}, ${one.work_date}`,
                      locked,
                    ),
                    ...columns,
                  ]
                  : columns}
              />
            </Part>
          );
        }}
      </Loaded>
      <Loaded query={setAside}>
        {(found) => {
          const chosen = found.map(({ id }) => id).filter((id) => aside.chosen.has(id));
          const columns: Column<Aside>[] = [
            {
              label: words.common.contractor,
              value: (one) => (
                <PersonLink id={one.assignments.contractors.id}>{nameOf(one)}</PersonLink>
              ),
            },
            {
              label: words.common.facility,
              value: ({ assignments: { facilities: { id, name } } }) => (
                <FacilityLink id={id}>{name}</FacilityLink>
              ),
            },
            {
              label: words.common.day,
              value: (one) => <WorkDay of={one} zone={zoneOf(one.assignments.facilities.id)} />,
            },
            {
              label: words.common.hours,
              value: (one) => <Much of={codedOf(one)} />,
              isNumber: true,
            },
            { label: say.why, value: (one) => one.set_aside_reason },
          ];
          return (
            <Part
              title={say.aside}
              actions={mayAct && found.length > 0 && (
                <ActButton
                  label={say.takeBack}
                  done={say.tookBack}
                  disabled={chosen.length === 0}
                  act={() => call("take_back_set_aside_time", { time_entry_ids: chosen })}
                />
              )}
            >
              <Rows
                label={say.aside}
                rows={found}
                rowKey={({ id }) => id}
                empty={say.noAside}
                columns={mayAct
                  ? [
                    choiceColumn(
                      found,
                      ({ id }) => id,
                      (one) => `${nameOf(one)}, ${one.work_date}`,
                      aside,
                    ),
                    ...columns,
                  ]
                  : columns}
              />
            </Part>
          );
        }}
      </Loaded>
    </Page>
  );
}

function nameOf(
  { assignments: { contractors: { first_name: first, last_name: last } } }: Aside,
): string {
  return `${first} ${last}`;
}
