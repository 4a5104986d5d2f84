import { TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { update } from "../../api/rows.ts";
import { useCredentialKinds } from "../../ui/credential_kinds.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { DayInput, oneLine } from "../../ui/inputs.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.people.assignment;

/** Sets the last day of an assignment, also of one that had ended and goes on. */
export function EndAssignment({ id, endDate }: { id: string; endDate: string | null }) {
  return (
    <FormDialog
      button={say.end}
      title={say.endTitle}
      text={say.endAbout}
      submit={say.endSave}
      done={say.ended}
      defaultValues={{ end_date: endDate }}
      act={setEnd(id)}
    >
      <DayInput source="end_date" label={words.people.assignments.end} optional />
      <WithoutCredentials endDate={endDate} />
    </FormDialog>
  );
}

/** Writes the last day that a form of {@link WithoutCredentials} has, and the reason. */
export const setEnd =
  (id: string) => ({ end_date: end, missing_credentials_reason: reason }: Values) =>
    update("assignments", { id: `eq.${id}` }, {
      end_date: end ? String(end) : null,
      ...(reason ? { missing_credentials_reason: String(reason) } : {}),
    });

/** A field for the reason why somebody goes on without credentials, where an assignment had ended and there are kinds. */
export function WithoutCredentials({ endDate }: { endDate: string | null }) {
  const { businessDate } = useMe();
  const kinds = useCredentialKinds();
  const end: unknown = useWatch({ name: "end_date" });
  const goesOn = endDate !== null && endDate < businessDate &&
    (!end || String(end) >= businessDate);
  if (!goesOn || (kinds.data ?? []).length === 0) return null;
  return (
    <TextInput
      source="missing_credentials_reason"
      label={words.credentials.hire.reason}
      helperText={words.credentials.again}
      parse={oneLine}
      multiline
      fullWidth
    />
  );
}
