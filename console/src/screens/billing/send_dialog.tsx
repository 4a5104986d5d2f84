import { useState } from "react";
import { BooleanInput } from "react-admin";
import { Alert, type ButtonProps } from "@mui/material";
import { call } from "../../api/call.ts";
import { refusalOf } from "../../api/refusal.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { DayInput } from "../../ui/inputs.tsx";
import { useMailOf } from "../../ui/use_mail_of.ts";
import { words } from "../../words.ts";
import type { Sent } from "./sent_invoices.tsx";

const say = words.billing.drafts;

/**
 * Sends drafts, and says before whether they are mailed. Where an order would be exceeded, or the books of the day are closed, it says so, and asks
 * whether they are sent all the same.
 */
export function SendDialog({ ids, onSent, ...dialog }: {
  ids: readonly string[];
  onSent?: (sent: readonly Sent[]) => void;
  button: string;
  title: string;
  submit: string;
  done: string;
  buttonProps: ButtonProps;
}) {
  const mail = useMailOf("invoice");
  const [isExceeded, setExceeded] = useState(false);
  const [isClosed, setClosed] = useState(false);
  return (
    <FormDialog
      {...dialog}
      text={
        <>
          {say.sendAbout} {mail?.why === null && say.mailed}
          {mail && mail.why !== null && (
            <Alert severity="warning" sx={{ mt: 1 }}>{say.notMailed(mail.why)}</Alert>
          )}
        </>
      }
      defaultValues={() => {
        setExceeded(false);
        setClosed(false);
        return { allow_over_order: false, late: false };
      }}
      act={async ({ issue_date: issued, allow_over_order: allows, late }) => {
        try {
          const sent = await call("send_invoices", {
            invoice_ids: [...ids],
            ...(issued ? { issue_date: String(issued) } : {}),
            ...(allows === true ? { allow_over_order: true } : {}),
            ...(late === true ? { late: true } : {}),
          });
          onSent?.(sent);
        } catch (thrown) {
          const { slug } = refusalOf(thrown);
          if (slug === "order_exceeded") setExceeded(true);
          if (slug === "books_closed") setClosed(true);
          throw thrown;
        }
      }}
    >
      <DayInput
        source="issue_date"
        label={say.issueDate}
        optional
        helperText={say.issueToday}
      />
      {isExceeded && <BooleanInput source="allow_over_order" label={say.allowOver} />}
      {isClosed && <BooleanInput source="late" label={words.common.late} />}
    </FormDialog>
  );
}
