import { type ReceivedRequest, startHttpServer, type TestAnswer } from "./http_server.ts";

/**
 * Behavior of the provider at the next requests.
 *
 * - `lose the answer`: takes the mail, and cuts the connection.
 * - `cut`: cuts the connection without taking it.
 * - `silent`: takes the mail, and never answers.
 * - a status: answers so, and takes nothing.
 * - a page: answers 200 with that text, as another server at its address would.
 */
export type ProviderMode = "accept" | "lose the answer" | "cut" | "silent" | number | {
  readonly page: string;
};

/** A mail that the provider took: once, however often it was told of it under one key. */
export interface ProviderMail {
  readonly id: string;
  readonly key: string;
  /** As in Resend's `POST /emails`. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Number of requests that told of it. */
  requests: number;
}

/** A provider of mail with Resend's interface, in the test's process. */
export interface HttpProvider {
  /** Value of MAIL_API_URL. */
  readonly url: string;
  /** Value of MAIL_API_KEY; it refuses any other. */
  readonly key: string;
  received(): readonly ProviderMail[];
  /** All requests, also those that it did not take. */
  requests(): readonly ReceivedRequest[];
  /** Sets what it does, with the next so many requests if said; then it accepts again. */
  setMode(mode: ProviderMode, times?: number): void;
  close(): Promise<void>;
}

const KEY = "re_test_4711";

/**
 * Starts a provider that knows keys: the same mail under the same key is the same mail, with the same
 * id, and another under it is refused by 409. What is wrong in a mail it refuses by 422.
 */
export async function startHttpProvider(): Promise<HttpProvider> {
  const mails = new Map<string, ProviderMail & { readonly text: string }>();
  const requests: ReceivedRequest[] = [];
  let mode: ProviderMode = "accept";
  let left = Infinity;

  const server = await startHttpServer(false, (request) => {
    requests.push(request);
    const now = mode;
    if (--left <= 0) {
      mode = "accept";
      left = Infinity;
    }
    if (now === "cut") return "cut";
    if (typeof now === "number") return refusal(now, "test_mode", `As told: ${now}.`);
    if (typeof now === "object") return { status: 200, headers: {}, body: now.page };
    const answer = take(request);
    if (typeof answer === "string" || answer.status !== 200 || now === "accept") return answer;
    return now === "silent" ? "silent" : "cut";
  });

  function take({ method, path, headers, body: text }: ReceivedRequest): TestAnswer {
    if (method !== "POST" || path !== "/emails") return refusal(404, "not_found", "Not here.");
    if (headers["authorization"] !== `Bearer ${KEY}`) {
      return refusal(401, "invalid_api_key", `API key is invalid: ${headers["authorization"]}`);
    }
    const key = headers["idempotency-key"] ?? "";
    const known = mails.get(key);
    if (known && known.text !== text) {
      return refusal(409, "invalid_idempotent_request", "This key was used for another mail.");
    }
    const body = JSON.parse(text);
    if (String(body.to).startsWith("nobody@")) {
      return refusal(422, "validation_error", "Invalid `to` field.");
    }
    const mail = known ?? { id: crypto.randomUUID(), key, body, text, requests: 0 };
    mail.requests++;
    mails.set(key, mail);
    return { status: 200, headers: JSON_TYPE, body: JSON.stringify({ id: mail.id }) };
  }

  return {
    url: `http://127.0.0.1:${server.port}`,
    key: KEY,
    received: () => [...mails.values()],
    requests: () => requests,
    setMode: (next, times = Infinity) => {
      mode = next;
      left = times;
    },
    close: server.close,
  };
}

const JSON_TYPE = { "Content-Type": "application/json" };

function refusal(status: number, name: string, message: string): TestAnswer {
  const body = JSON.stringify({ statusCode: status, name, message });
  return { status, headers: JSON_TYPE, body };
}
