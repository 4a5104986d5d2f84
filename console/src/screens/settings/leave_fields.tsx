import { BooleanInput, regex, required, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { rows, update } from "../../api/rows.ts";
import { HOUR } from "../../ui/codes.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { choicesOf, words } from "../../words.ts";

const say = words.settings.leave;
/** The code of sick leave that every firm has. */
const SICK = "sick";
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

/** Sick leave of a state is not paid out, and the form does not ask. */
const mayBePaidOut = (state: unknown, code: unknown) => !state || code !== SICK;

/** Row of what was typed: hours of a plan without a state count everywhere. */
export function planOf(values: Values): Values {
  const state = values["state"] || null;
  return {
    ...values,
    state,
    paid_out: mayBePaidOut(state, values["code"]) && values["paid_out"] === true,
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
  const [state, code]: unknown[] = useWatch({ name: ["state", "code"] });
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
          {mayBePaidOut(state, code) && (
            <BooleanInput source="paid_out" label={say.paidOut} helperText={say.paidOutAbout} />
          )}
          <BooleanInput source="may_go_below_zero" label={say.belowZero} />
        </>
      )}
    </Loaded>
  );
}
