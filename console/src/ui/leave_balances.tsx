import { Typography } from "@mui/material";
import { rows } from "../api/rows.ts";
import { day, hours } from "./format.ts";
import { useAsk } from "./loaded.tsx";
import { Rows } from "./rows.tsx";
import { words } from "../words.ts";

const say = words.leave;

/** Balance of somebody in a plan of leave. */
export interface LeaveBalance {
  readonly leave_plan_id: string | null;
  readonly leave_plan_name: string | null;
  readonly balance: number | null;
  readonly pending: number | null;
  readonly available: number | null;
  readonly accrued_this_year: number | null;
  readonly used_this_year: number | null;
  readonly usable_from: string | null;
}

/** Balances of somebody, plan by plan. */
export function LeaveBalances({ of, label, empty }: {
  of: readonly LeaveBalance[];
  label: string;
  empty: string;
}) {
  return (
    <Rows
      label={label}
      rows={of}
      rowKey={(one) => one.leave_plan_id ?? ""}
      empty={empty}
      columns={[
        { label: say.plan, value: (one) => one.leave_plan_name },
        { label: say.available, value: (one) => hours(one.available), isNumber: true },
        { label: say.balance, value: (one) => <Balance of={one.balance} />, isNumber: true },
        { label: say.pending, value: (one) => hours(one.pending), isNumber: true },
        { label: say.accrued, value: (one) => hours(one.accrued_this_year), isNumber: true },
        { label: say.used, value: (one) => hours(one.used_this_year), isNumber: true },
        { label: say.usableFrom, value: (one) => day(one.usable_from) },
      ]}
    />
  );
}

/** Below zero it says how that comes: nobody takes more than there is. */
function Balance({ of }: { of: number | null }) {
  return (
    <>
      {hours(of)}
      {(of ?? 0) < 0 && (
        <Typography variant="body2" color="text.secondary">{say.belowZero}</Typography>
      )}
    </>
  );
}

/** Hours of leave that somebody has for time of a code, for payroll; nothing while it is asked, or where they have none. */
export function LeaveOf({ contractorId, code }: { contractorId: string; code: string }) {
  const { data: leave } = useAsk(["leave", contractorId, code], (signal) =>
    rows("leave_balances", {
      select: "leave_plan_id,leave_plan_name,available",
      contractor_id: `eq.${contractorId}`,
      code: `eq.${code}`,
      order: "leave_plan_name,leave_plan_id",
    }, signal));
  return <Available of={leave ?? []} />;
}

/** Hours of leave that whoever looks has for time of some codes; nothing while it is asked, or where they have none. */
export function OwnLeaveOf({ codes }: { codes: readonly string[] }) {
  const { data: leave } = useAsk(["my_leave", "available"], (signal) =>
    rows("my_leave", {
      select: "leave_plan_id,leave_plan_name,code,available",
      order: "leave_plan_name,leave_plan_id",
    }, signal));
  return <Available of={(leave ?? []).filter(({ code }) => codes.includes(code ?? ""))} />;
}

function Available({ of }: {
  of: readonly Pick<LeaveBalance, "leave_plan_id" | "leave_plan_name" | "available">[];
}) {
  return of.map((one) => (
    <Typography key={one.leave_plan_id} variant="body2" color="text.secondary" sx={{ mt: 1 }}>
      {say.ofPlan(one.leave_plan_name ?? "", hours(one.available))}
    </Typography>
  ));
}
