import type { Session as AuthSession } from "@supabase/supabase-js";
import { requirePublicKey, requireSafeUrl } from "./public_key.ts";
import { authClient, keepSession } from "./session.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

type Auth = ReturnType<typeof authClient>;

/** Given on the command line or in the environment; what is missing is asked for, and a password always. */
export interface SignIn {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly email: string | undefined;
}

/**
 * Signs somebody in and keeps the session: a new one, so that signing out elsewhere leaves it.
 *
 * @param path of the session's file
 * @returns the e-mail address
 * @throws Error that says what is wrong
 */
export async function signIn(path: string, given: SignIn): Promise<string> {
  const terminal = openTerminal();
  try {
    const url = requireSafeUrl(given.url ?? await terminal.ask("Address of the project: "));
    const key = (given.key ?? await terminal.ask("Publishable key: ")).trim();
    requirePublicKey(key);
    const email = (given.email ?? await terminal.ask("E-mail address: ")).trim();
    const auth = authClient(url, key);
    const session = await sessionOf(auth, email, terminal);
    await keepSession(path, { url, key, email }, session);
    return email;
  } finally {
    terminal.close();
  }
}

async function sessionOf(auth: Auth, email: string, terminal: Terminal): Promise<AuthSession> {
  const password = await terminal.askHidden("Password: ");
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw new Error(`You are not signed in: ${error.message}`);
  const level = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (level.error) throw level.error;
  const { currentLevel, nextLevel } = level.data;
  if (nextLevel === currentLevel) return data.session;
  await giveCode(auth, terminal);
  const { data: { session } } = await auth.getSession();
  if (session === null) throw new Error("Auth gave no session.");
  return session;
}

/** Gives the code of the app that the account has for it. */
async function giveCode(auth: Auth, terminal: Terminal): Promise<void> {
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  const [factor] = data.totp;
  if (factor === undefined) {
    throw new Error(
      "This account asks for a second factor other than an authenticator app's code.",
    );
  }
  const code = (await terminal.askHidden("Code of your authenticator app: ")).trim();
  const verified = await auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  if (verified.error) throw new Error(`You are not signed in: ${verified.error.message}`);
}
