import { allRows, type Row } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { day, hours, money, sum } from "../../ui/format.ts";
import { AssignmentLink, FacilityLink } from "../../ui/links.tsx";
import { useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { Backfill } from "./backfill.tsx";

const say = words.guarantees.unbilled;
type Promised = Row<"unbilled_guarantees">;

/** Guaranteed hours that no invoice has; nothing where there are none, as most firms guarantee nothing. */
export function UnbilledGuarantees() {
  const mayBill = isOneOf(useMe(), "billing");
  const { data: found = [] } = useAsk(
    ["unbilled_guarantees"],
    () => allRows("unbilled_guarantees", { select: "*", order: "week_start,guarantee_id" }),
  );
  if (found.length === 0) return null;
  return (
    <Part title={say.title} about={say.about}>
      <Rows
        label={say.title}
        rows={found}
        rowKey={(one) => `${one.guarantee_id} ${one.week_start}`}
        empty=""
        columns={[
          {
            label: words.common.facility,
            value: (one) => <FacilityLink id={one.facility_id}>{nameOf(one)}</FacilityLink>,
            total: words.common.total,
          },
          {
            label: words.common.contractor,
            value: (one) => (
              <AssignmentLink id={one.assignment_id}>{one.contractor_name}</AssignmentLink>
            ),
          },
          { label: words.billing.unbilled.week, value: (one) => day(one.week_start) },
          { label: say.promised, value: ({ description }) => description },
          { label: words.common.hours, value: (one) => hours(one.hours), isNumber: true },
          {
            label: words.common.amount,
            value: (one) => money(one.amount),
            isNumber: true,
            total: money(sum(found.map(({ amount }) => amount))),
          },
          ...mayBill
            ? [{
              label: words.billing.unbilled.bill,
              heading: "",
              value: (one: Promised) => (
                <Backfill
                  facilityId={one.facility_id ?? ""}
                  group={one.group_key ?? ""}
                  name={nameOf(one)}
                />
              ),
            }]
            : [],
        ]}
      />
    </Part>
  );
}

const nameOf = ({ facility_name: facility, group_name: group }: Promised) =>
  words.billing.group.of(facility ?? "", group);
