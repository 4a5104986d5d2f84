import { auth } from "../api/client.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { granted } from "./auth_refusal.ts";
import { EmailField, PasswordField, type Way } from "./fields.tsx";
import { EntranceForm, SendButton, WayButton } from "./form.tsx";
import { useEntrance } from "./use_entrance.ts";
import { signIn as say } from "./words.ts";

/** For whoever has a password. */
export function SignIn({ go, enter }: { go: (way: Way) => void; enter: () => Promise<void> }) {
  const { isBusy, refusal, run } = useEntrance();
  return (
    <EntranceForm
      send={({ email = "", password = "" }) =>
        run(async () => {
          granted(await auth().signInWithPassword({ email, password }));
          await enter();
        })}
    >
      <EmailField />
      <PasswordField />
      <RefusalNote refusal={refusal} />
      <SendButton label={say.submit} isBusy={isBusy} />
      <WayButton label={say.toSignUp} go={() => go("up")} />
      <WayButton label={say.toForgotten} go={() => go("forgotten")} />
    </EntranceForm>
  );
}
