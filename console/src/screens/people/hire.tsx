import { Typography } from "@mui/material";
import { BooleanInput, required, SelectInput, TextInput } from "react-admin";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { call } from "../../api/call.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { decimal, money, share, today } from "../../ui/format.ts";
import { DayInput, FacilityInput, MoneyInput } from "../../ui/inputs.tsx";
import { BelowMinimumWageInput, PaidByFields, useStateRule } from "../../ui/overtime.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { type Candidate, nameOf } from "./candidate.ts";
import { EMPLOYMENT_TYPES } from "./employment.ts";
import { MissingCredentials } from "./missing_credentials.tsx";

const say = words.people.hire;

/** Places a candidate: one form, with what an hour leaves shown as the rates are typed. */
export function HireButton({ candidate }: { candidate: Candidate }) {
  const me = useMe();
  const navigate = useNavigate();
  return (
    <FormDialog
      button={words.people.candidates.hire}
      title={say.title(nameOf(candidate))}
      text={say.about}
      submit={say.submit}
      done={say.done}
      buttonProps={{
        variant: "text",
        "aria-label": `${words.people.candidates.hire}: ${nameOf(candidate)}`,
      }}
      defaultValues={() => ({
        start_date: today(me.timezone),
        employment_type: "w2",
        allow_negative_margin: false,
      })}
      act={async (values) => {
        const placed = await call("hire_candidate", {
          candidate_id: candidate.id,
          facility_id: String(values["facility_id"]),
          start_date: String(values["start_date"]),
          bill_rate: String(values["bill_rate"]),
          pay_rate: String(values["pay_rate"]),
          overtime_rule: String(values["overtime_rule"]),
          employment_type: EMPLOYMENT_TYPES.find((type) => type === values["employment_type"]) ??
            "w2",
          ...(isEmployed(values) && values["overtime_rule_reason"]
            ? { overtime_rule_reason: String(values["overtime_rule_reason"]) }
            : {}),
          ...(isEmployed(values) && values["below_minimum_wage_reason"]
            ? { below_minimum_wage_reason: String(values["below_minimum_wage_reason"]) }
            : {}),
          allow_negative_margin: values["allow_negative_margin"] === true,
          ...(values["missing_credentials_reason"]
            ? { missing_credentials_reason: String(values["missing_credentials_reason"]) }
            : {}),
          ...(values["department"] ? { department: String(values["department"]) } : {}),
          ...(values["end_date"] ? { end_date: String(values["end_date"]) } : {}),
          ...(values["renewal_date"] ? { renewal_date: String(values["renewal_date"]) } : {}),
        });
        navigate(`/people/assignments/${placed.id}`);
      }}
    >
      <FacilityInput />
      <TextInput
        source="department"
        label={say.department}
        helperText={say.departmentAbout}
        fullWidth
      />
      <DayInput source="start_date" label={say.start} />
      <MissingCredentials candidateId={candidate.id} />
      <DayInput source="end_date" label={say.end} optional helperText={say.endAbout} />
      <DayInput source="renewal_date" label={say.renewal} optional helperText={say.renewalAbout} />
      <MoneyInput source="bill_rate" label={say.billRate} />
      <MoneyInput source="pay_rate" label={say.payRate} />
      <Margin />
      <SelectInput
        source="employment_type"
        label={say.employment}
        choices={choicesOf(EMPLOYMENT_TYPES, say.employments)}
        validate={required()}
      />
      <PaidBy />
      <BooleanInput source="allow_negative_margin" label={say.negative} />
    </FormDialog>
  );
}

/** It begins with the rule of the facility's state. */
function PaidBy() {
  const values = useWatch<Values>();
  const { setValue, getFieldState, formState } = useFormContext();
  const isChosen = getFieldState("overtime_rule", formState).isDirty;
  const state = useStateRule(values["facility_id"]);
  useEffect(() => {
    if (state === undefined || isChosen) return;
    setValue("overtime_rule", state?.overtime_rule ?? "");
    setValue("overtime_rule_reason", "");
  }, [state, isChosen, setValue]);
  return (
    <>
      <PaidByFields isAsked={isEmployed(values)} facilityId={values["facility_id"]} />
      {isEmployed(values) && <BelowMinimumWageInput />}
      {state && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
          {say.state(state.name, state.overtime_rule !== null)} {state.asks_beyond}
        </Typography>
      )}
    </>
  );
}

/** Overtime is for employees alone, and so is what a rule asks for. */
function isEmployed(values: Values): boolean {
  return values["employment_type"] === "w2";
}

function Margin() {
  const values = useWatch<Record<string, string>>();
  const bill = decimal(values["bill_rate"]);
  const margin = bill.minus(decimal(values["pay_rate"]));
  const isKnown = bill.greaterThan(0) && Boolean(values["pay_rate"]);
  return (
    <Typography
      aria-live="polite"
      sx={{ mb: 2 }}
      color={isKnown && margin.isNegative() ? "error" : "text.primary"}
    >
      {isKnown ? say.margin(money(margin), share(margin.dividedBy(bill).toNumber())) : say.noMargin}
    </Typography>
  );
}
