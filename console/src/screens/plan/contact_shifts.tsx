import { useSearchParams } from "react-router-dom";
import { allRows, rows } from "../../api/rows.ts";
import { daysAfter, weekStart } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { FacilityChoice, useFacilities } from "../contact/facility_choice.tsx";
import { ShiftRows } from "./own_shifts.tsx";
import { WeekSteps } from "./week_steps.tsx";

const say = words.plan;
const WEEKS = 4;

/** True once anything is planned at a contact's facilities. One of their shifts will do: an order would sort them all. */
export function useHasShifts(): boolean {
  const theirs = useMe().facilities.map(({ id }) => id).join(",");
  const { data = [] } = useAsk(
    ["facility_shifts", "any", theirs],
    (signal) =>
      rows("facility_shifts", {
        select: "planned_shift_id",
        facility_id: `in.(${theirs})`,
        limit: "1",
      }, signal),
  );
  return data.length > 0;
}

/** Shifts at a contact's facilities, four weeks at a time: those of a year are more than anybody reads. */
export function ContactShifts() {
  const me = useMe();
  const [asked] = useSearchParams();
  const start = weekStart(asked.get("week") ?? me.weekStart, me.weekStartsOn);
  const end = daysAfter(start, 7 * WEEKS - 1);
  const { chosen } = useFacilities();
  const ours = chosen.map(({ id }) => id).join(",");
  const found = useAsk(["facility_shifts", ours, start], () =>
    allRows("facility_shifts", {
      select: "*",
      facility_id: `in.(${ours})`,
      and: `(work_date.gte.${start},work_date.lte.${end})`,
      order: "starts_at,planned_shift_id",
    }));
  return (
    <Page
      title={say.forContactsTitle}
      about={say.forContactsAbout}
      actions={<FacilityChoice />}
    >
      <WeekSteps start={start} weeks={WEEKS} before={say.weeksBefore} after={say.weeksAfter} />
      <Loaded query={found}>
        {(shifts) => (
          <Part title={say.forContacts}>
            <ShiftRows
              shifts={shifts}
              label={say.forContacts}
              empty={say.noShifts}
              who={{
                label: words.common.contractor,
                value: (one) =>
                  [
                    one.contractor_name,
                    chosen.length > 1 ? one.facility_name : null,
                    one.department,
                  ].filter(Boolean).join(", "),
              }}
            />
          </Part>
        )}
      </Loaded>
    </Page>
  );
}
