import { Alert, Typography } from "@mui/material";
import { useState } from "react";
import { auth } from "../api/client.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { granted } from "./auth_refusal.ts";
import { EmailField, type Way } from "./fields.tsx";
import { EntranceForm, SendButton, WayButton } from "./form.tsx";
import { linkPage } from "./here.ts";
import { useEntrance } from "./use_entrance.ts";
import { forgotten as say, signUp } from "./words.ts";

/** For whoever forgot their password: a link that leads to a new one. */
export function Forgotten({ go }: { go: (way: Way) => void }) {
  const { isBusy, refusal, run } = useEntrance();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <EntranceForm
      send={({ email = "" }) =>
        run(async () => {
          granted(
            await auth().resetPasswordForEmail(email, { redirectTo: linkPage("recovery") }),
          );
          setSentTo(email);
        })}
    >
      <Typography sx={{ mb: 2 }}>{say.text}</Typography>
      {sentTo !== null ? <Alert severity="info">{say.sent(sentTo)}</Alert> : (
        <>
          <EmailField />
          <RefusalNote refusal={refusal} />
          <SendButton label={say.submit} isBusy={isBusy} />
        </>
      )}
      <WayButton label={signUp.back} go={() => go("in")} />
    </EntranceForm>
  );
}
