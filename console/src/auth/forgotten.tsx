import { Alert, Typography } from "@mui/material";
import { useState } from "react";
import { Form } from "react-admin";
import { auth } from "../api/client.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { words } from "../words.ts";
import { granted } from "./auth_refusal.ts";
import { EmailField, SendButton, type Way, WayButton } from "./fields.tsx";
import { linkPage } from "./here.ts";
import { useEntrance } from "./use_entrance.ts";

const say = words.forgotten;

/** For whoever forgot their password: a link that leads to a new one. */
export function Forgotten({ go }: { go: (way: Way) => void }) {
  const { isBusy, refusal, run } = useEntrance();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Form
      onSubmit={(values: Record<string, unknown>) =>
        run(async () => {
          const email = String(values["email"]);
          granted(
            await auth().resetPasswordForEmail(email, { redirectTo: linkPage("recovery") }),
          );
          setSentTo(email);
        })}
      noValidate
    >
      <Typography sx={{ mb: 2 }}>{say.text}</Typography>
      {sentTo !== null ? <Alert severity="info">{say.sent(sentTo)}</Alert> : (
        <>
          <EmailField />
          <RefusalNote refusal={refusal} />
          <SendButton label={say.submit} isBusy={isBusy} />
        </>
      )}
      <WayButton label={words.signUp.back} go={() => go("in")} />
    </Form>
  );
}
