import { Typography } from "@mui/material";
import { Form } from "react-admin";
import { authBesides } from "../api/client.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { words } from "../words.ts";
import { Account } from "./account.tsx";
import { granted } from "./auth_refusal.ts";
import { Entrance } from "./entrance.tsx";
import { differing, NewPasswordFields, SendButton } from "./fields.tsx";
import { startAnew } from "./here.ts";
import { letIn } from "./open_link.ts";
import { useEntrance } from "./use_entrance.ts";

const say = words.setPassword;

/** The new password of whoever came by a link of a forgotten one or of an invitation: with it they are in. */
export function LinkPassword({ email }: { email: string }) {
  const { isBusy, refusal, run } = useEntrance();
  async function send(values: Record<string, unknown>) {
    const wrong = differing(values);
    if (wrong) return wrong;
    await run(async () => {
      granted(await authBesides().updateUser({ password: String(values["password"]) }));
      await letIn();
      startAnew();
    });
    return undefined;
  }
  return (
    <Entrance title={say.title}>
      <Typography sx={{ mb: 2 }}>
        {say.text} {words.signIn.as} <Account email={email} />.
      </Typography>
      <Form onSubmit={send} noValidate>
        <NewPasswordFields />
        <RefusalNote refusal={refusal} />
        <SendButton label={say.submit} isBusy={isBusy} />
      </Form>
    </Entrance>
  );
}
