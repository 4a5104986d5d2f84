import { BooleanInput, NumberInput, required, SelectInput, TextInput } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import type { Row } from "../../api/rows.ts";
import { decimal } from "../../ui/format.ts";
import type { Values } from "../../ui/form_dialog.tsx";
import { DayInput, MoneyInput } from "../../ui/inputs.tsx";
import { choicesOf, words } from "../../words.ts";

const say = words.facilities.interest;
const STARTED_MONTHS = "started_months";
const DAY_COUNTS = ["actual/365", "actual/360", "actual/actual", "30/360", STARTED_MONTHS];
/** Fault of a percentage that was typed; nothing if it is one, or empty. */
export const isPercent = (value: unknown) =>
  value === undefined || value === null || value === "" ||
    /^\d{1,3}(\.\d{1,4})?$/.test(String(value))
    ? undefined
    : say.notPercent;

/** First values of the form of new terms. */
export const DEFAULTS: Values = {
  day_count: "actual/365",
  compounding: "none",
  rate_basis: "floating",
  accrue_from: "due_date",
  grace_days: 0,
  fixed_fee: "0",
  waive_below: "0",
  disputed_bears_interest: true,
};

/** Ways of counting days, as people read them. */
export const dayCountText = (name: string) => name === STARTED_MONTHS ? say.startedMonths : name;

/** The inputs of a facility's terms of interest. */
export function TermsFields() {
  const { setValue } = useFormContext();
  const counts: unknown = useWatch({ name: "day_count" });
  return (
    <>
      <DayInput source="effective_from" label={say.from} />
      <TextInput
        source="percent"
        label={say.ratePercent}
        validate={[required(), isPercent]}
        autoFocus
      />
      <SelectInput
        source="rate_basis"
        label={say.basis}
        choices={choicesOf(Object.keys(say.bases), say.bases)}
        validate={required()}
      />
      <SelectInput
        source="day_count"
        label={say.dayCount}
        choices={DAY_COUNTS.map((id) => ({ id, name: dayCountText(id) }))}
        validate={required()}
        onChange={({ target }) =>
          target.value === STARTED_MONTHS && setValue("compounding", "none")}
        helperText={counts === STARTED_MONTHS && say.startedMonthsAbout}
      />
      <SelectInput
        source="compounding"
        label={say.compounding}
        choices={choicesOf(Object.keys(say.compoundings), say.compoundings)}
        validate={required()}
      />
      <NumberInput source="grace_days" label={say.grace} validate={required()} min={0} step={1} />
      <SelectInput
        source="accrue_from"
        label={say.accrueFrom}
        choices={choicesOf(Object.keys(say.accrueFroms), say.accrueFroms)}
        validate={required()}
      />
      <MoneyInput source="fixed_fee" label={say.fee} />
      <MoneyInput source="waive_below" label={say.waive} />
      <NumberInput
        source="maximum_days"
        label={say.days}
        helperText={say.noLimit}
        min={1}
        step={1}
      />
      <TextInput
        source="maximum_percent"
        label={say.fraction}
        helperText={say.noLimit}
        validate={isPercent}
      />
      <BooleanInput
        source="disputed_bears_interest"
        label={say.disputed}
        helperText={say.disputedAbout}
      />
    </>
  );
}

/** A row of terms from what was typed: percentages become shares. */
export function termsOf({ percent, maximum_percent: most, ...rest }: Values): Values {
  const share = (typed: unknown) => decimal(String(typed)).dividedBy(100).toString();
  return {
    ...rest,
    annual_rate: share(percent),
    ...(most === undefined || most === null || most === ""
      ? {}
      : { maximum_fraction: share(most) }),
  };
}

/**
 * First values of the form of new terms if there are some already: the same, shares as percentages.
 */
export function valuesOf(terms: Row<"facility_interest_terms"> | undefined): Values {
  if (terms === undefined) return {};
  const percent = (share: number | null) =>
    share === null ? null : decimal(String(share)).times(100).toString();
  return {
    percent: percent(terms.annual_rate),
    rate_basis: terms.rate_basis,
    day_count: terms.day_count,
    compounding: terms.compounding,
    grace_days: terms.grace_days,
    accrue_from: terms.accrue_from,
    fixed_fee: terms.fixed_fee.toFixed(2),
    waive_below: terms.waive_below.toFixed(2),
    maximum_days: terms.maximum_days,
    maximum_percent: percent(terms.maximum_fraction),
    disputed_bears_interest: terms.disputed_bears_interest,
  };
}
