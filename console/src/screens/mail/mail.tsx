import { Navigate, Route, Routes } from "react-router-dom";
import { isOneOf } from "../../me.ts";
import { Subpages } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { Outbox } from "./outbox.tsx";
import { MailSettings } from "./settings.tsx";
import { Webhooks } from "./webhooks.tsx";

const OUTBOX = { path: "outbox", label: words.mail.outbox.menu };
const ADMINS_PAGES = [
  { path: "settings", label: words.mail.settings.menu },
  { path: "webhooks", label: words.mail.webhooks.menu },
];

/** Messages to people and programs outside; admins decide about them. */
export default function Mail() {
  const isAdmin = isOneOf(useMe());
  return (
    <>
      <Subpages base="/mail" pages={[OUTBOX, ...isAdmin ? ADMINS_PAGES : []]} />
      <Routes>
        <Route path="outbox" element={<Outbox />} />
        {isAdmin && (
          <>
            <Route path="settings" element={<MailSettings />} />
            <Route path="webhooks" element={<Webhooks />} />
          </>
        )}
        <Route path="*" element={<Navigate to="/mail/outbox" replace />} />
      </Routes>
    </>
  );
}
