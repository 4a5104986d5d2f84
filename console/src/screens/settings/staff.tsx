import { BooleanInput, CheckboxGroupInput, email, required, TextInput } from "react-admin";
import { Box } from "@mui/material";
import { allRows, insert, type Row, update } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { SignIn, useOpenInvitations } from "../../ui/invitations.tsx";
import { KeptButton } from "../../ui/kept_of_person.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";

const say = words.settings.staff;
const ROLES = choicesOf(["admin", "billing", "payroll", "recruiting", "viewer"], say.roleNames);
type Member = Pick<
  Row<"staff_members">,
  "id" | "name" | "email" | "user_id" | "roles" | "is_active"
>;

/** Staff, their roles, and their sign-ins. */
export function Staff() {
  const me = useMe();
  const invitations = useOpenInvitations("staff_member");
  const staff = useAsk(["staff_members"], () =>
    allRows("staff_members", {
      select: "id,name,email,user_id,roles,is_active",
      order: "name,id",
    }));
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={
        <FormDialog
          button={say.add}
          title={say.addTitle}
          text={say.addAbout}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          defaultValues={{ roles: ["viewer"], is_active: true }}
          act={(values) => insert("staff_members", [values])}
        >
          <Fields />
        </FormDialog>
      }
    >
      <Part title={say.title}>
        <Loaded query={staff}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={({ id }) => id}
              empty={say.none}
              columns={[
                {
                  label: say.name,
                  value: (one) =>
                    one.user_id === me.userId ? `${nameOf(one)} (${say.you})` : nameOf(one),
                },
                { label: say.email, value: (one) => one.email },
                {
                  label: say.roles,
                  value: ({ roles }) => roles.map((role) => say.roleNames[role]).join(", "),
                },
                {
                  label: say.active,
                  value: ({ is_active: active }) =>
                    active ? words.settings.firm.yes : words.settings.firm.no,
                },
                {
                  label: words.invitations.column,
                  value: (one) => (
                    <SignIn
                      of={{
                        kind: "staff_member",
                        id: one.id,
                        name: nameOf(one),
                        userId: one.user_id,
                        isActive: one.is_active,
                      }}
                      invitation={invitations.data?.get(one.id)}
                    />
                  ),
                },
                {
                  label: words.common.actions,
                  heading: "",
                  value: (one) => (
                    <>
                      <KeptButton kind="staff_member" id={one.id} name={nameOf(one)} />
                      <FormDialog
                        button={say.edit}
                        title={say.editTitle(nameOf(one))}
                        submit={say.save}
                        done={say.saved}
                        buttonProps={{
                          variant: "text",
                          "aria-label": `${say.edit} ${nameOf(one)}`,
                        }}
                        defaultValues={{
                          name: one.name,
                          email: one.email,
                          roles: one.roles,
                          is_active: one.is_active,
                        }}
                        act={(values) => update("staff_members", { id: `eq.${one.id}` }, values)}
                      >
                        <Fields />
                      </FormDialog>
                    </>
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}

function Fields() {
  return (
    <Box sx={{ display: "flex", flexDirection: "column" }}>
      <TextInput source="name" label={say.name} validate={required()} autoFocus fullWidth />
      <TextInput source="email" type="email" label={say.email} validate={email()} fullWidth />
      <CheckboxGroupInput
        source="roles"
        label={say.roles}
        choices={ROLES}
        validate={required()}
      />
      <BooleanInput source="is_active" label={say.active} helperText={say.activeAbout} />
    </Box>
  );
}

// Rows from before there were names have none.
function nameOf({ name, email: address, id }: Member): string {
  return name ?? address ?? id;
}
