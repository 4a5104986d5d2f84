import { allRows } from "../../api/rows.ts";
import { day, money } from "../../ui/format.ts";
import { AssignmentLink, FacilityLink, PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.people.belowWage;

/** Rates that are below a minimum wage, or that a coming one overtakes; the first to be so first. */
export function BelowMinimumWage() {
  const found = useAsk(["pay_below_minimum_wage"], () =>
    allRows("pay_below_minimum_wage", {
      select: "*",
      order: "below_from,assignment_id,effective_from",
    }));
  return (
    <Page title={say.title} about={say.about}>
      <Loaded query={found}>
        {(rates) => (
          <Rows
            label={say.title}
            rows={rates}
            rowKey={(one) => `${one.assignment_id} ${one.effective_from}`}
            empty={say.none}
            columns={[
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
              {
                label: say.rate,
                value: (one) => (
                  <AssignmentLink id={one.assignment_id}>{day(one.effective_from)}</AssignmentLink>
                ),
              },
              { label: say.pay, value: (one) => money(one.pay_rate), isNumber: true },
              { label: say.from, value: (one) => day(one.below_from) },
              { label: say.wage, value: (one) => money(one.minimum_wage), isNumber: true },
              { label: say.where, value: (one) => one.jurisdiction },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}
