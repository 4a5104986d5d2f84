import { useNavigate } from "react-router-dom";
import { call } from "../../api/call.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { DayInput } from "../../ui/inputs.tsx";
import { words } from "../../words.ts";

const say = words.billing.interest;

/** Bills a facility the interest that has accrued on its invoices, and opens the invoice of it. */
export function BillInterest({ facilityId, name }: { facilityId: string; name: string }) {
  const navigate = useNavigate();
  return (
    <FormDialog
      button={say.bill}
      title={say.billTitle(name)}
      text={say.billAbout}
      submit={say.billSubmit}
      done={say.billed}
      act={async ({ through }) => {
        const { id } = await call("invoice_interest", {
          facility_id: facilityId,
          ...(through ? { through: String(through) } : {}),
        });
        navigate(`/billing/invoices/${id}`);
      }}
    >
      <DayInput
        source="through"
        label={say.billThrough}
        optional
        helperText={say.billThroughDefault}
      />
    </FormDialog>
  );
}
