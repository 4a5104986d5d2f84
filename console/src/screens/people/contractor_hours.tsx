import { Box } from "@mui/material";
import { allRows, rows } from "../../api/rows.ts";
import { codedOf, OF_CODE } from "../../ui/codes.ts";
import { Sums } from "../../ui/much.tsx";
import { day, daysAfter, weekStart } from "../../ui/format.ts";
import { AssignmentLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.people.contractor;
const WEEKS = 8;
const DAYS = 7;

/** Hours of a contractor in the last weeks, by week and assignment, with the states they are in. */
export function ContractorHours({ contractorId }: { contractorId: string }) {
  const me = useMe();
  const from = daysAfter(me.weekStart, -DAYS * (WEEKS - 1));
  const weeks = useAsk(["contractor_hours", contractorId, from], async (signal) => {
    const places = await rows("assignments", {
      select: "id,facilities(name)",
      contractor_id: `eq.${contractorId}`,
      or: `(end_date.is.null,end_date.gte.${from})`,
    }, signal);
    const entries = places.length === 0 ? [] : await allRows("time_entries", {
      select: `id,assignment_id,work_date,hours,${OF_CODE},status`,
      assignment_id: `in.(${places.map(({ id }) => id).join()})`,
      work_date: `gte.${from}`,
      order: "work_date,id",
    });
    const nameOf = new Map(places.map(({ id, facilities }) => [id, facilities.name]));
    const weekOf = (iso: string) => weekStart(iso, me.weekStartsOn);
    return [...Map.groupBy(entries, (one) => `${weekOf(one.work_date)} ${one.assignment_id}`)]
      .map(([key, those]) => ({
        key,
        week: key.slice(0, 10),
        assignmentId: key.slice(11),
        facility: nameOf.get(key.slice(11)),
        entries: those.map(codedOf),
        states: [...new Set(those.map((one) => one.status))],
      }))
      .toSorted((one, other) => other.key.localeCompare(one.key));
  });
  return (
    <Part title={say.hours} about={say.hoursAbout(WEEKS)}>
      <Loaded query={weeks}>
        {(found) => (
          <Rows
            label={say.hours}
            rows={found}
            rowKey={({ key }) => key}
            empty={say.hoursNone}
            columns={[
              { label: say.week, value: ({ week }) => day(week) },
              {
                label: words.common.facility,
                value: (one) => (
                  <AssignmentLink id={one.assignmentId}>{one.facility}</AssignmentLink>
                ),
              },
              {
                label: words.common.hours,
                value: ({ entries }) => <Sums of={entries} />,
                isNumber: true,
              },
              {
                label: words.common.state,
                value: ({ states }) => (
                  <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
                    {states.map((state) => <State key={state} of={state} />)}
                  </Box>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}
