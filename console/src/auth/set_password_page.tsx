import { useQueryClient } from "@tanstack/react-query";
import { Typography } from "@mui/material";
import { useEffect, useState } from "react";
import { Form } from "react-admin";
import { useNavigate } from "react-router-dom";
import { auth } from "../api/client.ts";
import { Refusal, refusalOf } from "../api/refusal.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { words } from "../words.ts";
import { Entrance } from "./entrance.tsx";
import { differing, NewPasswordFields, SendButton } from "./fields.tsx";

const LINK_KINDS = ["invite", "recovery", "magiclink", "email"] as const;

/**
 * Page that the link of an invitation or of a forgotten password opens: `#/set-password?token_hash=…&type=invite`. The
 * token is used once and leaves the address at once; the session is never part of an address.
 */
export function SetPasswordPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(true);

  useEffect(() => {
    void (async () => {
      try {
        await openSession();
      } catch (thrown) {
        setRefusal(refusalOf(thrown));
      }
      setBusy(false);
    })();
  }, []);

  async function send(values: Record<string, unknown>) {
    const wrong = differing(values);
    if (wrong) return wrong;
    setBusy(true);
    setRefusal(null);
    const { error } = await auth().updateUser({ password: String(values["password"]) });
    setBusy(false);
    if (error) setRefusal(new Refusal(error.status ?? 0, error.message));
    else {
      // Whoever came by a link was nobody when the console first asked who they are.
      await queryClient.invalidateQueries();
      navigate("/");
    }
    return undefined;
  }

  return (
    <Entrance title={words.setPassword.title}>
      <Typography sx={{ mb: 2 }}>{words.setPassword.text}</Typography>
      <Form onSubmit={send} noValidate>
        <NewPasswordFields />
        <RefusalNote refusal={refusal} />
        <SendButton label={words.setPassword.submit} isBusy={isBusy} />
      </Form>
    </Entrance>
  );
}

/** The session that the link opens, or the one that is there. */
async function openSession(): Promise<void> {
  const [path = "", search = ""] = location.hash.split("?");
  const asked = new URLSearchParams(search);
  const token = asked.get("token_hash");
  const type = LINK_KINDS.find((kind) => kind === asked.get("type"));
  if (token !== null && type !== undefined) {
    history.replaceState(history.state, "", `${location.pathname}${path}`);
    const { error } = await auth().verifyOtp({ token_hash: token, type });
    if (error) {
      throw new Refusal(
        error.status ?? 0,
        error.message,
        words.setPassword.askAgain,
      );
    }
  }
  const { data } = await auth().getSession();
  if (!data.session) {
    throw new Refusal(
      401,
      words.setPassword.noSession,
      words.setPassword.askAgain,
    );
  }
}
