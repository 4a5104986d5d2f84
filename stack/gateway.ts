import { Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { proxy } from "hono/proxy";
import { jsonResponse } from "../supabase/functions/_shared/http.ts";
import { messageOf, StackError } from "./stack_error.ts";

/** A part of the stack that answers requests. */
export interface Service {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** The parts behind the gateway. */
export interface GatewayParts {
  readonly rest: Pick<Service, "fetch">;
  readonly auth: Pick<Service, "fetch">;
  readonly functions: {
    /** Answers as the named function, which is asked for this path. */
    fetch(name: string, path: string, request: Request): Promise<Response>;
  };
  /** Answers what a browser asks of the console; null: there is no such file. Left out: no console. */
  readonly console?: (request: Request) => Promise<Response | null>;
}

const FUNCTIONS = "/functions/v1";
/** Headers that supabase-js sends beside those that every page may send. */
const CLIENT_HEADERS = [
  "authorization",
  "apikey",
  "content-type",
  "prefer",
  "x-client-info",
  "accept-profile",
  "content-profile",
];
/** Headers of an answer that it reads beside the headers that every page may read. */
const ANSWER_HEADERS = [
  "content-encoding",
  "content-location",
  "content-range",
  "content-length",
  "date",
  "link",
  "location",
  "preference-applied",
  "range-unit",
  "x-supabase-api-version",
  "x-total-count",
];

/**
 * Lets pages of every origin in, as Supabase's gateway does: who may do what is a matter of keys and
 * tokens, which no browser sends by itself. A browser that asks whether it may send further headers
 * may; whatever else `OPTIONS` asks is answered here, too.
 */
const openToPages: MiddlewareHandler = (context, next) => {
  const asked = context.req.header("access-control-request-headers")?.toLowerCase() ?? "";
  const further = asked.split(",").map((name) => name.trim()).filter((name) => name !== "");
  const allowHeaders = [...new Set([...CLIENT_HEADERS, ...further])];
  return cors({ allowHeaders, exposeHeaders: ANSWER_HEADERS })(context, next);
};

/** Refusal of bytes that are no text, in the form of PostgREST's own. */
const NO_TEXT = {
  code: "not_utf_8",
  message: "A header or the query is not UTF-8.",
  details: "not_utf_8",
  hint: "Send the headers and the query as UTF-8.",
};

/**
 * True if the headers and the query are UTF-8. PostgREST answers others with 500, and 14 gives their connection back in
 * an aborted transaction, in which the requests after it fail.
 */
function isText({ headers, url }: Request): boolean {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  try {
    for (const [, value] of headers) {
      // A character a byte, as `fetch` has them.
      utf8.decode(Uint8Array.from(value, (byte) => byte.charCodeAt(0)));
    }
    decodeURIComponent(new URL(url).search.replaceAll(/%(?![\da-f]{2})/gi, "%25"));
    return true;
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return false;
    throw error;
  }
}

/**
 * Answers as the one public address of the stack: `/rest/v1`, `/auth/v1`, `/functions/v1/<name>`,
 * and what the proxies in deploy/ do with the schedulers' addresses, `/api/cron/lock-ended` →
 * `cron-lock-ended`. A function gets the path it gets on the platform: the prefix is gone and its
 * own name comes first. What is none of these may be a file of the console, at `/`. Nothing is logged but failures, and of those never the query, which may
 * carry the schedulers' secret.
 */
export function gateway(
  { rest, auth, functions, console }: GatewayParts,
  log: (line: string) => void,
): Hono {
  // The path as `URL` gives it, dots resolved and escapes kept; Hono's own would be unescaped.
  const app = new Hono({ getPath: (request) => new URL(request.url).pathname });
  app.use(openToPages);
  app.all(
    "/rest/v1/*",
    ({ req }) => isText(req.raw) ? rest.fetch(req.raw) : jsonResponse(400, NO_TEXT),
  );
  app.all("/auth/v1/*", ({ req }) => auth.fetch(req.raw));
  app.all("/api/cron/:job{[a-z]+(?:-[a-z]+)*}", ({ req }) => {
    const name = `cron-${req.param("job")}`;
    return functions.fetch(name, `/${name}`, req.raw);
  });
  app.all(
    `${FUNCTIONS}/:name{[a-z0-9][a-z0-9_-]*}/*`,
    ({ req }) => functions.fetch(req.param("name"), req.path.slice(FUNCTIONS.length), req.raw),
  );
  app.notFound(async ({ req }) =>
    await console?.(req.raw) ?? jsonResponse(404, { error: "not_found" })
  );
  app.onError((error, { req }) => {
    log(`${req.method} ${req.path} failed: ${messageOf(error)}`);
    return jsonResponse(500, { error: "internal_error" });
  });
  return app;
}

/**
 * Listens on 127.0.0.1 for the gateway.
 *
 * @throws StackError when the port is taken.
 */
export function startGateway(
  port: number,
  parts: GatewayParts,
  log: (line: string) => void,
): Deno.HttpServer<Deno.NetAddr> {
  const app = gateway(parts, log);
  try {
    return Deno.serve(
      // Packs what is text and has more than a few bytes, where the client takes it packed.
      { hostname: "127.0.0.1", port, automaticCompression: true, onListen: () => {} },
      (request) => app.fetch(request),
    );
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new StackError(
      `Port ${port} is in use: stop what uses it, or set PORT to another number.`,
    );
  }
}

/** Address to which a request goes on; headers and search are the request's own unless given. */
export interface Destination {
  readonly port: number;
  readonly path: string;
  readonly search?: string;
  readonly headers?: Headers;
}

/**
 * Passes a request on to a server on this machine, and its answer back: method, query, headers and
 * body as they are, the body in a stream. When the client leaves, the other side still finishes.
 *
 * @throws TypeError when nobody answers.
 */
export function forward(request: Request, to: Destination): Promise<Response> {
  const { host, search } = new URL(request.url);
  const url = `http://127.0.0.1:${to.port}${to.path}${to.search ?? search}`;
  const headers = new Headers(to.headers ?? request.headers);
  headers.set("x-forwarded-host", host);
  headers.set("x-forwarded-proto", "http");
  // A request of our own, which does not end with the client's.
  const raw = new Request(url, { method: request.method, headers, body: request.body });
  return proxy(url, {
    raw,
    // Fetching by parts keeps the length of the body, which a Request loses.
    customFetch: ({ method, headers, body }) => {
      // `fetch` would unpack a packed answer; the gateway packs it for the client.
      headers.set("accept-encoding", "identity");
      return fetch(url, { method, headers, body, redirect: "manual" });
    },
  });
}
