import { Webhook } from "standardwebhooks";
import { startHttpServer } from "./http_server.ts";

/**
 * Behavior of a receiver at each call, which it notes in all of them: answers with a status (302 leads
 * to its own `/elsewhere`), cuts the connection, or never answers.
 */
export type ReceiverMode = number | "cut" | "silent";

/** A call that a receiver got. */
export interface ReceivedCall {
  readonly path: string;
  readonly id: string;
  /** True if the signature is right, by the receiver's secret and the clock. */
  readonly isSigned: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A receiver of webhooks by TLS, in the test's process. */
export interface WebhookReceiver {
  /** `https://localhost:…/hook`; clients have to trust CA. */
  readonly url: string;
  readonly port: number;
  received(): readonly ReceivedCall[];
  setMode(mode: ReceiverMode): void;
  close(): Promise<void>;
}

/**
 * Starts a receiver that verifies as receivers do, with standardwebhooks.
 *
 * @param secret asked at each call, so that it may be set once it is known: `whsec_…`
 */
export async function startWebhookReceiver(secret: () => string): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = [];
  let mode: ReceiverMode = 204;
  const server = await startHttpServer(true, ({ path, headers, body }) => {
    const isSigned = isSignedBy(secret(), body, headers);
    calls.push({ path, id: headers["webhook-id"] ?? "", isSigned, headers, body });
    if (typeof mode === "string") return mode;
    return { status: mode, ...(mode === 302 && { headers: { Location: "/elsewhere" } }) };
  });
  return {
    url: `https://localhost:${server.port}/hook`,
    port: server.port,
    received: () => calls,
    setMode: (next) => {
      mode = next;
    },
    close: server.close,
  };
}

function isSignedBy(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
