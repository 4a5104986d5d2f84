import { rows } from "../../api/rows.ts";
import { count, day, today } from "../../ui/format.ts";
import { AssignmentLink, PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { listedName } from "../people/candidate.ts";

const say = words.facilities;
const assignments = words.people.assignments;
const COLUMNS =
  "id,start_date,end_date,department,contractors!contractor_id(id,first_name,last_name)";
const FORMER = 50;

/** People at a facility, by name, and those who were there before, the last first. */
export function FacilityPeople({ facilityId }: { facilityId: string }) {
  const now = today(useMe().timezone);
  const people = useAsk(["facility_people", facilityId, now], async (signal) => {
    const [here, former] = await Promise.all([
      rows("assignments", {
        select: COLUMNS,
        facility_id: `eq.${facilityId}`,
        or: `(end_date.is.null,end_date.gte.${now})`,
        order: "start_date,id",
      }, signal),
      rows("assignments", {
        select: COLUMNS,
        facility_id: `eq.${facilityId}`,
        end_date: `lt.${now}`,
        order: "end_date.desc,id",
        limit: `${FORMER}`,
      }, signal),
    ]);
    return {
      here: here.toSorted((one, other) =>
        listedName(one.contractors).localeCompare(listedName(other.contractors))
      ),
      former,
    };
  });
  return (
    <Loaded query={people}>
      {({ here, former }) =>
        [
          { title: say.people, about: undefined, empty: say.peopleNone, those: here },
          ...former.length === 0 ? [] : [{
            title: say.before,
            about: former.length === FORMER ? say.beforeAbout(count(FORMER)) : undefined,
            empty: "",
            those: former,
          }],
        ].map(({ title, about, empty, those }) => (
          <Part key={title} title={title} about={about}>
            <Rows
              label={title}
              rows={those}
              rowKey={({ id }) => id}
              empty={empty}
              columns={[
                {
                  label: words.common.contractor,
                  value: ({ contractors: person }) => (
                    <PersonLink id={person.id}>{listedName(person)}</PersonLink>
                  ),
                },
                {
                  label: words.people.contractor.assignment,
                  value: (one) => (
                    <AssignmentLink id={one.id}>
                      {words.people.contractor.from(day(one.start_date))}
                    </AssignmentLink>
                  ),
                },
                ...those.some((one) => one.department !== null)
                  ? [{
                    label: words.people.hire.department,
                    value: (one: (typeof here)[number]) => one.department,
                  }]
                  : [],
                {
                  label: assignments.end,
                  value: (one) => one.end_date ? day(one.end_date) : assignments.openEnded,
                },
              ]}
            />
          </Part>
        ))}
    </Loaded>
  );
}
