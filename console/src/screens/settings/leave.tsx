import { BooleanInput, regex, required, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { Route, Routes } from "react-router-dom";
import { insert, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { HOUR } from "../../ui/codes.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { day } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { LeavePlan } from "./leave_plan.tsx";

const say = words.settings.leave;
const COUNTED = choicesOf(Object.keys(say.countedBy), say.countedBy);

/** A plan of leave, as these pages have it. */
export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly state: string | null;
  readonly code: string;
  readonly hours_counted: string;
  readonly in_use_from: string | null;
  readonly paid_out: boolean;
  readonly may_go_below_zero: boolean;
}

/** Plans of leave, and the page of each. */
export function Leave() {
  return (
    <Routes>
      <Route index element={<AllPlans />} />
      <Route path=":id" element={<LeavePlan />} />
    </Routes>
  );
}

function AllPlans() {
  const isAdmin = isOneOf(useMe());
  const plans = useAsk(["leave_plans"], (signal) =>
    rows("leave_plans", {
      select:
        "id,name,state,code,hours_counted,in_use_from,paid_out,may_go_below_zero,time_codes(title)",
      order: "state.nullsfirst,name",
    }, signal));
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={isAdmin && (
        <FormDialog
          button={say.add}
          title={say.add}
          text={say.addAbout}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          defaultValues={{ code: "vacation", paid_out: false, may_go_below_zero: false }}
          act={(values) => insert("leave_plans", [planOf(values)])}
        >
          <PlanFields />
        </FormDialog>
      )}
    >
      <Part title={say.plans}>
        <Loaded query={plans}>
          {(found) => (
            <Rows
              label={say.plans}
              rows={found}
              rowKey={({ id }) => id}
              to={({ id }) => `/settings/leave/${id}`}
              empty={say.none}
              columns={[
                { label: say.plan, value: ({ name }) => name },
                { label: say.state, value: ({ state }) => state ?? say.own },
                { label: words.codes.code, value: (plan) => plan.time_codes.title },
                {
                  label: say.usedFrom,
                  value: (plan) => plan.in_use_from === null ? say.notUsed : day(plan.in_use_from),
                },
                ...isAdmin
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (plan: Plan) => plan.in_use_from === null && <Use plan={plan} />,
                  }]
                  : [],
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}

/** Asks from which day on a plan is used. */
export function Use({ plan }: { plan: Plan }) {
  return (
    <FormDialog
      button={say.use}
      title={say.useTitle(plan.name)}
      text={say.useAbout}
      submit={say.useSubmit}
      done={say.isUsed}
      buttonProps={{ variant: "text", "aria-label": `${say.use} ${plan.name}` }}
      act={({ in_use_from: from }) =>
        update("leave_plans", { id: `eq.${plan.id}` }, { in_use_from: from })}
    >
      <DayInput source="in_use_from" label={say.usedFrom} />
    </FormDialog>
  );
}

/** Row of what was typed: hours of a plan without a state count everywhere. */
export function planOf(values: Values): Values {
  const state = values["state"] || null;
  return {
    ...values,
    state,
    hours_counted: state === null ? "everywhere" : values["hours_counted"] ?? "state",
  };
}

/** Inputs of a plan. */
export function PlanFields() {
  const codes = useAsk(["time_codes", "leave"], (signal) =>
    rows("time_codes", {
      select: "name,title",
      unit: `eq.${HOUR}`,
      is_worked: "is.false",
      is_reimbursement: "is.false",
      order: "title,name",
    }, signal));
  const state: unknown = useWatch({ name: "state" });
  return (
    <Loaded query={codes}>
      {(found) => (
        <>
          <TextInput source="name" label={say.plan} validate={required()} autoFocus fullWidth />
          <TextInput
            source="state"
            label={say.state}
            helperText={say.stateAbout}
            validate={regex(/^[A-Z]{2}$/, say.notState)}
            fullWidth
          />
          <SelectInput
            source="code"
            label={say.code}
            choices={found.map(({ name, title }) => ({ id: name, name: title }))}
            translateChoice={false}
            validate={required()}
          />
          {Boolean(state) && (
            <SelectInput
              source="hours_counted"
              label={say.counted}
              choices={COUNTED}
              defaultValue="state"
              validate={required()}
            />
          )}
          <DayInput
            source="in_use_from"
            label={say.usedFrom}
            helperText={say.usedFromAbout}
            optional
          />
          <BooleanInput source="paid_out" label={say.paidOut} helperText={say.paidOutAbout} />
          <BooleanInput source="may_go_below_zero" label={say.belowZero} />
        </>
      )}
    </Loaded>
  );
}
