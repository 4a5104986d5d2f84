/** /rest/v1 on a server of a test's own: the embedded one, spoken to without a socket. */
import { loadKeys, type StackKeys } from "../../../../stack/keys.ts";
import { startRest } from "../../../../stack/lite.ts";

/** What was answered. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A server's /rest/v1. */
export interface Rest {
  readonly keys: StackKeys;
  /** Asks, with the secret key, unless with a person's token. */
  ask(path: string, init?: RequestInit & { readonly token?: string | undefined }): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Serves a database below /rest/v1.
 *
 * @param url the database that answers, as a superuser
 * @param catalogueUrl the one that is asked for the catalogue and listened to: no standby can be listened to
 * @param keysFile where keys are, or are kept from now on
 */
export async function startRestOn(
  url: string,
  catalogueUrl: string,
  keysFile: string,
): Promise<Rest> {
  const keys = await loadKeys(keysFile, false);
  const service = await startRest(
    url.replace("//postgres:", "//authenticator:"),
    catalogueUrl,
    keys,
  );
  return {
    keys,
    async ask(path, { token, ...init } = {}) {
      const headers = {
        "content-type": "application/json",
        ...token === undefined
          ? { apikey: keys.secretKey }
          : { apikey: keys.publishableKey, authorization: `Bearer ${token}` },
      };
      const answer = await service.fetch(
        new Request(`http://127.0.0.1/rest/v1/${path}`, { ...init, headers }),
      );
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
    },
    close: () => service.close(),
  };
}
