import { required, SelectInput, TextInput } from "react-admin";
import { allRows, insert, remove, update } from "../../api/rows.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { decimal, rate } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { RowActions } from "../../ui/row_actions.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useStaff } from "../../ui/use_staff.ts";
import { words } from "../../words.ts";
import { isPercent } from "../facilities/terms_fields.tsx";

const say = words.profit.commissions;

/** The commission of each recruiter, for admins alone. */
export function Commissions() {
  const staff = useStaff();
  const commissions = useAsk(["recruiter_commissions"], () =>
    allRows("recruiter_commissions", {
      select: "staff_member_id,rate",
      order: "staff_member_id",
    }));
  const nameOf = (id: string) => {
    const member = staff.data?.find((one) => one.id === id);
    return member?.name ?? member?.email ?? "";
  };
  const others = (staff.data ?? []).filter(({ id, is_active: active }) =>
    active && !commissions.data?.some((one) => one.staff_member_id === id)
  );
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={
        <FormDialog
          button={say.add}
          title={say.add}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          act={(values) => insert("recruiter_commissions", [rowOf(values)])}
        >
          <SelectInput
            source="staff_member_id"
            label={say.recruiter}
            choices={others.map(({ id, name, email }) => ({ id, name: name ?? email ?? "" }))}
            translateChoice={false}
            validate={required()}
          />
          <Percent />
        </FormDialog>
      }
    >
      <Part title={say.title}>
        <Loaded query={commissions}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={(one) => one.staff_member_id}
              empty={say.none}
              columns={[
                { label: say.recruiter, value: (one) => nameOf(one.staff_member_id) },
                { label: say.percent, value: (one) => rate(one.rate), isNumber: true },
                {
                  label: words.common.actions,
                  heading: "",
                  value: (one) => (
                    <RowActions
                      say={say}
                      name={nameOf(one.staff_member_id)}
                      values={{ percent: decimal(one.rate).times(100).toString() }}
                      change={(values) =>
                        update("recruiter_commissions", {
                          staff_member_id: `eq.${one.staff_member_id}`,
                        }, rowOf(values))}
                      remove={() =>
                        remove("recruiter_commissions", {
                          staff_member_id: `eq.${one.staff_member_id}`,
                        })}
                    >
                      <Percent />
                    </RowActions>
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

const rowOf = ({ percent, ...rest }: Values): Values => ({
  ...rest,
  rate: decimal(String(percent)).dividedBy(100).toFixed(6),
});

function Percent() {
  return <TextInput source="percent" label={say.percent} validate={[required(), isPercent]} />;
}
