import { maxValue, minValue, NumberInput, required, SelectInput } from "react-admin";
import { choicesOf, words } from "../words.ts";

const say = words.overtime;
const SCOPES = choicesOf(["facility", "assignment", "contractor"], say.scopes);
const isMultiplier = [required(), minValue(1), maxValue(99)];

/**
 * Scope of hours that count together, and the multipliers of overtime; a facility's columns are
 * named with a prefix.
 */
export function ScopeFields({ prefix = "" }: { prefix?: string }) {
  return (
    <>
      <SelectInput
        source={`${prefix}scope`}
        label={say.scope}
        choices={SCOPES}
        validate={required()}
      />
      <NumberInput
        source={`${prefix}overtime_multiplier`}
        label={say.overtimeMultiplier}
        validate={isMultiplier}
        min={1}
        step={0.001}
      />
      <NumberInput
        source={`${prefix}doubletime_multiplier`}
        label={say.doubletimeMultiplier}
        validate={isMultiplier}
        min={1}
        step={0.001}
      />
    </>
  );
}
