import { Button } from "@mui/material";
import { useEffect, useRef, useState } from "react";
import {
  email,
  Form,
  Notification,
  PasswordInput,
  required,
  TextInput,
  useLogin,
} from "react-admin";
import { type Refusal, refusalOf } from "../api/refusal.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { words } from "../words.ts";
import { Entrance } from "./entrance.tsx";

/** Where people sign in. */
export function SignInPage() {
  const signIn = useLogin();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    document.title = `${words.signIn.title} · ${words.product}`;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function send(values: Record<string, unknown>) {
    setBusy(true);
    setRefusal(null);
    try {
      await signIn(values);
    } catch (thrown) {
      if (isShown.current) setRefusal(refusalOf(thrown));
    } finally {
      if (isShown.current) setBusy(false);
    }
  }

  return (
    <Entrance title={words.signIn.title}>
      <Form onSubmit={send} mode="onChange" noValidate>
        <TextInput
          source="email"
          type="email"
          label={words.signIn.email}
          validate={[required(), email()]}
          autoComplete="username"
          autoFocus
          fullWidth
        />
        <PasswordInput
          source="password"
          label={words.signIn.password}
          validate={required()}
          autoComplete="current-password"
          fullWidth
        />
        <RefusalNote refusal={refusal} />
        <Button type="submit" variant="contained" fullWidth disabled={isBusy}>
          {isBusy ? words.common.running : words.signIn.submit}
        </Button>
      </Form>
      <Notification />
    </Entrance>
  );
}
