import { Alert, Typography } from "@mui/material";
import { useState } from "react";
import { auth } from "../api/client.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { granted } from "./auth_refusal.ts";
import { differing, EmailField, NewPasswordFields, type Way } from "./fields.tsx";
import { EntranceForm, SendButton, type Typed, WayButton } from "./form.tsx";
import { linkPage } from "./here.ts";
import { useEntrance } from "./use_entrance.ts";
import { signUp as say } from "./words.ts";

/** For whoever was invited and has no password yet. Nobody is anybody by it: the code says who they are. */
export function SignUp({ go, enter }: { go: (way: Way) => void; enter: () => Promise<void> }) {
  const { isBusy, refusal, run } = useEntrance();
  const [confirming, setConfirming] = useState<string | null>(null);

  async function send(typed: Typed) {
    const wrong = differing(typed);
    if (wrong) return wrong;
    const { email = "", password = "" } = typed;
    await run(async () => {
      const { session } = granted(
        await auth().signUp({ email, password, options: { emailRedirectTo: linkPage("email") } }),
      );
      if (session === null) return setConfirming(email);
      granted(await auth().signInWithPassword({ email, password }));
      await enter();
    });
    return undefined;
  }

  return (
    <EntranceForm send={send}>
      <Typography sx={{ mb: 2 }}>{say.text}</Typography>
      {confirming !== null ? <Alert severity="info">{say.confirm(confirming)}</Alert> : (
        <>
          <EmailField />
          <NewPasswordFields />
          <RefusalNote refusal={refusal} />
          <SendButton label={say.submit} isBusy={isBusy} />
        </>
      )}
      <WayButton label={say.back} go={() => go("in")} />
    </EntranceForm>
  );
}
