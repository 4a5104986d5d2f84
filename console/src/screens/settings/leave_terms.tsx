import { BooleanInput, regex, required, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import type { Values } from "../../ui/form_dialog.tsx";
import { DayInput } from "../../ui/inputs.tsx";
import { choicesOf, words } from "../../words.ts";
import { LeaveExample } from "./leave_example.tsx";

const say = words.settings.leave.terms;
const PAYS = choicesOf(Object.keys(say.paysBy), say.paysBy);
const isAverage = (basis: unknown) =>
  basis === "average_of_days" || basis === "average_of_workdays";

/** Terms of a plan of leave, as its page has them. */
export interface Terms {
  readonly effective_from: string;
  readonly hours_per_hour_accrued: number | null;
  readonly year_accrual_cap: number | null;
  readonly balance_cap: number | null;
  readonly year_use_cap: number | null;
  readonly carry_over_hours: number | null;
  readonly carried_hours_count: boolean;
  readonly waiting_days: number;
  readonly waiting_hours: number;
  readonly reinstated_within_months: number | null;
  readonly pay_basis: string;
  readonly average_days: number | null;
  readonly source: string;
  readonly note: string | null;
}
/** Columns of them, for a request. */
export const TERMS =
  "effective_from,hours_per_hour_accrued,year_accrual_cap,balance_cap,year_use_cap,carry_over_hours,carried_hours_count,waiting_days,waiting_hours,reinstated_within_months,pay_basis,average_days,source,note";

/** Numbers of terms, in which an empty one is a limit that there is not. */
const LIMITS = [
  "hours_per_hour_accrued",
  "year_accrual_cap",
  "balance_cap",
  "year_use_cap",
  "carry_over_hours",
  "reinstated_within_months",
] as const;

/** First values of the form of the first terms of a plan. */
export const TERMS_DEFAULTS: Values = {
  carried_hours_count: false,
  waiting_days: "0",
  waiting_hours: "0",
  pay_basis: "hourly_rate",
};

/** First values of the form: those of a row, or of terms that follow it, from a day and by a source of their own. */
export function valuesOf(terms: Terms, isNew = false): Values {
  const text = (value: number | null) => value === null ? null : String(value);
  return {
    ...terms,
    ...Object.fromEntries(LIMITS.map((name) => [name, text(terms[name])])),
    waiting_days: text(terms.waiting_days),
    waiting_hours: text(terms.waiting_hours),
    average_days: text(terms.average_days),
    ...isNew ? { effective_from: null, source: null, note: null } : {},
  };
}

/** Row of what was typed: what is empty is none, and days are of an average alone. */
export function termsOf(values: Values): Values {
  const given = (name: string) => values[name] || null;
  return {
    ...values,
    ...Object.fromEntries(LIMITS.map((name) => [name, given(name)])),
    waiting_days: values["waiting_days"] || 0,
    waiting_hours: values["waiting_hours"] || 0,
    average_days: isAverage(values["pay_basis"]) ? given("average_days") : null,
  };
}

/** `1 hour for 30, at most 48 a year`. */
export function accrualText(terms: Terms): string {
  if (terms.hours_per_hour_accrued === null) return say.nothing;
  return [
    say.oneFor(String(terms.hours_per_hour_accrued)),
    terms.year_accrual_cap !== null && say.aYear(String(terms.year_accrual_cap)),
    terms.balance_cap !== null && say.most(String(terms.balance_cap)),
  ].filter(Boolean).join(", ");
}

/** `after 89 days, at most 40 a year, all carried`. */
export function useText(terms: Terms): string {
  return [
    terms.waiting_days > 0 && say.after(terms.waiting_days),
    terms.year_use_cap !== null && say.inYear(String(terms.year_use_cap)),
    terms.carry_over_hours === null ? say.carriesAll : say.carries(String(terms.carry_over_hours)),
  ].filter(Boolean).join(", ");
}

/** `the regular rate of its week`. */
export function payText({ pay_basis: basis, average_days: days }: Terms): string {
  if (days === null) return say.paysBy[basis] ?? basis;
  return basis === "average_of_workdays" ? say.ofWorkdays(days) : say.ofDays(days);
}

const DECIMAL = { htmlInput: { inputMode: "decimal", autoComplete: "off" } } as const;
const isPer = regex(/^\d{1,4}(\.\d{1,3})?$/, say.notNumber);
const isLimit = regex(/^\d{1,5}(\.\d{1,2})?$/, say.notLimit);
const isDays = regex(/^\d{1,3}$/, say.notDays);

/** Inputs of terms. */
export function TermsFields() {
  const basis: unknown = useWatch({ name: "pay_basis" });
  const limit = (source: string, label: string, helperText: string | false = false) => (
    <TextInput
      source={source}
      label={label}
      helperText={helperText}
      validate={isLimit}
      slotProps={DECIMAL}
      fullWidth
    />
  );
  return (
    <>
      <DayInput source="effective_from" label={say.from} />
      <TextInput
        source="hours_per_hour_accrued"
        label={say.per}
        helperText={say.perAbout}
        validate={isPer}
        slotProps={DECIMAL}
        fullWidth
      />
      {limit("year_accrual_cap", say.yearAccrual)}
      {limit("balance_cap", say.balance)}
      {limit("year_use_cap", say.yearUse)}
      {limit("carry_over_hours", say.carried, say.carriedAbout)}
      <BooleanInput source="carried_hours_count" label={say.carriedCount} />
      <TextInput
        source="waiting_days"
        label={say.waitingDays}
        helperText={say.waitingDaysAbout}
        validate={isDays}
        slotProps={DECIMAL}
        fullWidth
      />
      {limit("waiting_hours", say.waitingHours)}
      {limit("reinstated_within_months", say.reinstated)}
      <SelectInput source="pay_basis" label={say.pays} choices={PAYS} validate={required()} />
      {isAverage(basis) && (
        <TextInput
          source="average_days"
          label={say.averageDays}
          validate={[required(), isDays]}
          slotProps={DECIMAL}
        />
      )}
      <TextInput
        source="source"
        label={say.source}
        helperText={say.sourceAbout}
        validate={required()}
        multiline
        fullWidth
      />
      <TextInput source="note" label={say.note} helperText={say.noteAbout} multiline fullWidth />
      <LeaveExample />
    </>
  );
}
