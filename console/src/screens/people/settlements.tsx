import { call } from "../../api/call.ts";
import type { Row } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, money } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.people.overpayments;

/** Columns of a settlement. */
export const SETTLEMENT =
  "id,week_start,kind,amount,settled_on,reason,taken_back_on,taken_back_reason";
type Settlement = Pick<
  Row<"overpayment_settlements">,
  | "id"
  | "week_start"
  | "kind"
  | "amount"
  | "settled_on"
  | "reason"
  | "taken_back_on"
  | "taken_back_reason"
>;

/** Overpayments of somebody that were settled otherwise than from pay, the newest first; a mistake is taken back. */
export function Settlements({ of: settlements }: { of: readonly Settlement[] }) {
  if (settlements.length === 0) return null;
  return (
    <Rows
      label={say.settlements}
      rows={settlements}
      rowKey={({ id }) => id}
      empty=""
      columns={[
        { label: say.settledOn, value: (one) => day(one.settled_on) },
        { label: words.people.contractor.week, value: (one) => day(one.week_start) },
        { label: words.common.kind, value: (one) => say.kinds[one.kind] },
        { label: words.common.amount, value: (one) => money(one.amount), isNumber: true },
        { label: words.common.reason, value: (one) => one.reason },
        {
          label: say.takeBack,
          value: (one) =>
            one.taken_back_on === null
              ? (
                <FormDialog
                  button={say.takeBack}
                  title={say.takeBackOf(money(one.amount))}
                  text={say.takeBackAbout}
                  submit={say.takeBack}
                  done={say.isTakenBack}
                  buttonProps={{ variant: "text" }}
                  act={({ reason }) =>
                    call("take_back_settlement", {
                      overpayment_settlement_id: one.id,
                      reason: String(reason),
                    })}
                >
                  <ReasonInput />
                </FormDialog>
              )
              : say.takenBack(day(one.taken_back_on), one.taken_back_reason ?? ""),
        },
      ]}
    />
  );
}
