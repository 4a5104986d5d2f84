import { AutocompleteArrayInput, AutocompleteInput, required } from "react-admin";
import { useWatch } from "react-hook-form";
import { allRows } from "../api/rows.ts";
import { words } from "../words.ts";
import { useAsk } from "./loaded.tsx";
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

/** Minimum wages that hold at a facility: those of its state to choose from, and any that are chosen. */
export function WagesInput() {
  const say = words.facilities.defaults;
  const source = "minimum_wage_jurisdictions";
  const state: string | null = useWatch({ name: "work_state" });
  const chosen: string[] | null = useWatch({ name: source });
  const wages = useAsk(
    ["minimum_wages", "jurisdictions"],
    () => allRows("minimum_wages", { select: "jurisdiction", order: "jurisdiction" }),
  );
  const names = new Set((wages.data ?? []).map((wage) => wage.jurisdiction));
  return (
    <AutocompleteArrayInput
      source={source}
      label={say.wages}
      helperText={say.wagesAbout}
      choices={[...names].filter((name) => name.slice(0, 2) === state || chosen?.includes(name))
        .map((name) => ({ id: name, name }))}
      isPending={wages.isPending}
      translateChoice={false}
      parse={(names: string[]) => names.length === 0 ? null : names}
      format={(names: string[] | null) => names ?? []}
      fullWidth
    />
  );
}
