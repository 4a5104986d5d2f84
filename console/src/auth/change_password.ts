import { auth, authBesides } from "../api/client.ts";
import { granted, refusal, refusalOfAuth } from "./auth_refusal.ts";
import { setPassword } from "./words.ts";

/** A change of a password by whoever is signed in. */
interface Change {
  readonly email: string;
  readonly current: string;
  readonly password: string;
  /** Code from a mail; empty: none was asked for yet. */
  readonly code: string;
}

/**
 * Changes the password of whoever is signed in. That the current one is right is found out by a sign-in that nothing
 * keeps, since Auth itself asks for it only where the project says so. False: Auth wants a code, which is on its way.
 *
 * @throws Refusal
 */
export async function changePassword(
  { email, current, password, code }: Change,
): Promise<boolean> {
  const { error } = await authBesides().signInWithPassword({ email, password: current });
  if (error?.code === "invalid_credentials") throw refusal(setPassword.wrong);
  if (error !== null) throw refusalOfAuth(error);
  await authBesides().signOut({ scope: "local" });
  const changed = await auth().updateUser({
    password,
    current_password: current,
    ...code === "" ? {} : { nonce: code },
  });
  if (changed.error?.code === "reauthentication_needed") {
    await sendCode();
    return false;
  }
  granted(changed);
  return true;
}

/** Has a code sent to whoever is signed in. @throws Refusal */
export async function sendCode(): Promise<void> {
  granted(await auth().reauthenticate());
}
