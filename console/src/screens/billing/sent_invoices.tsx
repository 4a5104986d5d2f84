import { Alert, AlertTitle, Box } from "@mui/material";
import { documentOf } from "../../api/client.ts";
import { isOneOf } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { downloadFile } from "../../ui/download.ts";
import { count } from "../../ui/format.ts";
import { NextButton } from "../../ui/page.tsx";
import { DownloadButton } from "../../ui/paper.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { useMailOf } from "../../ui/use_mail_of.ts";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.billing.drafts;
/** An invoice that was just sent. */
export interface Sent {
  readonly id: string;
  readonly number: string | null;
  readonly facility_name: string | null;
}

/** Invoices that were just sent, with their PDFs; where no mail goes out it says so. */
export function SentInvoices({ sent }: { sent: readonly Sent[] }) {
  const me = useMe();
  const mail = useMailOf("invoice");
  if (mail === undefined) return null;
  const { why } = mail;
  return (
    <Alert severity={why === null ? "success" : "warning"} sx={{ my: 1 }}>
      <AlertTitle>{say.sentTitle(count(sent.length))}</AlertTitle>
      {why === null ? say.sentMailed : say.sentNotMailed(why)}{" "}
      {why !== null && isOneOf(me) && <TextLink to="/mail/settings">{say.setUpMail}</TextLink>}
      <Box component="ul" sx={{ my: 1, pl: 2 }}>
        {sent.map(({ id, number, facility_name: facility }) => (
          <li key={id}>
            <TextLink to={`/billing/invoices/${id}`}>
              {words.billing.invoice.title(number, facility ?? "")}
            </TextLink>{" "}
            <DownloadButton
              path={`invoice/${id}`}
              aria-label={words.paper.downloadOf(number ?? "")}
            />
          </li>
        ))}
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "flex-start" }}>
        <NextButton to="/cash/checks" label={say.next} />
        {sent.length > 1 && (
          <ActButton
            label={say.downloadAll}
            act={async () => {
              for (const { id } of sent) downloadFile(await documentOf(`invoice/${id}`));
            }}
          />
        )}
      </Box>
    </Alert>
  );
}
