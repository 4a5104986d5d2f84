import { Typography } from "@mui/material";
import { authBesides } from "../api/client.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { Account } from "./account.tsx";
import { granted } from "./auth_refusal.ts";
import { Entrance } from "./entrance.tsx";
import { differing, NewPasswordFields } from "./fields.tsx";
import { EntranceForm, SendButton, type Typed } from "./form.tsx";
import { startAnew } from "./here.ts";
import { letIn } from "./open_link.ts";
import { useEntrance } from "./use_entrance.ts";
import { setPassword as say, signIn } from "./words.ts";

/** The new password of whoever came by a link of a forgotten one or of an invitation: with it they are in. */
export function LinkPassword({ email }: { email: string }) {
  const { isBusy, refusal, run } = useEntrance();
  async function send(values: Typed) {
    const wrong = differing(values);
    if (wrong) return wrong;
    await run(async () => {
      granted(await authBesides().updateUser({ password: values["password"] ?? "" }));
      await letIn();
      startAnew();
    });
    return undefined;
  }
  return (
    <Entrance title={say.title}>
      <Typography sx={{ mb: 2 }}>
        {say.text} {signIn.as} <Account email={email} />.
      </Typography>
      <EntranceForm send={send}>
        <NewPasswordFields />
        <RefusalNote refusal={refusal} />
        <SendButton label={say.submit} isBusy={isBusy} />
      </EntranceForm>
    </Entrance>
  );
}
