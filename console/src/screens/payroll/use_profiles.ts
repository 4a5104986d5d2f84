import { rows } from "../../api/rows.ts";
import { useAsk } from "../../ui/loaded.tsx";

/** Kind of people that one of a batch's two files is of. */
export type Employment = "w2" | "1099";

/** Profiles of the firm, by name. */
export function useProfiles() {
  return useAsk(
    ["payroll_profiles"],
    (signal) => rows("payroll_profiles", { select: "*", order: "name" }, signal),
  );
}
