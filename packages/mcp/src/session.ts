import {
  createClient,
  type Session as AuthSession,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { rm } from "node:fs/promises";
import type { Database } from "../../client/src/types.ts";
import { withLock } from "./lock_file.ts";
import { makeFolder, readSession, type Session, writeSession } from "./session_file.ts";

/** Time before its end at which an access token is renewed. */
const MARGIN_MS = 60_000;
/** Longest that Auth takes for an answer. */
const AUTH_TIMEOUT_MS = 10_000;
/** Longest that the API takes: a procedure has 60 s. */
const API_TIMEOUT_MS = 70_000;
/** Given a transport, supabase-js asks Node for no WebSocket, which comes with Node 22. Nothing here listens. */
const SILENT = {
  transport: class {
    constructor() {
      throw new Error("Nothing here listens.");
    }
  } as never,
};

/** A client that signs people in and renews sessions, and keeps none. */
export function authClient(url: string, key: string): SupabaseClient["auth"] {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: boundedFetch(AUTH_TIMEOUT_MS) },
    realtime: SILENT,
  }).auth;
}

/** A client of the API whose every call has the session's access token, renewed where it has to be. */
export function apiClient({ url, key }: Session, path: string): SupabaseClient<Database> {
  return createClient<Database>(url, key, {
    accessToken: () => accessToken(path),
    global: { fetch: boundedFetch(API_TIMEOUT_MS) },
    realtime: SILENT,
  });
}

function boundedFetch(milliseconds: number): typeof fetch {
  return (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(milliseconds) });
}

/** Keeps a session that Auth gave. */
export async function keepSession(
  path: string,
  project: Pick<Session, "url" | "key" | "email">,
  given: AuthSession,
): Promise<void> {
  await makeFolder(path);
  await withLock(`${path}.lock`, () => writeSession(path, sessionOf(project, given)));
}

/** Ends the session, here and at Auth. */
export async function endSession(path: string): Promise<void> {
  const { url, key } = await readSession(path);
  const token = await accessToken(path);
  const { error } = await authClient(url, key).admin.signOut(token, "local");
  if (error) throw new Error(`Auth did not end the session: ${error.message}`);
  await rm(path);
}

/**
 * The access token of the session. Whoever finds it old renews it under a lock, and looks once more behind the lock:
 * another server may have renewed it, and a refresh token counts once.
 *
 * @throws Error that says what to do, where the session has ended
 */
export async function accessToken(path: string): Promise<string> {
  const found = await readSession(path);
  if (isFresh(found)) return found.access_token;
  return await withLock(`${path}.lock`, async () => {
    const latest = await readSession(path);
    if (isFresh(latest)) return latest.access_token;
    const renewed = await renew(latest);
    await writeSession(path, renewed);
    return renewed.access_token;
  });
}

function isFresh({ renew_at }: Session): boolean {
  return Date.now() < renew_at;
}

async function renew(session: Session): Promise<Session> {
  const { refresh_token } = session;
  const { data, error } = await authClient(session.url, session.key).refreshSession({
    refresh_token,
  });
  if (data.session !== null) return sessionOf(session, data.session);
  const isEnded = error?.status !== undefined && error.status >= 400 && error.status < 500 &&
    error.status !== 429;
  throw new Error(
    isEnded
      ? `The session has ended (${error.message}). Sign in again: staffing-mcp sign-in`
      : `The session could not be renewed: ${error?.message ?? "Auth answered none"}`,
  );
}

function sessionOf(
  { url, key, email }: Pick<Session, "url" | "key" | "email">,
  { access_token, refresh_token, expires_in }: AuthSession,
): Session {
  const renew_at = Date.now() + expires_in * 1000 - MARGIN_MS;
  return { url, key, email, access_token, refresh_token, renew_at };
}
