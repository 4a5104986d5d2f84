import { Alert } from "@mui/material";
import { useWatch } from "react-hook-form";
import type { Values } from "../../ui/form_dialog.tsx";
import { words } from "../../words.ts";

/** The code of sick leave that every firm has. */
const SICK = "sick";

/** Warns where a state's sick leave is paid out, which is asked of vacation alone. */
export function PaidOutWarning({ of }: {
  of: { readonly state: string | null; readonly code: string; readonly paid_out: boolean };
}) {
  if (!of.paid_out || of.code !== SICK || of.state === null) return null;
  return <Alert severity="warning" sx={{ mb: 1 }}>{words.settings.leave.paidOutWarning}</Alert>;
}

/** The same of the plan in a form, as it is typed. */
export function PaidOutWarningTyped() {
  const values = useWatch<Values>();
  return (
    <PaidOutWarning
      of={{
        state: String(values["state"] ?? "") || null,
        code: String(values["code"] ?? ""),
        paid_out: values["paid_out"] === true,
      }}
    />
  );
}
