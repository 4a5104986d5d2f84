import { rows } from "../../api/rows.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { Kinds } from "./kinds.tsx";
import { Sending } from "./sending.tsx";

const say = words.mail.settings;

/** Page of the firm's mail: how it is sent, and its kinds. */
export function MailSettings() {
  const mail = useAsk(["mail"], async (signal) => {
    const one = { limit: "1" };
    const [[settings], kinds, [firm]] = await Promise.all([
      rows("mail_settings", {
        select: "provider,from_address,reply_to,console_url,daily_from",
        ...one,
      }, signal),
      rows("mail_kinds", {
        select: "kind,is_on,on_since",
        order: "kind",
      }, signal),
      rows("organization_settings", {
        select: "legal_name",
        ...one,
      }, signal),
    ]);
    return { settings, kinds, firm: firm?.legal_name ?? null };
  });
  return (
    <Page title={say.title} about={say.about}>
      <Loaded query={mail}>
        {({ settings, kinds, firm }) =>
          settings !== undefined && (
            <>
              <Sending settings={settings} />
              <Kinds kinds={kinds} settings={settings} firm={firm} />
            </>
          )}
      </Loaded>
    </Page>
  );
}
