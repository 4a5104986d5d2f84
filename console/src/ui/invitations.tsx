import { Box, Typography } from "@mui/material";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, call } from "../api/call.ts";
import { allRows, type Row } from "../api/rows.ts";
import { here } from "../auth/here.ts";
import { invitationLink } from "../auth/invited.ts";
import { isOneOf } from "../me.ts";
import { words } from "../words.ts";
import { FormDialog } from "./form_dialog.tsx";
import { instant } from "./format.ts";
import { useAsk } from "./loaded.tsx";
import { SecretDialog } from "./secret_dialog.tsx";
import { useMe } from "./use_me.ts";

const say = words.invitations;
/** An invitation, as the lists of people have it. */
export type Invitation = Pick<Row<"invitations">, "row_id" | "state" | "expires_at">;
type Kind = Row<"invitations">["kind"];

/** Somebody who may sign in, or be asked to. */
export interface Invited {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly userId: string | null;
  readonly isActive: boolean;
}

const INVITERS = {
  staff_member: ["admin"],
  contractor: ["recruiting"],
  facility_contact: ["billing"],
} as const;

/** The invitations of one kind that wait for somebody, by the row that they are for. */
export function useOpenInvitations(kind: Kind): UseQueryResult<ReadonlyMap<string, Invitation>> {
  return useAsk(["invitations", kind], async () => {
    const found = await allRows("invitations", {
      select: "row_id,state,expires_at",
      kind: `eq.${kind}`,
      state: "in.(open,expired)",
      order: "id",
    });
    return new Map(found.map((one) => [one.row_id, one]));
  });
}

/** State of somebody's sign-in, and the actions on it: invite, withdraw, unlink. */
export function SignIn({ of: person, invitation }: {
  of: Invited;
  invitation: Invitation | undefined;
}) {
  const me = useMe();
  const { kind, id, name, userId } = person;
  const mayInvite = isOneOf(me, ...INVITERS[kind]);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
      <Typography variant="body2" component="span">
        {userId !== null
          ? say.signsIn
          : invitation === undefined
          ? say.notInvited
          : invitation.state === "open"
          ? say.openUntil(instant(invitation.expires_at, me.timezone))
          : say.expired}
      </Typography>
      {userId !== null && isOneOf(me) && (
        <FormDialog
          button={say.unlink}
          title={say.unlinkTitle(name)}
          text={say.unlinkAbout}
          submit={words.common.yes}
          done={say.unlinked}
          buttonProps={{ variant: "text", "aria-label": `${say.unlink}: ${name}` }}
          act={() => call("unlink", { kind, id })}
        />
      )}
      {userId !== null && isOneOf(me) && kind !== "staff_member" && (
        <FormDialog
          button={say.signOut}
          title={say.signOutTitle(name)}
          text={say.signOutAbout}
          submit={words.common.yes}
          done={say.signedOut}
          buttonProps={{ variant: "text", "aria-label": `${say.signOut}: ${name}` }}
          act={() => call("sign_out_everywhere", { kind, id })}
        />
      )}
      {userId === null && person.isActive && mayInvite && <InviteButton person={person} />}
      {userId === null && invitation !== undefined && mayInvite && (
        <WithdrawButton kind={kind} id={id} name={name} />
      )}
    </Box>
  );
}

/** True if whoever is signed in may invite for rows of a kind. */
export function mayInvite(me: Parameters<typeof isOneOf>[0], kind: Kind): boolean {
  return isOneOf(me, ...INVITERS[kind]);
}

/** Takes an invitation back. */
export function WithdrawButton({ kind, id, name }: Pick<Invited, "kind" | "id" | "name">) {
  return (
    <FormDialog
      button={say.withdraw}
      title={say.withdrawTitle(name)}
      text={say.withdrawAbout}
      submit={words.common.yes}
      done={say.withdrawn}
      buttonProps={{ variant: "text", "aria-label": `${say.withdraw}: ${name}` }}
      act={() => call("withdraw_invitation", { kind, id })}
    />
  );
}

/** Invites somebody, and shows the link, which is not told again. */
function InviteButton({ person: { kind, id, name } }: { person: Invited }) {
  const me = useMe();
  const [made, setMade] = useState<Answer<"invite"> | null>(null);
  const title = say.inviteTitle(name);
  const link = made === null ? "" : invitationLink(here(), made.code);
  const until = made === null ? "" : instant(made.expires_at, me.timezone);
  return (
    <>
      <FormDialog
        button={say.invite}
        title={title}
        text={say.inviteAbout}
        submit={say.make}
        buttonProps={{ "aria-label": `${say.invite}: ${name}` }}
        act={async () => setMade(await call("invite", { kind, id }))}
      />
      {made !== null && (
        <SecretDialog
          title={title}
          label={say.link}
          secret={link}
          about={made.mailed_to === null
            ? say.linkAbout(name, until)
            : say.mailedTo(name, made.mailed_to, until)}
          send={{
            label: say.send,
            href: `mailto:?subject=${encodeURIComponent(say.mailSubject)}&body=${
              encodeURIComponent(say.mailText(link, until))
            }`,
          }}
          submit={say.handed}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}
