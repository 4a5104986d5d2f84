import { BooleanInput, CheckboxGroupInput, required } from "react-admin";
import { allRows, type Row, update } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";

const say = words.settings.staff;
const ROLES = choicesOf(["admin", "billing", "payroll", "recruiting", "viewer"], say.roleNames);

/** Who of the firm may do what. */
export function Staff() {
  const me = useMe();
  const staff = useAsk(
    ["staff_members"],
    () =>
      allRows<Row<"staff_members">>("staff_members", {
        select: "id,user_id,roles,is_active",
        order: "created_at,id",
      }),
  );
  return (
    <Page title={say.title} about={say.about}>
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
                  label: say.user,
                  value: ({ user_id: user }) =>
                    user === me.userId ? `${me.email} (${say.you})` : user,
                },
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
                  label: words.common.actions,
                  heading: "",
                  value: (one) => (
                    <FormDialog
                      button={say.edit}
                      title={say.editTitle}
                      submit={say.save}
                      done={say.saved}
                      buttonProps={{ variant: "text", "aria-label": `${say.edit} ${one.user_id}` }}
                      defaultValues={{ roles: one.roles, is_active: one.is_active }}
                      act={({ roles, is_active }) =>
                        update("staff_members", { id: `eq.${one.id}` }, { roles, is_active })}
                    >
                      <CheckboxGroupInput
                        source="roles"
                        label={say.roles}
                        choices={ROLES}
                        validate={required()}
                      />
                      <BooleanInput source="is_active" label={say.active} />
                    </FormDialog>
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
