import { AuthClient, isAuthRetryableFetchError, type SupportedStorage } from "@supabase/auth-js";
import type { Config } from "../config.ts";
import { Refusal, refusalOfAnswer } from "./refusal.ts";

let config: Config | undefined;
let client: InstanceType<typeof AuthClient> | undefined;
let besides: InstanceType<typeof AuthClient> | undefined;
const KEY = "staffing-console-session";
const KEY_BESIDES = "staffing-console-besides";

/** Says which project is spoken to; before anything else. */
export function connect(to: Config): void {
  config = to;
  const both = {
    url: `${to.url}/auth/v1`,
    headers: { apikey: to.publishableKey },
    flowType: "pkce",
    persistSession: true,
    // A link in a mail begins no session by itself: auth/link_page.tsx asks first.
    detectSessionInUrl: false,
  } as const;
  client = new AuthClient({ ...both, storageKey: KEY, autoRefreshToken: true });
  besides = new AuthClient({
    ...both,
    storageKey: KEY_BESIDES,
    autoRefreshToken: false,
    storage: memory(),
  });
}

/**
 * Keeps what is written until the page is left. The secrets of links that were asked for in this browser are where the
 * other client left them.
 */
function memory(): SupportedStorage {
  const kept = new Map<string, string>();
  const isOfLink = (key: string) => key.endsWith("-code-verifier");
  const there = (key: string) => key.replace(KEY_BESIDES, KEY);
  return {
    getItem: (key) => isOfLink(key) ? localStorage.getItem(there(key)) : kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => {
      if (isOfLink(key)) localStorage.removeItem(there(key));
      else kept.delete(key);
    },
  };
}

/** Session of whoever is signed in, and signing in and out. */
export function auth(): InstanceType<typeof AuthClient> {
  if (!client) throw new Error("connect() comes first.");
  return client;
}

/** A client whose session no other page sees and no browser keeps: of somebody who is not let in yet. */
export function authBesides(): InstanceType<typeof AuthClient> {
  if (!besides) throw new Error("connect() comes first.");
  return besides;
}

/** Request to `/rest/v1`. */
export interface RestRequest {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly query?: Iterable<readonly [string, string]>;
  readonly body?: unknown;
  readonly prefer?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks `/rest/v1/<path>` as whoever is signed in.
 *
 * @throws Refusal with the answer's own words.
 */
export async function rest(
  path: string,
  request: RestRequest = {},
): Promise<Response> {
  return await asked(`rest/v1/${path}`, request);
}

/**
 * A document as whoever is signed in may read it, under the name that the server gives it.
 *
 * @param path below `/functions/v1/documents/`, such as `invoice/<id>`
 * @throws Refusal with the answer's own words.
 */
export async function documentOf(path: string): Promise<File> {
  const answer = await asked(`functions/v1/documents/${path}`, {});
  const [, name = "document.pdf"] =
    /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
  const blob = await answer.blob();
  return new File([blob], name, { type: blob.type });
}

/**
 * Runs a scheduled job now, as an admin of the firm.
 *
 * @throws Refusal when it failed, or somebody else asks.
 */
export async function runJob(job: string): Promise<void> {
  try {
    const answer = await asked(`functions/v1/cron-${job}`, { method: "POST", body: {} });
    await answer.text(); // until it is read, the request is under way
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.status === 0) throw thrown;
    throw thrown.status === 401
      ? new Refusal(403, "Only an admin of the firm runs jobs.", "Ask an admin to run it.")
      : new Refusal(
        thrown.status,
        "The job did not get through.",
        "Look at its newest run below. What it could not do, the next run does.",
      );
  }
}

/** Asks whoever the page belongs to for their password, and goes on when they gave it. */
export type AskToSignIn = () => Promise<void>;
let askToSignIn: AskToSignIn | undefined;

/** Says how a session that ended is asked for anew, so that what waits for it is not lost. */
export function whenSessionEnds(ask: AskToSignIn): void {
  askToSignIn = ask;
}

async function asked(path: string, request: RestRequest): Promise<Response> {
  const ask = async () => await askedWith(await tokenNow(request.signal), path, request);
  let answer = await ask();
  // A token that is taken for none any more: another one, or the password once more.
  for (const renew of [refreshed, signedInAnew]) {
    if (answer.ok) return answer;
    if (answer.status !== 401) break;
    await renew(request.signal);
    answer = await ask();
  }
  if (answer.ok) return answer;
  throw answer.status === 401 ? signedOut() : await refusalOfAnswer(answer);
}

async function refreshed(): Promise<void> {
  await auth().refreshSession();
}

async function signedInAnew(signal: AbortSignal | undefined): Promise<void> {
  if (askToSignIn === undefined) throw signedOut();
  await Promise.race([askToSignIn(), abortOf(signal)]);
}

function signedOut(): Refusal {
  return new Refusal(401, "You are signed out.", "Sign in again.");
}

async function tokenNow(signal: AbortSignal | undefined): Promise<string> {
  for (let isLast = false;; isLast = true) {
    const { data, error } = await auth().getSession();
    if (data.session) return data.session.access_token;
    if (isAuthRetryableFetchError(error)) throw unreachable();
    if (isLast) throw signedOut();
    await signedInAnew(signal);
  }
}

/** Fails when a request is given up. */
function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) =>
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true })
  );
}

function unreachable(): Refusal {
  return new Refusal(0, "The server cannot be reached.", "Look at your connection, and try again.");
}

async function askedWith(token: string, path: string, request: RestRequest): Promise<Response> {
  if (!config) throw new Error("connect() comes first.");
  const query = new URLSearchParams(
    [...(request.query ?? [])].map(([name, value]) => [name, value]),
  );
  const headers = new Headers({
    apikey: config.publishableKey,
    authorization: `Bearer ${token}`,
  });
  if (request.prefer) headers.set("prefer", request.prefer);
  if (request.body !== undefined) {
    headers.set("content-type", "application/json");
  }
  return await fetch(
    `${config.url}/${path}${query.size > 0 ? `?${query}` : ""}`,
    {
      method: request.method ?? "GET",
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: request.signal ?? null,
    },
  ).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") {
      throw error;
    }
    throw unreachable();
  });
}
