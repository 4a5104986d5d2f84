import { useEffect } from "react";
import { required, SelectInput } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import { allRows } from "../../api/rows.ts";
import type { Values } from "../../ui/form_dialog.tsx";
import { useAsk } from "../../ui/loaded.tsx";
import { words } from "../../words.ts";

const say = words.billing.group;
/**
 * Value in a form for the key of time that is in no group, which is empty. No department is blank.
 */
const NO_GROUP = " ";

/** The group that the form asks for, as procedures take it. */
export function groupOf({ group_key: chosen }: Values): string {
  return String(chosen ?? "").trim();
}

/** Choice of the facility's group to bill, if time of any is not billed yet. */
export function GroupInput() {
  const facility: unknown = useWatch({ name: "facility_id" });
  const { setValue } = useFormContext();
  const time = useAsk(["unbilled_groups", facility], () =>
    allRows("unbilled_time", {
      select: "group_key,group_name",
      facility_id: `eq.${facility}`,
      order: "work_date,time_entry_id",
    }), { enabled: Boolean(facility) });
  const names = new Map((time.data ?? []).map((one) => [one.group_key ?? "", one.group_name]));
  const choices = [...names].map(([key, name]) => ({
    id: key === "" ? NO_GROUP : key,
    name: name ?? say.none,
  })).sort((a, b) => a.name.localeCompare(b.name));
  const isOne = choices.every(({ id }) => id === NO_GROUP);
  const only = choices.length === 1 ? choices[0]?.id : null;
  // Another facility has other groups.
  useEffect(() => setValue("group_key", only ?? null), [facility, only, setValue]);
  if (isOne) return null;
  return (
    <SelectInput
      source="group_key"
      label={say.label}
      choices={choices}
      validate={required()}
      helperText={say.about}
    />
  );
}
