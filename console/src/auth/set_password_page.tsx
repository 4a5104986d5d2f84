import { Alert, TextField, Typography } from "@mui/material";
import { useState } from "react";
import { useNotify, usePermissions } from "react-admin";
import { useNavigate } from "react-router-dom";
import type { Me } from "../me.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { words } from "../words.ts";
import { Account } from "./account.tsx";
import { changePassword, sendCode } from "./change_password.ts";
import { Entrance } from "./entrance.tsx";
import { differing, NewPasswordFields, PasswordField } from "./fields.tsx";
import { EntranceForm, SendButton, type Typed, WayButton } from "./form.tsx";
import { useEntrance } from "./use_entrance.ts";

const say = words.setPassword;

/** Page on which whoever is signed in changes their password: they know the one they have, so the screen is theirs. */
export function SetPasswordPage() {
  const { permissions: me } = usePermissions<Me>();
  const navigate = useNavigate();
  const notify = useNotify();
  const { isBusy, refusal, run } = useEntrance();
  const [asksCode, setAsksCode] = useState(false);
  const [code, setCode] = useState("");
  const email = me?.email ?? "";

  const send = async (values: Typed) => {
    const wrong = differing(values);
    if (wrong) return wrong;
    await run(async () => {
      const done = await changePassword({
        email,
        current: values["current"] ?? "",
        password: values["password"] ?? "",
        code: code.trim(),
      });
      if (!done) return setAsksCode(true);
      notify(say.saved, { type: "success" });
      navigate("/");
    });
    return undefined;
  };

  return (
    <Entrance title={say.title}>
      <Typography sx={{ mb: 2 }}>
        {words.signIn.as} <Account email={email} />. {say.text}
      </Typography>
      <EntranceForm send={send}>
        <PasswordField name="current" label={say.current} />
        <NewPasswordFields />
        {asksCode && (
          <>
            <Alert severity="info" sx={{ mb: 2 }}>{say.codeSent(email)}</Alert>
            <TextField
              name="code"
              label={say.code}
              value={code}
              onChange={({ target }) => setCode(target.value)}
              autoComplete="one-time-code"
              fullWidth
            />
          </>
        )}
        <RefusalNote refusal={refusal} />
        <SendButton label={say.submit} isBusy={isBusy} />
        {asksCode && <WayButton label={say.sendCode} go={() => void run(sendCode)} />}
        <WayButton label={words.common.cancel} go={() => navigate("/")} />
      </EntranceForm>
    </Entrance>
  );
}
