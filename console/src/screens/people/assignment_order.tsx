import { SelectInput, TextInput } from "react-admin";
import { type Row, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { useAsk } from "../../ui/loaded.tsx";
import { orderDays } from "../../ui/order_use.tsx";
import { Facts, Part } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.people.assignment.billedTo;

/**
 * Texts that invoices have for an assignment's time: the job title, the department, the cost center,
 * the order that pays for it, and the client's requisition.
 */
export function AssignmentOrder({ assignment }: {
  assignment:
    & Pick<
      Row<"assignments">,
      | "id"
      | "facility_id"
      | "title"
      | "department"
      | "cost_centre"
      | "purchase_order_id"
      | "requisition"
    >
    & { purchase_orders: { number: string } | null };
}) {
  const { id, title, department, cost_centre, purchase_order_id, requisition } = assignment;
  return (
    <Part
      title={say.title}
      about={say.about}
      actions={isOneOf(useMe(), "billing", "recruiting") && (
        <FormDialog
          button={say.change}
          title={say.changeTitle}
          text={say.changeAbout}
          submit={say.save}
          done={say.saved}
          buttonProps={{ "aria-label": `${say.change} ${say.title}` }}
          defaultValues={{ title, department, cost_centre, purchase_order_id, requisition }}
          act={(values) =>
            update("assignments", { id: `eq.${id}` }, {
              title: trimmed(values["title"]),
              department: trimmed(values["department"]),
              cost_centre: trimmed(values["cost_centre"]),
              purchase_order_id: values["purchase_order_id"] ?? null,
              requisition: trimmed(values["requisition"]),
            })}
        >
          <TextInput source="title" label={say.jobTitle} fullWidth autoFocus />
          <TextInput source="department" label={say.department} fullWidth />
          <TextInput source="cost_centre" label={say.costCentre} fullWidth />
          <OrderInput facilityId={assignment.facility_id} />
          <TextInput
            source="requisition"
            label={say.requisition}
            helperText={say.requisitionAbout}
            fullWidth
          />
        </FormDialog>
      )}
    >
      <Facts
        facts={[
          [say.jobTitle, title ?? say.none],
          [say.department, department ?? say.none],
          [say.costCentre, cost_centre ?? say.none],
          [say.order, assignment.purchase_orders?.number ?? say.none],
          [say.requisition, requisition ?? say.none],
        ]}
      />
    </Part>
  );
}

/** A name as it is kept; null where there is none. */
function trimmed(typed: unknown): string | null {
  return String(typed ?? "").trim() || null;
}

/** One of the orders of the facility, or of the program that is billed for it. */
function OrderInput({ facilityId }: { facilityId: string }) {
  const orders = useAsk(
    ["purchase_orders", facilityId],
    async (signal) => {
      const [facility] = await rows("facilities", {
        select: "bill_to_facility_id",
        id: `eq.${facilityId}`,
      }, signal);
      const ids = [facilityId, facility?.bill_to_facility_id].filter(Boolean).join();
      return await rows("purchase_orders", {
        select: "id,number,starts_on,ends_on",
        facility_id: `in.(${ids})`,
        order: "number,id",
      }, signal);
    },
  );
  return (
    <SelectInput
      source="purchase_order_id"
      label={say.order}
      choices={(orders.data ?? []).map((one) => ({
        id: one.id,
        name: say.choice(one.number, orderDays(one)),
      }))}
      isPending={orders.isPending}
      helperText={say.orderAbout}
    />
  );
}
