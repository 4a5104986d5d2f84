import type { User } from "@supabase/auth-js";
import { auth, authBesides } from "../api/client.ts";
import type { Arrival, LinkKind } from "./arrival.ts";
import { granted, refusal } from "./auth_refusal.ts";
import { link } from "./words.ts";

/** A link that can be opened. */
export type Openable = Extract<Arrival, { by: "token" | "code" | "session" }>;

/** Account that a link opened; nobody is signed in by that yet. */
export interface Opened {
  readonly email: string;
  readonly kind: LinkKind;
}

/**
 * Opens a link in a session that no browser keeps; null: it was the first of two confirmations.
 *
 * @throws Refusal
 */
export async function openLink(arrival: Openable): Promise<Opened | null> {
  if (arrival.by === "code") return await openCode(arrival);
  const { session, user } = granted(
    arrival.by === "token"
      ? await authBesides().verifyOtp({ token_hash: arrival.token, type: arrival.kind })
      : await authBesides().setSession({
        access_token: arrival.access,
        refresh_token: arrival.refresh,
      }),
  );
  if (session === null) return null;
  return { email: user?.email ?? "", kind: arrival.kind ?? "magiclink" };
}

async function openCode(
  { code, kind }: Extract<Openable, { by: "code" }>,
): Promise<Opened> {
  const answer = await authBesides().exchangeCodeForSession(code);
  // Auth gives a code only once it has confirmed the address, whichever browser follows the link.
  if (answer.error !== null && kind === "email") throw refusal(link.confirmed);
  if (answer.error?.code === "pkce_code_verifier_not_found" && kind === null) {
    throw refusal(link.elsewhereOrConfirmed);
  }
  // The types of auth-js leave out what a code of a forgotten password comes with.
  const { user, redirectType }: { user: User; redirectType?: string | null } = granted(answer);
  const isRecovery = redirectType === "recovery";
  return { email: user.email ?? "", kind: isRecovery ? "recovery" : kind ?? "email" };
}

/**
 * Signs in whoever a link was for, in place of whoever is signed in here.
 *
 * @throws Refusal
 */
export async function letIn(): Promise<void> {
  const { data } = await authBesides().getSession();
  if (data.session === null) throw refusal(link.used, 401);
  const { access_token, refresh_token } = data.session;
  await auth().signOut({ scope: "local" });
  granted(await auth().setSession({ access_token, refresh_token }));
}

/** Forgets a link that was opened, and ends its session. */
export async function leaveLink(): Promise<void> {
  await authBesides().signOut({ scope: "local" });
}
