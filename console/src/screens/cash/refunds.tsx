import { required, SelectInput, TextInput } from "react-admin";
import { call, requestId } from "../../api/call.ts";
import { type Row, rows } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, money } from "../../ui/format.ts";
import { MoneyInput, ReasonInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { choicesOf, words } from "../../words.ts";

const say = words.cash.credits;
const METHODS = choicesOf(["check", "ach", "wire"], words.cash.methods);

/** Records what the firm paid back to a facility out of a credit. */
export function RefundForm({ credit }: {
  credit: { id: string; remaining: number; facilities: { name: string } };
}) {
  return (
    <FormDialog
      button={say.refund}
      title={say.refundTitle(credit.facilities.name)}
      text={say.refundAbout(money(credit.remaining))}
      submit={say.refundSubmit}
      done={say.refunded}
      defaultValues={() => ({
        amount: credit.remaining.toFixed(2),
        method: "check",
        request_id: requestId(),
      })}
      act={({ amount, method, reference, reason, request_id }) =>
        call("refund_credit", {
          facility_credit_id: credit.id,
          amount: String(amount),
          reason: String(reason),
          method: method as Row<"refunds">["method"],
          ...(reference ? { reference: String(reference) } : {}),
          request_id: String(request_id),
        })}
    >
      <MoneyInput source="amount" label={words.common.amount} />
      <SelectInput
        source="method"
        label={say.refundMethod}
        choices={METHODS}
        validate={required()}
      />
      <TextInput source="reference" label={say.refundReference} />
      <ReasonInput />
    </FormDialog>
  );
}

/** Money paid back out of a credit. */
export function Refunds({ creditId }: { creditId: string }) {
  const refunds = useAsk(["refunds", creditId], (signal) =>
    rows("refunds", {
      select: "id,refunded_on,method,reference,reason,amount,recorded_by_name",
      facility_credit_id: `eq.${creditId}`,
      order: "refunded_on,id",
    }, signal));
  return (
    <Part title={say.refunds}>
      <Loaded query={refunds}>
        {(found) => (
          <Rows
            label={say.refunds}
            rows={found}
            rowKey={({ id }) => id}
            empty={say.noRefunds}
            columns={[
              { label: words.common.day, value: (one) => day(one.refunded_on) },
              {
                label: say.refundMethod,
                value: (one) => `${words.cash.methods[one.method] ?? ""} ${one.reference ?? ""}`,
              },
              { label: say.refundReason, value: (one) => one.reason },
              { label: say.refundBy, value: (one) => one.recorded_by_name },
              { label: words.common.amount, value: (one) => money(one.amount), isNumber: true },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}
