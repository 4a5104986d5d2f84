import { rows } from "../../api/rows.ts";
import { useAsk } from "../../ui/loaded.tsx";
import { words } from "../../words.ts";

const say = words.billing.drafts;

/** Tells if invoices that are sent are mailed too: `why` says why not, and is null where they are. */
export function useInvoiceMail(): { readonly why: string | null } | undefined {
  return useAsk(["invoice_mail"], async (signal) => {
    const [[settings], [kind]] = await Promise.all([
      rows("mail_settings", { select: "provider", limit: "1" }, signal),
      rows("mail_kinds", { select: "is_on", kind: "eq.invoice" }, signal),
    ]);
    if (settings?.provider === "none") return { why: say.noProvider };
    return { why: kind?.is_on === true ? null : say.isOff };
  }).data;
}
