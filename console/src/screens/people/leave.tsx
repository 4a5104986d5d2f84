import { required, SelectInput, TextInput } from "react-admin";
import { call } from "../../api/call.ts";
import { rows } from "../../api/rows.ts";
import { Actions } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, hours, today } from "../../ui/format.ts";
import { DayInput, ReasonInput } from "../../ui/inputs.tsx";
import { LeaveBalances } from "../../ui/leave_balances.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.people.leave;
const MOST = 100;

/** Leave of somebody, plan by plan, and each hour of it in the ledger; nothing where the firm uses no plan. For payroll. */
export function Leave({ contractorId }: { contractorId: string }) {
  const leave = useAsk(["leave", contractorId], async (signal) => {
    const plans = await rows("leave_plans", {
      select: "id,name,paid_out",
      in_use_from: "not.is.null",
      order: "name",
    }, signal);
    if (plans.length === 0) return { plans, balances: [], entries: [] };
    const [balances, entries] = await Promise.all([
      rows("leave_balances", {
        select:
          "leave_plan_id,leave_plan_name,balance,pending,available,accrued_this_year,used_this_year,usable_from",
        contractor_id: `eq.${contractorId}`,
        order: "leave_plan_name,leave_plan_id",
      }, signal),
      rows("leave_ledger", {
        select: "id,day,kind,hours,reason,leave_plans(name)",
        contractor_id: `eq.${contractorId}`,
        order: "day.desc,id.desc",
        limit: `${MOST}`,
      }, signal),
    ]);
    return { plans, balances, entries };
  });
  return (
    <Loaded query={leave}>
      {({ plans, balances, entries }) =>
        plans.length > 0 && (
          <>
            <Part
              title={say.title}
              about={say.about}
              actions={
                <Actions>
                  <Adjust contractorId={contractorId} plans={plans} />
                  <PayOut contractorId={contractorId} plans={plans.filter((one) => one.paid_out)} />
                </Actions>
              }
            >
              <LeaveBalances label={say.title} of={balances} empty={say.none} />
            </Part>
            {entries.length > 0 && (
              <Part title={say.ledger} about={say.ledgerAbout(MOST)}>
                <Rows
                  label={say.ledger}
                  rows={entries}
                  rowKey={({ id }) => id}
                  empty=""
                  columns={[
                    { label: words.common.day, value: (one) => day(one.day) },
                    { label: say.plan, value: (one) => one.leave_plans.name },
                    { label: words.common.kind, value: (one) => say.kinds[one.kind] ?? one.kind },
                    { label: words.common.hours, value: (one) => hours(one.hours), isNumber: true },
                    { label: say.reason, value: (one) => one.reason },
                  ]}
                />
              </Part>
            )}
          </>
        )}
    </Loaded>
  );
}

interface PlanName {
  readonly id: string;
  readonly name: string;
}

function PlanInput({ plans }: { plans: readonly PlanName[] }) {
  return (
    <SelectInput
      source="leave_plan_id"
      label={say.plan}
      choices={[...plans]}
      translateChoice={false}
      validate={required()}
    />
  );
}

const isHours = (value: unknown) =>
  /^-?\d{1,4}(\.\d{1,4})?$/.test(String(value ?? "")) ? undefined : say.notHours;

function Adjust({ contractorId, plans }: { contractorId: string; plans: readonly PlanName[] }) {
  const { timezone } = useMe();
  return (
    <FormDialog
      button={say.adjust}
      title={say.adjustTitle}
      text={say.adjustAbout}
      submit={say.adjustSubmit}
      done={say.adjusted}
      defaultValues={() => ({ leave_plan_id: plans[0]?.id, day: today(timezone) })}
      act={(values) =>
        call("adjust_leave", {
          contractor_id: contractorId,
          leave_plan_id: String(values["leave_plan_id"]),
          day: String(values["day"]),
          hours: String(values["hours"]),
          reason: String(values["reason"]),
        })}
    >
      <PlanInput plans={plans} />
      <DayInput source="day" label={words.common.day} />
      <TextInput
        source="hours"
        label={words.common.hours}
        helperText={say.hoursAbout}
        validate={[required(), isHours]}
        slotProps={{ htmlInput: { autoComplete: "off" } }}
      />
      <ReasonInput />
    </FormDialog>
  );
}

/** Only of plans whose balances may be paid out. */
function PayOut({ contractorId, plans }: { contractorId: string; plans: readonly PlanName[] }) {
  const { timezone } = useMe();
  if (plans.length === 0) return null;
  return (
    <FormDialog
      button={say.payOut}
      title={say.payOutTitle}
      text={say.payOutAbout}
      submit={say.payOutSubmit}
      done={say.paidOut}
      defaultValues={() => ({ leave_plan_id: plans[0]?.id, day: today(timezone) })}
      act={(values) =>
        call("pay_out_leave", {
          contractor_id: contractorId,
          leave_plan_id: String(values["leave_plan_id"]),
          day: String(values["day"]),
          reason: String(values["reason"]),
        })}
    >
      <PlanInput plans={plans} />
      <DayInput source="day" label={words.common.day} />
      <ReasonInput />
    </FormDialog>
  );
}
