import { allRows } from "../../api/rows.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { leftOf, OrderName, OrderUse } from "../../ui/order_use.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { useFacilities } from "./facility_choice.tsx";

const say = words.billing.orders;

/** Orders of the contact's facilities, and how much of each was sent; nothing if there is none. */
export function ContactOrders() {
  const { chosen } = useFacilities();
  const orders = useAsk(["purchase_order_usage"], () =>
    allRows("purchase_order_usage", {
      select:
        "purchase_order_id,facility_id,number,starts_on,ends_on,amount,remaining,used_share,is_nearly_used,over_amount",
      order: "facility_name,number,purchase_order_id",
    }));
  return (
    <Loaded query={orders}>
      {(all) => {
        const found = all.filter((one) => chosen.some(({ id }) => id === one.facility_id));
        return found.length > 0 && (
          <Part title={say.title}>
            <Rows
              label={say.title}
              rows={found}
              rowKey={(one) => one.purchase_order_id ?? ""}
              empty=""
              columns={[
                { label: say.order, value: (one) => <OrderName of={one} /> },
                // In one column, so that it fits on a phone.
                {
                  label: say.used,
                  value: (one) => (
                    <>
                      <OrderUse of={one} />
                      {Number(one.remaining) > 0 && say.stillLeft(leftOf(one))}
                      {Number(one.over_amount) > 0 && leftOf(one)}
                    </>
                  ),
                },
              ]}
            />
          </Part>
        );
      }}
    </Loaded>
  );
}
