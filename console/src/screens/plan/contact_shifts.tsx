import { allRows, rows } from "../../api/rows.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { FacilityChoice, useFacilities } from "../contact/facility_choice.tsx";
import { ShiftRows } from "./own_shifts.tsx";

const say = words.plan;

/** True once anything is planned at a contact's facilities. */
export function useHasShifts(): boolean {
  const { data = [] } = useAsk(
    ["facility_shifts", "any"],
    (signal) =>
      rows("facility_shifts", {
        select: "planned_shift_id",
        order: "starts_at,planned_shift_id",
        limit: "1",
      }, signal),
  );
  return data.length > 0;
}

/** Shifts at a contact's facilities, from this week on. */
export function ContactShifts() {
  const me = useMe();
  const { chosen } = useFacilities();
  const ours = chosen.map(({ id }) => id).join(",");
  const found = useAsk(["facility_shifts", ours], () =>
    allRows("facility_shifts", {
      select: "*",
      facility_id: `in.(${ours})`,
      work_date: `gte.${me.weekStart}`,
      order: "starts_at,planned_shift_id",
    }));
  return (
    <Page
      title={say.forContactsTitle}
      about={say.forContactsAbout}
      actions={<FacilityChoice />}
    >
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
