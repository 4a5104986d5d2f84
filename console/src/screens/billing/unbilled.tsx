import { Typography } from "@mui/material";
import { useSearchParams } from "react-router-dom";
import { allRows, type Row } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { count, day, hours, money, sum } from "../../ui/format.ts";
import { FacilityLink, PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { Backfill } from "./backfill.tsx";
import { UnbilledGuarantees } from "./unbilled_guarantees.tsx";

const say = words.billing.unbilled;
type Late = Row<"unbilled_groups">;
type Difference = Row<"unbilled_differences">;

/** Approved time that no invoice has yet, and weeks that came to something else since they were sent. */
export function Unbilled() {
  const mayBill = isOneOf(useMe(), "billing");
  const [asked] = useSearchParams();
  const isTooMuch = asked.get("only") === "too-much";
  const time = useAsk(["unbilled_groups"], () =>
    allRows("unbilled_groups", {
      select: "*",
      order: "facility_name,facility_id,group_key",
    }));
  const differences = useAsk(
    ["unbilled_differences"],
    () =>
      allRows("unbilled_differences", {
        select: "*",
        order:
          "week_start,facility_id,contractor_id,group_key,purchase_order_id,department,cost_centre,code",
      }),
  );
  return (
    <Page title={say.title} about={say.about}>
      {!isTooMuch && (
        <Part title={say.time} about={say.timeAbout}>
          <Loaded query={time}>
            {(found) => (
              <Rows
                label={say.time}
                rows={found.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))}
                rowKey={(one) => `${one.facility_id} ${one.group_key}`}
                empty={say.noTime}
                columns={[
                  {
                    label: words.common.facility,
                    value: (one) => <FacilityLink id={one.facility_id}>{nameOf(one)}</FacilityLink>,
                    total: words.common.total,
                  },
                  { label: say.oldest, value: (one) => day(one.oldest) },
                  { label: say.newest, value: (one) => day(one.newest) },
                  {
                    label: say.entries,
                    value: (one) => count(one.entries),
                    isNumber: true,
                    total: count(sum(found.map((one) => one.entries)).toNumber()),
                  },
                  {
                    label: words.common.hours,
                    value: (one) => hours(one.hours),
                    isNumber: true,
                    total: hours(sum(found.map((one) => one.hours)).toNumber()),
                  },
                  ...(mayBill
                    ? [{
                      label: say.bill,
                      heading: "",
                      value: (one: Late) => (
                        <Backfill
                          facilityId={one.facility_id}
                          group={one.group_key}
                          name={nameOf(one)}
                        />
                      ),
                    }]
                    : []),
                ]}
              />
            )}
          </Loaded>
        </Part>
      )}
      {!isTooMuch && <UnbilledGuarantees />}
      <Part
        title={isTooMuch ? say.tooMuch : say.differences}
        about={say.differencesAbout}
        actions={isTooMuch && <TextLink to="/billing/unbilled">{say.showAll}</TextLink>}
      >
        <Loaded query={differences}>
          {(all) => {
            const found = isTooMuch ? all.filter(({ amount }) => (amount ?? 0) < 0) : all;
            return (
              <Rows
                label={say.differences}
                rows={found}
                rowKey={(one) =>
                  [
                    one.week_start,
                    one.facility_id,
                    one.contractor_id,
                    one.group_key,
                    one.purchase_order_id,
                    one.department,
                    one.cost_centre,
                    one.code,
                  ].join(" ")}
                empty={say.noDifferences}
                columns={[
                  {
                    label: words.common.facility,
                    value: (one) => <FacilityLink id={one.facility_id}>{nameOf(one)}</FacilityLink>,
                    total: words.common.total,
                  },
                  {
                    label: words.common.contractor,
                    value: (one) => (
                      <PersonLink id={one.contractor_id}>{one.contractor_name}</PersonLink>
                    ),
                  },
                  { label: say.week, value: (one) => day(one.week_start) },
                  ...found.some(({ code }) => code !== null)
                    ? [{ label: say.code, value: (one: Difference) => one.code_title ?? "" }]
                    : [],
                  { label: say.billed, value: (one) => money(one.billed_amount), isNumber: true },
                  { label: say.due, value: (one) => money(one.due_amount), isNumber: true },
                  {
                    label: say.difference,
                    value: (one) => money(one.amount),
                    isNumber: true,
                    total: money(sum(found.map(({ amount }) => amount))),
                  },
                  ...mayBill
                    ? [{
                      label: say.bill,
                      heading: "",
                      value: (one: Difference) => (
                        <Backfill
                          facilityId={one.facility_id}
                          group={one.group_key}
                          name={nameOf(one)}
                        />
                      ),
                    }]
                    : [],
                ]}
              />
            );
          }}
        </Loaded>
      </Part>
      {(differences.data ?? []).length > 0 && (
        <Typography variant="body2" color="text.secondary">{say.hint}</Typography>
      )}
    </Page>
  );
}

/** Owner of a row: the facility, and its group if it has one. */
function nameOf(
  { facility_name: facility, group_name: group }: {
    facility_name: string | null;
    group_name: string | null;
  },
): string {
  return words.billing.group.of(facility ?? "", group);
}
