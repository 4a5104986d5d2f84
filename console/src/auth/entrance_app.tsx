import { useCallback, useState } from "react";
import { auth } from "../api/client.ts";
import { LINK_PATH } from "./arrival.ts";
import { EntranceTheme } from "./entrance_theme.tsx";
import type { Way } from "./fields.tsx";
import { toFirstPage } from "./here.ts";
import { InvitationPage } from "./invitation_page.tsx";
import { INVITATION_PATH, keptCode } from "./invited.ts";
import { LinkPage } from "./link_page.tsx";
import { SignInPage } from "./sign_in_page.tsx";
import { invitation, type Said } from "./words.ts";

/** Address of whoever is signed in here; null: nobody is. */
export async function signedInEmail(): Promise<string | null> {
  const { data } = await auth().getSession();
  return data.session?.user.email ?? null;
}

/** True if the address is of a page that stands before the console also for whoever is signed in. */
export function isEntrance(): boolean {
  const path = location.hash.slice(1).split("?")[0];
  return path === LINK_PATH || path === INVITATION_PATH;
}

/** The pages before the console: signing in, and what links in mails and invitations lead to. */
export function EntranceApp({ email: first, enter }: {
  /** Address of whoever is signed in already. */
  email: string | null;
  /** Opens the console. */
  enter: () => Promise<void>;
}) {
  const [email, setEmail] = useState(first);
  const [isLink, setLink] = useState(location.hash.slice(1) === LINK_PATH);
  const [note, setNote] = useState<{ said: Said; way: Way }>();
  const toSignIn = useCallback((said: Said, way: Way) => {
    toFirstPage();
    setNote({ said, way });
    setLink(false);
  }, []);
  const isInvited = keptCode() !== null;
  const signedIn = async () => {
    if (!isInvited) return await enter();
    setEmail(await signedInEmail());
  };
  if (isLink) {
    return (
      <EntranceTheme>
        <LinkPage toSignIn={toSignIn} />
      </EntranceTheme>
    );
  }
  const said = note?.said ??
    (isInvited
      ? invitation.first
      : location.hash.slice(1) === INVITATION_PATH
      ? invitation.again
      : undefined);
  return (
    <EntranceTheme>
      {email === null
        ? <SignInPage said={said} way={note?.way} enter={signedIn} />
        : <InvitationPage email={email} enter={enter} />}
    </EntranceTheme>
  );
}
