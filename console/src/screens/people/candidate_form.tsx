import { email, required, SelectInput, TextInput } from "react-admin";
import { insert, update } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { choicesOf, words } from "../../words.ts";
import { type Candidate, nameOf } from "./candidate.ts";

const say = words.people.candidates;
/** States of a candidate whom nobody has hired. */
export const OPEN_STATES = choicesOf(["applied", "screening", "offered", "withdrawn", "rejected"]);

/** Adds a candidate. */
export function AddCandidate() {
  return (
    <FormDialog
      button={say.add}
      title={say.addTitle}
      submit={say.addSubmit}
      done={say.added}
      buttonProps={{ variant: "contained" }}
      defaultValues={{ status: "applied" }}
      act={(values) => insert("candidates", [values])}
    >
      <Fields />
    </FormDialog>
  );
}

/** Changes a candidate, who is not hired yet. */
export function EditCandidate({ candidate: { id, ...candidate } }: { candidate: Candidate }) {
  const name = nameOf(candidate);
  const { first_name, last_name, email, phone, specialty, status } = candidate;
  return (
    <FormDialog
      button={say.edit}
      title={say.editTitle(name)}
      submit={say.save}
      done={say.saved}
      buttonProps={{ variant: "text", "aria-label": `${say.edit}: ${name}` }}
      defaultValues={{ first_name, last_name, email, phone, specialty, status }}
      act={(values) => update("candidates", { id: `eq.${id}` }, values)}
    >
      <Fields />
    </FormDialog>
  );
}

function Fields() {
  return (
    <>
      <TextInput source="first_name" label={say.firstName} validate={required()} autoFocus />
      <TextInput source="last_name" label={say.lastName} validate={required()} />
      <TextInput source="email" type="email" label={say.email} validate={[required(), email()]} />
      <TextInput source="phone" label={say.phone} />
      <TextInput source="specialty" label={say.specialty} />
      <SelectInput
        source="status"
        label={words.common.state}
        choices={OPEN_STATES}
        validate={required()}
      />
    </>
  );
}
