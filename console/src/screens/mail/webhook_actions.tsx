import { Box } from "@mui/material";
import { useState } from "react";
import { CheckboxGroupInput, required, TextInput } from "react-admin";
import { type Answer, call } from "../../api/call.ts";
import { type Row, update } from "../../api/rows.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { instant } from "../../ui/format.ts";
import { SecretDialog } from "../../ui/secret_dialog.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { isEvent } from "./outbox_path.ts";
import type { Webhook } from "./webhook_row.ts";

const say = words.mail.webhooks;
const EVENTS = choicesOf(
  Object.keys(words.mail.outbox.kinds).filter(isEvent),
  words.mail.outbox.kinds,
);
type Events = Row<"webhooks">["events"];

/** Adds an address, and shows the secret of its calls. */
export function AddWebhook() {
  const [made, setMade] = useState<{ url: string; secret: string } | null>(null);
  return (
    <>
      <FormDialog
        button={say.add}
        title={say.add}
        text={say.addAbout}
        submit={say.addSubmit}
        buttonProps={{ variant: "contained" }}
        defaultValues={{ events: [] }}
        act={async (values) => {
          const { url, events, description } = argumentsOf(values);
          const { secret } = await call("add_webhook", {
            url,
            events,
            ...description === "" ? {} : { description },
          });
          setMade({ url, secret });
        }}
      >
        <Fields />
      </FormDialog>
      {made !== null && (
        <SecretDialog
          title={say.secretOf(made.url)}
          label={say.secret}
          secret={made.secret}
          about={say.secretAbout}
          submit={say.handed}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}

/** Actions on an address of a webhook. */
export function WebhookActions({ of: webhook }: { of: Webhook }) {
  const { id, url, description, events, is_active: isOn } = webhook;
  const named = (button: string) =>
    ({ variant: "text", "aria-label": `${button} ${url}` }) as const;
  const button = isOn ? say.switchOff : say.switchOn;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "flex-end" }}>
      <FormDialog
        button={say.change}
        title={say.changeTitle}
        text={say.changeAbout}
        submit={say.save}
        done={say.saved}
        buttonProps={named(say.change)}
        defaultValues={{ url, description, events }}
        act={(values) => update("webhooks", { id: `eq.${id}` }, values)}
      >
        <Fields />
      </FormDialog>
      <RotateButton of={webhook} />
      <FormDialog
        button={button}
        title={isOn ? say.switchOffTitle(url) : say.switchOnTitle(url)}
        text={isOn ? say.switchOffAbout : say.switchOnAbout}
        submit={isOn ? say.switchOffNow : say.switchOnNow}
        done={isOn ? say.switchedOff : say.switchedOn}
        buttonProps={named(button)}
        act={() =>
          update("webhooks", { id: `eq.${id}`, is_active: `is.${isOn}` }, { is_active: !isOn })}
      />
    </Box>
  );
}

function RotateButton({ of: { id, url } }: { of: Webhook }) {
  const me = useMe();
  const [made, setMade] = useState<Answer<"rotate_webhook_secret"> | null>(null);
  return (
    <>
      <FormDialog
        button={say.rotate}
        title={say.rotateTitle(url)}
        text={say.rotateAbout}
        submit={say.rotateNow}
        buttonProps={{ variant: "text", "aria-label": `${say.rotate} ${url}` }}
        act={async () => setMade(await call("rotate_webhook_secret", { webhook_id: id }))}
      />
      {made !== null && (
        <SecretDialog
          title={say.secretOf(url)}
          label={say.secret}
          secret={made.secret}
          about={`${say.secretAbout} ${say.formerUntil(instant(made.former_until, me.timezone))}`}
          submit={say.handed}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}

function Fields() {
  return (
    <>
      <TextInput
        source="url"
        type="url"
        label={say.url}
        helperText={say.urlAbout}
        validate={required()}
        autoFocus
        fullWidth
      />
      <TextInput
        source="description"
        label={say.description}
        helperText={say.descriptionAbout}
        fullWidth
      />
      <CheckboxGroupInput
        source="events"
        label={say.events}
        choices={EVENTS}
        validate={required()}
        row={false}
      />
    </>
  );
}

function argumentsOf(values: Values): { url: string; events: Events; description: string } {
  return {
    url: String(values["url"] ?? "").trim(),
    events: values["events"] as Events,
    description: String(values["description"] ?? ""),
  };
}
