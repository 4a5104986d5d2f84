import { rows } from "../../api/rows.ts";
import { money } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { leftOf, OrderName, OrderUse } from "../../ui/order_use.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { ordersOf } from "../billing/orders_path.ts";

const say = words.billing.orders;

/** Orders of a facility, and how much of each is used. */
export function FacilityOrders({ facilityId }: { facilityId: string }) {
  const orders = useAsk(["facility_orders", facilityId], (signal) =>
    rows("purchase_order_usage", {
      select: "*",
      facility_id: `eq.${facilityId}`,
      order: "starts_on.desc,number,purchase_order_id",
      limit: "50",
    }, signal));
  return (
    <Part
      title={words.facilities.orders}
      actions={<TextLink to={ordersOf(facilityId)}>{words.facilities.invoicing.orders}</TextLink>}
    >
      <Loaded query={orders}>
        {(found) => (
          <Rows
            label={words.facilities.orders}
            rows={found}
            rowKey={(one) => one.purchase_order_id ?? ""}
            empty={words.facilities.ordersNone}
            columns={[
              { label: say.order, value: (one) => <OrderName of={one} /> },
              { label: say.used, value: (one) => <OrderUse of={one} /> },
              { label: say.sent, value: (one) => money(one.sent_amount), isNumber: true },
              { label: say.left, value: leftOf, isNumber: true },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}
