import { required, SelectInput, TextInput } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import { rows, type Selected } from "../api/rows.ts";
import { words } from "../words.ts";
import { oneLine } from "./inputs.tsx";
import { useAsk } from "./loaded.tsx";

const say = words.overtime;
const COLUMNS =
  "name,title,daily_overtime_after,daily_doubletime_after,weekly_overtime_after,seventh_day,whole_seventh_day,consecutive_overtime_after,asks_for,source";
/** A rule of overtime, as people read it. */
export type OvertimeRule = Selected<"overtime_rules", typeof COLUMNS>;
/** Columns of a rule's row that the page asks for. */
export const RULE = COLUMNS;

/** All rules that there are: few. */
export function useOvertimeRules() {
  return useAsk(
    ["overtime_rules"],
    (signal) => rows("overtime_rules", { select: COLUMNS, order: "title,name" }, signal),
  );
}

/** Hours that a rule counts, in words. */
export function limitsOf(rule: OvertimeRule): string {
  const daily = rule.daily_overtime_after;
  const double = rule.daily_doubletime_after;
  const overtime = [
    // Where doubletime begins with it, there is no overtime of a day.
    ...daily !== null && daily !== double ? [say.aDay(daily)] : [],
    ...rule.weekly_overtime_after === null ? [] : [say.aWeek(rule.weekly_overtime_after)],
    ...rule.consecutive_overtime_after === null
      ? []
      : [say.inARow(rule.consecutive_overtime_after)],
    ...rule.seventh_day && daily !== null ? [say.seventhDayUpTo(daily)] : [],
    ...rule.whole_seventh_day && rule.weekly_overtime_after !== null
      ? [say.wholeSeventhDay(rule.weekly_overtime_after)]
      : [],
  ];
  const doubletime = [
    ...double === null ? [] : [say.aDay(double)],
    ...rule.seventh_day && daily !== null ? [say.seventhDayBeyond(daily)] : [],
  ];
  return [
    ...overtime.length > 0 ? [say.overtime(overtime)] : [],
    ...doubletime.length > 0 ? [say.doubletime(doubletime)] : [],
  ].join(" ") || say.nothing;
}

/** No rule's name: where that may be, it says in words what it means. */
const NONE = "-";

/** One of the rules, by its title; what it counts stands below. */
export function RuleInput(
  { source = "overtime_rule", label = say.rule, none, onChange }: {
    source?: string;
    label?: string;
    /** Meaning of choosing none, if that may be. */
    none?: string;
    onChange?: () => void;
  },
) {
  const rules = useOvertimeRules();
  const chosen: unknown = useWatch({ name: source });
  const rule = rules.data?.find(({ name }) => name === chosen);
  const empty = none === undefined ? [] : [{ name: NONE, title: none }];
  return (
    <SelectInput
      source={source}
      label={label}
      choices={[...empty, ...rules.data ?? []]}
      isPending={rules.isPending}
      optionValue="name"
      optionText="title"
      translateChoice={false}
      validate={none === undefined ? required() : []}
      helperText={rule !== undefined && limitsOf(rule)}
      {...(none === undefined ? {} : {
        format: (name: string | null) => name ?? NONE,
        parse: (name: string) => name === NONE ? null : name,
      })}
      {...(onChange === undefined ? {} : { onChange })}
    />
  );
}

/** The overtime law of the state in which a facility is; null where that is not known. */
export function useStateRule(facilityId: unknown) {
  return useAsk(
    ["state_rules", facilityId],
    async (signal) => {
      const [found] = await rows("facilities", {
        select: "work_state",
        id: `eq.${String(facilityId)}`,
      }, signal);
      const [law] = await rows("state_rules", {
        select: "name,overtime_rule,asks_beyond",
        state: `eq.${found?.work_state ?? ""}`,
      }, signal);
      return law ?? null;
    },
    { enabled: Boolean(facilityId) },
  ).data;
}

/** By which rule somebody is paid at a facility, and what has to be recorded of it: another rule has another reason. */
export function PaidByFields({ isAsked, facilityId }: { isAsked: boolean; facilityId: unknown }) {
  const rules = useOvertimeRules();
  const law = useStateRule(facilityId);
  const { setValue } = useFormContext();
  const chosen: unknown = useWatch({ name: "overtime_rule" });
  const rule = rules.data?.find(({ name }) => name === chosen);
  const isOther = rule !== undefined && Boolean(law?.overtime_rule) &&
    law?.overtime_rule !== rule.name;
  const asked = rule?.asks_for ?? (isOther ? say.notOf(law?.name ?? "") : null);
  return (
    <>
      <RuleInput onChange={() => setValue("overtime_rule_reason", "")} />
      {asked !== null && isAsked && (
        <TextInput
          source="overtime_rule_reason"
          label={say.reason}
          helperText={say.asksFor(asked)}
          parse={oneLine}
          multiline
          fullWidth
        />
      )}
    </>
  );
}

/** The reason for pay below the minimum wage, where somebody is paid so. */
export function BelowMinimumWageInput() {
  return (
    <TextInput
      source="below_minimum_wage_reason"
      label={say.belowWage}
      helperText={say.belowWageAbout}
      parse={oneLine}
      fullWidth
    />
  );
}
