import { Form, PasswordInput, required, useLogin } from "react-admin";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { words } from "../words.ts";
import { EmailField, SendButton, type Way, WayButton } from "./fields.tsx";
import { useEntrance } from "./use_entrance.ts";

const say = words.signIn;

/** For whoever has a password. */
export function SignIn({ go }: { go: (way: Way) => void }) {
  const signIn = useLogin();
  const { isBusy, refusal, run } = useEntrance();
  return (
    <Form
      onSubmit={(values: Record<string, unknown>) => run(() => signIn(values))}
      mode="onChange"
      noValidate
    >
      <EmailField />
      <PasswordInput
        source="password"
        label={say.password}
        validate={required()}
        autoComplete="current-password"
        fullWidth
      />
      <RefusalNote refusal={refusal} />
      <SendButton label={say.submit} isBusy={isBusy} />
      <WayButton label={say.toSignUp} go={() => go("up")} />
      <WayButton label={say.toForgotten} go={() => go("forgotten")} />
    </Form>
  );
}
