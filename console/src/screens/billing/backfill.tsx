import { call } from "../../api/call.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { DayInput } from "../../ui/inputs.tsx";
import { words } from "../../words.ts";

const say = words.billing.unbilled;

/** Bills all that is open of a facility, or of a group of its time. */
export function Backfill(
  { facilityId, group, name }: { facilityId: string; group: string; name: string },
) {
  return (
    <FormDialog
      button={say.backfill}
      title={say.backfillTitle(name)}
      text={say.backfillAbout}
      submit={say.backfillSubmit}
      done={say.backfilled}
      buttonProps={{ "aria-label": `${say.backfill} ${name}` }}
      act={({ through_date: through }) =>
        call("backfill_invoice", {
          facility_id: facilityId,
          group_key: group,
          ...(through ? { through_date: String(through) } : {}),
        })}
    >
      <DayInput
        source="through_date"
        label={say.through}
        optional
        helperText={say.throughDefault}
      />
    </FormDialog>
  );
}
