import { SelectInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { instant } from "../../ui/format.ts";
import { Col, ScreenList, StateCol } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { MessageActions } from "./outbox_actions.tsx";
import { isEvent, subjectOf } from "./outbox_path.ts";
import { mayDecide, WhatCame } from "./what_came.tsx";

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
