import {
  BooleanInput,
  CheckboxGroupInput,
  DateInput,
  required,
  SelectInput,
  TextInput,
} from "react-admin";
import { useWatch } from "react-hook-form";
import { rows } from "../api/rows.ts";
import { choicesOf, words } from "../words.ts";
import type { Values } from "./form_dialog.tsx";
import { DayInput, MoneyInput } from "./inputs.tsx";
import { useAsk } from "./loaded.tsx";
import { PremiumExample } from "./premium_example.tsx";
import { addsNothing, isMultiplier, mayBeCreditable } from "./premium_terms.ts";

const say = words.premiums;
const isRequired = [required()];
const SPANS = choicesOf(Object.keys(say.spans), say.spans);
const COMBINES = choicesOf(Object.keys(say.combines), say.combines);
const WEEKDAYS = say.weekdays.map((name, index) => ({ id: index + 1, name }));
const isFactor = (value: unknown) => isMultiplier(value) ? undefined : say.notMultiplier;
const addsSomething = (_: unknown, values: Values) =>
  addsNothing(values) ? say.addsNothing : undefined;
/** Fault of a value of the form; nothing where it is right. */
type Validate = (
  value: unknown,
  values: Values,
) => ReturnType<ReturnType<typeof required>> | undefined;
const FACTOR: Validate[] = [...isRequired, isFactor];
const ADDS_SOMETHING: Validate[] = [...FACTOR, addsSomething];
const someCode = (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? undefined : say.noCode;
const isNotBefore = (value: unknown, { effective_from: from }: Values) =>
  value && from && String(value) < String(from) ? say.endsBefore : undefined;

/** The inputs of a premium, for the calendars of the firm and of the facility that it is for. */
export function PremiumFields({ facilityId }: { facilityId: string | null }) {
  const values = useWatch<Values>();
  return (
    <>
      <TextInput
        source="title"
        label={say.name}
        helperText={say.nameAbout}
        validate={isRequired}
        autoFocus
        fullWidth
      />
      <DayInput source="effective_from" label={words.common.firstDay} />
      <DateInput
        source="effective_to"
        label={words.common.lastDay}
        helperText={say.lastAbout}
        validate={isNotBefore}
        fullWidth
      />
      <SelectInput source="span" label={say.hoursOf} choices={SPANS} validate={isRequired} />
      {values["span"] === "clock" && (
        <>
          <TimeInput source="from_time" label={say.from} helperText={say.fromAbout} />
          <TimeInput source="to_time" label={say.to} helperText={say.toAbout} />
        </>
      )}
      <CheckboxGroupInput
        source="days_of_week"
        label={say.daysOfWeek}
        choices={WEEKDAYS}
        helperText={say.daysAbout}
        translateChoice={false}
      />
      <CalendarInput facilityId={facilityId} />
      <FactorInput source="pay_multiplier" label={say.payMultiplier} validate={ADDS_SOMETHING} />
      <MoneyInput source="pay_amount" label={say.payAmount} />
      <FactorInput source="bill_multiplier" label={say.billMultiplier} validate={FACTOR} />
      <MoneyInput source="bill_amount" label={say.billAmount} />
      <SelectInput
        source="combines"
        label={say.meets}
        choices={COMBINES}
        validate={isRequired}
      />
      <CodesInput />
      {mayBeCreditable(values) && (
        <BooleanInput
          source="is_creditable"
          label={say.creditable}
          helperText={say.creditableAbout}
        />
      )}
      <PremiumExample />
    </>
  );
}

function TimeInput(
  { source, label, helperText }: { source: string; label: string; helperText: string },
) {
  return (
    <TextInput
      source={source}
      label={label}
      type="time"
      helperText={helperText}
      validate={isRequired}
      slotProps={{ inputLabel: { shrink: true } }}
      fullWidth
    />
  );
}

function FactorInput(
  { source, label, validate }: { source: string; label: string; validate: Validate[] },
) {
  return (
    <TextInput
      source={source}
      label={label}
      helperText={say.multiplierAbout}
      validate={validate}
      slotProps={{ htmlInput: { inputMode: "decimal", autoComplete: "off" } }}
    />
  );
}

/** One of the firm's calendars, or of the facility's. */
function CalendarInput({ facilityId }: { facilityId: string | null }) {
  const calendars = useAsk(
    ["holiday_calendars", "of", facilityId],
    (signal) =>
      rows("holiday_calendars", {
        select: "id,title",
        or: facilityId === null
          ? "(facility_id.is.null)"
          : `(facility_id.is.null,facility_id.eq.${facilityId})`,
        order: "title,id",
      }, signal),
  );
  return (
    <SelectInput
      source="holiday_calendar_id"
      label={say.calendar}
      choices={(calendars.data ?? []).map(({ id, title }) => ({ id, name: title }))}
      isPending={calendars.isPending}
      helperText={say.calendarAbout}
      translateChoice={false}
    />
  );
}

/** Codes whose hours are worked: of others the database takes no premium. */
function CodesInput() {
  const codes = useAsk(["time_codes", "worked"], (signal) =>
    rows("time_codes", {
      select: "name,title",
      is_worked: "is.true",
      order: "title,name",
    }, signal));
  return (
    <CheckboxGroupInput
      source="codes"
      label={say.codes}
      choices={(codes.data ?? []).map(({ name, title }) => ({ id: name, name: title }))}
      helperText={say.codesAbout}
      translateChoice={false}
      validate={someCode}
    />
  );
}
