import type { UseQueryResult } from "@tanstack/react-query";
import { rows } from "../../api/rows.ts";
import { REGULAR } from "../../ui/codes.ts";
import { useAsk } from "../../ui/loaded.tsx";
import { useMe } from "../../ui/use_me.ts";

/** A code that somebody may enter at an assignment. */
export interface EnteredCode {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly is_worked: boolean;
}

/** Codes that the staff member may enter at an assignment: those of their roles that have rates there, whichever days. */
async function codesAt(
  assignmentId: string,
  facilityId: string,
  roles: readonly string[],
  signal: AbortSignal,
): Promise<EnteredCode[]> {
  const found = await rows("time_codes", {
    select:
      "name,title,unit,is_worked,entered_by,bill_multiplier,pay_multiplier,assignment_code_rates(bill_rate,pay_rate),facility_code_rates(bill_rate,pay_rate)",
    name: `neq.${REGULAR}`,
    "assignment_code_rates.assignment_id": `eq.${assignmentId}`,
    "facility_code_rates.facility_id": `eq.${facilityId}`,
    order: "title,name",
  }, signal);
  return found.filter((code) => {
    const rates = [...code.assignment_code_rates, ...code.facility_code_rates];
    return code.entered_by.some((role) => roles.includes(role)) &&
      (code.bill_multiplier !== null || rates.some((rate) => rate.bill_rate !== null)) &&
      (code.pay_multiplier !== null || rates.some((rate) => rate.pay_rate !== null));
  });
}

/** Codes that the staff member who is signed in may enter at an assignment, besides regular time. */
export function useCodesAt(
  assignmentId: string,
  facilityId: string,
): UseQueryResult<EnteredCode[]> {
  const { roles } = useMe();
  const entering = roles.includes("admin") ? [...roles, "billing", "payroll", "recruiting"] : roles;
  return useAsk(
    ["time_codes", "at", assignmentId, entering],
    (signal) => codesAt(assignmentId, facilityId, entering, signal),
  );
}
