import { BooleanInput, email, required, TextInput } from "react-admin";
import { allRows, insert, type Row, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { SignIn, useOpenInvitations } from "../../ui/invitations.tsx";
import { KeptButton } from "../../ui/kept_of_person.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.facilities.contacts;
type Contact = Pick<
  Row<"facility_contacts">,
  "id" | "name" | "email" | "user_id" | "is_active"
>;

/** Contacts of a facility, and their sign-ins. */
export function Contacts({ facilityId }: { facilityId: string }) {
  const mayWrite = isOneOf(useMe(), "billing");
  const invitations = useOpenInvitations("facility_contact");
  const contacts = useAsk(
    ["facility_contacts", facilityId],
    () =>
      allRows("facility_contacts", {
        select: "id,name,email,user_id,is_active",
        facility_id: `eq.${facilityId}`,
        order: "name,id",
      }),
  );
  return (
    <Part
      title={say.title}
      about={say.about}
      actions={mayWrite && (
        <FormDialog
          button={say.add}
          title={say.addTitle}
          text={say.addAbout}
          submit={say.addSubmit}
          done={say.added}
          defaultValues={{ is_active: true }}
          act={(values) => insert("facility_contacts", [{ ...values, facility_id: facilityId }])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Loaded query={contacts}>
        {(found) => (
          <Rows
            label={say.title}
            rows={found}
            rowKey={({ id }) => id}
            empty={say.none}
            columns={[
              { label: words.settings.staff.name, value: nameOf },
              { label: words.settings.staff.email, value: (one) => one.email },
              {
                label: words.settings.staff.active,
                value: (one) => one.is_active ? words.settings.firm.yes : words.settings.firm.no,
              },
              {
                label: words.invitations.column,
                value: (one) => (
                  <SignIn
                    of={{
                      kind: "facility_contact",
                      id: one.id,
                      name: nameOf(one),
                      userId: one.user_id,
                      isActive: one.is_active,
                    }}
                    invitation={invitations.data?.get(one.id)}
                  />
                ),
              },
              ...mayWrite
                ? [{
                  label: words.common.actions,
                  heading: "",
                  value: (one: Contact) => (
                    <>
                      <KeptButton kind="facility_contact" id={one.id} name={nameOf(one)} />
                      <EditContact contact={one} />
                    </>
                  ),
                }]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function EditContact({ contact: one }: { contact: Contact }) {
  return (
    <FormDialog
      button={say.edit}
      title={nameOf(one)}
      submit={say.save}
      done={say.saved}
      buttonProps={{ variant: "text", "aria-label": `${say.edit} ${nameOf(one)}` }}
      defaultValues={{ name: one.name, email: one.email, is_active: one.is_active }}
      act={(values) => update("facility_contacts", { id: `eq.${one.id}` }, values)}
    >
      <Fields />
    </FormDialog>
  );
}

function Fields() {
  return (
    <>
      <TextInput
        source="name"
        label={words.settings.staff.name}
        validate={required()}
        autoFocus
        fullWidth
      />
      <TextInput
        source="email"
        type="email"
        label={words.settings.staff.email}
        validate={email()}
        fullWidth
      />
      <BooleanInput
        source="is_active"
        label={words.settings.staff.active}
        helperText={words.settings.staff.activeAbout}
      />
    </>
  );
}

// Rows from before there were names have none.
function nameOf({ name, email: address, id }: Contact): string {
  return name ?? address ?? id;
}
