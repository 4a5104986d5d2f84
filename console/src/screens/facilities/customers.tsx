import { allRows } from "../../api/rows.ts";
import { money, sum } from "../../ui/format.ts";
import { pathOf } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.facilities.customers;
const aging = words.cash.aging;

/** Customers, and what they owe for all of their facilities. */
export function Customers() {
  const customers = useAsk(["customers"], async () => {
    const [all, owing] = await Promise.all([
      allRows("customers", { select: "*", order: "facility_name,facility_id" }),
      allRows("customer_aging", { select: "*", order: "customer_name,customer_id" }),
    ]);
    const owed = new Map(owing.map((one) => [one.customer_id, one]));
    return all.map((one) => ({ ...one, owed: owed.get(one.facility_id) }));
  });
  return (
    <Page title={say.title} about={say.about}>
      <Part title={say.title}>
        <Loaded query={customers}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={(one) => one.facility_id ?? ""}
              to={(one) => pathOf.facility(one.facility_id ?? "")}
              empty={say.none}
              columns={[
                {
                  label: words.common.facility,
                  value: (one) => one.facility_name,
                  total: words.common.total,
                },
                {
                  label: say.facilities,
                  value: (one) => one.is_program ? `${one.facility_count}` : say.itself,
                },
                {
                  label: aging.balance,
                  value: (one) => one.owed && money(one.owed.balance),
                  isNumber: true,
                  total: money(sum(found.map(({ owed }) => owed?.balance ?? 0))),
                },
                {
                  label: say.overdue,
                  value: ({ owed }) =>
                    owed && money(sum([owed.balance ?? 0, -(owed.current ?? 0)])),
                  isNumber: true,
                  total: money(
                    sum(found.flatMap(({ owed }) => [owed?.balance ?? 0, -(owed?.current ?? 0)])),
                  ),
                },
                {
                  label: aging.net,
                  value: (one) => one.owed && money(one.owed.net),
                  isNumber: true,
                  total: money(sum(found.map(({ owed }) => owed?.net ?? 0))),
                },
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}
