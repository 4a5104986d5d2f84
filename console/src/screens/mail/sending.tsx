import { Alert } from "@mui/material";
import { email, required, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { call } from "../../api/call.ts";
import { type Row, update } from "../../api/rows.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { timeOfDay } from "../../ui/format.ts";
import { Facts, Part } from "../../ui/page.tsx";
import { choicesOf, words } from "../../words.ts";

const say = words.mail.settings;
/** Settings of mail, as the page asks for them. */
export type SendingRow = Pick<
  Row<"mail_settings">,
  "provider" | "from_address" | "reply_to" | "console_url" | "daily_from"
>;

/** Provider of the firm's mail, its sender, and the hour from which it is sent. */
export function Sending({ settings }: { settings: SendingRow }) {
  return (
    <Part
      title={say.sending}
      about={say.sendingAbout}
      actions={
        <FormDialog
          button={say.change}
          title={say.sending}
          submit={say.save}
          done={say.saved}
          defaultValues={{ ...settings, daily_from: settings.daily_from.slice(0, 5) }}
          act={(values) => save(settings, values)}
        >
          <Fields />
        </FormDialog>
      }
    >
      {settings.provider === "none" && (
        <Alert severity="info" sx={{ my: 1 }}>{say.noProvider}</Alert>
      )}
      <Facts
        facts={[
          [say.provider, say.providers[settings.provider]],
          [say.from, settings.from_address],
          [say.replyTo, settings.reply_to],
          [say.consoleUrl, settings.console_url],
          [say.dailyFrom, timeOfDay(settings.daily_from)],
        ]}
      />
    </Part>
  );
}

function Fields() {
  const provider: unknown = useWatch({ name: "provider" });
  const isSent = provider !== "none";
  return (
    <>
      <SelectInput
        source="provider"
        label={say.provider}
        choices={choicesOf(Object.keys(say.providers), say.providers)}
        validate={required()}
        helperText={say.providerAbout[String(provider)] ?? false}
        fullWidth
      />
      <TextInput
        source="from_address"
        type="email"
        label={say.from}
        helperText={say.fromAbout}
        validate={isSent ? [required(), email()] : [email()]}
        fullWidth
      />
      <TextInput
        source="reply_to"
        type="email"
        label={say.replyTo}
        helperText={say.replyToAbout}
        validate={email()}
        fullWidth
      />
      <TextInput
        source="console_url"
        type="url"
        label={say.consoleUrl}
        helperText={say.consoleUrlAbout(`${location.origin}${location.pathname}`)}
        fullWidth
      />
      <TextInput
        source="daily_from"
        type="time"
        label={say.dailyFrom}
        helperText={say.dailyFromAbout}
        validate={required()}
        slotProps={{ inputLabel: { shrink: true } }}
        fullWidth
      />
    </>
  );
}

const SENDER = ["provider", "from_address", "reply_to"] as const;

/** Another sender of mail that is on may take a second person, who is asked for this alone. */
async function save(settings: SendingRow, values: Values): Promise<unknown> {
  const one = { singleton: "is.true" };
  const after = values as Partial<Pick<SendingRow, (typeof SENDER)[number]>>;
  const isSame = SENDER.every((name) => (after[name] || null) === settings[name]);
  if (isSame || settings.provider === "none") return await update("mail_settings", one, values);
  const rest = Object.fromEntries(
    Object.entries(values).filter(([name]) => !(SENDER as readonly string[]).includes(name)),
  );
  await update("mail_settings", one, rest);
  return await call("change_mail", {
    provider: after.provider ?? "none",
    ...(after.from_address ? { from_address: after.from_address } : {}),
    ...(after.reply_to ? { reply_to: after.reply_to } : {}),
  });
}
