import { Typography } from "@mui/material";
import { allRows } from "../../api/rows.ts";
import { instant } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { AddWebhook, WebhookActions } from "./webhook_actions.tsx";
import { COLUMNS, type Webhook } from "./webhook_row.ts";

const say = words.mail.webhooks;

/** The firm's other programs that are told of events. */
export function Webhooks() {
  const me = useMe();
  const webhooks = useAsk(
    ["webhooks"],
    () => allRows("webhooks", { select: COLUMNS, order: "created_at,id" }),
  );
  return (
    <Page title={say.title} about={say.about} actions={<AddWebhook />}>
      <Part title={say.title}>
        <Loaded query={webhooks}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={({ id }) => id}
              empty={say.none}
              columns={[
                {
                  label: say.url,
                  value: ({ url, description }) => (
                    <>
                      <span style={{ overflowWrap: "anywhere" }}>{url}</span>
                      <Typography variant="body2" color="text.secondary">{description}</Typography>
                    </>
                  ),
                },
                {
                  label: say.events,
                  value: ({ events }) =>
                    events.map((event) => words.mail.outbox.kinds[event]).join(", "),
                },
                { label: words.common.state, value: (one) => stateOf(one, me.timezone) },
                {
                  label: words.common.actions,
                  heading: "",
                  value: (one) => <WebhookActions of={one} />,
                },
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}

/** Since when it is on; or since when it is off, and why. */
function stateOf(one: Webhook, timezone: string | null): string {
  return one.is_active ? say.onSince(instant(one.told_since, timezone)) : say.offSince(
    instant(one.switched_off_at, timezone),
    say.reasons[one.switched_off_because ?? "by_hand"],
  );
}
