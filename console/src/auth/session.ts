import { auth } from "../api/client.ts";
import { forgetTyped } from "./typed.ts";
import { startAnew, toFirstPage } from "./here.ts";

/** Somebody whose page this is, from the moment it was opened to them. */
export interface Owner {
  readonly id: string;
  readonly email: string;
}

/** In the other tabs of the browser this tells that somebody signed out. */
const LEFT = "staffing-console-left";

let owner: Owner | null = null;
let isLeaving = false;
let asked: PromiseWithResolvers<void> | undefined;
const listeners = new Set<() => void>();

/** Somebody whose page this is; null: nobody's yet. */
export function ownerOfPage(): Owner | null {
  return owner;
}

/** Opens the page to whoever is signed in. From here on it is theirs: it is loaded anew for anybody else. */
export async function openPage(): Promise<void> {
  const { data } = await auth().getSession();
  if (data.session === null || owner !== null) return;
  const { id, email = "" } = data.session.user;
  owner = { id, email };
  // Nothing here may ask Auth again: it waits for what is called.
  auth().onAuthStateChange((event, session) => {
    if (event === "SIGNED_OUT" && !isLeaving) void askToSignIn();
    if (session === null) return;
    if (session.user.id === id) signedInAgain();
    else startAnew();
  });
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== LEFT || !newValue?.startsWith(id)) return;
    forgetTyped(id);
    startAnew();
  });
}

/** Asks for the password over the page; settles when they are signed in again. Who comes by another account gets a page of their own. */
export function askToSignIn(): Promise<void> {
  if (asked === undefined) {
    asked = Promise.withResolvers();
    tell();
  }
  return asked.promise;
}

/** Goes on with what waits for somebody to be signed in again. */
export function signedInAgain(): void {
  asked?.resolve();
  asked = undefined;
  tell();
}

/** True while the password is asked for. */
export function isAsked(): boolean {
  return asked !== undefined;
}

/** Tells when `isAsked` changes. */
export function onAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signs out, in all tabs, also when the server cannot be reached: what this browser keeps is gone. */
export async function leave(): Promise<void> {
  isLeaving = true;
  if (owner !== null) {
    forgetTyped(owner.id);
    localStorage.setItem(LEFT, `${owner.id} ${Date.now()}`);
  }
  toFirstPage();
  await auth().signOut({ scope: "local" }).catch(() => {});
}

function tell(): void {
  for (const listener of listeners) listener();
}
