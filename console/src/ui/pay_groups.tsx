import { required, SelectInput } from "react-admin";
import { rows, type Selected } from "../api/rows.ts";
import { words } from "../words.ts";
import { useAsk } from "./loaded.tsx";

const SELECT = "id,name,weeks,first_day,pay_day_offset,is_default";
/** People who are paid on the same days. */
export type PayGroup = Selected<"pay_groups", typeof SELECT>;

/** All pay groups, by name: few. Asked unless `isAsked` says that nobody looks. */
export function usePayGroups(isAsked = true) {
  return useAsk(
    ["pay_groups"],
    (signal) => rows("pay_groups", { select: SELECT, order: "name,id" }, signal),
    { enabled: isAsked },
  );
}

/** The pay groups where there are several; none where everybody is of one, and nothing of groups is shown. */
export function useSeveralPayGroups(isAsked = true): readonly PayGroup[] {
  const groups = usePayGroups(isAsked).data ?? [];
  return groups.length > 1 ? groups : [];
}

/** One of the pay groups. */
export function PayGroupInput({ groups }: { groups: readonly PayGroup[] }) {
  return (
    <SelectInput
      source="pay_group_id"
      label={words.payroll.group}
      choices={groups.map(({ id, name }) => ({ id, name }))}
      translateChoice={false}
      validate={required()}
    />
  );
}
