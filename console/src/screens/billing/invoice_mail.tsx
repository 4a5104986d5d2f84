import { Alert } from "@mui/material";
import { rows } from "../../api/rows.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { DownloadButton } from "../../ui/paper.tsx";
import { Rows } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { useMailOf } from "../../ui/use_mail_of.ts";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { MessageActions } from "../mail/outbox_actions.tsx";
import { mayDecide, WhatCame } from "../mail/what_came.tsx";
import type { InvoiceRow } from "./invoice_row.ts";

const say = words.billing.invoice;
const outbox = words.mail.outbox;

/** Mails about an invoice: whether each went out, came back, was sent again. Where there was none it says so. */
export function InvoiceMail(
  { invoice: { id, kind, status, invoice_bundle_id } }: { invoice: InvoiceRow },
) {
  const me = useMe();
  const mail = useMailOf("invoice");
  const mails = useAsk(["invoice_mails", id], (signal) =>
    rows("outbox", {
      select:
        "id,kind,recipient,status,tries,next_try_at,maybe_sent,maybe_twice,error,written_at,sent_at,decided_by_name",
      kind: "in.(invoice,invoice_bundle,invoice_credited,invoice_voided)",
      subject_id: `in.(${[id, invoice_bundle_id].filter(Boolean).join()})`,
      order: "written_at.desc,id.desc",
    }, signal));
  const isWith = kind !== "opening" && (status === "sent" || status === "partially_paid");
  return (
    <Loaded query={mails}>
      {(found) => (
        <>
          {isWith && mail &&
            !found.some((one) => one.kind === "invoice" || one.kind === "invoice_bundle") && (
            <Alert
              severity="info"
              sx={{ my: 1 }}
              action={<DownloadButton path={`invoice/${id}`} label={say.downloadPdf} />}
            >
              {mail.why === null ? say.notMailed : say.notMailedBecause(mail.why)}
            </Alert>
          )}
          {found.length > 0 && (
            <Part title={say.mail}>
              <Rows
                label={say.mail}
                rows={found}
                rowKey={(one) => one.id ?? ""}
                empty=""
                columns={[
                  { label: outbox.kind, value: (one) => outbox.kinds[one.kind] ?? one.kind },
                  { label: outbox.recipient, value: (one) => one.recipient },
                  { label: words.common.state, value: (one) => <State of={one.status} /> },
                  {
                    label: outbox.whatCame,
                    value: (one) => <WhatCame of={one} timezone={me.timezone} />,
                  },
                  {
                    label: words.common.actions,
                    heading: "",
                    value: (one) =>
                      one.status === "failed" && mayDecide(me, one.kind) &&
                      <MessageActions of={one} />,
                  },
                ]}
              />
            </Part>
          )}
        </>
      )}
    </Loaded>
  );
}
