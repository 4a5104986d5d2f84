import { readAnswer } from "./http_answer.ts";
import { inTime, LateError } from "./in_time.ts";

/** A request that is posted once. */
export interface PostRequest {
  /** http or https. */
  readonly url: URL;
  /** The addresses to connect to, in turn until one answers: those, and no others that the name has. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Time limit of all of it, in milliseconds. */
  readonly patience: number;
  /** Part of the answer's body that is read, in bytes. */
  readonly answerBytes: number;
  /** Certificates to trust besides those that everybody trusts, as PEM. */
  readonly caCerts: readonly string[];
}

/** Outcome of a POST. The kind says whether the other side may have read the request, so whether a repeat is safe. */
export type Posted =
  | { readonly kind: "answered"; readonly status: number; readonly body: string }
  /** Surely nothing of the request was read. */
  | { readonly kind: "unsent"; readonly why: string }
  /** It may have been read. */
  | { readonly kind: "unanswered"; readonly why: string };

/** Time limit of connecting to one address, so that the next one is tried in time. */
const CONNECT_MS = 5_000;

/**
 * Posts a request and reads the answer's beginning. `fetch` will not do: it does not say whether a
 * request that failed had been sent, it looks a name up again after it was looked at, and follows where
 * an answer leads. Never throws.
 */
export async function post(request: PostRequest): Promise<Posted> {
  const exchange = new Exchange(request);
  try {
    return await inTime(exchange.run(), request.patience);
  } catch (error) {
    exchange.close(); // what has not begun by now never does
    return { kind: exchange.isBegun ? "unanswered" : "unsent", why: why(error) };
  } finally {
    exchange.close();
  }
}

/** One connection, and what goes over it. */
class Exchange {
  /** True if a first byte of the request was handed over. */
  isBegun = false;
  #isClosed = false;
  #connection: Deno.Conn | null = null;

  constructor(private readonly request: PostRequest) {}

  async run(): Promise<Posted> {
    const connection = await this.#connect();
    if (this.#isClosed) throw new LateError();
    this.isBegun = true;
    // Not waited for: who has an answer before all is written may stop reading, and the answer counts.
    writeAll(connection, requestBytes(this.request)).catch(() => {});
    const answer = await readAnswer(connection, this.request.answerBytes);
    if (answer === null) return { kind: "unanswered", why: "the connection was lost" };
    return { kind: "answered", ...answer };
  }

  close(): void {
    this.#isClosed = true;
    end(this.#connection);
  }

  async #connect(): Promise<Deno.Conn> {
    const { url, addresses } = this.request;
    let failure: unknown = new Error("no address");
    for (const hostname of addresses) {
      try {
        return await this.#tls(await connectTo(hostname, portOf(url)));
      } catch (error) {
        failure = error;
        if (this.#isClosed) break;
      }
    }
    throw failure;
  }

  async #tls(plain: Deno.TcpConn): Promise<Deno.Conn> {
    this.#connection = plain;
    if (this.#isClosed) this.close();
    const { url, caCerts } = this.request;
    if (url.protocol === "http:") return plain;
    const connection = await Deno.startTls(plain, {
      hostname: bare(url.hostname),
      caCerts: [...caCerts],
      alpnProtocols: ["http/1.1"],
    });
    this.#connection = connection;
    if (this.#isClosed) this.close();
    await connection.handshake();
    return connection;
  }
}

/** A host as addresses are written elsewhere: IPv6 without its brackets. */
export function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === "http:" ? 80 : 443);
}

async function connectTo(hostname: string, port: number): Promise<Deno.TcpConn> {
  const connecting = Deno.connect({ hostname, port });
  try {
    return await inTime(connecting, CONNECT_MS);
  } catch (error) {
    connecting.then(end, () => {}); // one that comes about later
    throw error;
  }
}

function requestBytes({ url, headers, body }: PostRequest): Uint8Array {
  const bytes = new TextEncoder().encode(body);
  const lines = Object.entries({
    ...headers,
    Host: url.host,
    "Content-Length": String(bytes.length),
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, " ")}\r\n`);
  const head = new TextEncoder().encode(
    `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`,
  );
  const all = new Uint8Array(head.length + bytes.length);
  all.set(head);
  all.set(bytes, head.length);
  return all;
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

function end(connection: Deno.Conn | null): void {
  try {
    connection?.close();
  } catch {
    // It has ended already.
  }
}

/** Reason why it failed, for people: nothing of what was sent is in it. */
function why(error: unknown): string {
  if (error instanceof LateError) return "it did not answer in time";
  if (error instanceof Deno.errors.ConnectionRefused) return "nobody listens there";
  const message = error instanceof Error ? error.message : "";
  if (/certificate/i.test(message)) return "its certificate cannot be trusted";
  if (/lookup address/i.test(message)) return "its name leads nowhere";
  if (/tls|handshake|corrupt/i.test(message)) return "it does not speak TLS";
  return "it cannot be reached";
}
