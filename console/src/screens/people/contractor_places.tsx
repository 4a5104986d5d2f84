import { rows } from "../../api/rows.ts";
import { day, decimal, money, today } from "../../ui/format.ts";
import { AssignmentLink, FacilityLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.people.contractor;
const assignments = words.people.assignments;
const MOST = 200;

/** Assignments of a contractor, now and before, and the rates of each, dated. */
export function ContractorPlaces({ contractorId }: { contractorId: string }) {
  const now = today(useMe().timezone);
  const places = useAsk(["contractor_places", contractorId], (signal) =>
    rows("assignments", {
      select:
        "id,start_date,end_date,department,facilities(id,name),assignment_rates(effective_from,bill_rate,pay_rate)",
      contractor_id: `eq.${contractorId}`,
      order: "start_date.desc,id.desc",
      "assignment_rates.order": "effective_from.desc",
      limit: `${MOST}`,
    }, signal));
  return (
    <Loaded query={places}>
      {(found) => {
        const isOver = ({ end_date: end }: (typeof found)[number]) => end !== null && end < now;
        const former = found.filter(isOver);
        const rates = found.flatMap((place) =>
          place.assignment_rates.map((rate) => ({ ...rate, place }))
        );
        return (
          <>
            {[
              { title: say.now, empty: say.nowNone, those: found.filter((one) => !isOver(one)) },
              ...former.length > 0 ? [{ title: say.before, empty: "", those: former }] : [],
            ].map(({ title, empty, those }) => (
              <Part key={title} title={title}>
                <Rows
                  label={title}
                  rows={those}
                  rowKey={({ id }) => id}
                  empty={empty}
                  columns={[
                    {
                      label: say.assignment,
                      value: (one) => (
                        <AssignmentLink id={one.id}>
                          {say.from(day(one.start_date))}
                        </AssignmentLink>
                      ),
                    },
                    {
                      label: words.common.facility,
                      value: ({ facilities: { id, name } }) => (
                        <FacilityLink id={id}>{name}</FacilityLink>
                      ),
                    },
                    ...those.some((one) => one.department !== null)
                      ? [{
                        label: words.people.hire.department,
                        value: (one: (typeof found)[number]) => one.department,
                      }]
                      : [],
                    {
                      label: assignments.end,
                      value: (one) => one.end_date ? day(one.end_date) : assignments.openEnded,
                    },
                    ...(["bill", "pay"] as const).map((kind) => ({
                      label: assignments[kind],
                      value: (one: (typeof found)[number]) =>
                        money(
                          (one.assignment_rates.find((rate) =>
                            rate.effective_from <= (one.end_date ?? now)
                          ) ?? one.assignment_rates.at(-1))?.[`${kind}_rate`],
                        ),
                      isNumber: true,
                    })),
                  ]}
                />
              </Part>
            ))}
            <Part title={say.rates} about={say.ratesAbout}>
              <Rows
                label={say.rates}
                rows={rates.toSorted((one, other) =>
                  other.effective_from.localeCompare(one.effective_from)
                )}
                rowKey={({ place, effective_from: from }) => `${place.id} ${from}`}
                empty={say.ratesNone}
                columns={[
                  { label: words.people.assignment.from, value: (one) => day(one.effective_from) },
                  {
                    label: words.common.facility,
                    value: ({ place }) => (
                      <AssignmentLink id={place.id}>{place.facilities.name}</AssignmentLink>
                    ),
                  },
                  { label: assignments.bill, value: (one) => money(one.bill_rate), isNumber: true },
                  { label: assignments.pay, value: (one) => money(one.pay_rate), isNumber: true },
                  {
                    label: assignments.margin,
                    value: (one) => money(decimal(one.bill_rate).minus(one.pay_rate)),
                    isNumber: true,
                  },
                ]}
              />
            </Part>
          </>
        );
      }}
    </Loaded>
  );
}
