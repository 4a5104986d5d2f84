import { BooleanInput, required, TextInput } from "react-admin";
import { useSearchParams } from "react-router-dom";
import { allRows, insert, remove, type Row, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { useFilters } from "../../ui/filters.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { money } from "../../ui/format.ts";
import { DayInput, FacilityInput, MoneyInput } from "../../ui/inputs.tsx";
import { FacilityLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { leftOf, OrderName, OrderUse } from "../../ui/order_use.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { RowActions } from "../../ui/row_actions.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.billing.orders;
type Order = Row<"purchase_order_usage">;

/** Orders of facilities, and how much of each is billed. */
export function Orders() {
  const me = useMe();
  const mayWrite = isOneOf(me, "billing");
  const [asked] = useSearchParams();
  const facility = asked.get("facility");
  const going = `(ends_on.is.null,ends_on.gte.${me.businessDate})`;
  const { query, form } = useFilters([
    <FacilityInput key="facility" optional active={false} {...{ alwaysOn: true }} />,
    <TextInput key="number" source="number@ilike" label={say.number} alwaysOn />,
    <BooleanInput
      key="going"
      source="or@"
      label={say.going}
      parse={(isOn: boolean) => isOn ? going : ""}
      format={(value: string) => Boolean(value)}
      alwaysOn
    />,
    <BooleanInput
      key="nearly"
      source="is_nearly_used"
      label={say.isNearly}
      parse={(isOn: boolean) => isOn ? "true" : ""}
      format={(value: string) => Boolean(value)}
      alwaysOn
    />,
  ], {
    ...facility === null ? {} : { facility_id: facility },
    ...asked.has("nearly") ? { "or@": going, is_nearly_used: "true" } : {},
  });
  const orders = useAsk(
    ["purchase_order_usage", query],
    () =>
      allRows("purchase_order_usage", {
        select: "*",
        ...query,
        order: "facility_name,number,purchase_order_id",
      }),
  );
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={mayWrite && (
        <FormDialog
          button={say.add}
          title={say.add}
          text={say.addAbout}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          defaultValues={{ facility_id: facility, starts_on: me.businessDate }}
          act={(values) => insert("purchase_orders", [values])}
        >
          <FacilityInput />
          <Fields />
        </FormDialog>
      )}
    >
      {form}
      <Part title={say.title}>
        <Loaded query={orders}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={(one) => one.purchase_order_id ?? ""}
              empty={Object.keys(query).length > 0 ? words.common.nothingMatches : say.none}
              columns={[
                {
                  label: words.common.facility,
                  value: (one) => (
                    <FacilityLink id={one.facility_id}>{one.facility_name}</FacilityLink>
                  ),
                },
                { label: say.order, value: (one) => <OrderName of={one} /> },
                { label: say.used, value: (one) => <OrderUse of={one} /> },
                { label: say.sent, value: (one) => money(one.sent_amount), isNumber: true },
                { label: say.drafts, value: (one) => money(one.draft_amount), isNumber: true },
                { label: say.left, value: leftOf, isNumber: true },
                ...mayWrite
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (one: Order) => <OrderActions order={one} />,
                  }]
                  : [],
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}

function OrderActions({ order }: { order: Order }) {
  const seen = { id: `eq.${order.purchase_order_id}` };
  const number = order.number ?? "";
  return (
    <RowActions
      say={say}
      name={number}
      values={{
        number,
        starts_on: order.starts_on,
        ends_on: order.ends_on,
        amount: order.amount?.toFixed(2) ?? null,
      }}
      change={(values) => update("purchase_orders", seen, values)}
      remove={() => remove("purchase_orders", seen)}
      direction="column"
    >
      <Fields />
    </RowActions>
  );
}

function Fields() {
  return (
    <>
      <TextInput source="number" label={say.number} validate={required()} fullWidth />
      <DayInput source="starts_on" label={words.common.firstDay} />
      <DayInput source="ends_on" label={words.common.lastDay} optional helperText={say.noEnd} />
      <MoneyInput source="amount" label={say.amount} optional helperText={say.amountAbout} />
    </>
  );
}
