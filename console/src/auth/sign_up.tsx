import { Alert, Typography } from "@mui/material";
import { useState } from "react";
import { Form, useLogin } from "react-admin";
import { auth } from "../api/client.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { words } from "../words.ts";
import { granted } from "./auth_refusal.ts";
import {
  differing,
  EmailField,
  NewPasswordFields,
  SendButton,
  type Way,
  WayButton,
} from "./fields.tsx";
import { linkPage } from "./here.ts";
import { useEntrance } from "./use_entrance.ts";

const say = words.signUp;

/** For whoever was invited and has no password yet. Nobody is anybody by it: the code says who they are. */
export function SignUp({ go }: { go: (way: Way) => void }) {
  const signIn = useLogin();
  const { isBusy, refusal, run } = useEntrance();
  const [confirming, setConfirming] = useState<string | null>(null);

  async function send(values: Record<string, unknown>) {
    const wrong = differing(values);
    if (wrong) return wrong;
    const email = String(values["email"]);
    const password = String(values["password"]);
    await run(async () => {
      const { session } = granted(
        await auth().signUp({ email, password, options: { emailRedirectTo: linkPage("email") } }),
      );
      if (session === null) setConfirming(email);
      else await signIn({ email, password });
    });
    return undefined;
  }

  return (
    <Form onSubmit={send} noValidate>
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
    </Form>
  );
}
