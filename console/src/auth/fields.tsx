import { Button } from "@mui/material";
import { email, minLength, PasswordInput, required, TextInput } from "react-admin";
import { words } from "../words.ts";

/** Ways in: with a password, for the first time, or after forgetting it. */
export type Way = "in" | "up" | "forgotten";

const SHORTEST_PASSWORD = 8;

/** The address that somebody signs in with. */
export function EmailField() {
  return (
    <TextInput
      source="email"
      type="email"
      label={words.signIn.email}
      validate={[required(), email()]}
      autoComplete="username"
      autoFocus
      fullWidth
    />
  );
}

/** A password to be, twice. */
export function NewPasswordFields() {
  return (
    <>
      <PasswordInput
        source="password"
        label={words.setPassword.password}
        validate={[required(), minLength(SHORTEST_PASSWORD)]}
        autoComplete="new-password"
        fullWidth
      />
      <PasswordInput
        source="again"
        label={words.setPassword.again}
        validate={required()}
        autoComplete="new-password"
        fullWidth
      />
    </>
  );
}

/** Fault of a password that was typed twice. */
export function differing(
  { password, again }: Record<string, unknown>,
): Record<string, string> | undefined {
  return password === again ? undefined : { again: words.setPassword.differs };
}

/** The button that sends the form. */
export function SendButton({ label, isBusy }: { label: string; isBusy: boolean }) {
  return (
    <Button type="submit" variant="contained" fullWidth disabled={isBusy}>
      {isBusy ? words.common.running : label}
    </Button>
  );
}

/** Another way in. */
export function WayButton({ label, go }: { label: string; go: () => void }) {
  return <Button fullWidth sx={{ mt: 1, textTransform: "none" }} onClick={go}>{label}</Button>;
}
