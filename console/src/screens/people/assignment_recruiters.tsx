import { required, SelectInput, TextInput } from "react-admin";
import { insert, remove, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { day, decimal, rate, today } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { RowActions } from "../../ui/row_actions.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { useStaff } from "../../ui/use_staff.ts";
import { words } from "../../words.ts";
import { isPercent } from "../facilities/terms_fields.tsx";

const say = words.profit.recruiters;

/** Recruiters of an assignment and their shares, dated; admins write them. Nobody else sees anything while there are none. */
export function AssignmentRecruiters({ assignmentId }: { assignmentId: string }) {
  const me = useMe();
  const isAdmin = isOneOf(me);
  const shares = useAsk(
    ["assignment_recruiters", assignmentId],
    (signal) =>
      rows("assignment_recruiters", {
        select: "staff_member_id,share,effective_from,staff_members(name,email)",
        assignment_id: `eq.${assignmentId}`,
        order: "effective_from.desc,share.desc,staff_member_id",
      }, signal),
  );
  if (!isAdmin && !shares.data?.length) return null;
  return (
    <Part
      title={say.title}
      about={say.about}
      actions={isAdmin && (
        <FormDialog
          button={say.add}
          title={say.add}
          submit={say.add}
          done={say.added}
          defaultValues={() => ({ percent: "100", effective_from: today(me.timezone) })}
          act={(values) =>
            insert("assignment_recruiters", [{ ...rowOf(values), assignment_id: assignmentId }])}
        >
          <Recruiter />
          <Fields />
        </FormDialog>
      )}
    >
      <Loaded query={shares}>
        {(found) => (
          <Rows
            label={say.title}
            rows={found}
            rowKey={(one) => `${one.effective_from} ${one.staff_member_id}`}
            empty={say.none}
            columns={[
              {
                label: say.recruiter,
                value: ({ staff_members: { name, email } }) => name ?? email,
              },
              { label: say.share, value: (one) => rate(one.share), isNumber: true },
              { label: say.from, value: (one) => day(one.effective_from) },
              ...isAdmin
                ? [{
                  label: words.common.actions,
                  heading: "",
                  value: (one: typeof found[number]) => {
                    const seen = {
                      assignment_id: `eq.${assignmentId}`,
                      staff_member_id: `eq.${one.staff_member_id}`,
                      effective_from: `eq.${one.effective_from}`,
                    };
                    return (
                      <RowActions
                        say={say}
                        name={one.staff_members.name ?? one.staff_members.email ?? ""}
                        values={{
                          percent: decimal(one.share).times(100).toString(),
                          effective_from: one.effective_from,
                        }}
                        change={(values) => update("assignment_recruiters", seen, rowOf(values))}
                        remove={() => remove("assignment_recruiters", seen)}
                      >
                        <Fields />
                      </RowActions>
                    );
                  },
                }]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

const rowOf = ({ percent, ...rest }: Values): Values => ({
  ...rest,
  share: decimal(String(percent)).dividedBy(100).toFixed(4),
});

function Recruiter() {
  const staff = useStaff();
  return (
    <SelectInput
      source="staff_member_id"
      label={say.recruiter}
      choices={(staff.data ?? []).filter(({ is_active: active }) => active)
        .map(({ id, name, email }) => ({ id, name: name ?? email ?? "" }))}
      isPending={staff.isPending}
      translateChoice={false}
      validate={required()}
    />
  );
}

function Fields() {
  return (
    <>
      <TextInput source="percent" label={say.percent} validate={[required(), isPercent]} />
      <DayInput source="effective_from" label={say.from} />
    </>
  );
}
