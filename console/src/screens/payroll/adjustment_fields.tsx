import { BooleanInput, required, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import type { Values } from "../../ui/form_dialog.tsx";
import { ContractorInput, DayInput, MoneyInput, oneLine } from "../../ui/inputs.tsx";
import { choicesOf, words } from "../../words.ts";

const say = words.payroll.adjustments;
/** Adjustments: pay that is paid once. */
export const KINDS = choicesOf(
  ["bonus", "reimbursement", "deduction"],
  words.payroll.item.payKinds,
);

/** The inputs of a new adjustment; of a bonus, what it does to overtime pay. */
export function AdjustmentFields() {
  const values = useWatch<Values>();
  return (
    <>
      <ContractorInput />
      <SelectInput
        source="kind"
        label={words.common.kind}
        choices={KINDS}
        validate={required()}
      />
      <MoneyInput source="amount" label={words.common.amount} />
      <DayInput source="payable_on" label={say.payableOn} />
      {values["kind"] === "bonus" && (
        <BooleanInput
          source="in_regular_rate"
          label={say.inRateInput}
          helperText={say.inRateAbout}
        />
      )}
      {isInRate(values) && (
        <>
          <BooleanInput
            source="is_flat_sum"
            label={say.flatSumInput}
            helperText={say.flatSumAbout}
          />
          <DayInput
            source="earned_from"
            label={say.earnedFrom}
            optional
            helperText={say.earnedAbout}
          />
          <DayInput source="earned_to" label={say.earnedTo} optional />
        </>
      )}
      <TextInput source="reason" label={say.reason} parse={oneLine} multiline fullWidth />
    </>
  );
}

/** A row from what was typed: what is no longer asked for is left out. */
export function adjustmentOf(values: Values): Values {
  const { in_regular_rate: inRate, is_flat_sum, earned_from, earned_to, ...rest } = values;
  return {
    ...rest,
    ...(rest["kind"] === "bonus" ? { in_regular_rate: inRate } : {}),
    ...(isInRate(values) ? { is_flat_sum, earned_from, earned_to } : {}),
  };
}

function isInRate(values: Values): boolean {
  return values["kind"] === "bonus" && values["in_regular_rate"] === true;
}
