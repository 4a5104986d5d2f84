import { useSearchParams } from "react-router-dom";
import { allRows } from "../../api/rows.ts";
import { day, money, sum } from "../../ui/format.ts";
import { PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.payroll.overpayments;
const columns = words.people.overpayments;

/** Workweeks of which more was paid than they come to, the oldest first; what is done about each is on the person's page. */
export function OverpaymentList() {
  const [asked] = useSearchParams();
  const isToArrange = asked.get("only") === "to-arrange";
  const overpaid = useAsk(
    ["overpayments"],
    () => allRows("overpayments", { select: "*", order: "week_start,contractor_id" }),
  );
  return (
    <Loaded query={overpaid}>
      {(all) => {
        const found = isToArrange ? all.filter((one) => Number(one.unarranged) > 0) : all;
        const total = (column: "open" | "unarranged") =>
          money(sum(found.map((one) => one[column])));
        return (
          <Page title={say.title} about={say.about}>
            <Part
              title={isToArrange ? say.toArrange : say.all}
              actions={isToArrange && <TextLink to="/payroll/overpayments">{say.showAll}</TextLink>}
            >
              <Rows
                label={say.title}
                rows={found}
                rowKey={(one) => `${one.contractor_id} ${one.week_start}`}
                empty={say.none}
                columns={[
                  {
                    label: words.common.person,
                    value: (one) => (
                      <PersonLink id={one.contractor_id}>{one.contractor_name}</PersonLink>
                    ),
                    total: words.common.total,
                  },
                  { label: words.people.contractor.week, value: (one) => day(one.week_start) },
                  { label: columns.overpaid, value: (one) => money(one.overpaid), isNumber: true },
                  {
                    label: columns.recovered,
                    value: (one) => money(one.recovered),
                    isNumber: true,
                  },
                  { label: columns.settled, value: (one) => money(one.settled), isNumber: true },
                  {
                    label: columns.open,
                    value: (one) => money(one.open),
                    isNumber: true,
                    total: total("open"),
                  },
                  {
                    label: columns.unarranged,
                    value: (one) => money(one.unarranged),
                    isNumber: true,
                    total: total("unarranged"),
                  },
                ]}
              />
            </Part>
          </Page>
        );
      }}
    </Loaded>
  );
}
