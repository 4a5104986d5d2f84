import { useNavigate } from "react-router-dom";
import { call } from "../../api/call.ts";
import { ActButton } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day } from "../../ui/format.ts";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import type { Period } from "./period_row.ts";

const say = words.payroll.periods;
type Named = Pick<Period, "id" | "period_end">;

/** True of a batch that is neither closed nor discarded. */
export function isOpen(status: string): boolean {
  return status === "draft" || status === "in_review" || status === "approved";
}

/** True of the batch that a period has one of at a time; off the cycle there may be several. */
export function isOpenRegular({ kind, status }: { kind: string; status: string }): boolean {
  return kind === "regular" && isOpen(status);
}

/** Prepares a batch of a period, and opens it. */
export function PrepareBatch(
  { period: { id }, isPrimary = true }: { period: Pick<Period, "id">; isPrimary?: boolean },
) {
  const navigate = useNavigate();
  return (
    <ActButton
      label={say.prepare}
      variant={isPrimary ? "contained" : "outlined"}
      done={say.prepared}
      act={async () => {
        const batch = await call("prepare_payroll_draft", { payroll_period_id: id });
        navigate(`/payroll/batches/${batch.id}`);
      }}
    />
  );
}

/** Closes a period; one that is not over asks first. */
export function ClosePeriod(
  { period: { id, period_end: end }, isPrimary = false }: { period: Named; isPrimary?: boolean },
) {
  const { businessDate } = useMe();
  const act = () => call("close_payroll_period", { payroll_period_id: id });
  const variant = isPrimary ? "contained" : "outlined";
  if (end < businessDate) {
    return <ActButton label={say.close} variant={variant} done={say.closed} act={act} />;
  }
  return (
    <FormDialog
      button={say.close}
      title={say.closeEarly(day(end))}
      text={say.closeEarlyAbout}
      submit={say.closeNow}
      done={say.closed}
      buttonProps={{ variant }}
      act={act}
    />
  );
}
