import { auth } from "../api/client.ts";
import { granted, refusal } from "./auth_refusal.ts";
import { secondFactor } from "./words.ts";

/** A factor that is being set up: an authenticator app takes the picture or the secret. */
export interface NewFactor {
  readonly id: string;
  /** An image's address, with the image in it. */
  readonly picture: string;
  readonly secret: string;
}

/** True if whoever is signed in has a factor, and signed in without it. Nothing is asked for it. */
export async function isFactorOpen(): Promise<boolean> {
  const { currentLevel, nextLevel } = granted(
    await auth().mfa.getAuthenticatorAssuranceLevel(),
  );
  return nextLevel === "aal2" && currentLevel !== "aal2";
}

/** True if whoever is signed in did so with their factor. */
export async function isFactorGiven(): Promise<boolean> {
  const { currentLevel } = granted(await auth().mfa.getAuthenticatorAssuranceLevel());
  return currentLevel === "aal2";
}

/** The factor that whoever is signed in has set up; null: none. @throws Refusal */
export async function ownFactor(): Promise<string | null> {
  return granted(await auth().mfa.listFactors()).totp[0]?.id ?? null;
}

/** Begins to set a factor up. What was begun before and never confirmed goes. @throws Refusal */
export async function beginFactor(): Promise<NewFactor> {
  const { all } = granted(await auth().mfa.listFactors());
  for (const { id, status } of all) {
    if (status === "unverified") granted(await auth().mfa.unenroll({ factorId: id }));
  }
  const begun = await auth().mfa.enroll({ factorType: "totp" });
  if ([404, 405, 501].includes(begun.error?.status ?? 0)) throw refusal(secondFactor.notHere);
  const { id, totp } = granted(begun);
  return { id, picture: totp.qr_code, secret: totp.secret };
}

/** Confirms a factor by the code that its app shows: the session is of two factors from then on. @throws Refusal */
export async function confirmFactor(id: string, code: string): Promise<void> {
  granted(await auth().mfa.challengeAndVerify({ factorId: id, code: code.replaceAll(/\s/g, "") }));
}

/** Takes one's factor away; Auth asks that it was given in this session. @throws Refusal */
export async function removeFactor(id: string): Promise<void> {
  granted(await auth().mfa.unenroll({ factorId: id }));
  // A token of one factor, as the next sign-in has it.
  await auth().refreshSession();
}
