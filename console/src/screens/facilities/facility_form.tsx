import type { ReactNode } from "react";
import { BooleanInput, email, NumberInput, required, TextInput } from "react-admin";
import { insert, type Row, update } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { StateInput } from "../../ui/place_inputs.tsx";
import { words } from "../../words.ts";

const say = words.facilities.basics;
type Facility = Pick<
  Row<"facilities">,
  "id" | "name" | "billing_email" | "payment_terms_days" | "is_active"
>;

/** Adds a facility. */
export function AddFacility() {
  return (
    <FormDialog
      button={say.add}
      title={say.addTitle}
      submit={say.add}
      done={say.added}
      buttonProps={{ variant: "contained" }}
      defaultValues={{ payment_terms_days: 30, is_active: true }}
      act={(values) => insert("facilities", [values])}
    >
      <Fields>
        <StateInput
          source="work_state"
          label={words.facilities.defaults.workState}
          helperText={words.facilities.defaults.workStateAbout}
        />
      </Fields>
    </FormDialog>
  );
}

/** Changes what every list says of a facility. */
export function EditFacility(
  { facility: { id, name, billing_email, payment_terms_days, is_active } }: { facility: Facility },
) {
  return (
    <FormDialog
      button={say.edit}
      title={name}
      submit={say.save}
      done={say.saved}
      buttonProps={{ variant: "text", "aria-label": `${say.edit} ${name}` }}
      defaultValues={{ name, billing_email, payment_terms_days, is_active }}
      act={(values) => update("facilities", { id: `eq.${id}` }, values)}
    >
      <Fields />
    </FormDialog>
  );
}

function Fields({ children }: { children?: ReactNode }) {
  return (
    <>
      <TextInput source="name" label={say.name} validate={required()} autoFocus fullWidth />
      <TextInput
        source="billing_email"
        type="email"
        label={say.email}
        validate={email()}
        fullWidth
      />
      <NumberInput
        source="payment_terms_days"
        label={say.terms}
        validate={required()}
        min={0}
        step={1}
      />
      {children}
      <BooleanInput source="is_active" label={say.active} />
    </>
  );
}
