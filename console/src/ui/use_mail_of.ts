import { rows } from "../api/rows.ts";
import { words } from "../words.ts";
import { useAsk } from "./loaded.tsx";

const say = words.mailOf;

/** Tells if mails of a kind go out: `why` says why not, and is null where they do. */
export function useMailOf(
  kind: "invoice" | "overdue_reminder",
): { readonly why: string | null } | undefined {
  return useAsk(["mail_of", kind], async (signal) => {
    const [[settings], [found]] = await Promise.all([
      rows("mail_settings", { select: "provider", limit: "1" }, signal),
      rows("mail_kinds", { select: "is_on", kind: `eq.${kind}` }, signal),
    ]);
    if (settings?.provider === "none") return { why: say.noProvider };
    return { why: found?.is_on === true ? null : say.isOff[kind] };
  }).data;
}
