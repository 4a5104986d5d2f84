import { TextInput } from "react-admin";
import { type Selected, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Facts, Part } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { Lines } from "../settings/letterhead.tsx";

const say = words.facilities.paper;
/** Columns of a facility's row that the page asks for. */
export const ON_PAPER = "id,name,billing_name,billing_address,purchase_order";
/** Texts on the invoices of a facility. */
export type OnPaper = Selected<"facilities", typeof ON_PAPER>;

/** Addressee of a facility's invoices, and the number that it wants to read on them. */
export function FacilityPaper({ facility }: { facility: OnPaper }) {
  const mayWrite = isOneOf(useMe(), "billing");
  const { id, name, billing_name, billing_address, purchase_order } = facility;
  return (
    <Part
      title={say.title}
      about={say.about}
      actions={mayWrite && (
        <FormDialog
          button={say.change}
          title={say.title}
          text={say.changeAbout}
          submit={say.save}
          done={say.saved}
          defaultValues={{ billing_name, billing_address, purchase_order }}
          act={(values) => update("facilities", { id: `eq.${id}` }, values)}
        >
          <TextInput source="billing_name" label={say.name} fullWidth autoFocus />
          <TextInput
            source="billing_address"
            label={say.address}
            helperText={say.addressAbout}
            multiline
            fullWidth
          />
          <TextInput
            source="purchase_order"
            label={say.purchaseOrder}
            helperText={say.purchaseOrderAbout}
            fullWidth
          />
        </FormDialog>
      )}
    >
      <Facts
        facts={[
          [say.name, billing_name ?? name],
          [say.address, billing_address && <Lines key="address" text={billing_address} />],
          [say.purchaseOrder, purchase_order],
        ]}
      />
    </Part>
  );
}
