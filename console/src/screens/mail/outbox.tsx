import { Typography } from "@mui/material";
import { SelectInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { instant } from "../../ui/format.ts";
import { Col, ScreenList, StateCol } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { MessageActions } from "./outbox_actions.tsx";
import { isEvent, subjectOf } from "./outbox_path.ts";

const say = words.mail.outbox;
const STATES = choicesOf(["waiting", "sending", "sent", "failed", "dropped"]);
const KINDS = Object.entries(say.kinds).map(([id, name]) => ({
  id,
  name: isEvent(id) ? say.toWebhook(name) : say.byMail(name),
}));
type Message = Row<"outbox">;

/** Every message to people and programs outside, and what came of it; the newest first. */
export function Outbox() {
  const me = useMe();
  return (
    <Page title={say.title} about={say.about}>
      <ScreenList
        resource="outbox"
        storeKey="outbox"
        none={say.none}
        select="id,kind,subject_id,step,recipient,status,tries,next_try_at,maybe_sent,maybe_twice,error,written_at,sent_at,decided_by_name"
        filters={[
          <SelectInput
            key="status"
            source="status"
            label={words.common.state}
            choices={STATES}
            alwaysOn
          />,
          <SelectInput key="kind" source="kind" label={say.kind} choices={KINDS} alwaysOn />,
        ]}
      >
        <Col
          source="written_at"
          label={say.writtenAt}
          render={(one: Message) => instant(one.written_at, me.timezone)}
        />
        <Col
          label={say.kind}
          render={(one: Message) => (
            <TextLink to={subjectOf(one.kind, one.subject_id)}>
              {say.kinds[one.kind] ?? one.kind}
            </TextLink>
          )}
        />
        <Col
          label={say.recipient}
          cellSx={() => ({
            whiteSpace: "normal !important",
            overflowWrap: "anywhere",
            minWidth: 220,
          })}
          render={(one: Message) => one.recipient}
        />
        <StateCol />
        <Col
          label={say.whatCame}
          cellSx={() => ({ whiteSpace: "normal !important", minWidth: 220 })}
          render={(one: Message) => <WhatCame of={one} timezone={me.timezone} />}
        />
        <Col
          label={false}
          render={(one: Message) =>
            one.status === "failed" && mayDecide(me, one.kind) && <MessageActions of={one} />}
        />
      </ScreenList>
    </Page>
  );
}

/** As the procedures have it: admins about calls of webhooks, billing and recruiting about mail. */
function mayDecide(me: ReturnType<typeof useMe>, kind: string): boolean {
  return isEvent(kind) ? isOneOf(me) : isOneOf(me, "billing", "recruiting");
}

function WhatCame({ of: one, timezone }: { of: Message; timezone: string | null }) {
  const said = [
    one.sent_at !== null && say.sentAt(instant(one.sent_at, timezone)),
    one.error,
    one.maybe_sent && say.maybeSent,
    one.maybe_twice && (one.sent_at === null ? say.twice : say.maybeTwice),
    one.next_try_at !== null && one.tries > 0 &&
    say.nextTry(one.tries, instant(one.next_try_at, timezone)),
    one.status === "waiting" && one.next_try_at === null && say.behind,
    one.decided_by_name !== null && say.decidedBy(one.decided_by_name),
  ].filter((line) => typeof line === "string");
  return said.map((line) => <Typography key={line} variant="body2">{line}</Typography>);
}
