import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { CERT, KEY } from "./certificate.ts";

/** A request, whole. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answer; `cut`: the connection ends without an answer, `silent`: nothing ever comes. */
export type TestAnswer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | "cut"
  | "silent";

/** An HTTP server of a test, in its process. */
export interface HttpTestServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts an HTTP server that can lose answers, on 127.0.0.1.
 *
 * @param tls whether it shows the certificate of `certificate.ts`
 * @param answer says what to answer once a request is there whole
 */
export async function startHttpServer(
  tls: boolean,
  answer: (request: ReceivedRequest) => TestAnswer | Promise<TestAnswer>,
): Promise<HttpTestServer> {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => {}); // a client that goes away
    request.on("end", async () => {
      const given = await answer({
        method: request.method ?? "",
        path: request.url ?? "",
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
        body: Buffer.concat(chunks).toString(),
      });
      if (given === "cut") request.socket.destroy();
      else if (given !== "silent") {
        response.writeHead(given.status, given.headers).end(given.body);
      }
    });
  };
  const server = tls ? createTlsServer({ key: KEY, cert: CERT }, listener) : createServer(listener);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
