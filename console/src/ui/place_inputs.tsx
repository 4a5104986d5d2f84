import { AutocompleteInput, required } from "react-admin";
import { useWatch } from "react-hook-form";
import { stateChoices, zoneChoices } from "./zones.ts";

const isRequired = [required()];

/** One of the time zones, by their names in words; typing a part of one finds it. */
export function ZoneInput({ source, label, helperText, optional = false }: {
  source: string;
  label: string;
  helperText: string;
  optional?: boolean;
}) {
  const inUse: string | null = useWatch({ name: source });
  return (
    <AutocompleteInput
      source={source}
      label={label}
      helperText={helperText}
      choices={zoneChoices(inUse)}
      validate={optional ? [] : isRequired}
      fullWidth
    />
  );
}

/** One of the states, by their names; a code of another country that is in use stays. */
export function StateInput(
  { source, label, helperText }: { source: string; label: string; helperText: string },
) {
  const inUse: string | null = useWatch({ name: source });
  return (
    <AutocompleteInput
      source={source}
      label={label}
      helperText={helperText}
      choices={stateChoices(inUse)}
      fullWidth
    />
  );
}
