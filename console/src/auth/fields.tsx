import { type Faults, Field, type Typed } from "./form.tsx";
import { setPassword, signIn } from "./words.ts";

/** Ways in: with a password, for the first time, or after forgetting it. */
export type Way = "in" | "up" | "forgotten";

const SHORTEST_PASSWORD = 8;

/** The address that somebody signs in with. */
export function EmailField({ value = "" }: { value?: string }) {
  return (
    <Field
      name="email"
      type="email"
      label={signIn.email}
      autoComplete="username"
      autoFocus={value === ""}
      value={value}
    />
  );
}

/** A password that somebody has. */
export function PasswordField(
  { name = "password", label = signIn.password, autoFocus = false }: {
    name?: string;
    label?: string;
    autoFocus?: boolean;
  },
) {
  return (
    <Field
      name={name}
      type="password"
      label={label}
      autoComplete="current-password"
      autoFocus={autoFocus}
    />
  );
}

/** A password to be, twice. */
export function NewPasswordFields() {
  return (
    <>
      <Field
        name="password"
        type="password"
        label={setPassword.password}
        shortest={SHORTEST_PASSWORD}
        autoComplete="new-password"
      />
      <Field name="again" type="password" label={setPassword.again} autoComplete="new-password" />
    </>
  );
}

/** Fault of a password that was typed twice. */
export function differing({ password, again }: Typed): Faults | undefined {
  return password === again ? undefined : { again: setPassword.differs };
}
